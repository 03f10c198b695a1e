//! Whether an answer answers its question, as a model says (seed 000's `measure_relevance`): the host asks, as one of its metrics.

use crate::flow::{ModelCall, hash_text, unused_nonce};
use crate::prompt::{self, Fence};

/// The call that asks a model. The first `attempt` is 1.
#[must_use]
pub fn make_relevance_check(question: &str, answer: &str, attempt: u32) -> ModelCall {
    let seed = hash_text(hash_text(0, question), answer) as u32;
    let nonce = unused_nonce(seed, &mut 0, &[question, answer]);
    let call_id = format!("relevance-{attempt}");
    ModelCall {
        idempotency_key: format!("{nonce}/{call_id}"),
        call_id,
        purpose: "relevance",
        iteration: 1,
        attempt,
        messages: prompt::relevance_messages(question, answer, &Fence::new(Some(nonce))),
        response_schema: Some(prompt::RELEVANCE_SCHEMA),
        ..ModelCall::default()
    }
}
