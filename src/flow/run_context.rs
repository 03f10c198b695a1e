//! What a loop works with: it requests calls, shows steps and notes errors here, and the machine does the rest.

use super::budget::Ledger;
use super::{Call, CallError, ModelCall, Reply, RunError, Step, Stop, ToolRun, UsageReport, VerifyRun};
use crate::message::{ONES, OpaqueJson, SharedText, SmallMap, contains_mark, join_texts, read_ascii, trim_blanks};
use crate::settings::Budget;

/// The verifier's name in the call that asks whether a draft can be used at all.
pub const USABLE: &str = "usable";

/// The verifier's name in the call that asks for the answer of a draft: no verifier has it.
pub const ANSWER: &str = "answer";

/// A call that is out, or answered while others are still out.
pub(super) struct Pending {
    /// Its number for the host, once the host received it.
    pub number: u32,
    pub call: Call,
    pub reply: Option<Reply>,
    /// This entry gets a further completion of the `n`-completion call before it.
    pub is_batched: bool,
}

/// The part of a run's state that all loops share.
#[derive(Default)]
pub struct RunContext {
    pub(super) now_ms: f64,
    pub(super) started_ms: f64,
    pub(super) seed: u32,
    /// What every idempotency key of the run begins with.
    pub(super) key: String,
    pub(super) nonces: u32,
    pub(super) counters: SmallMap<u32>,
    pub(super) tool_ids: Vec<String>,
    /// The latest steps, and how many of them the host has received.
    pub(super) steps: Vec<Step>,
    pub(super) steps_given: usize,
    /// Steps so far.
    pub(super) taken: u32,
    pub(super) errors: Vec<RunError>,
    pub(super) ledger: Ledger,
    pub(super) pending: Vec<Pending>,
    /// The next model calls are combined: so many completions in one call, and so many more calls that wait for it.
    pub(super) batch_size: u32,
    pub(super) batch_left: u32,
    /// A call for several completions did not give them.
    pub(super) batching_refused: bool,
}

impl RunContext {
    /// Asks for a model call, unless the budget forbids it. Where it has no name, its purpose and number are one.
    /// Errors: the end of the run, when a limit is reached.
    pub fn ask_model(&mut self, mut call: ModelCall, budget: &Budget) -> Result<(), Stop> {
        let is_batched = self.shares_last_call();
        if is_batched {
            self.batch_left -= 1;
            call.call_id = self.pending.last().map(|first| first.call.call_id().to_owned()).unwrap_or_default();
        } else {
            let batch_size = std::mem::take(&mut self.batch_size);
            self.check_budget(1, budget)?;
            self.ledger.count_call(call.purpose);
            if call.call_id.is_empty() {
                let number = SharedText::from_number(f64::from(self.next_number(call.purpose)));
                call.call_id = join_texts(&[call.purpose, &number], "-");
            }
            call.idempotency_key = self.make_idempotency_key(&call.call_id);
            call.n = Some(batch_size).filter(|n| *n > 1);
            self.batch_left = batch_size.saturating_sub(1);
        }
        self.pending.push(Pending { number: 0, call: Call::Model(call), reply: None, is_batched });
        Ok(())
    }

    /// Combines the next `completions` identical calls into one call with `n` completions. Missing completions get no reply.
    pub fn ask_next_calls_as_one(&mut self, completions: u32) {
        self.batch_size = if self.batching_refused { 0 } else { completions };
    }

    /// Whether the next model call is a further completion of the last one, which has its messages.
    pub fn shares_last_call(&self) -> bool {
        self.batch_left > 0
    }

    /// Each completion is a call of its own: pieces of several drafts could not be told apart.
    pub fn refuse_batching(&mut self) {
        self.batching_refused = true;
    }

    /// Whether a model may give several completions in one call.
    pub fn may_batch(&self) -> bool {
        !self.batching_refused
    }

    /// Whether this many model calls at once are within the budget.
    /// Errors: the end of the run, when they are not.
    pub fn check_budget(&self, further_calls: u32, budget: &Budget) -> Result<(), Stop> {
        self.ledger.find_exceeded_limit(further_calls, budget, self.elapsed_ms()).map_or(Ok(()), Err)
    }

    /// Ok if the call failed on its own; the stop if it was never made because the budget ran out.
    pub fn check_budget_if_never_made(&self, error: &CallError, budget: &Budget) -> Result<(), Stop> {
        if error.is_never_made() { self.check_budget(1, budget) } else { Ok(()) }
    }

    /// Model calls that are left.
    pub fn calls_left(&self, budget: &Budget) -> u32 {
        self.ledger.max_calls(budget).saturating_sub(self.ledger.calls)
    }

    /// A person sent the result back: the calls that the settings imply may be made once more.
    pub fn count_reopening(&mut self) {
        self.ledger.reopenings = self.ledger.reopenings.saturating_add(1);
    }

    /// Calls that are asked for.
    pub fn pending_count(&self) -> usize {
        self.pending.len()
    }

    /// Asks for a tool to be run: one of the task, or of the critic that is named.
    pub fn request_tool_run(&mut self, tool_name: &str, tool_call_id: &str, args: OpaqueJson, critic: Option<u32>) {
        let call_id = format!("tool-{}.{tool_name}", self.next_number("tool"));
        self.enqueue_tool(call_id, tool_name, tool_call_id.to_owned(), args, critic);
    }

    /// Asks the host for something in one call: all metrics of an answer, an adjudicator's word. It is not a model call, whatever the host
    /// does for it.
    pub fn request_callback(&mut self, callback_name: &str, subject: impl Into<OpaqueJson>) {
        let call_id = format!("{callback_name}-{}", self.next_number(callback_name));
        self.enqueue_tool(call_id.clone(), callback_name, call_id, subject.into(), None);
    }

    fn enqueue_tool(&mut self, call_id: String, tool_name: &str, tool_call_id: String, args: OpaqueJson, critic: Option<u32>) {
        let (idempotency_key, tool_name) = (self.make_idempotency_key(&call_id), tool_name.to_owned());
        self.enqueue_call(Call::Tool(ToolRun {
            call_id,
            tool_name,
            tool_call_id,
            critic,
            args,
            timeout_ms: 0.0,
            idempotency_key,
        }));
    }

    /// Asks for all verifiers of a draft to be run, at once, and with `also_ask_what_it_answers` what its answer is.
    pub fn request_verification(
        &mut self,
        verifiers: &[String],
        also_ask_what_it_answers: bool,
        draft: &SharedText,
        draft_index: u32,
    ) {
        let round = self.next_number("verify");
        for verifier in verifiers.iter().map(String::as_str).chain(also_ask_what_it_answers.then_some(ANSWER)) {
            self.enqueue_check(format!("verify-{round}.{verifier}"), verifier, draft, draft_index);
        }
    }

    /// Asks whether a draft can be used at all.
    pub fn request_usability_check(&mut self, draft: &SharedText, draft_index: u32) {
        let call_id = format!("{USABLE}-{}", self.next_number(USABLE));
        self.enqueue_check(call_id, USABLE, draft, draft_index);
    }

    fn enqueue_check(&mut self, call_id: String, verifier: &str, draft: &SharedText, draft_index: u32) {
        let idempotency_key = self.make_idempotency_key(&call_id);
        let (verifier, draft) = (verifier.to_owned(), draft.clone());
        self.enqueue_call(Call::Verify(VerifyRun { call_id, verifier, draft, draft_index, timeout_ms: 0.0, idempotency_key }));
    }

    /// The key of a draft's text in this run; blanks around it do not count.
    pub fn draft_key(&self, draft_text: &str) -> u32 {
        (mix_bits(hash_text(hash_text(0, &self.key), trim_blanks(draft_text))) >> 32) as u32
    }

    /// Shows a step; its number and time are set here.
    pub fn show_step(&mut self, mut step: Step) {
        step.stamp(self.taken, self.now_ms);
        self.taken = self.taken.saturating_add(1);
        if !self.has_step_to_give() {
            self.steps.clear();
            self.steps_given = 0;
        }
        self.steps.push(step);
    }

    /// Whether there are steps that the host has not received yet.
    pub(super) fn has_step_to_give(&self) -> bool {
        self.steps_given < self.steps.len()
    }

    /// The next of them.
    pub(super) fn give_step(&mut self) -> Option<&Step> {
        let step = self.steps.get(self.steps_given)?;
        self.steps_given += 1;
        Some(step)
    }

    /// Notes something that went wrong and did not end the run by itself.
    pub fn record_error(&mut self, code: &str, message: impl Into<String>, call_id: Option<&str>) {
        let error =
            RunError { code: code.to_owned(), message: message.into(), call_id: call_id.map(str::to_owned), seq: self.taken };
        self.errors.push(error);
    }

    /// Records an error, unless one with the same message was recorded before.
    pub fn record_error_once(&mut self, code: &str, message: String, call_id: &str) {
        if self.errors.iter().all(|error| error.message != message) {
            self.record_error(code, message, Some(call_id));
        }
    }

    /// An id for a tool call: the one that it has, or one of ours when it has none or a repeated one.
    pub fn claim_tool_call_id(&mut self, wanted: &str) -> String {
        let mut id = wanted.to_owned();
        while id.is_empty() || self.tool_ids.contains(&id) {
            id = format!("call-{}", self.next_number("tool-id"));
        }
        self.tool_ids.push(id.clone());
        id
    }

    /// Ids of tool calls that are taken: those of the conversation so far.
    pub fn reserve_tool_call_ids<'a>(&mut self, ids: impl Iterator<Item = &'a str>) {
        self.tool_ids.extend(ids.map(str::to_owned));
    }

    /// Leaves out a nonce: none is drawn for texts that are empty.
    pub fn skip_nonce(&mut self) {
        self.nonces = self.nonces.wrapping_add(1);
    }

    /// A nonce that occurs in none of these texts: 16 hexadecimal digits.
    pub fn draw_nonce(&mut self, texts: &[&str]) -> String {
        unused_nonce(self.seed, &mut self.nonces, texts)
    }

    /// A number that the seed and a count decide.
    pub fn mix_seed(&self, counter: u64) -> u64 {
        mix_bits(u64::from(self.seed) << 32 ^ counter)
    }

    /// These in an order that the seed and the name of a call decide (Fisher and Yates 1938).
    pub fn shuffle_drafts(&self, drafts: &[u32], call_id: &str) -> Vec<u32> {
        let (mut rest, mut luck) = (drafts.to_vec(), hash_text(u64::from(self.seed), call_id));
        let mut shuffled = Vec::new();
        while !rest.is_empty() {
            luck = mix_bits(luck);
            shuffled.push(rest.remove((luck % rest.len() as u64) as usize));
        }
        shuffled
    }

    pub fn errors(&self) -> &[RunError] {
        &self.errors
    }

    pub fn usage(&self) -> &UsageReport {
        &self.ledger.report
    }

    /// Milliseconds since the run began.
    pub fn elapsed_ms(&self) -> f64 {
        self.now_ms - self.started_ms
    }

    fn enqueue_call(&mut self, call: Call) {
        self.pending.push(Pending { number: 0, call, reply: None, is_batched: false });
    }

    /// The next number of this kind of call, from 1.
    pub fn next_number(&mut self, counter_name: &str) -> u32 {
        self.counters.update_or_insert_default(counter_name, |counter| {
            *counter = counter.saturating_add(1);
            *counter
        })
    }

    fn make_idempotency_key(&self, call_id: &str) -> String {
        join_texts(&[&self.key, call_id], "/")
    }
}

/// Makes the prefix of a run's idempotency keys: another for another task, other settings or another seed.
pub(super) fn make_key_prefix(digest: u64, seed: u32) -> String {
    hex_digits(mix_bits(digest ^ mix_bits(u64::from(seed))))
}

/// The next nonce of a seed that occurs in none of these texts.
pub(crate) fn unused_nonce(seed: u32, count: &mut u32, texts: &[&str]) -> String {
    loop {
        *count = count.wrapping_add(1);
        let nonce = hex_digits(mix_bits(u64::from(seed) << 32 | u64::from(*count)));
        if !texts.iter().any(|text| contains_mark(text, &nonce)) {
            return nonce;
        }
    }
}

/// 16 hexadecimal digits.
fn hex_digits(number: u64) -> String {
    let eight_digits = |half: u32| {
        let pairs = (u64::from(half) | u64::from(half) << 16) & 0x0000_ffff_0000_ffff;
        let bytes = (pairs | pairs << 8) & 0x00ff_00ff_00ff_00ff;
        let digits = (bytes | bytes << 4) & 0x0f0f_0f0f_0f0f_0f0f;
        // One for each digit that is a letter.
        let letters = (digits + 6 * ONES) >> 4 & ONES;
        (digits + u64::from(b'0') * ONES + u64::from(b'a' - b'0' - 10) * letters).to_be_bytes()
    };
    let digits = [eight_digits((number >> 32) as u32), eight_digits(number as u32)];
    read_ascii(digits.as_flattened()).to_owned()
}

/// A digest of a text, which goes on from another one.
pub(crate) fn hash_text(previous_hash: u64, text: &str) -> u64 {
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    let last = rest.iter().fold(rest.len() as u64, |word, byte| word << 8 | u64::from(*byte));
    let words = words.iter().map(|word| u64::from_le_bytes(*word));
    words.chain([last]).fold(previous_hash, |hash, word| mix_bits(hash.rotate_left(7) ^ word))
}

/// One step of SplitMix64 (Steele, Lea and Flood 2014): spreads a counter over 64 bits.
fn mix_bits(n: u64) -> u64 {
    let z = n.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
