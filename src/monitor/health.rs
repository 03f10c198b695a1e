//! What the figures say: the seed's four alerts, and its table of which part is broken.

use serde::Serialize;
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use super::metrics::{LoopMeasure, LoopMetric};
use super::settings::{AlertMode, MonitorSettings};
use super::tally::Tally;
use crate::message::Named;

/// A figure beyond its level.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LoopAlert {
    pub metric: LoopMetric,
    pub value: f64,
    /// On which side of `level` the value is.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "'above' | 'below'"))]
    pub side: &'static str,
    pub level: f64,
    /// How many the figure comes from.
    pub n: f64,
    /// Bounds of its interval; absent where there are too few for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
    /// The whole interval lies beyond the level, too. Always true in the mode `confident`.
    pub confident: bool,
    /// What it says of the loop, in the Lazy Agent essay's words.
    pub hint: &'static str,
}

/// A row of the Lazy Agent essay's table that holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LoopDiagnosis {
    pub symptom: &'static str,
    /// The broken component.
    pub component: &'static str,
    pub fix: &'static str,
    /// The two figures of the symptom.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "LoopMetric[]"))]
    pub metrics: [LoopMetric; 2],
    /// Both intervals lie beyond their levels, too. Always true in the mode `confident`.
    pub confident: bool,
}

/// Figures, alerts and diagnosis of some runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LoopHealth {
    /// Runs that were observed, also those that failed or were aborted.
    pub runs: f64,
    pub failed: f64,
    pub aborted: f64,
    /// By name; one that has nothing to be worked out from is absent.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Partial<Record<LoopMetric, number>>"))]
    pub metrics: Named<f64>,
    /// What each figure was worked out from, by name.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<LoopMetric, LoopMeasure>"))]
    pub measures: Named<LoopMeasure>,
    /// Those that are open.
    pub alerts: Vec<LoopAlert>,
    /// The rows of the Lazy Agent essay's table that hold.
    pub diagnosis: Vec<LoopDiagnosis>,
}

impl LoopHealth {
    pub(super) fn of(tally: &Tally, settings: &MonitorSettings) -> Self {
        let measures: Vec<(LoopMetric, LoopMeasure)> =
            LoopMetric::ALL.into_iter().map(|metric| (metric, LoopMeasure::of(metric, tally, settings.confidence))).collect();
        Self {
            runs: tally.runs,
            failed: tally.failed,
            aborted: tally.aborted,
            metrics: measures.iter().filter_map(|(m, measure)| measure.value.map(|value| (m.name().to_owned(), value))).collect(),
            measures: measures.into_iter().map(|(m, measure)| (m.name().to_owned(), measure)).collect(),
            alerts: alerts(tally, settings),
            diagnosis: diagnosis(tally, settings),
        }
    }
}

/// The figures that have an alert, in its order.
pub(super) const ALERTED: [LoopMetric; 4] =
    [LoopMetric::TimeoutRate, LoopMetric::StoppedAtIteration1, LoopMetric::Correlation, LoopMetric::AvgRetryCount];

/// The seed's four: those that are open, in its order.
pub(super) fn alerts(tally: &Tally, settings: &MonitorSettings) -> Vec<LoopAlert> {
    let levels = &settings.levels;
    let four = [
        (LoopMetric::TimeoutRate, Beyond::Above(levels.timeout_rate_high), "Canonical model has unrealistic required fields"),
        (
            LoopMetric::StoppedAtIteration1,
            Beyond::Above(levels.stopped_at_iteration_1_high),
            "Reflection incorrectly considers incomplete data \"complete\"",
        ),
        (LoopMetric::Correlation, Beyond::Below(levels.correlation_low), "Evaluation metrics don't predict user satisfaction"),
        (
            LoopMetric::AvgRetryCount,
            Beyond::Above(levels.avg_retry_count_high),
            "Evaluation thresholds too strict, wasting compute",
        ),
    ];
    let open = |(metric, beyond, hint): (LoopMetric, Beyond, &'static str)| {
        // An interval holds its figure: where this is not beyond the level, that is not worked out.
        if !beyond.is_met_by(LoopMeasure::value(metric, tally)) {
            return None;
        }
        let measure = LoopMeasure::of(metric, tally, settings.confidence);
        if metric == LoopMetric::Correlation && measure.n < settings.min_rated {
            return None;
        }
        let (value, (point, confident)) = (measure.value?, beyond.met(&measure));
        let (side, level) = beyond.told();
        let LoopMeasure { n, low, high, .. } = measure;
        settings.mode.is_met(point, confident).then_some(LoopAlert { metric, value, side, level, n, low, high, confident, hint })
    };
    four.into_iter().filter_map(open).collect()
}

fn diagnosis(tally: &Tally, settings: &MonitorSettings) -> Vec<LoopDiagnosis> {
    let levels = &settings.levels;
    let timeouts = (LoopMetric::TimeoutRate, Beyond::Above(levels.timeout_rate_high));
    let rows = [
        (
            [timeouts, (LoopMetric::PassRate, Beyond::Below(levels.pass_rate_low))],
            ("High timeout_rate + Low pass_rate", "Canonical model too strict", "Relax required fields"),
        ),
        (
            [
                (LoopMetric::PassRate, Beyond::Above(levels.pass_rate_high)),
                (LoopMetric::UserRejectionRate, Beyond::Above(levels.user_rejection_rate_high)),
            ],
            ("High pass_rate + High user_rejection_rate", "Evaluation too lenient", "Tighten thresholds"),
        ),
        (
            [
                (LoopMetric::StoppedAtIteration1, Beyond::Above(levels.stopped_at_iteration_1_high)),
                (LoopMetric::AvgMissingFields, Beyond::From(levels.avg_missing_fields_high)),
            ],
            ("High stopped_at_iteration_1 + High avg_missing_fields", "Reflection logic error", "Fix completeness check"),
        ),
        (
            [
                (LoopMetric::AvgRetryCount, Beyond::Above(levels.avg_retry_count_high)),
                (LoopMetric::TimeoutRate, Beyond::Below(levels.timeout_rate_low)),
            ],
            ("High avg_retry_count + Low timeout_rate", "Evaluation too strict", "Lower thresholds"),
        ),
    ];
    let holds = |(pair, (symptom, component, fix)): ([(LoopMetric, Beyond); 2], _)| {
        let met = pair.map(|(metric, beyond)| beyond.met(&LoopMeasure::of(metric, tally, settings.confidence)));
        let (point, confident) = (met.iter().all(|(point, _)| *point), met.iter().all(|(_, confident)| *confident));
        let metrics = pair.map(|(metric, _)| metric);
        settings.mode.is_met(point, confident).then_some(LoopDiagnosis { symptom, component, fix, metrics, confident })
    };
    rows.into_iter().filter_map(holds).collect()
}

impl AlertMode {
    fn is_met(self, point: bool, confident: bool) -> bool {
        match self {
            Self::Point => point,
            Self::Confident => confident,
        }
    }
}

/// What makes a figure high or low.
#[derive(Clone, Copy)]
enum Beyond {
    Above(f64),
    /// Above, or the same.
    From(f64),
    Below(f64),
}

impl Beyond {
    /// Whether the figure, and whether its whole interval, lies there.
    fn met(self, measure: &LoopMeasure) -> (bool, bool) {
        let bound = match self {
            Self::Above(_) | Self::From(_) => measure.low,
            Self::Below(_) => measure.high,
        };
        (self.is_met_by(measure.value), self.is_met_by(bound))
    }

    fn is_met_by(self, figure: Option<f64>) -> bool {
        figure.is_some_and(|at| match self {
            Self::Above(level) => at > level,
            Self::From(level) => at >= level,
            Self::Below(level) => at < level,
        })
    }

    fn told(self) -> (&'static str, f64) {
        match self {
            Self::Above(level) | Self::From(level) => ("above", level),
            Self::Below(level) => ("below", level),
        }
    }
}
