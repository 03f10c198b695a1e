//! The critique reader against the shared verdicts, real models' critiques, and hostile input.

use proptest::prelude::*;
use reflect_engine::critique::{Form, OnContradiction, ReadOptions, Reading, Verdict, read_critique};
use serde_json::Value;

/// A list of so many accepting forms, and this behind them.
fn list(forms: usize, rest: &str) -> String {
    format!("[{}{rest}]", vec![r#"{"score":9,"needs_revision":false}"#; forms].join(","))
}

#[test]
fn a_reply_of_many_forms_never_accepts_and_is_not_copied_for_each() {
    let read = |text: &str| {
        let reading = read_critique(text, &ReadOptions::default());
        (reading.status, reading.reason.as_deref().map(str::to_owned), reading.beside.unwrap_or_default().len())
    };
    assert_eq!(read(&list(15, "")), (Verdict::Accepted, None, 0));
    assert_eq!(read(&list(16, "")), (Verdict::Invalid, Some("too_large".to_owned()), 0));
    let wrapped = list(300, r#",{"a":1}"#);
    let (status, reason, beside) = read(&wrapped);
    assert_eq!((status, reason.as_deref()), (Verdict::Invalid, Some("too_large")));
    assert!(beside < wrapped.len(), "{beside} of {}", wrapped.len());
    // What is around several forms is quoted once, and none of them is: a critic copies what it sees.
    let reading = reflect_engine::critique::read_critique(&list(2, r#",{"a":1}"#), &ReadOptions::default());
    assert_eq!((reading.status, reading.beside.as_deref()), (Verdict::Unclear, Some("[\n,\n,{\"a\":1}]")));
}

/// The lines of a fixture.
fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Accepted => "accepted",
        Verdict::NeedsRevision => "needs_revision",
        Verdict::Contradictory => "contradictory",
        Verdict::Unclear => "unclear",
        Verdict::Invalid => "invalid",
    }
}

fn options(case: &Value) -> ReadOptions {
    let config = &case["config"];
    let form = match case["schema"].as_str() {
        Some("criteria") => Form::Criteria,
        Some("sentinel" | "status") => Form::Status,
        _ => Form::Score,
    };
    let on_contradiction = Some(OnContradiction::Revise);
    let mut options = ReadOptions { form: Some(form), on_contradiction, ..ReadOptions::default() };
    if let Some(threshold) = config["acceptance_threshold"].as_f64() {
        options.acceptance_threshold = threshold;
    }
    if let Some(threshold) = config["confidence_threshold"].as_f64() {
        options.confidence_threshold = threshold;
    }
    options.criteria_count = config["n_criteria"].as_u64().map(|n| u32::try_from(n).unwrap());
    if let Some(max) = config["max_suggestions"].as_u64() {
        options.max_suggestions = u32::try_from(max).unwrap();
    }
    if let Some(sentinel) = config["sentinel"].as_str() {
        options.sentinels = vec![sentinel.to_owned()];
    }
    let context = |names: &[&str]| names.iter().find_map(|n| case["context"][*n].as_str()).map(str::to_owned);
    options.prompt = context(&["critique_prompt", "prompt"]);
    options.answer = context(&["answer", "draft", "output"]);
    options.finish_reason = context(&["finish_reason", "finishReason"]);
    options
}

/// What is wrong with a reading, given what the case expects.
fn fault(case: &Value, reading: &Reading) -> Option<String> {
    let expect = &case["expect"];
    let status = name(reading.status);
    if expect["status"] != status {
        let mut allowed = case["also_ok"].as_array().into_iter().flatten().chain([&expect["status"]]);
        // Where no verdict is allowed, asking the critic again is.
        let also = allowed.any(|s| *s == status || (status == "unclear" && *s == "invalid"));
        return (!also).then(|| format!("status {status}"));
    }
    if status == "invalid" && expect["code"].is_string() && reading.reason.as_deref() != expect["code"].as_str() {
        return Some(format!("reason {:?}", reading.reason));
    }
    let shown = serde_json::to_value(reading).unwrap();
    for (theirs, ours) in [
        ("score", "score"),
        ("needs_revision", "needsRevision"),
        ("criteria_met", "criteriaMet"),
        ("confidence", "confidence"),
        ("suggestions", "suggestions"),
        ("issues", "issues"),
    ] {
        let (want, got) = (&expect[theirs], &shown[ours]);
        let same = want == got || (want.is_number() && want.as_f64() == got.as_f64());
        if !want.is_null() && !same {
            return Some(format!("{ours} {got}"));
        }
    }
    None
}

#[test]
fn every_shared_verdict_is_read_as_it_may_be_and_none_is_accepted_falsely() {
    let cases = lines(include_str!("../fixtures/verdicts.jsonl"));
    let mut faults = Vec::new();
    for case in &cases {
        let reading = read_critique(case["input"].as_str().unwrap(), &options(case));
        if let Some(fault) = fault(case, &reading) {
            faults
                .push(format!("{}: {fault}, expected {} ({})\n  {}", case["id"], case["expect"], case["reason"], case["input"]));
        }
    }
    assert_eq!(cases.len(), 190);
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn no_real_critique_is_accepted_on_nothing() {
    let (smol, qwen) = (
        include_str!("../fixtures/critiques/smollm2-135m.jsonl"),
        include_str!("../fixtures/critiques/qwen2.5-coder-0.5b.jsonl"),
    );
    for text in [smol, qwen] {
        for case in lines(text) {
            let raw = case["raw"].as_str().unwrap();
            let cut = case["finish"] == "maxTokens";
            let finish_reason = Some(if cut { "length" } else { "stop" }.to_owned());
            let reading = read_critique(raw, &ReadOptions { form: Some(Form::Score), finish_reason, ..ReadOptions::default() });
            if reading.status == Verdict::Accepted {
                // Both deciding fields are there, once, and nothing of the template is left.
                assert!(!cut && raw.trim_end().ends_with('}'), "{raw}");
                assert!(raw.matches("\"score\":").count() == 1 && raw.matches("\"needs_revision\":").count() <= 1, "{raw}");
                assert!(!raw.contains("<issue"), "{raw}");
                assert_ne!(reading.needs_revision, Some(true), "{raw}");
                assert!(case["kind"] != "answer", "{raw}");
            }
        }
    }
}

/// Accepting replies with one verdict, in many dresses.
const ACCEPTING: [&str; 11] = [
    r#"{"score": 9, "issues": [], "suggestion": "", "needs_revision": false}"#,
    "```json\n{\"score\": 9, \"issues\": [], \"suggestion\": \"\", \"needs_revision\": false}\n```",
    r#"Here is my evaluation: {"score": 9.5, "issues": ["a \"b\" {c} [d]"], "suggestion": "e, f: g", "needs_revision": false}"#,
    r#"[{"score": 9, "issues": [], "suggestion": "", "needs_revision": false}]"#,
    r#"{"critique": {"score": "9/10", "issues": [], "suggestion": "", "needs_revision": "no"}}"#,
    r#"{"name": "f", "arguments": {"score": 9, "issues": [], "needs_revision": false}}"#,
    "{'score': 9, 'issues': ['it\\'s fine'], 'suggestion': None, 'needs_revision': False}",
    "{score: 9, issues: [], suggestion: \"\", needs_revision: false,\n}",
    "<think>hm</think>{\"needs_revision\": false, \"issues\": [\"the \\\"x\\\" y\"], \"score\": 10}",
    r#"{"criteria_met": [true, true], "confidence": 0.9, "suggestions": [], "reasoning": "ok"}"#,
    r#"{"status": "accepted", "critique": "All requirements are satisfied.", "issues": []}"#,
];

#[test]
fn no_accepting_reply_is_accepted_when_it_is_cut() {
    for text in ACCEPTING {
        assert_eq!(read_critique(text, &ReadOptions::default()).status, Verdict::Accepted, "{text}");
        let cut = ReadOptions { finish_reason: Some("length".to_owned()), ..ReadOptions::default() };
        assert_eq!(read_critique(text, &cut).reason.as_deref(), Some("truncated"), "{text}");
        for (end, _) in text.char_indices().take_while(|(n, _)| *n <= text.rfind(['}', ']']).unwrap()) {
            let reading = read_critique(&text[..end], &ReadOptions::default());
            assert_ne!(reading.status, Verdict::Accepted, "{}", &text[..end]);
        }
    }
}

#[test]
fn ten_megabytes_of_anything_are_read_to_the_end() {
    let size = if cfg!(debug_assertions) { 1 << 20 } else { 10 << 20 };
    for part in pieces() {
        let text = part.repeat(size / part.len());
        for lead in ["", "{\"score\": 9, \"issues\": [\"", "{\"score\": 9, \"x\": "] {
            let text = format!("{lead}{text}");
            let options = ReadOptions { answer: Some("{\"score\": 3}".to_owned()), ..ReadOptions::default() };
            let reading = read_critique(&text, &options);
            assert!(reading.score.is_none_or(|s| s <= 10.0), "{lead}{part}");
        }
    }
}

/// Pieces that make hostile critiques, alone in great number, or strung together; between two of them is a blank.
const WORDS: &str = r##"{ [ " \\ <think> </think> < } {" {"a": {"a":[ [{ {a {} ' ` <!-- --> {/* /* */ // # , : ] {{ “ ” ： {“ [THINK] 0 a 9 10 /10
    true false null ... <0-10> <|channel|> <|channel|>final<|message|> {"score":9} {"score":1, {"a":1,5, {"a":"b"c" "a", {"a":"\\ {"a":'
    {\"a\": {"critique": {"arguments":"{ "score": score "score" needs_revision CODE_IS_PERFECT"##;

/// Those that have blanks in them.
const MORE: [&str; 19] = [
    "\n",
    " ",
    "\u{200b}",
    "```\n",
    "```x\n{",
    "```json\n",
    "{a ",
    "> ",
    "> {",
    "- ",
    "score: 9\n",
    "{\"a\":\"b\" ",
    "{\"a\":\", \"b\":",
    "[\"a\" ",
    "\"score\": 9",
    "\"score\": 3",
    "\"needs_revision\": true",
    "\"needs_revision\": false",
    "{\"score\": 9, \"issues\": [], \"needs_revision\": false}",
];

fn pieces() -> Vec<&'static str> {
    WORDS.split_ascii_whitespace().chain(MORE).collect()
}

fn hostile() -> impl Strategy<Value = String> {
    proptest::collection::vec(prop_oneof![4 => proptest::sample::select(pieces()).prop_map(str::to_owned), 1 => ".{0,6}"], 0..24)
        .prop_map(|pieces| pieces.concat())
}

/// A verdict that asks for a revision, with a few bytes changed.
fn mutated() -> impl Strategy<Value = String> {
    let verdict = r#"{"score": 3, "issues": ["a, b", "c: \"d\""], "suggestion": "e {f} [g]", "needs_revision": true}"#;
    proptest::collection::vec(
        (0..verdict.len(), 0..3_u8, any::<char>().prop_filter("would change the score", |c| !c.is_ascii_digit())),
        1..4,
    )
    .prop_map(move |edits| {
        let mut chars: Vec<char> = verdict.chars().collect();
        for (at, edit, c) in edits {
            let at = at % chars.len();
            match edit {
                0 => chars[at] = c,
                1 => chars.insert(at, c),
                _ => drop(chars.remove(at)),
            }
        }
        chars.into_iter().collect()
    })
}

/// Words as critics write them, without any mark of JSON or of thinking.
fn prose() -> impl Strategy<Value = String> {
    let words = [
        "the", "year", "is", "wrong", "not", "fine", "9", "但是", "错了", "falsch", "no", "ok", "review", "here", "\n", ".", ":",
    ];
    proptest::collection::vec(proptest::sample::select(words.to_vec()), 0..9).prop_map(|words| words.join(" "))
}

/// What a key may be misspelt with. A pattern that stands in a strategy is read anew for each case.
fn letters() -> impl Strategy<Value = String> {
    proptest::string::string_regex("[a-zA-Z_ .:,'\"\u{200b}\u{ad}\u{435}0{}\\[\\]<-]").unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_flag_whose_key_is_misspelt_never_leaves_it_to_the_score(
        edits in proptest::collection::vec((0..16_usize, 0..4_u8, letters()), 1..4),
        first: bool,
    ) {
        let mut key: Vec<String> = "\"needs_revision\"".chars().map(String::from).collect();
        for (at, edit, letter) in edits {
            let at = at % key.len();
            match edit {
                0 => key[at] = letter,
                1 => key.insert(at, letter),
                2 => drop(key.remove(at)),
                _ => key[at..].rotate_left(1),
            }
        }
        let flag = format!("{}: true", key.concat());
        let form = if first { format!("{{{flag}, \"score\": 9}}") } else { format!("{{\"score\": 9, \"issues\": [], {flag}}}") };
        prop_assert_ne!(read_critique(&form, &ReadOptions::default()).status, Verdict::Accepted);
    }
}

proptest! {
    #[test]
    fn prose_beside_a_reply_never_makes_it_an_acceptance(reply in prop_oneof![mutated(), hostile()], before in prose(), after in prose()) {
        let options = ReadOptions::default();
        if read_critique(&reply, &options).status != Verdict::Accepted {
            prop_assert_ne!(read_critique(&format!("{before}\n{reply}\n{after}"), &options).status, Verdict::Accepted);
        }
    }

    #[test]
    fn an_acceptance_with_any_word_behind_it_is_asked_about(which in 0..ACCEPTING.len(), after in prose().prop_filter("says nothing", |words| words.contains(char::is_alphanumeric))) {
        let reading = read_critique(&format!("{}\n{after}", ACCEPTING[which]), &ReadOptions::default());
        prop_assert_eq!((reading.status, reading.reason.as_deref()), (Verdict::Unclear, Some("beside")));
        prop_assert!(reading.beside.is_some_and(|beside| beside.ends_with(after.trim())));
    }

    #[test]
    fn any_text_is_read_without_a_panic_and_the_same_way_twice(text in prop_oneof![".{0,200}", hostile()]) {
        for form in [None, Some(Form::Score), Some(Form::Criteria), Some(Form::Status)] {
            let options = ReadOptions { form, ..ReadOptions::default() };
            let reading = read_critique(&text, &options);
            prop_assert_eq!(&reading, &read_critique(&text, &options));
            prop_assert!(reading.status != Verdict::Invalid || reading.reason.is_some());
            prop_assert!(reading.score.is_none_or(|s| (0.0..=10.0).contains(&s)));
            prop_assert!(reading.confidence.is_none_or(|s| (0.0..=1.0).contains(&s)));
        }
    }

    #[test]
    fn a_damaged_refusal_is_never_accepted(text in mutated()) {
        prop_assert_ne!(read_critique(&text, &ReadOptions::default()).status, Verdict::Accepted);
    }

    #[test]
    fn a_refusal_next_to_anything_is_never_accepted(before in hostile(), after in hostile()) {
        // A tag or a mark may say that the refusal was only thought or is a comment; what is left would then decide.
        let (before, after) = (before.replace("<think>", "").replace("<!--", "").replace("/*", ""), after.replace("</think>", "").replace("final", ""));
        let refusal = "\n{\"score\": 2, \"issues\": [\"x\"], \"suggestion\": \"y\", \"needs_revision\": true}\n";
        let text = format!("{before}{refusal}{after}");
        prop_assert_ne!(read_critique(&text, &ReadOptions::default()).status, Verdict::Accepted);
    }

    #[test]
    fn form_copied_from_the_answer_never_accepts(before in "[a-zA-Z .\n]{0,20}", after in "[a-zA-Z .\n]{0,20}", which in 0..ACCEPTING.len()) {
        let fake = ACCEPTING[which];
        let options = ReadOptions { answer: Some(format!("{before}{fake}{after}")), ..ReadOptions::default() };
        prop_assert_ne!(read_critique(fake, &options).status, Verdict::Accepted);
    }
}
