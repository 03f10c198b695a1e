//! What the figures say: the seed's four alerts, and its table of which part is broken.

use serde::Serialize;
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use super::metrics::{LoopMeasure, LoopMetric};
use super::settings::{AlertMode, Levels, MonitorSettings};
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

/// The seed's four alerts, in its order.
pub(super) const ALERTED: [LoopMetric; 4] =
    [LoopMetric::TimeoutRate, LoopMetric::StoppedAtIteration1, LoopMetric::Correlation, LoopMetric::AvgRetryCount];

/// Those of them that are open.
pub(super) fn alerts(tally: &Tally, settings: &MonitorSettings) -> Vec<LoopAlert> {
    let open = |metric: LoopMetric| {
        let (side, level, hint) = alert(metric, &settings.levels)?;
        let measure = LoopMeasure::alerting(metric, tally, settings.confidence);
        if metric == LoopMetric::Correlation && measure.n < settings.min_rated {
            return None;
        }
        let (met, confident) = (side.met(measure.value, level), side.met(side.bound(&measure), level));
        let LoopMeasure { n, low, high, .. } = measure;
        let alert = LoopAlert { metric, value: measure.value?, side: side.name(), level, n, low, high, confident, hint };
        settings.mode.is_met(met, confident).then_some(alert)
    };
    ALERTED.into_iter().filter_map(open).collect()
}

/// From which side of which level on a figure alerts, and what that says of the loop.
fn alert(metric: LoopMetric, levels: &Levels) -> Option<(Side, f64, &'static str)> {
    Some(match metric {
        LoopMetric::TimeoutRate => (Side::Above, levels.timeout_rate_high, "Canonical model has unrealistic required fields"),
        LoopMetric::StoppedAtIteration1 => {
            let hint = "Reflection incorrectly considers incomplete data \"complete\"";
            (Side::Above, levels.stopped_at_iteration_1_high, hint)
        }
        LoopMetric::Correlation => (Side::Below, levels.correlation_low, "Evaluation metrics don't predict user satisfaction"),
        LoopMetric::AvgRetryCount => {
            (Side::Above, levels.avg_retry_count_high, "Evaluation thresholds too strict, wasting compute")
        }
        _ => return None,
    })
}

fn diagnosis(tally: &Tally, settings: &MonitorSettings) -> Vec<LoopDiagnosis> {
    use LoopMetric::{AvgMissingFields, AvgRetryCount, PassRate, StoppedAtIteration1, TimeoutRate, UserRejectionRate};
    let l = &settings.levels;
    let rows = [
        (
            [(TimeoutRate, Side::Above, l.timeout_rate_high), (PassRate, Side::Below, l.pass_rate_low)],
            ("High timeout_rate + Low pass_rate", "Canonical model too strict", "Relax required fields"),
        ),
        (
            [(PassRate, Side::Above, l.pass_rate_high), (UserRejectionRate, Side::Above, l.user_rejection_rate_high)],
            ("High pass_rate + High user_rejection_rate", "Evaluation too lenient", "Tighten thresholds"),
        ),
        (
            [
                (StoppedAtIteration1, Side::Above, l.stopped_at_iteration_1_high),
                (AvgMissingFields, Side::From, l.avg_missing_fields_high),
            ],
            ("High stopped_at_iteration_1 + High avg_missing_fields", "Reflection logic error", "Fix completeness check"),
        ),
        (
            [(AvgRetryCount, Side::Above, l.avg_retry_count_high), (TimeoutRate, Side::Below, l.timeout_rate_low)],
            ("High avg_retry_count + Low timeout_rate", "Evaluation too strict", "Lower thresholds"),
        ),
    ];
    let holds = |(pair, (symptom, component, fix)): ([(LoopMetric, Side, f64); 2], _)| {
        let met = pair.map(|(metric, side, level)| {
            let measure = LoopMeasure::alerting(metric, tally, settings.confidence);
            (side.met(measure.value, level), side.met(side.bound(&measure), level))
        });
        let (point, confident) = (met.iter().all(|(point, _)| *point), met.iter().all(|(_, confident)| *confident));
        let metrics = pair.map(|(metric, ..)| metric);
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

/// On which side of its level a figure is high or low.
#[derive(Clone, Copy)]
enum Side {
    Above,
    /// Above, or the same.
    From,
    Below,
}

impl Side {
    fn met(self, figure: Option<f64>, level: f64) -> bool {
        figure.is_some_and(|at| match self {
            Self::Above => at > level,
            Self::From => at >= level,
            Self::Below => at < level,
        })
    }

    /// The bound of the interval that is nearest to the level: beyond it, the whole interval is.
    fn bound(self, measure: &LoopMeasure) -> Option<f64> {
        match self {
            Self::Above | Self::From => measure.low,
            Self::Below => measure.high,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Above | Self::From => "above",
            Self::Below => "below",
        }
    }
}
