//! Has drafts judged: each by itself or several together, by one critic, or by several at once or in turn.

use std::mem;
use std::sync::Arc;

use super::draft::best_accepted;
use super::record::{self, Critique, DraftRecord, critique_readability};
use super::{OkOrStop, Reflect};
use crate::critique::{self, QuoteSources, Reading, Verdict};
use crate::error::ErrorCode;
use crate::flow::{Call, CritiqueStatus, Judge, Juror, ModelCall, Reply, RunContext, Step, Stop, StopReason, Why};
use crate::judge::{self, Vote};
use crate::message::{Gather, ModelResponse, SharedText, count_chars, join_texts, push_item};
use crate::producer::{Lookup, ModelContext, allowed_tools};
use crate::prompt::{self, CritiqueAsk};
use crate::settings::{Form, JuryOrder, OnUnreadable, Sees, Settings, Strategy};

/// One round of critiques, of one draft or of several together.
pub(super) struct CritiqueRound {
    /// In the order of their indices.
    drafts: Vec<u32>,
    /// 1, or more when they are asked again.
    attempt: u32,
    /// What the names of its calls begin with.
    name: String,
    /// Looks of each critic, and what those say who have not had all of theirs: a reading of each look.
    looks: u32,
    looked: Vec<CriticAnswer>,
    /// The answers so far, in the order of the critics.
    answers: Vec<CriticAnswer>,
    /// Critics that used tools.
    lookups: Vec<Lookup>,
}

/// Whether the critiques of all drafts of a round could be read.
type AllRoundDraftsRead = bool;

struct CriticAnswer {
    critic: u32,
    /// Name and model of the critic, if known.
    judge: Option<Arc<Judge>>,
    /// Of each draft of the round.
    readings: Vec<Arc<Reading>>,
    /// Its words; `None` when there are none.
    raw: Option<SharedText>,
    /// Its call failed.
    failed: bool,
}

impl CriticAnswer {
    fn has_all_verdicts(&self) -> bool {
        self.readings.iter().all(|reading| reading.status.is_decided())
    }
}

impl CritiqueRound {
    /// Adds what a critic said; of several looks what they come to, once all are there.
    fn add_answer(&mut self, mut answer: CriticAnswer, settings: &Settings) {
        if self.looks > 1 {
            let Some(at) = self.looked.iter().position(|look| look.critic == answer.critic) else {
                return self.looked.push(answer);
            };
            let Some(look) = self.looked.get_mut(at) else { return };
            look.readings.append(&mut answer.readings);
            look.failed &= answer.failed;
            if look.readings.len() < self.looks as usize {
                return;
            }
            answer = self.looked.remove(at);
            let looks: Vec<Vote> = answer.readings.into_iter().map(Some).gather();
            answer.readings = judge::average_looks(&looks, settings).into_iter().gather();
        }
        let at = self.answers.partition_point(|other| other.critic <= answer.critic);
        self.answers.insert(at, answer);
    }

    fn is_joint(&self) -> bool {
        self.drafts.len() > 1
    }

    /// Whether a critic was asked once more by this call.
    fn is_second_request(&self, call: &ModelCall) -> bool {
        call.attempt > self.attempt
    }

    /// Takes the replies to its calls out of a list: no other round has the same first draft.
    fn take_own_replies(&self, replies: &mut Vec<(Call, Reply)>) -> Vec<(Call, Reply)> {
        let is_own = |call: &Call| match call.draft_index() {
            Some(draft) => self.drafts.first() == Some(&draft),
            None => self.lookups.iter().any(|lookup| lookup.is_in_flight(call)),
        };
        replies.extract_if(.., |(call, _)| is_own(call)).gather()
    }

    /// Whether one critic looks once: then its first words are a critique of their own.
    fn has_single_look(&self, panel_size: u32) -> bool {
        panel_size == 1 && self.looks == 1
    }

    /// Critics that are still to be asked.
    fn count_unanswered_critics(&self, critic_count: u32) -> usize {
        (critic_count as usize).saturating_sub(self.answers.len())
    }
}

impl Reflect {
    /// Asks all critics about these drafts, or the first of them where they are asked in turn; drafts of a group are judged together.
    pub(super) fn start_critiques(&mut self, draft_groups: Vec<Vec<u32>>, ctx: &mut RunContext) -> OkOrStop {
        let at_once = if self.ready.settings.jury_order == JuryOrder::Sequential { 1 } else { self.ready.panel };
        // A jury begins only if the budget pays for all of it.
        let looks = self.ready.settings.looks;
        let looks = |drafts: &[u32]| if drafts.len() > 1 { 1 } else { looks };
        let calls = draft_groups.iter().map(|drafts| looks(drafts)).sum::<u32>().saturating_mul(at_once);
        ctx.check_budget(calls, &self.ready.settings.budget)?;
        let mut rounds = Vec::new();
        for drafts in draft_groups {
            let record = drafts.first().and_then(|first| self.drafts.find_record(*first));
            let unread = record.filter(|_| drafts.len() == 1).map_or(0, DraftRecord::count_latest_unread_solo_critiques);
            let calls = if self.ready.settings.on_unreadable == OnUnreadable::Retry { 2 } else { 1 };
            let attempt = unread.saturating_mul(calls).saturating_add(1);
            let mut name = join_texts(&["critique", &SharedText::from_number(f64::from(ctx.next_number("critique")))], "-");
            if drafts.len() > 1 {
                name.push_str(".drafts");
                drafts.iter().for_each(|draft| name.push_str(&format!("-{}", draft.saturating_add(1))));
            }
            let looks = looks(&drafts);
            let (answers, looked, lookups) = (Vec::new(), Vec::new(), Vec::new());
            let round = CritiqueRound { drafts, attempt, name, looks, looked, answers, lookups };
            for critic in 0..at_once {
                self.ask_critic(critic, &round, ctx)?;
            }
            push_item(&mut rounds, round);
        }
        self.phase = super::Phase::Critiquing { rounds };
        Ok(())
    }

    /// Collects the critics' votes on one of the drafts.
    fn collect_votes(&self, round: &CritiqueRound, draft_position: usize) -> Vec<Vote> {
        let mut votes = Vec::new();
        for critic in 0..self.ready.panel {
            let answer = round.answers.iter().find(|answer| answer.critic == critic);
            votes.push(answer.and_then(|answer| answer.readings.get(draft_position)).cloned());
        }
        votes
    }

    /// Whether those that are still to be asked could not change the verdict on any draft.
    fn is_settled(&self, round: &CritiqueRound) -> bool {
        (0..round.drafts.len()).all(|at| judge::is_settled(&self.collect_votes(round, at), &self.ready.settings))
    }

    fn ask_critic(&self, critic: u32, round: &CritiqueRound, ctx: &mut RunContext) -> OkOrStop {
        (1..=round.looks).try_for_each(|look| self.ask_look(critic, look, round, ctx))
    }

    fn ask_look(&self, critic: u32, look: u32, round: &CritiqueRound, ctx: &mut RunContext) -> OkOrStop {
        let is_joint = round.is_joint();
        let mut call_id = round.name.clone();
        if self.ready.panel > 1 {
            call_id.push_str(&format!(".judge-{}", critic.saturating_add(1)));
        }
        if round.looks > 1 {
            call_id.push_str(&format!(".look-{look}"));
        }
        let shuffled = is_joint.then(|| ctx.shuffle_drafts(&round.drafts, &call_id));
        let order = shuffled.as_deref().unwrap_or(&round.drafts);
        let records: Vec<&DraftRecord> = order.iter().filter_map(|draft| self.drafts.find_record(*draft)).gather();
        let Some(first) = round.drafts.first().filter(|_| records.len() == order.len()) else {
            return Err(Stop::with_reason(StopReason::Stalled));
        };
        let question = self.task.read_question()?;
        let answers: Vec<(&SharedText, Option<SharedText>)> =
            records.iter().map(|record| (&record.draft.text, prompt::describe_all_verdicts(&record.draft.verifiers))).collect();
        let seen = self.list_critic_context(&records);
        // A second critique does not see the first.
        let earlier =
            self.memory.list.as_ref().filter(|_| records.iter().all(|record| record.latest_readable_critique().is_none()));
        // Enough for a usual critique.
        let mut texts = Vec::with_capacity(8);
        texts.extend(question.question_texts());
        for (answer, evidence) in &answers {
            texts.push(answer.as_str());
            texts.extend(evidence.as_deref());
        }
        texts.extend(seen.iter().map(|(_, text)| text.as_str()));
        texts.extend(earlier.map(SharedText::as_str));
        let fence = self.draw_fence(&texts, ctx);
        let [alone, several] = &self.ready.forms;
        let (schema, system) = if is_joint { several } else { alone };
        let has_form = !self.task.answers_with_probability(critic);
        let question_of_odds =
            (!has_form).then(|| SharedText::from(prompt::probability_critic_system_prompt(&self.ready.settings)));
        let system = question_of_odds.as_ref().unwrap_or(system);
        let ask = CritiqueAsk { system, question, answers: &answers, seen: &seen, earlier };
        let ask = ModelCall {
            purpose: "critique",
            call_id,
            iteration: first.saturating_add(1),
            attempt: round.attempt,
            draft_index: *first,
            critic: Some(critic),
            drafts: shuffled,
            messages: prompt::critique_messages(&ask, &fence),
            tools: allowed_tools(self.critic_model_context(critic)),
            response_schema: has_form.then(|| schema.clone()),
            ..ModelCall::default()
        };
        ctx.ask_model(ask, &self.ready.settings.budget)
    }

    /// Asks an unreadable critic once more: for the form alone, after its own words.
    fn ask_critic_again(&self, call: &ModelCall, answer: &CriticAnswer, round: &CritiqueRound, ctx: &mut RunContext) -> OkOrStop {
        let reading = answer.readings.first();
        let quotes = reading.filter(|reading| reading.reason.as_deref().is_some_and(|reason| reason.starts_with("quote_")));
        let messages = match quotes.and_then(|reading| reading.evidence.as_ref()) {
            Some(evidence) => {
                let missing = evidence.list_unfound_quotes();
                let fence = self.draw_fence(&[missing.as_deref().unwrap_or_default()], ctx);
                let [.., rule] = prompt::critique_retry_wording(&self.ready.settings);
                prompt::request_quotes_again(&call.messages, missing.as_ref(), rule, &fence)
            }
            None => {
                let beside = reading.and_then(|reading| reading.beside.as_deref());
                prompt::request_json_again(&call.messages, beside, prompt::critique_retry_wording(&self.ready.settings))
            }
        };
        let only = round.has_single_look(self.ready.panel);
        let call_id = if only { String::new() } else { format!("{}.again", call.call_id) };
        ctx.ask_model(ModelCall { call_id, ..call.make_next_attempt(messages) }, &self.ready.settings.budget)
    }

    /// Goes on with what the critics said: asks the next one of each draft, or draws the conclusions, in the order of the drafts.
    pub(super) fn handle_critiques(
        &mut self,
        mut rounds: Vec<CritiqueRound>,
        mut replies: Vec<(Call, Reply)>,
        ctx: &mut RunContext,
    ) -> OkOrStop {
        let mut next = Ok(());
        let is_only = rounds.len() == 1;
        for round in &mut rounds {
            let own = if is_only { mem::take(&mut replies) } else { round.take_own_replies(&mut replies) };
            let gone_on = self.handle_round_replies(round, own, ctx);
            next = next.and(gone_on);
        }
        let critics = self.ready.panel;
        if next.is_ok() && ctx.pending_count() > 0 {
            self.phase = super::Phase::Critiquing { rounds };
            return Ok(());
        }
        // Answers are kept, also when a call of another draft ends the run.
        rounds.retain(|round| round.count_unanswered_critics(critics) == 0 || next.is_ok());
        let count = |failures: u32, read: bool| if read { 0 } else { failures.saturating_add(1) };
        let (mut any_read, mut any_alone) = (false, false);
        for round in rounds {
            let read = self.apply_round(&round, ctx);
            any_read |= read;
            // Drafts that could not be judged together are judged one by one.
            if round.is_joint() {
                self.unread_joint = count(self.unread_joint, read);
            } else {
                any_alone = true;
            }
        }
        if any_alone {
            self.critique_failures = count(self.critique_failures, any_read);
        }
        if let Err(stop) = next {
            // An acceptance holds although the critic of another draft failed.
            let accepted = best_accepted(&self.drafts.kept, critics).map(|record| record.draft.index);
            return accepted.map_or(Err(stop), |draft| self.accept_or_stall(draft));
        }
        self.take_next_step(ctx)
    }

    /// Keeps the verdicts of a run that was cut off, if the missing critics could not change them.
    pub(super) fn salvage_critiques(&mut self, rounds: Vec<CritiqueRound>, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) {
        let mut read = replies.into_iter().filter(|(_, reply)| matches!(reply, Reply::Model(_))).collect::<Vec<_>>();
        for mut round in rounds {
            for (call, reply) in round.take_own_replies(&mut read) {
                if let Call::Model(call) = call
                    && !self.wants_tools(&call, &reply)
                    && let Ok(answer) = self.read_answer(&call, reply, &round, ctx)
                {
                    round.add_answer(answer, &self.ready.settings);
                }
            }
            let waiting = round.count_unanswered_critics(self.ready.panel);
            if !round.answers.is_empty() && (waiting == 0 || self.is_settled(&round)) {
                self.apply_round(&round, ctx);
            }
        }
    }

    /// Takes the replies of this round, and asks the next critic in turn if it could still change the verdict.
    fn handle_round_replies(&mut self, round: &mut CritiqueRound, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) -> OkOrStop {
        let (answered, before) = (!replies.is_empty(), ctx.pending_count());
        for at in 0..round.lookups.len() {
            if round.lookups.get(at).is_some_and(|lookup| replies.iter().any(|(call, _)| lookup.is_in_flight(call))) {
                self.continue_after_tools(round, at, &replies, ctx)?;
            }
        }
        for (call, reply) in replies {
            let Call::Model(call) = call else { continue };
            if self.wants_tools(&call, &reply) {
                self.start_critic_tools(round, call, reply, ctx)?;
                continue;
            }
            let answer = self.read_answer(&call, reply, round, ctx)?;
            let unread = !answer.has_all_verdicts() && !round.is_joint() && !round.is_second_request(&call);
            let settings = &self.ready.settings;
            if !unread || settings.on_unreadable != OnUnreadable::Retry {
                round.add_answer(answer, settings);
            } else if let Err(stop) = ctx.check_budget(1, &settings.budget) {
                round.add_answer(answer, settings);
                return Err(stop);
            } else {
                self.ask_critic_again(&call, &answer, round, ctx)?;
                if round.has_single_look(self.ready.panel) {
                    round.add_answer(answer, settings);
                    self.combine_and_show_answers(round, 0, ctx);
                    round.answers.clear();
                }
            }
        }
        let waiting = round.count_unanswered_critics(self.ready.panel);
        if answered && waiting > 0 && ctx.pending_count() == before && !self.is_settled(round) {
            let next = u32::try_from(round.answers.len()).unwrap_or(u32::MAX);
            self.ask_critic(next, round, ctx)?;
        }
        Ok(())
    }

    fn critic_model_context(&self, critic: u32) -> ModelContext<'_> {
        ModelContext { critic: Some(critic), tools: self.task.critic_tools(critic), schema: None, settings: &self.ready.settings }
    }

    /// Whether the critic asks for its tools instead of giving a verdict.
    fn wants_tools(&self, call: &ModelCall, reply: &Reply) -> bool {
        let asks = matches!(reply, Reply::Model(response) if !response.tool_calls.is_empty());
        asks && !self.task.critic_tools(call.critic.unwrap_or(0)).is_empty()
    }

    /// Runs the tools that a critic asks for.
    fn start_critic_tools(&self, round: &mut CritiqueRound, call: ModelCall, reply: Reply, ctx: &mut RunContext) -> OkOrStop {
        let Reply::Model(response) = reply else { return Ok(()) };
        let critic = call.critic.unwrap_or(0);
        let at = round.lookups.iter().position(|lookup| belongs_to_look(lookup, &call)).unwrap_or_else(|| {
            round.lookups.push(Lookup::new(call.clone()));
            round.lookups.len() - 1
        });
        let lookup = round.lookups.get_mut(at);
        if lookup.is_some_and(|lookup| lookup.start_allowed_tools(call, response, self.critic_model_context(critic), ctx)) {
            return Ok(());
        }
        self.continue_after_tools(round, at, &[], ctx)
    }

    /// Asks the critic again with the results of its tools.
    fn continue_after_tools(
        &self,
        round: &mut CritiqueRound,
        lookup_index: usize,
        replies: &[(Call, Reply)],
        ctx: &mut RunContext,
    ) -> OkOrStop {
        let Some(lookup) = round.lookups.get_mut(lookup_index) else { return Ok(()) };
        let critic = lookup.first.critic.unwrap_or(0);
        if let Some(error) = lookup.ask_with_results(replies, self.critic_model_context(critic), ctx)? {
            ctx.record_error(&error.code, error.message, Some(&lookup.first.call_id));
            round.add_answer(self.make_missing_answer(critic, &error.code, round, false), &self.ready.settings);
        }
        Ok(())
    }

    fn make_missing_answer(&self, critic: u32, code: &str, round: &CritiqueRound, failed: bool) -> CriticAnswer {
        let reading = Arc::new(Reading::invalid_reading(code));
        let readings = vec![reading; round.drafts.len()];
        CriticAnswer { critic, judge: self.identify_critic(critic, None), readings, raw: None, failed }
    }

    /// Name and model of a critic, if known.
    fn identify_critic(&self, critic: u32, reply: Option<&ModelResponse>) -> Option<Arc<Judge>> {
        let name = self.task.find_judge(critic).and_then(|judge| judge.name.clone());
        let model = reply.and_then(|reply| reply.model.as_deref()).map(SharedText::from);
        (name.is_some() || model.is_some()).then(|| Arc::new(Judge { name, model }))
    }

    /// Collects the texts that a critic may quote: the answers as it was shown them, the task, and the results of tools.
    #[inline(never)]
    fn collect_quotable_texts(&self, shown_drafts: &[u32], lookup: Option<&Lookup>) -> QuoteSources {
        let question = self.task.read_question().map(|question| question.text).unwrap_or_default();
        let history = join_texts(&self.task.list_history(), "\n");
        // No quote spans two of them.
        let mut sources = QuoteSources::new(&join_texts(&[question.as_str(), &self.task.join_instructions(), &history], "\0"));
        for record in shown_drafts.iter().filter_map(|draft| self.drafts.find_record(*draft)) {
            sources.add_answer(&record.draft.text, &join_texts(&self.collect_all_tool_results(record), "\n"));
        }
        for (id, result) in lookup.map_or(&[][..], |lookup| &lookup.results) {
            sources.add_tool_result(id, result);
        }
        sources
    }

    /// Collects the tool results behind an answer.
    fn collect_all_tool_results(&self, record: &DraftRecord) -> Vec<SharedText> {
        let mut results = self.task.question_tool_results().gather();
        results.extend_from_slice(&record.tool_results);
        results
    }

    /// Reads one reply. A single critic whose call failed ends the run where the policy is not to go on; a juror is left out.
    fn read_answer(
        &self,
        call: &ModelCall,
        reply: Reply,
        round: &CritiqueRound,
        ctx: &mut RunContext,
    ) -> Result<CriticAnswer, Stop> {
        let critic = call.critic.unwrap_or(0);
        match reply {
            Reply::Model(response) => {
                let raw = response.content.text();
                let order = call.drafts.as_deref().unwrap_or(&round.drafts);
                let mut texts = order.iter().filter_map(|draft| self.drafts.find_record(*draft)).map(|record| &record.draft.text);
                let lookup = round.lookups.iter().find(|lookup| belongs_to_look(lookup, call));
                // A reply that only repeats an earlier critique or a tool's result is no verdict.
                let named = self.memory.list.as_ref().map_or("", SharedText::as_str);
                let quoted = lookup.map(|lookup| lookup.append_results(named));
                let sources = self.ready.settings.quotes.then(|| self.collect_quotable_texts(order, lookup));
                // A single text is not copied.
                let joined = round.is_joint().then(|| join_texts(&texts.by_ref().cloned().gather(), "\n"));
                let reply = critique::CriticReply {
                    text: &raw,
                    answer: joined.as_deref().or_else(|| texts.next().map(SharedText::as_str)).unwrap_or_default(),
                    earlier: quoted.as_deref().unwrap_or(named),
                    finish_reason: response.finish_reason.as_deref(),
                    second: round.is_second_request(call),
                    sources: sources.as_ref(),
                };
                let readings = if round.is_joint() {
                    let read = self.ready.reader.read_joint_reply(reply, order.len());
                    let find_reading = |draft: &u32| {
                        order.iter().position(|other| other == draft).and_then(|at| read.get(at).cloned().map(Arc::new))
                    };
                    round.drafts.iter().filter_map(find_reading).gather()
                } else if let Some(probability) = response.probability {
                    vec![Arc::new(self.ready.reader.read_reply_with_probability(reply, probability))]
                } else if self.task.answers_with_probability(critic) {
                    vec![Arc::new(Reading::invalid_reading("no_probability"))]
                } else {
                    vec![Arc::new(self.ready.reader.read_reply(reply))]
                };
                if let Some(reading) = readings.iter().find(|reading| !reading.status.is_decided()) {
                    let message = critique::explain_unreadable(reading, Some(&raw));
                    ctx.record_error_once(ErrorCode::UnreadableCritique.as_str(), message, &call.call_id);
                }
                Ok(CriticAnswer {
                    critic,
                    judge: self.identify_critic(critic, Some(&response)),
                    readings,
                    raw: Some(raw),
                    failed: false,
                })
            }
            Reply::Failed(error) => {
                ctx.check_budget_if_never_made(&error, &self.ready.settings.budget)?;
                ctx.record_error(&error.code, error.message.clone(), Some(&call.call_id));
                // Seed 001: a critic that raises never kills the run.
                let goes_on = matches!(self.ready.settings.on_unreadable, OnUnreadable::Revise | OnUnreadable::Retry);
                if goes_on || self.ready.panel > 1 {
                    Ok(self.make_missing_answer(critic, &error.code, round, true))
                } else {
                    Err(Stop { reason: StopReason::CriticUnavailable, ..Stop::with_model_failure(error, &call.call_id) })
                }
            }
            Reply::Tool(_) | Reply::Verdict(_) => Err(Stop::with_reason(StopReason::Stalled)),
        }
    }

    /// Combines the critics' answers on each draft into one verdict and shows it.
    fn apply_round(&mut self, round: &CritiqueRound, ctx: &mut RunContext) -> AllRoundDraftsRead {
        let mut all = true;
        // Drafts compare better within one joint critique than across two: a draft with joint points sets the offset.
        let mut offset = None;
        for (at, draft) in round.drafts.iter().enumerate() {
            let critique = self.combine_and_show_answers(round, at, ctx);
            let read = critique.has_verdict();
            all &= read;
            if self.ready.settings.memory && read {
                self.memory.record_faults(&record::critique_faults(&critique.reading, &self.ready.settings));
            }
            let Some(record) = self.drafts.record_mut(*draft) else { continue };
            if read {
                record.draft.judged = true;
                record.draft.score = critique.reading.score;
                self.reflections = self.reflections.saturating_add(1);
                if round.is_joint() {
                    let points = record::rank_draft_quality(&critique.reading);
                    let joint_points = *record.joint_points.get_or_insert(points + offset.unwrap_or(0.0));
                    offset = offset.or(Some(joint_points - points));
                }
            }
            record.add_critique(critique);
        }
        if self.ready.settings.form == Form::Criteria && self.ready.settings.strategy != Strategy::Classic {
            self.drafts.mark_lost_criteria();
        }
        all
    }

    /// Combines the critics' answers on a draft into one critique, shows it and records it.
    fn combine_and_show_answers(&mut self, round: &CritiqueRound, draft_position: usize, ctx: &mut RunContext) -> Critique {
        let answers = &round.answers;
        let draft = round.drafts.get(draft_position).copied().unwrap_or_default();
        let joint_call = round.is_joint().then(|| round.name.clone());
        let jury = self.ready.panel > 1;
        let only = answers.first().filter(|_| !jury);
        let votes = if jury { self.collect_votes(round, draft_position) } else { Vec::new() };
        let reading = only.and_then(|answer| answer.readings.get(draft_position)).cloned();
        let reading = reading.unwrap_or_else(|| Arc::new(judge::combine_votes(&votes, &self.ready.settings)));
        let raw = answers
            .first()
            .and_then(|answer| answer.raw.clone())
            .filter(|_| critique_readability(&reading) != CritiqueStatus::Read);
        let judge = only.and_then(|answer| answer.judge.clone());
        let jurors = |with_raw| list_jurors(answers, draft_position, with_raw);
        let unavailable = answers.iter().all(|answer| answer.failed);
        let critique = Critique { reading, judge, jurors: jury.then(|| jurors(false)), joint_call, raw, unavailable };
        let revises_anyway =
            !critique.has_verdict() && critique.joint_call.is_none() && self.ready.settings.on_unreadable == OnUnreadable::Revise;
        let why = self.why.as_ref().map(|why| Why { draft_index: Some(draft), ..why.clone() });
        if let Some(record) = self.drafts.find_record(draft) {
            ctx.show_step(Step::Reflection(record.reflection_step(&critique, &self.ready.settings, revises_anyway, why)));
        }
        self.drafts.add_revision_entry(draft, Some(&critique), jury.then(|| jurors(true)));
        critique
    }

    /// What a critique request shows beside question and answers: derived requirements, and what `critique.sees` adds. Where all is too long
    /// the oldest goes first: turns of the conversation, then tool results.
    pub(super) fn list_critic_context(&self, records: &[&DraftRecord]) -> Vec<(SharedText, SharedText)> {
        let Settings { sees, seen_chars, .. } = &self.ready.settings;
        let mut left = *seen_chars;
        let mut seen: Vec<(SharedText, SharedText)> = Vec::new();
        let mut show = |at: usize, title: SharedText, text: SharedText| {
            if !text.is_empty() {
                seen.insert(at.min(seen.len()), (title, text));
            }
            seen.len()
        };
        let mut history = 0;
        if sees.contains(&Sees::SystemPrompt) {
            let system = prompt::shorten_text(self.task.join_instructions(), left);
            left = left.saturating_sub(count_chars(&system));
            history = show(0, SharedText::from_static("System prompt of the answer"), system);
        }
        for (at, record) in (1..).zip(records).filter(|_| sees.contains(&Sees::ToolResults)) {
            let title = "Tool results behind the answer";
            let title = if records.len() > 1 { format!("{title} {at}").into() } else { SharedText::from_static(title) };
            show(usize::MAX, title, prompt::join_newest(&self.collect_all_tool_results(record), &mut left));
        }
        if sees.contains(&Sees::History) {
            show(
                history,
                SharedText::from_static("Conversation before the question"),
                prompt::join_newest(&self.task.list_history(), &mut left),
            );
        }
        if let Some(list) = &self.requirements {
            show(usize::MAX, SharedText::from_static(prompt::DERIVED), prompt::list_requirements(list));
        }
        seen
    }
}

/// Whether a critic used tools in this look: the names of its calls begin with that of the first.
fn belongs_to_look(lookup: &Lookup, call: &ModelCall) -> bool {
    lookup.first.critic == call.critic && call.call_id.starts_with(&lookup.first.call_id)
}

/// Describes each critic's answer on a draft, with its words if they were not plainly read.
fn list_jurors(answers: &[CriticAnswer], draft_position: usize, with_unread_raw: bool) -> Arc<Vec<Juror>> {
    let juror = |answer: &CriticAnswer| {
        let reading = answer.readings.get(draft_position)?;
        let status = critique_readability(reading);
        Some(Juror {
            critic: answer.critic,
            judge: answer.judge.clone(),
            status,
            accepted: reading.status.is_decided().then_some(reading.status == Verdict::Accepted),
            score: reading.score,
            needs_revision: reading.needs_revision,
            criteria_met: reading.criteria_met.clone(),
            confidence: reading.confidence,
            probability: reading.probability,
            issues: reading.issues.clone(),
            evidence: reading.evidence.clone(),
            reason: reading.reason.clone(),
            raw: answer.raw.clone().filter(|_| with_unread_raw && status != CritiqueStatus::Read),
        })
    };
    Arc::new(answers.iter().filter_map(juror).gather())
}
