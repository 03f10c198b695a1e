//! The critique reader with any text and any options.
//!
//! An input is a line of option bytes, the reply, and, each behind a `0x1e`, the answer and the prompt.

use reflect_engine::critique::{
    CriticReply, CritiqueReader, Form, OnContradiction, ReadOptions, Reading, Verdict, read_critique,
};

use super::seeds::SEPARATOR;

/// A reply may be repeated to this size, so that a reader that is not linear times out.
const REPEATED: usize = 1 << 15;

const REFUSAL: &str = "\n{\"score\": 0, \"issues\": [\"x\"], \"suggestion\": \"y\", \"needs_revision\": true, \
                       \"criteria_met\": [false], \"confidence\": 1, \"status\": \"needs_revision\", \"critique\": \"z\"}\n";

/// Nobody but the critic can say what it means.
const PROSE: &str = "\nEl año no es correcto.\n";

/// Panics when something does not hold that must.
pub fn check(input: &[u8]) {
    let (head, text) = split(input);
    let mut parts = text.split(SEPARATOR);
    let reply = repeated(parts.next().unwrap_or_default(), &head);
    let mut options = options(&head);
    options.answer = parts.next().map(str::to_owned);
    options.prompt = parts.next().map(str::to_owned);

    let reading = read_critique(&reply, &options);
    holds(&reading);
    if reading.status == Verdict::Accepted {
        deserved(&reply, &options, &reading);
    }
    let [answer, finish_reason] = [&options.answer, &options.finish_reason].map(|text| text.clone().unwrap_or_default());
    let asked = CriticReply {
        text: &reply.into(),
        answer: &answer,
        earlier: "",
        finish_reason: Some(&finish_reason),
        second: false,
        sources: None,
    };
    let readings = CritiqueReader::new(options).read_joint_reply(asked, 2);
    assert!(readings.len() == 2 && readings.iter().all(|reading| reading.status.is_decided() == readings[0].status.is_decided()));
    readings.iter().for_each(holds);
}

/// The option bytes, and the rest as text.
pub fn split(input: &[u8]) -> (Vec<u8>, String) {
    let at = input.iter().position(|b| *b == b'\n').unwrap_or(input.len());
    let (head, rest) = input.split_at(at);
    (head.to_vec(), String::from_utf8_lossy(rest.get(1..).unwrap_or_default()).into_owned())
}

/// One of `values` by the byte at `index`; a byte that is not there is `0`.
pub fn pick<T: Clone>(head: &[u8], index: usize, values: &[T]) -> T {
    let byte = head.get(index).map_or(0, |b| b.wrapping_sub(b'0'));
    values[usize::from(byte) % values.len()].clone()
}

/// Options as a byte each says; those that no caller may set are among them, since reading must not panic on them either.
pub fn options(head: &[u8]) -> ReadOptions {
    ReadOptions {
        form: pick(head, 0, &[None, Some(Form::Score), Some(Form::Criteria), Some(Form::Status)]),
        on_contradiction: pick(
            head,
            1,
            &[Some(OnContradiction::Revise), Some(OnContradiction::Accept), Some(OnContradiction::Invalid), None],
        ),
        acceptance_threshold: pick(head, 2, &[8.0, 5.0, 10.0, 7.5, 0.0, f64::NAN, -1.0, f64::INFINITY, 1e308]),
        confidence_threshold: pick(head, 3, &[0.75, 0.5, 1.0, 0.0, f64::NAN, -1.0, 2.0]),
        criteria_count: pick(head, 4, &[None, Some(2), Some(1), Some(3), Some(0), Some(1_000)]),
        max_suggestions: pick(head, 5, &[5, 0, 1, u32::MAX]),
        finish_reason: pick(head, 6, &["", "stop", "length", "max_tokens", "content_filter"].map(str::to_owned)).into(),
        sentinels: pick(head, 7, &[vec!["CODE_IS_PERFECT"], vec![], vec!["OK", "DONE"], vec![""]])
            .into_iter()
            .map(str::to_owned)
            .collect(),
        answer: None,
        prompt: None,
    }
}

fn repeated(text: &str, head: &[u8]) -> String {
    let times = if head.get(8) == Some(&b'*') { REPEATED / text.len().max(1) } else { 1 };
    text.repeat(times.max(1))
}

/// What holds of every reading.
fn holds(reading: &Reading) {
    assert!(reading.status.is_decided() || reading.reason.is_some(), "no verdict, and no reason: {reading:?}");
    assert!(reading.score.is_none_or(|s| (0.0..=10.0).contains(&s)), "a score off the scale: {reading:?}");
    assert!(reading.confidence.is_none_or(|c| (0.0..=1.0).contains(&c)), "a confidence off the scale: {reading:?}");
}

/// What holds of everything that is accepted: the text says so, in full, and says nothing else.
fn deserved(text: &str, options: &ReadOptions, reading: &Reading) {
    let told = || format!("{reading:?}\n{options:?}\n{text}");
    let seeds_rule = options.on_contradiction == Some(OnContradiction::Accept);
    let low = |value: Option<f64>, threshold: f64| value.is_some_and(|v| v.partial_cmp(&threshold).is_none_or(|o| o.is_lt()));
    assert!(!low(reading.score, options.acceptance_threshold) || seeds_rule, "below the threshold: {}", told());
    assert!(reading.needs_revision != Some(true) || seeds_rule, "asks for a revision: {}", told());
    assert!(!low(reading.confidence, options.confidence_threshold) || reading.criteria_met.is_none(), "unsure: {}", told());
    assert!(reading.criteria_met.as_ref().is_none_or(|met| !met.is_empty() && !met.contains(&false)), "unmet: {}", told());
    assert!(written(text, options, reading), "the text does not say so: {}", told());

    let again = |text: &str, options: &ReadOptions, why: &str| {
        let other = read_critique(text, options);
        assert_ne!(other.status, Verdict::Accepted, "{why}: {}\n{text}", told());
    };
    let with = |finish: Option<&str>, answer: Option<&str>| ReadOptions {
        finish_reason: finish.map(str::to_owned),
        answer: answer.map(str::to_owned),
        ..options.clone()
    };
    again(text, &with(Some("length"), None), "accepted although cut by the provider");
    // Of a reply in words the sentinel is all that was read, and of any other all that it says.
    let sentinel = options.sentinels.iter().map(|word| word.trim()).find(|word| !word.is_empty() && text.contains(word));
    let echoes = [Some(text), sentinel].map(|shown| read_critique(text, &with(None, shown)).status);
    assert!(echoes.iter().any(|status| *status != Verdict::Accepted), "accepted although it only repeats the answer: {}", told());
    if text.trim_start().starts_with('{') && text.matches(['}', '｝']).count() == 1 {
        let end = text.find(['}', '｝']).unwrap_or_default();
        again(&text[..end], &with(None, None), "accepted without its end");
    }
    if options.acceptance_threshold > 0.0 && options.confidence_threshold <= 1.0 {
        // A tag may have blanks in it: `< /think>`.
        let bare = text.to_ascii_lowercase().replace(' ', "");
        let hides = |marks: &[&str]| marks.iter().any(|mark| bare.contains(mark));
        if !hides(&["think", "thought", "reason", "reflect", "analysis", "channel", "<!--", "/*"]) {
            again(&format!("{text}\n{REFUSAL}"), &with(None, None), "accepted before a refusal");
            again(&format!("{text}\n{PROSE}"), &with(None, None), "accepted before prose");
        }
        if !hides(&["</", "[/", "|>", "◁"]) {
            again(&format!("{REFUSAL}\n{text}"), &with(None, None), "accepted after a refusal");
            again(&format!("{PROSE}\n{text}"), &with(None, None), "accepted after prose");
        }
    }
}

/// Whether the words that make an acceptance of this form are in the text at all.
fn written(text: &str, options: &ReadOptions, reading: &Reading) -> bool {
    let flat = flat(text);
    // Beside a sentinel may be thinking and the language of a fence, and nothing else.
    let thinks = text.contains(['<', '[', '◁', '`', '~']);
    let sentinel = |s: String| !s.is_empty() && if thinks { flat.contains(&s) } else { flat == s };
    let sentinel = options.sentinels.iter().map(|s| self::flat(s)).any(sentinel);
    if reading.criteria_met.is_some() {
        let yes: usize = ["true", "yes", "1", "met"].iter().map(|word| flat.matches(word).count()).sum();
        return flat.contains("criteriamet") && flat.contains("confidence") && yes > 0;
    }
    if reading.score.is_some() {
        return flat.contains("score") && flat.contains(|c: char| c.is_ascii_digit());
    }
    sentinel || status_says(&flat)
}

fn status_says(flat: &str) -> bool {
    flat.contains("status") && ["accept", "approve", "pass"].iter().any(|word| flat.contains(word))
}

/// Letters and digits only, in lower case, with `\uXXXX` read as often as replies that are escaped as a whole need.
fn flat(text: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..3 {
        text = unescaped(&text);
    }
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn unescaped(text: &str) -> String {
    let mut parts = text.split("\\u");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let code = part.get(..4).and_then(|hex| u32::from_str_radix(hex, 16).ok()).and_then(char::from_u32);
        match code {
            Some(c) => {
                out.push(c);
                out.push_str(&part[4..]);
            }
            None => out.push_str(part),
        }
    }
    out
}
