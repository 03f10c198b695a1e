//! The driver: asks a run what it wants, has the host do it, and hands the answers back in.
//!
//! **Invariant:** it holds no Rust reference to the run. It calls the exported object's own JavaScript methods, so that a trap
//! inside the core comes back as `Err` and rejects this one run; a Rust future that traps by itself would never settle. The
//! outer frames restore the shadow stack. The driver itself has nothing that can panic.

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use js_sys::{Array, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise};

#[wasm_bindgen(typescript_custom_section)]
const HOST: &str = r#"
/** What the driver needs of its host. Only `start`'s promises may take time; they resolve always, never reject. */
export interface Host {
    now(): number;
    /** Why the run is to end, if it is. */
    aborted(): string | undefined;
    step(step: Step): void;
    /** Begins these calls, all at once if it can; one promise for each. */
    start(calls: Call[]): Promise<Settled>[];
}

/** What a call came to: a reply, or an error. */
export interface Settled { callId: string; reply?: Json; error?: CallError }
"#;

#[wasm_bindgen]
extern "C" {
    /// The exported `ReflectRun`, as JavaScript sees it.
    #[wasm_bindgen(typescript_type = "ReflectRun")]
    pub type Run;
    #[wasm_bindgen(method, catch)]
    fn poll(this: &Run, now_ms: f64) -> Result<Told, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn reply(this: &Run, call_id: &JsValue, response: &JsValue, now_ms: f64) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn fail(this: &Run, call_id: &JsValue, error: &JsValue, now_ms: f64) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn abort(this: &Run, reason: &JsValue, now_ms: f64) -> Result<(), JsValue>;

    #[wasm_bindgen(typescript_type = "Host")]
    pub type Host;
    #[wasm_bindgen(method, catch)]
    fn now(this: &Host) -> Result<f64, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn aborted(this: &Host) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn step(this: &Host, step: &JsValue) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn start(this: &Host, calls: &Array) -> Result<Array, JsValue>;

    /// An `Output`.
    type Told;
    #[wasm_bindgen(method, getter, js_name = "type")]
    fn kind(this: &Told) -> String;
    #[wasm_bindgen(method, getter, js_name = "step")]
    fn its_step(this: &Told) -> JsValue;
    #[wasm_bindgen(method, getter, js_name = "call")]
    fn its_call(this: &Told) -> JsValue;
    #[wasm_bindgen(method, getter, js_name = "result")]
    fn its_result(this: &Told) -> JsValue;

    type Settled;
    #[wasm_bindgen(method, getter, js_name = "callId")]
    fn call_id(this: &Settled) -> JsValue;
    #[wasm_bindgen(method, getter, js_name = "reply")]
    fn its_reply(this: &Settled) -> JsValue;
    #[wasm_bindgen(method, getter)]
    fn error(this: &Settled) -> JsValue;
}

/// Drives a run to its end and resolves with its result. Rejects with `{ code, message }`, or with whatever a trap threw.
#[wasm_bindgen(unchecked_return_type = "Promise<ReflectResult>")]
pub fn drive(run: Run, host: Host) -> Promise {
    future_to_promise(to_the_end(run, host))
}

async fn to_the_end(run: Run, host: Host) -> Result<JsValue, JsValue> {
    let mut out = FuturesUnordered::new();
    let mut ending = false;
    loop {
        let calls = Array::new();
        loop {
            if !ending && end_if_told(&run, &host)? {
                ending = true;
                calls.set_length(0);
            }
            let told = run.poll(host.now()?)?;
            match told.kind().as_str() {
                "step" => host.step(&told.its_step())?,
                "call" => drop(calls.push(&told.its_call())),
                "done" => return Ok(told.its_result()),
                _wait => break,
            }
        }
        if calls.length() > 0 {
            out.extend(host.start(&calls)?.iter().map(|promise| JsFuture::from(Promise::resolve(&promise))));
        }
        let Some(settled) = out.next().await else {
            return Err(JsValue::from_str("the run waits, but no call is out"));
        };
        hand_in(&run, &host, settled?.unchecked_ref())?;
    }
}

fn end_if_told(run: &Run, host: &Host) -> Result<bool, JsValue> {
    let reason = host.aborted()?;
    if reason.is_undefined() {
        return Ok(false);
    }
    run.abort(&reason, host.now()?)?;
    Ok(true)
}

fn hand_in(run: &Run, host: &Host, settled: &Settled) -> Result<(), JsValue> {
    // What comes after an abort is late: the run is told of the abort instead.
    if !host.aborted()?.is_undefined() {
        return Ok(());
    }
    let error = settled.error();
    if error.is_undefined() {
        run.reply(&settled.call_id(), &settled.its_reply(), host.now()?)
    } else {
        run.fail(&settled.call_id(), &error, host.now()?)
    }
}
