//! How several critics become one verdict.

use serde::Serialize;
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

/// Whose word counts. None of them accepts a draft that no critic accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum JuryMode {
    /// Accepted when every critic that could be read accepts.
    #[default]
    Veto,
    /// Accepted when more than half of those that could be read accept.
    Majority,
    /// Accepted when the middle score reaches `acceptanceThreshold`; without scores as by majority.
    Median,
}

/// Who is asked when.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum JuryOrder {
    /// All at once.
    #[default]
    Parallel,
    /// One after another, until those that are left could not change the verdict.
    Sequential,
}

/// How several critics are combined; of no effect with one.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
pub struct JurySettings {
    /// Default `veto`: accepted only when every critic that could be read accepts. `majority`: more than half of them. `median`: the
    /// middle score reaches `acceptanceThreshold` (without scores as by majority). Each criterion of the criteria form by the same
    /// rule. A critic that cannot be read is left out; with none left the critique is unreadable.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "'veto' | 'majority' | 'median'"))]
    pub mode: Option<JuryMode>,
    /// Default `parallel`: all at once. `sequential`: one after another, until those that are left could not change the verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "'parallel' | 'sequential'"))]
    pub order: Option<JuryOrder>,
}
