//! What the figures say: the seed's four alerts, and its table of which part is broken.

use super::metrics::{LoopMeasure, LoopMetric};
use super::settings::{AlertMode, FaultSign, MonitorSettings, Side};
use super::tally::Tally;
use crate::message::{Gather, SmallMap};

records! {
    /// A figure beyond its level.
    pub struct LoopAlert {
        pub metric: LoopMetric,
        pub value: f64,
        /// On which side of `level` the value is.
        #[tsify(type = "'above' | 'below'")]
        pub side: &'static str,
        pub level: f64,
        /// Number of runs, evaluations or answers behind the figure.
        pub n: f64,
        /// Bounds of its interval; absent when `n` is too small for one.
        pub low: Option<f64>,
        pub high: Option<f64>,
        /// True when the whole interval lies beyond the level. Always true in the mode `confident`.
        pub confident: bool,
        /// What this says about the loop; in the Lazy Agent essay's words when runs report missing fields of a canonical model.
        pub hint: &'static str,
    }

    /// A row of the Lazy Agent essay's table that applies.
    pub struct LoopDiagnosis {
        pub symptom: &'static str,
        /// The broken component.
        pub component: &'static str,
        pub fix: &'static str,
        /// The two figures of the symptom.
        #[tsify(type = "LoopMetric[]")]
        pub metrics: [LoopMetric; 2],
        /// True when both intervals lie beyond their levels. Always true in the mode `confident`.
        pub confident: bool,
    }

    /// Figures, alerts and diagnosis of some runs.
    pub struct LoopHealth {
        /// Observed runs, including those that failed or were aborted.
        pub runs: f64,
        pub failed: f64,
        pub aborted: f64,
        /// By name; a figure without data is absent.
        #[tsify(type = "Partial<Record<LoopMetric, number>>")]
        pub metrics: SmallMap<f64>,
        /// What each figure is computed from, by name.
        #[tsify(type = "Record<LoopMetric, LoopMeasure>")]
        pub measures: SmallMap<LoopMeasure>,
        /// Open alerts.
        pub alerts: Vec<LoopAlert>,
        /// The rows of the Lazy Agent essay's table that apply.
        pub diagnosis: Vec<LoopDiagnosis>,
    }
}

impl LoopHealth {
    pub(super) fn from_tally(tally: &Tally, settings: &MonitorSettings) -> Self {
        let measure = |metric: &LoopMetric| (metric.as_str().to_owned(), LoopMeasure::from_tally(*metric, tally));
        let measures: SmallMap<LoopMeasure> = LoopMetric::WORDS.values.iter().map(measure).collect();
        Self {
            runs: tally.runs,
            failed: tally.failed,
            aborted: tally.aborted,
            metrics: measures.iter().filter_map(|(name, measure)| Some((name.to_owned(), measure.value?))).collect(),
            measures,
            alerts: evaluate_alerts(tally, settings).into_iter().filter_map(|(_, alert)| alert).gather(),
            diagnosis: find_diagnoses(tally, settings),
        }
    }
}

/// Whether the loops fill a canonical model: only they say what is missing of it.
fn has_canonical_model(tally: &Tally) -> bool {
    tally.with_missing > 0.0
}

/// For each of the seed's four alerts, in its order, its figure, and the alert where it is open.
pub(super) fn evaluate_alerts(tally: &Tally, settings: &MonitorSettings) -> [(LoopMetric, Option<LoopAlert>); 4] {
    let l = &settings.levels;
    let (unreached, premature) = if has_canonical_model(tally) {
        ("Canonical model has unrealistic required fields", "Reflection incorrectly considers incomplete data \"complete\"")
    } else {
        ("More is asked of an answer than the limits allow for", "First answers are kept that nobody independent accepted")
    };
    let hints = [
        (l.timeout_rate_high, unreached),
        (l.stopped_at_iteration_1_high, premature),
        (l.correlation_low, "Evaluation metrics don't predict user satisfaction"),
        (l.avg_retry_count_high, "Evaluation thresholds too strict, wasting compute"),
    ];
    hints.map(|(sign, hint)| {
        let (metric, side, level) = sign;
        let SignReading { measure, holds, confident } = evaluate_fault_sign(sign, tally, settings);
        let LoopMeasure { value, n, low, high } = measure;
        let open = holds && (metric != LoopMetric::Correlation || n >= settings.min_rated);
        let side = if matches!(side, Side::Below) { "below" } else { "above" };
        let alert = value.map(|value| LoopAlert { metric, value, side, level, n, low, high, confident, hint });
        (metric, alert.filter(|_| open))
    })
}

fn find_diagnoses(tally: &Tally, settings: &MonitorSettings) -> Vec<LoopDiagnosis> {
    let l = &settings.levels;
    let (component, fix) = if has_canonical_model(tally) {
        ("Canonical model too strict", "Relax required fields")
    } else {
        ("Limits too tight for what is asked", "Raise the limits, or ask less of an answer")
    };
    let rows = [
        ([l.timeout_rate_high, l.pass_rate_low], ("High timeout_rate + Low pass_rate", component, fix)),
        (
            [l.pass_rate_high, l.user_rejection_rate_high],
            ("High pass_rate + High user_rejection_rate", "Evaluation too lenient", "Tighten thresholds"),
        ),
        (
            [l.stopped_at_iteration_1_high, l.avg_missing_fields_high],
            ("High stopped_at_iteration_1 + High avg_missing_fields", "Reflection logic error", "Fix completeness check"),
        ),
        (
            [l.avg_retry_count_high, l.timeout_rate_low],
            ("High avg_retry_count + Low timeout_rate", "Evaluation too strict", "Lower thresholds"),
        ),
    ];
    let row = |(pair, (symptom, component, fix)): ([FaultSign; 2], _)| {
        let [one, other] = pair.map(|sign| evaluate_fault_sign(sign, tally, settings));
        let (metrics, confident) = (pair.map(|(metric, ..)| metric), one.confident && other.confident);
        (one.holds && other.holds).then_some(LoopDiagnosis { symptom, component, fix, metrics, confident })
    };
    rows.into_iter().filter_map(row).gather()
}

/// What the figure of a sign says.
struct SignReading {
    measure: LoopMeasure,
    holds: bool,
    /// The whole interval of the figure is beyond its level.
    confident: bool,
}

fn evaluate_fault_sign((metric, side, level): FaultSign, tally: &Tally, settings: &MonitorSettings) -> SignReading {
    let measure = match metric {
        // Only runs without an independent acceptance.
        LoopMetric::StoppedAtIteration1 => LoopMeasure::measure_rate(tally.premature, tally.runs),
        other => LoopMeasure::from_tally(other, tally),
    };
    let is_beyond = |at: f64| match side {
        Side::Above => at > level,
        Side::From => at >= level,
        Side::Below => at < level,
    };
    let nearest = if matches!(side, Side::Below) { measure.high } else { measure.low };
    let confident = nearest.is_some_and(is_beyond);
    let holds = match settings.mode {
        AlertMode::Point => measure.value.is_some_and(is_beyond),
        AlertMode::Confident => confident,
    };
    SignReading { measure, holds, confident }
}
