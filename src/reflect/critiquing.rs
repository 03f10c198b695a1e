//! Having drafts judged, several at once: each by one critic, or by several at once or in turn; and again, when nobody could be read.

use std::ops::Range;

use super::draft::best;
use super::record::{self, DraftRecord, Jury, Look};
use super::reflection_step::status_of;
use super::{Next, Reflect};
use crate::critique::{self, Reading, Verdict};
use crate::error::ErrorCode;
use crate::flow::{Ask, Call, CritiqueStatus, Desk, Juror, ModelCall, Reply, Step, Stop, StopReason, Why};
use crate::judge;
use crate::message::Text;
use crate::prompt::{self, CritiqueAsk};
use crate::settings::{JuryOrder, OnUnreadable, Sees, Strategy};

/// One look of the critics at one draft.
pub(super) struct Round {
    draft: u32,
    /// 1, or more when they are asked again.
    attempt: u32,
    /// Its number in the names of the calls, where there are several critics.
    number: Option<u32>,
    /// The critic that is asked alone, where there are several.
    critic: Option<u32>,
    /// Calls that it waits for.
    out: usize,
    /// What those asked so far said, each in the end; in the order of the critics.
    said: Vec<Said>,
    /// Critics that were asked once more.
    asked_twice: Vec<u32>,
}

/// What one critic said of one draft.
struct Said {
    critic: u32,
    /// The call in which it did.
    call_id: String,
    reading: Reading,
    /// Its words; `None` when the call failed.
    raw: Option<Text>,
}

impl Round {
    /// Takes down what a critic said, in the order of the critics.
    fn hear(&mut self, said: Said) {
        let at = self.said.partition_point(|other| other.critic <= said.critic);
        self.said.insert(at, said);
    }

    fn of(draft: u32, attempt: u32, critic: Option<u32>) -> Self {
        Self { draft, attempt, number: None, critic, out: 0, said: Vec::new(), asked_twice: Vec::new() }
    }

    /// Critics that are still to be asked.
    fn waiting(&self, critics: u32) -> usize {
        let all = if self.critic.is_some() { 1 } else { critics as usize };
        all.saturating_sub(self.said.len())
    }
}

impl Reflect {
    /// Asks the critics about these drafts: all critics, the first of them, or the one that is named.
    pub(super) fn critique(&mut self, drafts: Vec<u32>, critic: Option<u32>, why: Option<Why>, desk: &mut Desk) -> Next {
        let critics = self.task.critics;
        let several = critics > 1;
        let critic = critic.filter(|_| several);
        let at_once = match (critic, self.ready.settings.jury_order) {
            (None, JuryOrder::Parallel) => critics,
            (Some(_), _) | (None, JuryOrder::Sequential) => 1,
        };
        let mut rounds = Vec::new();
        let mut again = false;
        for draft in drafts {
            let asked = self.drafts.record(draft).map_or(0, DraftRecord::unread_in_row);
            let attempt = if self.ready.settings.on_unreadable == OnUnreadable::Retry { asked.saturating_mul(2) } else { asked };
            again |= asked > 0;
            rounds.push(Round::of(draft, attempt.saturating_add(1), critic));
        }
        let first = critic.unwrap_or(0);
        // What could not be read is asked about alone.
        let together = if again { 1 } else { self.ready.settings.judge_together as usize };
        let mut all: Vec<&mut Round> = rounds.iter_mut().collect();
        self.ask_critics(first..first.saturating_add(at_once), &mut all, together, desk)?;
        self.phase = super::Phase::Critiquing { rounds, why };
        Ok(())
    }

    /// Asks these critics about the drafts of these rounds, so many in one look. A jury is not begun that could not be heard to its end.
    fn ask_critics(&self, critics: Range<u32>, rounds: &mut [&mut Round], together: usize, desk: &mut Desk) -> Next {
        if rounds.is_empty() {
            return Ok(());
        }
        let looks = rounds.len().div_ceil(together);
        desk.afford(u32::try_from(looks * critics.len()).unwrap_or(u32::MAX), &self.ready.settings.budget)?;
        for group in rounds.chunks_mut(rounds.len().div_ceil(looks)) {
            let mut number = None;
            if let [alone] = group {
                if self.task.critics > 1 {
                    number = Some(*alone.number.get_or_insert_with(|| desk.count("critique")));
                }
            } else {
                number = Some(desk.count("critique"));
            }
            for critic in critics.clone() {
                self.ask_critic(critic, group, number, desk)?;
            }
        }
        Ok(())
    }

    /// Asks a critic about the draft of this round, or about those of several in one look.
    fn ask_critic(&self, critic: u32, group: &mut [&mut Round], number: Option<u32>, desk: &mut Desk) -> Next {
        let mut shown: Vec<u32> = group.iter().map(|round| round.draft).collect();
        let several = shown.len() > 1;
        let first = shown.first().copied().unwrap_or(0);
        let name = number.map(|number| {
            let mut name = format!("critique-{number}");
            for draft in shown.iter().filter(|_| several) {
                name.push_str(if name.contains('.') { "-" } else { ".drafts-" });
                name.push_str(&draft.saturating_add(1).to_string());
            }
            if self.task.critics > 1 {
                name.push_str(&format!(".judge-{}", critic.saturating_add(1)));
            }
            name
        });
        desk.shuffle(name.as_deref().unwrap_or_default(), &mut shown);
        let records: Vec<&DraftRecord> = shown.iter().filter_map(|draft| self.drafts.record(*draft)).collect();
        if records.len() < shown.len() {
            return Err(Stop::plain(StopReason::Stalled));
        }
        let answers: Vec<(&Text, Option<Text>)> =
            records.iter().map(|record| (&record.draft.text, prompt::evidence(&record.draft.verifiers))).collect();
        let question = self.task.question()?;
        let seen = self.seen(&records);
        // A second look is taken with fresh eyes.
        let earlier = self.memory.list().filter(|_| records.iter().all(|record| record.read().is_none()));
        let mut texts: Vec<&str> = vec![&question.text];
        for (answer, evidence) in &answers {
            texts.extend([answer.as_str(), evidence.as_deref().unwrap_or_default()]);
        }
        texts.extend(seen.iter().map(|(_, text)| text.as_str()));
        texts.extend(earlier.map(Text::as_str));
        texts.extend(self.derived.iter().map(String::as_str));
        let fence = self.fence(&texts, desk);
        let ask = CritiqueAsk {
            system: &self.ready.system_prompt,
            question,
            answers: &answers,
            seen: &seen,
            derived: &self.derived,
            earlier,
        };
        let ask = Ask {
            purpose: "critique",
            name,
            iteration: first.saturating_add(1),
            attempt: group.first().map_or(1, |round| round.attempt),
            draft_index: first,
            critic: Some(critic),
            messages: prompt::critique(&ask, &fence),
            tools: None,
            response_schema: Some(if several {
                prompt::schema_together(&self.ready.critique_schema)
            } else {
                self.ready.critique_schema.clone()
            }),
            drafts: several.then_some(shown),
            critic_feedback: None,
        };
        desk.ask(ask, &self.ready.settings.budget)?;
        for round in group {
            round.out = round.out.saturating_add(1);
        }
        Ok(())
    }

    /// Asks a critic once more that could not be read: for the form alone, with its own words before it.
    fn ask_again(&self, asked: &ModelCall, said: &Said, round: &Round, desk: &mut Desk) -> Next {
        let messages =
            prompt::again(&asked.messages, said.reading.beside.as_deref(), prompt::critique_keys(&self.ready.settings));
        let name = round.number.map(|_| format!("{}.again", asked.call_id));
        desk.ask(Ask { name, ..Ask::again(asked, "critique", messages) }, &self.ready.settings.budget)
    }

    /// Goes on with what the critics said: asks the next one of each draft, or draws the conclusions, in the order of the drafts.
    pub(super) fn critiqued(
        &mut self,
        mut rounds: Vec<Round>,
        replies: Vec<(Call, Reply)>,
        why: Option<Why>,
        desk: &mut Desk,
    ) -> Next {
        let mut next = Ok(());
        let (together, mut replies): (Vec<_>, Vec<_>) = replies.into_iter().partition(|(call, _)| shown_in(call).is_some());
        for round in &mut rounds {
            round.out = 0;
        }
        for (call, reply) in together {
            let heard = self.heard_together(&call, reply, &mut rounds, desk);
            let unread = heard.and_then(|read| if read { Ok(()) } else { self.ask_alone(&call, &mut rounds, desk) });
            next = next.and(unread);
        }
        for round in &mut rounds {
            let (own, others) = replies.into_iter().partition(|(call, _)| call.draft() == Some(round.draft));
            replies = others;
            let heard = self.go_round(round, own, why.as_ref(), desk);
            next = next.and(heard);
        }
        let critics = self.task.critics;
        for critic in 0..critics {
            let mut unsettled: Vec<&mut Round> = rounds.iter_mut().filter(|round| self.asks(round, critic)).collect();
            let together = self.ready.settings.judge_together as usize;
            next = next.and_then(|()| self.ask_critics(critic..critic + 1, &mut unsettled, together, desk));
        }
        if next.is_ok() && rounds.iter().any(|round| round.out > 0) {
            self.phase = super::Phase::Critiquing { rounds, why };
            return Ok(());
        }
        // What was said is kept, also when a call of another draft ends the run.
        rounds.retain(|round| round.waiting(critics) == 0 || (round.out == 0 && next.is_ok()));
        let mut read = false;
        let any = !rounds.is_empty();
        for round in rounds {
            read |= self.concluded(round, why.clone(), desk);
        }
        if any {
            self.critique_failures = if read { 0 } else { self.critique_failures.saturating_add(1) };
        }
        if let Err(stop) = next {
            // An acceptance that was read stands, also where the critic of another draft failed.
            let accepted = self.drafts.kept.iter().filter(|record| record.is_accepted(critics, &self.ready.settings));
            let best =
                best(accepted).filter(|_| self.ready.settings.strategy != Strategy::Adaptive).map(|record| record.draft.index);
            return best.map_or(Err(stop), |draft| self.accept(draft));
        }
        self.decide(desk)
    }

    /// Keeps the verdicts that were there when the run was cut off: those that critics who were not heard could not change.
    pub(super) fn overhear(&mut self, rounds: Vec<Round>, replies: Vec<(Call, Reply)>, why: Option<&Why>, desk: &mut Desk) {
        let mut rounds = rounds;
        let said = replies.into_iter().filter(|(_, reply)| matches!(reply, Reply::Model(_)));
        let (together, mut said): (Vec<_>, Vec<_>) = said.partition(|(call, _)| shown_in(call).is_some());
        for (call, reply) in together {
            // What it was to say is lost with the run.
            let _unread = self.heard_together(&call, reply, &mut rounds, desk);
        }
        for mut round in rounds {
            let (own, others) = said.into_iter().partition(|(call, _)| call.draft() == Some(round.draft));
            said = others;
            let heard: Vec<(Call, Reply)> = own;
            for (call, reply) in heard {
                let said = self.heard(&call, reply, &round, desk);
                round.said.extend(said.ok());
            }
            let readings: Vec<Reading> = round.said.iter().map(|said| said.reading.clone()).collect();
            let waiting = round.waiting(self.task.critics);
            if !round.said.is_empty() && (waiting == 0 || judge::is_settled(&readings, waiting, &self.ready.settings)) {
                self.concluded(round, why.cloned(), desk);
            }
        }
    }

    /// Hears what a critic said of several drafts in one look, and whether it could be read.
    fn heard_together(&self, call: &Call, reply: Reply, rounds: &mut [Round], desk: &mut Desk) -> Result<bool, Stop> {
        let shown = shown_in(call).unwrap_or_default();
        let response = match reply {
            Reply::Model(response) => response,
            other => return self.failed(call, other, desk).map(|_| false),
        };
        let (raw, critic) = (response.content.text(), critic_of(call));
        let texts: Vec<&str> = shown.iter().filter_map(|draft| Some(self.drafts.record(*draft)?.draft.text.as_str())).collect();
        let reply = critique::Reply {
            text: &raw,
            answer: &texts.join("\n"),
            earlier: self.memory.list().map_or("", Text::as_str),
            finish_reason: response.finish_reason.as_deref(),
            second: false,
        };
        let Some(readings) = self.ready.reader.read_together(reply, shown.len()) else {
            self.note_unread(&Reading::invalid("drafts"), &raw, call, desk);
            return Ok(false);
        };
        for (draft, reading) in shown.iter().zip(readings) {
            if let Some(round) = rounds.iter_mut().find(|round| round.draft == *draft) {
                round.hear(Said { critic, call_id: call.id().to_owned(), reading, raw: None });
            }
        }
        Ok(true)
    }

    /// Asks a critic about each draft alone whose look at them together came to nothing. Where that cannot be paid for, it said nothing.
    fn ask_alone(&self, call: &Call, rounds: &mut [Round], desk: &mut Desk) -> Next {
        let (shown, critic) = (shown_in(call).unwrap_or_default(), critic_of(call));
        let mut own: Vec<&mut Round> = rounds.iter_mut().filter(|round| shown.contains(&round.draft)).collect();
        if desk.afford(u32::try_from(own.len()).unwrap_or(u32::MAX), &self.ready.settings.budget).is_ok() {
            return self.ask_critics(critic..critic + 1, &mut own, 1, desk);
        }
        for round in own {
            round.hear(Said { critic, call_id: call.id().to_owned(), reading: Reading::invalid("drafts"), raw: None });
        }
        Ok(())
    }

    /// Whether the next critic of this round is this one, and could still change the verdict.
    fn asks(&self, round: &Round, critic: u32) -> bool {
        let waiting = round.waiting(self.task.critics);
        if round.out > 0 || waiting == 0 || round.said.len() != critic as usize {
            return false;
        }
        let readings: Vec<Reading> = round.said.iter().map(|said| said.reading.clone()).collect();
        !judge::is_settled(&readings, waiting, &self.ready.settings)
    }

    /// Hears what came in this round.
    fn go_round(&mut self, round: &mut Round, replies: Vec<(Call, Reply)>, why: Option<&Why>, desk: &mut Desk) -> Next {
        for (call, reply) in replies {
            let said = self.heard(&call, reply, round, desk)?;
            let unread = !said.reading.status.is_decided() && !round.asked_twice.contains(&said.critic);
            let Call::Model(asked) = call else { continue };
            if !unread || self.ready.settings.on_unreadable != OnUnreadable::Retry {
                round.hear(said);
            } else if let Err(stop) = desk.afford(1, &self.ready.settings.budget) {
                round.hear(said);
                return Err(stop);
            } else {
                round.asked_twice.push(said.critic);
                self.ask_again(&asked, &said, round, desk)?;
                round.out = round.out.saturating_add(1);
                if self.task.critics == 1 || round.critic.is_some() {
                    let first = Round { said: vec![said], ..Round::of(round.draft, round.attempt, round.critic) };
                    self.look(&first, why, desk);
                }
            }
        }
        Ok(())
    }

    /// Reads one reply. A single critic whose call failed ends the run where the policy is not to go on; a juror is left out.
    fn heard(&self, call: &Call, reply: Reply, round: &Round, desk: &mut Desk) -> Result<Said, Stop> {
        let Some(record) = self.drafts.record(round.draft) else { return Err(Stop::plain(StopReason::Stalled)) };
        let (critic, call_id) = (critic_of(call), call.id().to_owned());
        match reply {
            Reply::Model(response) => {
                let raw = response.content.text();
                // A verdict that only repeats what an earlier critique quoted is none.
                let earlier = self.memory.list().map_or("", Text::as_str);
                let reading = self.ready.reader.read(critique::Reply {
                    text: &raw,
                    answer: &record.draft.text,
                    earlier,
                    finish_reason: response.finish_reason.as_deref(),
                    second: round.asked_twice.contains(&critic),
                });
                if !reading.status.is_decided() {
                    self.note_unread(&reading, &raw, call, desk);
                }
                Ok(Said { critic, call_id, reading, raw: Some(raw) })
            }
            other => self.failed(call, other, desk).map(|reading| Said { critic, call_id, reading, raw: None }),
        }
    }

    fn note_unread(&self, reading: &Reading, raw: &Text, call: &Call, desk: &mut Desk) {
        desk.note(ErrorCode::UnreadableCritique.as_str(), critique::unreadable(reading, Some(raw)), Some(call.id()));
    }

    /// What is left of a call that gave nothing: a reading that is none, where the policy is to go on.
    fn failed(&self, call: &Call, reply: Reply, desk: &mut Desk) -> Result<Reading, Stop> {
        match reply {
            Reply::Failed(error) => {
                desk.note(&error.code, error.message.clone(), Some(call.id()));
                let goes_on = match self.ready.settings.on_unreadable {
                    // Seed 001: a critic that raises never kills the run.
                    OnUnreadable::Revise | OnUnreadable::Retry => true,
                    OnUnreadable::Stop | OnUnreadable::NeedsReview | OnUnreadable::Fail => self.task.critics > 1,
                };
                if goes_on {
                    return Ok(Reading::invalid(&error.code));
                }
                Err(Stop::failed(StopReason::ModelError, ErrorCode::ModelError, error.message))
            }
            Reply::Model(_) | Reply::Tool(_) | Reply::Verdict(_) => Err(Stop::plain(StopReason::Stalled)),
        }
    }

    /// Makes one verdict of what the critics said of a draft, and shows it. Whether it could be read.
    fn concluded(&mut self, round: Round, why: Option<Why>, desk: &mut Desk) -> bool {
        let look = self.look(&round, why.as_ref(), desk);
        let read = look.is_read();
        if self.ready.settings.memory && read {
            self.memory.note(&record::faults(&look.reading, &self.ready.settings));
        }
        let Some(record) = self.drafts.record_mut(round.draft) else { return read };
        if read {
            record.draft.judged = true;
            record.draft.score = look.reading.score;
            self.reflections = self.reflections.saturating_add(1);
        }
        record.unread = if read { None } else { round.said.first().and_then(|said| said.raw.clone()) };
        record.looks.push(look);
        read
    }

    /// Makes one verdict of what the critics said of a draft, shows it and notes it down.
    fn look(&mut self, round: &Round, why: Option<&Why>, desk: &mut Desk) -> Look {
        let Round { draft, critic, ref said, .. } = *round;
        let jury = self.task.critics > 1 && critic.is_none();
        let readings: Vec<Reading> = said.iter().map(|said| said.reading.clone()).collect();
        let reading = match (jury, readings.first()) {
            (false, Some(only)) => only.clone(),
            (false, None) | (true, _) => judge::combine(&readings, &self.ready.settings),
        };
        let status = status_of(&reading);
        let jury = jury.then(|| Jury { jurors: jurors(said), disagreement: judge::is_split(&readings) });
        let raw = said.first().and_then(|said| said.raw.clone()).filter(|_| jury.is_none() && status != CritiqueStatus::Read);
        let call_id = said.first().filter(|_| jury.is_none()).map(|said| said.call_id.clone());
        let look = Look { critic, call_id, reading, status, jury };
        let revises_anyway = !look.is_read() && self.ready.settings.on_unreadable == OnUnreadable::Revise;
        let why = why.map(|why| Why { draft_index: Some(draft), ..why.clone() });
        if let Some(record) = self.drafts.record(draft) {
            desk.show(Step::Reflection(record.critique_step(&look, &self.ready.settings, revises_anyway, why)));
        }
        self.drafts.remember(draft, Some(&look), raw);
        for (juror, said) in self.drafts.jurors_noted().zip(said) {
            juror.raw = said.raw.clone().filter(|_| juror.status != CritiqueStatus::Read);
        }
        look
    }

    /// What `critique.sees` adds to a critique request.
    fn seen(&self, records: &[&DraftRecord]) -> Vec<(Text, Text)> {
        let shown = |sees: &Sees| match sees {
            Sees::SystemPrompt => ("System prompt of the answer", self.task.system_prompt.clone().unwrap_or_default()),
            Sees::ToolResults => {
                let results: Vec<Text> = self
                    .task
                    .tool_results()
                    .chain(records.iter().flat_map(|record| record.tool_results.iter().cloned()))
                    .collect();
                ("Tool results behind the answer", results.join("\n").into())
            }
            Sees::History => ("Conversation before the question", self.task.history().into()),
        };
        self.ready
            .settings
            .sees
            .iter()
            .map(shown)
            .map(|(title, text): (&'static str, Text)| (Text::constant(title), text))
            .filter(|(_, text)| !text.is_empty())
            .collect()
    }
}

/// The drafts that a look is shown together.
fn shown_in(call: &Call) -> Option<&[u32]> {
    match call {
        Call::Model(asked) => asked.drafts.as_deref(),
        Call::Tool(_) | Call::Verify(_) => None,
    }
}

fn critic_of(call: &Call) -> u32 {
    match call {
        Call::Model(asked) => asked.critic.unwrap_or(0),
        Call::Tool(_) | Call::Verify(_) => 0,
    }
}

fn jurors(said: &[Said]) -> Vec<Juror> {
    let juror = |Said { critic, call_id, reading, .. }: &Said| Juror {
        critic: *critic,
        call_id: call_id.clone(),
        status: status_of(reading),
        accepted: reading.status.is_decided().then_some(reading.status == Verdict::Accepted),
        score: reading.score,
        needs_revision: reading.needs_revision,
        criteria_met: reading.criteria_met.clone(),
        confidence: reading.confidence,
        issues: reading.issues.clone(),
        reason: reading.reason.clone(),
        raw: None,
    };
    said.iter().map(juror).collect()
}
