//! Settings: every wrong one, and every one that would do nothing, is named, with what is allowed and what came.

use reflect_engine::autopilot::AutopilotRun;
use reflect_engine::decision::DecisionRun;
use reflect_engine::error::{ErrorCode, ReflectError};
use reflect_engine::research::{ResearchRun, ResearchSettings};
use reflect_engine::settings::{InputValue, OnContradiction, OnUnreadable, ReflectSettings, Select, Settings};
use serde_json::{Value, json};

use crate::script::{Random, laid_over, settings as check, with};
use crate::{autopilot, decision, research};

fn refused(raw: &InputValue) -> String {
    ReflectSettings::check_settings(raw).and_then(|s| Settings::fill_defaults(&s).map(|_| ())).unwrap_err().message
}

fn resolved(value: Value) -> Settings {
    Settings::fill_defaults(&check(value)).unwrap()
}

fn one(key: &str, value: InputValue) -> InputValue {
    InputValue::Map(vec![(key.to_owned(), value)])
}

#[test]
fn a_setting_by_another_name_is_answered_with_ours_and_one_of_no_kin_with_all() {
    let cases = [
        ("accept_threshold", "acceptanceThreshold"),
        ("max_reflections", "maxReflections"),
        ("timeout", "budget.callTimeoutMs"),
        ("timeoutMs", "budget.callTimeoutMs"),
        ("call_timeout", "budget.callTimeoutMs"),
    ];
    for (word, ours) in cases {
        assert_eq!(refused(&one(word, InputValue::Number(1.0))), format!("unknown setting `{word}`, did you mean `{ours}`?"));
    }
    let unrelated = "temperature topP stream verbose logger cache name id max on debug provider apiKey baseUrl headers retryDelay userAgent \
                     concurrency locale plugins foo x maxLength presencePenalty topK stop n user store";
    for word in unrelated.split_whitespace() {
        let message = refused(&one(word, InputValue::Number(1.0)));
        assert!(message.starts_with(&format!("unknown setting `{word}`; known are maxReflections, ")), "{message}");
    }
    // Of a thousand words of random letters hardly one is near a known one, and then by its spelling.
    let mut random = Random(17);
    let near = (0..1_000).filter(|_| {
        let word: String = (0..6 + random.below(9)).map(|_| char::from(b'a' + random.below(26) as u8)).collect();
        refused(&one(&word, InputValue::Number(1.0))).contains("did you mean")
    });
    assert_eq!(near.count(), 0);
}

#[test]
fn a_setting_in_the_wrong_place_is_told_where_it_belongs() {
    let cases = [
        (json!({ "seed": 1 }), "`seed` is `advanced.seed`"),
        (json!({ "jury": {} }), "`jury` is `advanced.jury`"),
        (json!({ "fence": true }), "`fence` is `advanced.critique.fence`"),
        (json!({ "maxDrafts": 3 }), "`maxDrafts` is `advanced.history.maxDrafts`"),
        (json!({ "maxCalls": 3 }), "`maxCalls` is `budget.maxCalls`"),
        (json!({ "advanced": { "maxReflections": 1 } }), "`advanced.maxReflections` is `maxReflections`"),
        (json!({ "advanced": { "maxTokens": 1 } }), "`advanced.maxTokens` is `budget.maxTokens`"),
        (json!({ "budget": { "prices": {} } }), "`budget.prices` is `advanced.prices`"),
        (json!({ "advanced": { "critique": { "mode": "veto" } } }), "`advanced.critique.mode` is `advanced.jury.mode`"),
        (json!({ "judge_last": true }), "unknown setting `judge_last`, did you mean `advanced.judgeLast`?"),
        (json!({ "advanced": { "sead": 1 } }), "unknown setting `advanced.sead`, did you mean `advanced.seed`?"),
        (json!({ "advanced": { "signal": 1 } }), "`advanced.signal` belongs to the task: `engine.run({ signal })`"),
    ];
    for (settings, expected) in cases {
        assert_eq!(refused(&InputValue::from(&settings)), expected);
    }
}

#[test]
fn wrong_settings_are_named() {
    let cases = [
        (json!({ "maxReflection": 3 }), "unknown setting `maxReflection`, did you mean `maxReflections`?"),
        (json!({ "maxReflections": 1, "verifiers": {} }), "`verifiers` belongs to the task: `engine.run({ verifiers })`"),
        (
            json!({ "critc": 1 }),
            "unknown setting `critc`, did you mean `critic`? It belongs to the task: `engine.run({ critic })`",
        ),
        (
            json!({ "Critic": 1 }),
            "unknown setting `Critic`, did you mean `critic`? It belongs to the task: `engine.run({ critic })`",
        ),
        (json!({ "maxReflections": 2.5 }), "`maxReflections` must be an integer from 0 to 100, got 2.5"),
        (json!({ "maxReflections": -1 }), "`maxReflections` must be an integer from 0 to 100, got -1"),
        (json!({ "maxReflections": 101 }), "`maxReflections` must be an integer from 0 to 100, got 101"),
        (json!({ "acceptanceThreshold": 10.5 }), "`acceptanceThreshold` must be a number from 0 to 10, got 10.5"),
        (json!({ "acceptanceThreshold": 0.8 }), "`acceptanceThreshold` must be in points of ten, got 0.8; did you mean 8?"),
        (json!({ "acceptanceThreshold": 1 }), "`acceptanceThreshold` must be in points of ten, got 1; did you mean 10?"),
        (json!({ "maxAnswerSteps": 0 }), "`maxAnswerSteps` must be an integer from 1 to 100, got 0"),
        (json!({ "critiquePrompt": " " }), "`critiquePrompt` must be a string that is not blank, got \" \""),
        (json!({ "advanced": { "judgeLast": 1 } }), "`advanced.judgeLast` must be true or false, got 1"),
        (
            json!({ "advanced": { "critiqueFormat": "Score" } }),
            "`advanced.critiqueFormat` must be one of 'score', 'criteria', 'status', got \"Score\"",
        ),
        (json!({ "onVerifierError": "ignore" }), "`onVerifierError` must be one of 'stop', 'revise', got \"ignore\""),
        (json!({ "requirements": "derived" }), "`requirements` must be a list of strings that are not blank, or 'derive', got"),
        (json!({ "requirements": [" "] }), "`requirements` must be a list of strings that are not blank, got"),
        (json!({ "criteria": ["a", 2] }), "`criteria` must be a list of strings that are not blank, got 2"),
        (
            json!({ "advanced": { "critiqueFormat": "criteria" } }),
            "`criteria` must name at least one criterion when `advanced.critiqueFormat` is 'criteria': give them to the engine, or to",
        ),
        (
            json!({ "criteria": [] }),
            "`criteria` must name at least one criterion, got an empty list: leave it out to have points",
        ),
        (json!({ "budget": { "maxCall": 3 } }), "unknown setting `budget.maxCall`, did you mean `budget.maxCalls`?"),
        (json!({ "budget": { "maxCalls": 1001 } }), "`budget.maxCalls` must be an integer from 1 to 1000, got 1001"),
        (json!({ "budget": 3 }), "`budget` must be an object, got 3"),
        (json!({ "advanced": { "critique": { "sees": ["history", "all"] } } }), "`advanced.critique.sees` must be one of"),
        (json!({ "advanced": { "prices": { "m": { "input": 1 } } } }), "`advanced.prices.m.output` is missing"),
        (json!({ "strategy": "best" }), "`strategy` must be one of 'classic', 'keep-best', 'best-of-n', got \"best\""),
        (json!({ "strategy": "best-of-n", "drafts": 0 }), "`drafts` must be an integer from 1 to 16, got 0"),
        (json!({ "strategy": "best-of-n", "drafts": 17 }), "`drafts` must be an integer from 1 to 16, got 17"),
        (json!({ "strategy": "best-of-n", "drafts": 2.5 }), "`drafts` must be an integer from 1 to 16, got 2.5"),
        (json!({ "drafts": 3 }), "`drafts` is a setting of `strategy: 'best-of-n'`, and the strategy is 'keep-best'"),
        (
            json!({ "strategy": "classic", "drafts": 3 }),
            "`drafts` is a setting of `strategy: 'best-of-n'`, and the strategy is 'classic'",
        ),
        (
            json!({ "strategy": "adaptive" }),
            "`strategy`: 'adaptive' is gone; take 'keep-best', or 'best-of-n' where you have no verifier and calls cost little",
        ),
        (
            json!({ "budget": { "maxCostUsd": 1 } }),
            "`budget.maxCostUsd` needs `advanced.prices`: prices by model name, or `{}` if every reply tells its `usage.costUsd`",
        ),
        (json!([]), "settings must be an object, got a list"),
    ];
    for (settings, expected) in cases {
        let message = refused(&InputValue::from(&settings));
        assert!(message.starts_with(expected), "{settings}: {message}");
    }
}

#[test]
fn the_defaults_are_those_of_the_seeds() {
    let default = resolved(json!({}));
    assert_eq!((default.max_reflections, default.acceptance_threshold, default.max_answer_steps), (2, 8.0, 5));
    assert_eq!((default.strategy.as_str(), default.on_unreadable), ("keep-best", OnUnreadable::Retry));
    let resolved = |value: Value| resolved(with("classic", value));
    let classic = resolved(json!({}));
    assert_eq!((classic.max_reflections, classic.acceptance_threshold, classic.max_answer_steps), (2, 8.0, 5));
    assert_eq!((classic.judge_last, classic.select, classic.fence), (false, Select::Latest, true));
    assert_eq!((classic.on_unreadable, classic.on_contradiction), (OnUnreadable::Stop, OnContradiction::Accept));
    let criteria = resolved(json!({ "criteria": ["a"] }));
    assert_eq!((criteria.on_unreadable, criteria.confidence_threshold, criteria.max_suggestions), (OnUnreadable::Stop, 0.75, 5));
    let status = resolved(json!({ "advanced": { "critiqueFormat": "status" } }));
    assert_eq!((status.on_unreadable, status.on_contradiction), (OnUnreadable::Stop, OnContradiction::Invalid));
}

#[test]
fn the_other_strategies_judge_every_draft_and_return_the_best() {
    for strategy in ["keep-best", "best-of-n"] {
        let with = |more: Value| resolved(with(strategy, more));
        let score = with(json!({}));
        assert_eq!((score.judge_last, score.select, score.memory, score.max_reflections), (true, Select::Best, true, 2));
        assert_eq!((score.on_unreadable, score.on_contradiction), (OnUnreadable::Retry, OnContradiction::Revise), "{strategy}");
        let criteria = with(json!({ "criteria": ["a"] }));
        assert_eq!((criteria.on_unreadable, criteria.on_contradiction), (OnUnreadable::Retry, OnContradiction::Revise));
        let status = with(json!({ "advanced": { "critiqueFormat": "status" } }));
        assert_eq!((status.on_unreadable, status.on_contradiction), (OnUnreadable::Retry, OnContradiction::Invalid));
        let own = with(json!({ "advanced": { "judgeLast": false, "select": "latest" }, "onUnreadableCritique": "stop" }));
        assert_eq!((own.judge_last, own.select, own.on_unreadable), (false, Select::Latest, OnUnreadable::Stop));
    }
}

#[test]
fn calls_are_what_the_strategy_needs_for_its_critics_and_tools() {
    let calls = |set: Value, critics: u32, tools: bool| {
        Settings::resolve_for_task(&check(set), critics, [tools, false]).unwrap().budget.max_calls
    };
    let best = |drafts: u32| json!({ "strategy": "best-of-n", "drafts": drafts });
    // Settings, critics, tools, calls.
    let cases = [
        (json!({ "strategy": "best-of-n" }), 1, false, 8),
        (best(1), 1, false, 4),
        (best(16), 1, false, 34),
        (best(3), 3, false, 16),
        (best(3), 0, false, 8),
        (best(3), 1, true, 24),
        (json!({ "strategy": "best-of-n", "drafts": 16, "maxAnswerSteps": 100 }), 1, true, 1_000),
        (json!({ "strategy": "best-of-n", "budget": { "maxCalls": 9 } }), 1, true, 9),
        // All that may happen, as under `classic`.
        // A critique may be two calls under `retry`.
        (json!({ "strategy": "keep-best" }), 1, false, 36),
        (json!({ "strategy": "keep-best", "onUnreadableCritique": "stop" }), 1, false, 39),
        (json!({}), 1, false, 36),
        (json!({ "strategy": "classic" }), 1, false, 39),
        (json!({ "maxReflections": 100, "maxAnswerSteps": 100, "advanced": { "maxCritiqueFailures": 100 } }), 1, true, 1_000),
    ];
    for (set, critics, tools, expected) in cases {
        assert_eq!(calls(set.clone(), critics, tools), expected, "{set} {critics} {tools}");
    }
}

#[test]
fn settings_laid_over_others_win_key_by_key() {
    let both = check(json!({ "maxReflections": 1, "advanced": { "seed": 3 } }))
        .merge_settings(&check(json!({ "maxReflections": 4 })))
        .unwrap();
    assert_eq!((both.max_reflections, both.seed()), (Some(4), Some(3)));
    let best = || check(json!({ "strategy": "best-of-n", "drafts": 4 }));
    let other = best().merge_settings(&check(json!({ "strategy": "keep-best" }))).unwrap();
    assert_eq!(Settings::fill_defaults(&other).unwrap().strategy.as_str(), "keep-best", "`drafts` went with its strategy");
    assert_eq!(best().merge_settings(&check(json!({ "advanced": { "seed": 1 } }))).unwrap().drafts, Some(4));
    assert_eq!(check(json!({ "strategy": "best-of-n" })).merge_settings(&check(json!({ "drafts": 5 }))).unwrap().drafts, Some(5));
}

#[test]
fn calibration_of_one_key_is_not_used_for_another() {
    let counts = |key: Option<&str>, helped: f64| {
        let counts = json!({ "version": 1, "tasks": 9, "revision": [helped, 1], "fresh": [1, 1], "informedFresh": [1, 1] });
        key.map_or(counts.clone(), |key| laid_over(counts, &json!({ "key": key })))
    };
    let key = |key: &str| json!({ "key": key });
    // What is below, what is above, and the key and the successes of revisions that they come to.
    let cases = [
        (counts(None, 7.0), key("a"), (Some("a"), 0.25)),
        (counts(Some("b"), 7.0), key("a"), (Some("a"), 0.25)),
        (counts(Some("a"), 7.0), key("a"), (Some("a"), 7.0)),
        (counts(Some("a"), 7.0), counts(None, 8.0), (None, 8.0)),
        (key("b"), counts(Some("a"), 8.0), (Some("a"), 8.0)),
        (counts(Some("a"), 7.0), json!(null), (Some("a"), 7.0)),
    ];
    for (under, over, expected) in cases {
        let advanced = if over.is_null() { json!({ "seed": 1 }) } else { json!({ "calibration": over }) };
        let both = check(json!({ "advanced": { "calibration": under } }))
            .merge_settings(&check(json!({ "advanced": advanced })))
            .unwrap();
        let calibration = Settings::fill_defaults(&both).unwrap().calibration;
        assert_eq!((calibration.key.as_deref(), calibration.revision[0]), expected, "{under} {over}");
    }
    for (key, got) in [(json!(""), "got \"\""), (json!(5), "got 5"), (json!({}), "got an object")] {
        let message = refused(&InputValue::from(&json!({ "advanced": { "calibration": { "key": key } } })));
        assert_eq!(message, format!("`advanced.calibration.key` must be a string that is not blank, {got}"));
    }
}

#[test]
fn nested_settings_merge_key_by_key() {
    let over = |under: Value, over: Value| check(under).merge_settings(&check(over)).unwrap();
    let both = over(
        json!({ "budget": { "maxCalls": 2, "maxCostUsd": 1 } }),
        json!({ "budget": { "callTimeoutMs": 1000, "maxCalls": 3 } }),
    );
    let budget = both.budget.unwrap();
    assert_eq!((budget.max_calls, budget.max_cost_usd, budget.call_timeout_ms), (Some(3), Some(1.0), Some(1000.0)));
    let advanced =
        |under: Value, upper: Value| over(json!({ "advanced": under }), json!({ "advanced": upper })).advanced.unwrap();
    let both =
        advanced(json!({ "critique": { "fence": false } }), json!({ "critique": { "sees": ["history"] } })).critique.unwrap();
    assert_eq!((both.fence, both.sees.map(|sees| sees.len())), (Some(false), Some(1)));
    let price = |dollars: u32| json!({ "input": dollars, "output": dollars });
    let both =
        advanced(json!({ "prices": { "a": price(1), "b": price(1) } }), json!({ "prices": { "b": price(2), "c": price(3) } }));
    let dollars = both.prices.unwrap().iter().map(|(name, price)| (name.to_owned(), price.input)).collect::<Vec<_>>();
    assert_eq!(dollars, [("a".to_owned(), 1.0), ("b".to_owned(), 2.0), ("c".to_owned(), 3.0)]);
    let both = advanced(
        json!({ "history": { "maxDrafts": 2 }, "jury": { "mode": "median" } }),
        json!({ "history": { "maxChars": 9000 } }),
    );
    assert_eq!(both.history.unwrap().max_drafts, Some(2));
    assert!(both.jury.unwrap().mode.is_some());
}

fn researched(over: Value) -> Result<ResearchRun, ReflectError> {
    ResearchRun::create_run(&InputValue::from(&research::settings(over)), "q", 7, 0.0)
}

fn decided(settings: Value) -> Result<DecisionRun, ReflectError> {
    DecisionRun::create_run(&InputValue::from(&settings), &InputValue::from(&decision::situation(json!({}))), 7, 0.0)
}

fn flown(budget: Value) -> Result<AutopilotRun, ReflectError> {
    AutopilotRun::create_run(
        &InputValue::from(&autopilot::settings(json!({ "budget": budget }))),
        InputValue::List(vec![]),
        7,
        0.0,
    )
}

fn refused_as<R>(made: Result<R, ReflectError>, message: &str) {
    let error = made.err().unwrap_or_else(|| panic!("taken, and not refused: {message}"));
    assert!(error.code == ErrorCode::InvalidSettings && error.message.contains(message), "{}", error.message);
}

#[test]
fn a_time_for_verifiers_is_refused_where_there_are_none() {
    let budget = json!({ "verifierTimeoutMs": 5 });
    let message = "unknown setting `budget.verifierTimeoutMs`";
    refused_as(researched(json!({ "budget": budget })), message);
    refused_as(decided(json!({ "budget": budget })), message);
    refused_as(flown(budget.clone()), message);
    assert!(ReflectSettings::check_settings(&InputValue::from(&json!({ "budget": budget }))).is_ok());
}

#[test]
fn a_limit_of_repetitions_above_its_window_is_refused() {
    let message =
        |limit: u32, window: u32| format!("`repetition.limit` ({limit}) must not be above `repetition.window` ({window})");
    refused_as(researched(json!({ "repetition": { "window": 3, "limit": 5 } })), &message(5, 3));
    refused_as(researched(json!({ "repetition": { "window": 2, "limit": 3 } })), &message(3, 2));
    assert!(researched(json!({ "repetition": { "window": 5, "limit": 5 } })).is_ok());
}

#[test]
fn single_repetition_setting_makes_the_default_of_the_other_give_way() {
    let cases = [
        (json!({}), (10, 3)),
        (json!({ "window": 2 }), (2, 2)),
        (json!({ "window": 20 }), (20, 3)),
        (json!({ "limit": 11 }), (11, 11)),
        (json!({ "limit": 1 }), (10, 1)),
    ];
    for (repetition, expected) in cases {
        let settings =
            ResearchSettings::check_settings(&InputValue::from(&research::settings(json!({ "repetition": repetition }))))
                .unwrap();
        assert_eq!((settings.window, settings.limit), expected, "{repetition}");
    }
}

#[test]
fn an_own_rule_has_no_name_of_the_four() {
    for name in ["contradiction", "overconfidence", "risk", "failure"] {
        refused_as(decided(json!({ "ownRules": ["velocity", name] })), &format!("`ownRules.{name}` must have another name"));
    }
    assert!(decided(json!({ "ownRules": ["velocity"] })).is_ok());
}
