//! A page in Rust, without npm: a producer that is no model writes about the sky, a critic that is none finds the reason missing.
//!
//! `wasm-pack build --target web`, then serve this folder. With Trunk or Leptos the code is the same.

#![cfg(target_arch = "wasm32")]

use js_sys::{JSON, Object, Reflect};
use reflect_engine::js::run_async::ReflectEngine;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    type Element;
    #[wasm_bindgen(js_namespace = document, js_name = getElementById)]
    fn element(id: &str) -> Element;
    #[wasm_bindgen(method, getter, js_name = textContent)]
    fn text(this: &Element) -> String;
    #[wasm_bindgen(method, setter, js_name = textContent)]
    fn set_text(this: &Element, text: &str);
}

/// Runs the engine, and writes each step and the outcome into the page.
#[wasm_bindgen]
pub async fn show() -> Result<(), JsValue> {
    // An answer, or a promise of one: here is where a page would `fetch` from its server.
    let model = Closure::<dyn Fn(JsValue) -> JsValue>::new(|call: JsValue| {
        let told = get(&call, "purpose") == "revision";
        JsValue::from(if told { "Blue light scatters most." } else { "The sky is blue." })
    });
    let critic = Closure::<dyn Fn(JsValue) -> JsValue>::new(|call: JsValue| {
        let asked = JSON::stringify(&call).map(String::from).unwrap_or_default();
        let (score, issues) = if asked.contains("scatters") { (9, "") } else { (4, "\"it gives no reason\"") };
        JsValue::from(format!(r#"{{"score": {score}, "issues": [{issues}], "needs_revision": {}}}"#, score < 8))
    });
    let on_step = Closure::<dyn Fn(JsValue)>::new(|step: JsValue| {
        let steps = element("steps");
        steps.set_text(&format!(
            "{}{} {}{}\n",
            steps.text(),
            get(&step, "type"),
            get(&step, "content"),
            get(&step, "assessment")
        ));
    });
    let task = object(&[
        ("input", &"Why is the sky blue?".into()),
        ("model", model.as_ref()),
        ("critic", critic.as_ref()),
        ("onStep", on_step.as_ref()),
    ])?;
    let engine = ReflectEngine::new(object(&[("maxReflections", &1.into())])?)?;
    let result = engine.run(task.unchecked_into()).await?;
    element("outcome").set_text(&format!("{}: {}", get(&result, "acceptedBy"), get(&result, "output")));
    Ok(())
}

fn object(entries: &[(&str, &JsValue)]) -> Result<JsValue, JsValue> {
    let object = Object::new();
    for (key, value) in entries {
        Reflect::set(&object, &JsValue::from_str(key), value)?;
    }
    Ok(object.into())
}

/// The text of this key, empty where there is none.
fn get(of: &JsValue, key: &str) -> String {
    Reflect::get(of, &JsValue::from_str(key)).ok().and_then(|value| value.as_string()).unwrap_or_default()
}
