//! The driver: asks a run what it wants, has the host do it, and hands the answers back in.
//!
//! **Invariant:** it holds no Rust reference to the run. The host calls the exported object's JavaScript methods, and the driver the
//! host's, so that a trap inside the core comes back as `Err` and rejects this one run; a Rust future that traps by itself would
//! never settle. The outer frames restore the shadow stack. The driver itself has nothing that can panic.

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use js_sys::{Array, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise};

#[wasm_bindgen(typescript_custom_section)]
const HOST: &str = r#"
/** What the driver needs of its host. */
export interface Host {
    /**
     * Hands in what a call came to, asks the run for more until it waits, shows the steps and begins the calls: one promise for each,
     * which resolves always and never rejects. The result when the run is over.
     */
    turn(settled: Settled | undefined): Promise<Settled>[] | ReflectResult | AutopilotResult | DecisionReflection | ResearchResult;
}

/** What a call came to: a reply, a long content apart from it, or an error. */
export interface Settled { callId: string; reply?: Json; content?: string; error?: CallError }
"#;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = "Host")]
    pub type Host;
    #[wasm_bindgen(method, catch)]
    fn turn(this: &Host, settled: &JsValue) -> Result<JsValue, JsValue>;
}

/// Drives the run of a host to its end and resolves with its result. Rejects with `{ code, message }`, or with whatever a trap threw.
#[wasm_bindgen(unchecked_return_type = "Promise<ReflectResult | AutopilotResult | DecisionReflection | ResearchResult>")]
pub fn drive(host: Host) -> Promise {
    future_to_promise(to_the_end(host))
}

async fn to_the_end(host: Host) -> Result<JsValue, JsValue> {
    let mut out = FuturesUnordered::new();
    let mut settled = JsValue::UNDEFINED;
    loop {
        let told = host.turn(&settled)?;
        if !Array::is_array(&told) {
            return Ok(told);
        }
        out.extend(told.unchecked_ref::<Array>().iter().map(|promise| JsFuture::from(Promise::resolve(&promise))));
        settled = match out.next().await {
            Some(settled) => settled?,
            None => return Err(JsValue::from_str("the run waits, but no call is out")),
        };
    }
}
