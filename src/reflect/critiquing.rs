//! Having a draft judged: by one critic, or by several at once or in turn; and again, when nobody could be read.

use std::sync::Arc;

use super::draft::{self, Look};
use super::{Next, Reflect};
use crate::critique::{Reading, Verdict};
use crate::error::ErrorCode;
use crate::flow::{Ask, Call, CritiqueStatus, Desk, Juror, Reply, Step, Stop, StopReason};
use crate::judge;
use crate::prompt::{self, Again, CritiqueAsk};
use crate::settings::{JuryOrder, OnUnreadable, Sees};

/// One look of the critics at the latest draft.
pub(super) struct Round {
    /// 1, or more when they are asked again.
    attempt: u32,
    /// Its number in the names of the calls, where there are several critics.
    number: Option<u32>,
    /// What those asked so far said, in their order.
    said: Vec<Said>,
}

/// What one critic said.
pub(super) struct Said {
    reading: Reading,
    /// Its words; `None` when the call failed.
    raw: Option<String>,
}

impl Reflect {
    /// Asks the critics: all at once, or the first of them.
    pub(super) fn critique(&mut self, attempt: u32, desk: &mut Desk) -> Next {
        let critics = self.task.critics;
        let round = Round { attempt, number: (critics > 1).then(|| desk.count("critique")), said: Vec::new() };
        let at_once = if self.settings.jury_order == JuryOrder::Parallel { critics } else { 1 };
        // A jury is not begun that could not be heard to its end.
        desk.afford(at_once, &self.settings.budget)?;
        for critic in 0..at_once {
            self.ask_critic(critic, &round, desk)?;
        }
        self.phase = super::Phase::Critiquing { round };
        Ok(())
    }

    fn ask_critic(&self, critic: u32, round: &Round, desk: &mut Desk) -> Next {
        let Some(latest) = self.drafts.latest() else { return Err(Stop::plain(StopReason::Stalled)) };
        let question = self.task.question()?;
        let evidence = prompt::evidence(&latest.draft.verifiers);
        let seen = self.seen();
        let earlier = self.memory.told();
        let unread = self.unread.get(critic as usize).filter(|said| round.attempt > 1 && said.reading.status == Verdict::Invalid);
        let again = unread.and_then(|said| {
            let reason = said.reading.reason.as_deref().unwrap_or_default();
            said.raw.as_deref().map(|reply| Again { reason, reply })
        });
        let mut texts = vec![question.text.as_ref(), latest.draft.text.as_str(), evidence.as_deref().unwrap_or_default()];
        texts.extend(seen.iter().map(|(_, text)| text.as_str()));
        texts.extend(again.map(|again| again.reply));
        texts.extend(earlier.as_deref());
        texts.extend(self.derived.iter().map(String::as_str));
        let fence = self.fence(&texts, desk);
        let ask = CritiqueAsk {
            question,
            answer: &latest.draft.text,
            evidence: evidence.as_deref(),
            seen: &seen,
            derived: &self.derived,
            earlier: earlier.as_deref(),
            again,
        };
        let ask = Ask {
            purpose: "critique",
            name: round.number.map(|number| format!("critique-{number}.judge-{}", critic.saturating_add(1))),
            iteration: latest.draft.index.saturating_add(1),
            attempt: round.attempt,
            draft_index: latest.draft.index,
            critic: Some(critic),
            messages: prompt::critique(&ask, &self.settings, &fence),
            tools: None,
            response_schema: Some(Arc::clone(&self.critique_schema)),
            critic_feedback: None,
        };
        desk.ask(ask, &self.settings.budget)
    }

    /// Goes on with what the critics said: asks the next one, or draws the conclusion.
    pub(super) fn critiqued(&mut self, mut round: Round, replies: Vec<(Call, Reply)>, desk: &mut Desk) -> Next {
        for (call, reply) in replies {
            let said = self.heard(&call, reply, desk)?;
            round.said.push(said);
        }
        let waiting = (self.task.critics as usize).saturating_sub(round.said.len());
        if waiting > 0 {
            let readings: Vec<Reading> = round.said.iter().map(|said| said.reading.clone()).collect();
            if !judge::is_settled(&readings, waiting, &self.settings) {
                let next = u32::try_from(round.said.len()).unwrap_or(u32::MAX);
                let asked = self.ask_critic(next, &round, desk);
                self.phase = super::Phase::Critiquing { round };
                return asked;
            }
        }
        self.concluded(round.said, desk)
    }

    /// Reads one reply. A single critic whose call failed ends the run where the policy is not to go on; a juror is left out.
    fn heard(&self, call: &Call, reply: Reply, desk: &mut Desk) -> Result<Said, Stop> {
        let Some(held) = self.drafts.latest() else { return Err(Stop::plain(StopReason::Stalled)) };
        match reply {
            Reply::Model(response) => {
                let raw = response.content.text();
                // A verdict that only repeats what an earlier critique quoted is none.
                let (answer, earlier) = (&held.draft.text, self.memory.told());
                let reading = self.reader.read(&raw, answer, earlier.as_deref(), response.finish_reason.as_deref());
                if reading.status == Verdict::Invalid {
                    desk.note(ErrorCode::UnreadableCritique.as_str(), unreadable(&reading), Some(call.id()));
                }
                Ok(Said { reading, raw: Some(raw) })
            }
            Reply::Failed(error) => {
                desk.note(&error.code, error.message.clone(), Some(call.id()));
                let goes_on = match self.settings.on_unreadable {
                    // Seed 001: a critic that raises never kills the run.
                    OnUnreadable::Revise | OnUnreadable::Retry => true,
                    OnUnreadable::Stop | OnUnreadable::NeedsReview | OnUnreadable::Fail => self.task.critics > 1,
                };
                if goes_on {
                    return Ok(Said { reading: Reading::invalid(&error.code), raw: None });
                }
                Err(Stop::failed(StopReason::ModelError, ErrorCode::ModelError, error.message))
            }
            Reply::Tool(_) | Reply::Verdict(_) => Err(Stop::plain(StopReason::Stalled)),
        }
    }

    /// Makes one verdict of what the critics said, shows it, and lets the strategy go on.
    fn concluded(&mut self, said: Vec<Said>, desk: &mut Desk) -> Next {
        let jury = self.task.critics > 1;
        let readings: Vec<Reading> = said.iter().map(|said| said.reading.clone()).collect();
        let reading = match (jury, readings.first()) {
            (false, Some(only)) => only.clone(),
            (false, None) | (true, _) => judge::combine(&readings, &self.settings),
        };
        let Some(held) = self.drafts.latest_mut() else { return Err(Stop::plain(StopReason::Stalled)) };
        let status = draft::status_of(&reading);
        let unreadable = reading.status == Verdict::Invalid;
        held.look = if unreadable { Look::Unreadable } else { Look::Read };
        if unreadable {
            self.critique_failures = self.critique_failures.saturating_add(1);
        } else {
            self.critique_failures = 0;
            self.reflections = self.reflections.saturating_add(1);
            held.draft.judged = true;
            held.draft.score = reading.score;
        }
        held.reading = Some(reading.clone());
        if self.settings.memory {
            self.memory.note(&held.faults(&self.settings));
        }
        held.status = Some(status);
        held.jury = jury.then(|| draft::Jury { jurors: jurors(&said), disagreement: judge::is_split(&readings) });
        let revises_anyway = unreadable && self.settings.on_unreadable == OnUnreadable::Revise;
        desk.show(Step::Reflection(held.critique_step(&reading, status, self.settings.form, revises_anyway)));
        let raw = said.first().and_then(|said| said.raw.clone()).filter(|_| !jury && status != CritiqueStatus::Read);
        self.drafts.remember(Some(reading), status, raw);
        for (juror, said) in self.drafts.jurors_noted().zip(&said) {
            juror.raw = said.raw.clone().filter(|_| juror.status != CritiqueStatus::Read);
        }
        self.unread = if unreadable { said } else { Vec::new() };
        self.decide(desk)
    }

    /// What `critique.sees` adds to a critique request.
    fn seen(&self) -> Vec<(String, String)> {
        let tool_results = || self.drafts.latest().map(|held| held.tool_results.join("\n")).unwrap_or_default();
        let shown = |sees: &Sees| match sees {
            Sees::SystemPrompt => ("System prompt of the answer", self.task.system_prompt.clone().unwrap_or_default()),
            Sees::ToolResults => ("Tool results behind the answer", tool_results()),
            Sees::History => ("Conversation before the question", self.task.history()),
        };
        self.settings.sees.iter().map(shown).map(|(t, s)| (t.to_owned(), s)).filter(|(_, text)| !text.is_empty()).collect()
    }
}

/// Why a critique is no verdict, as `errors` tell it.
pub(super) fn unreadable(reading: &Reading) -> String {
    format!("the critique could not be read: {}", reading.reason.as_deref().unwrap_or("no reply"))
}

fn jurors(said: &[Said]) -> Vec<Juror> {
    let juror = |(critic, Said { reading, .. }): (u32, &Said)| Juror {
        critic,
        status: draft::status_of(reading),
        accepted: (reading.status != Verdict::Invalid).then_some(reading.status == Verdict::Accepted),
        score: reading.score,
        needs_revision: reading.needs_revision,
        criteria_met: reading.criteria_met.clone(),
        confidence: reading.confidence,
        issues: reading.issues.clone(),
        reason: reading.reason.clone(),
        raw: None,
    };
    (0..).zip(said).map(juror).collect()
}
