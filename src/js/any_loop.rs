//! Every loop in one machine, so that a wasm carries the machine once and not once for each loop.

use serde::Serialize;

use crate::error::ReflectError;
use crate::flow::{Call, Loop, Reply, RunContext, Stop};
use crate::settings::{Budget, InputValue};

/// Declares the loops, each with its result.
macro_rules! loops {
    ($($(#[$on:meta])* $name:ident($inner:ty) -> $outcome:ty;)+) => {
        #[allow(clippy::large_enum_variant, reason = "one for each run, which is boxed as a whole")]
        pub enum AnyLoop {
            $($(#[$on])* $name($inner),)+
        }

        #[derive(Serialize)]
        #[serde(untagged)]
        pub enum Outcome {
            $($(#[$on])* $name($outcome),)+
        }

        impl Loop for AnyLoop {
            type Outcome = Outcome;

            fn handle_replies(&mut self, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) -> Option<Stop> {
                match self { $($(#[$on])* Self::$name(run) => run.handle_replies(replies, ctx),)+ }
            }

            fn salvage_replies(&mut self, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) {
                match self { $($(#[$on])* Self::$name(run) => run.salvage_replies(replies, ctx),)+ }
            }

            fn finish_run(&mut self, stop: &Stop, ctx: &mut RunContext) {
                match self { $($(#[$on])* Self::$name(run) => run.finish_run(stop, ctx),)+ }
            }

            fn build_outcome(&self, stop: &Stop, ctx: &RunContext) -> Outcome {
                match self { $($(#[$on])* Self::$name(run) => Outcome::$name(run.build_outcome(stop, ctx)),)+ }
            }

            fn handle_human_review(&mut self, accepted: bool, feedback: Option<String>, ctx: &mut RunContext) -> Result<Option<Stop>, ReflectError> {
                match self { $($(#[$on])* Self::$name(run) => run.handle_human_review(accepted, feedback, ctx),)+ }
            }

            fn budget(&self) -> &Budget {
                match self { $($(#[$on])* Self::$name(run) => run.budget(),)+ }
            }

            fn hash_inputs(&self) -> u64 {
                match self { $($(#[$on])* Self::$name(run) => run.hash_inputs(),)+ }
            }

            fn update_settings(&mut self, settings: &InputValue) -> Result<(), ReflectError> {
                match self { $($(#[$on])* Self::$name(run) => run.update_settings(settings),)+ }
            }
        }
    };
}

loops! {
    #[cfg(feature = "engine")]
    Autopilot(crate::autopilot::Autopilot) -> crate::autopilot::AutopilotResult;
    #[cfg(feature = "decision")]
    Decision(crate::decision::Decision) -> crate::decision::DecisionReflection;
    #[cfg(feature = "research")]
    Research(crate::research::Research) -> crate::research::ResearchResult;
    #[cfg(feature = "engine")]
    Reflect(crate::reflect::Reflect) -> crate::reflect::ReflectResult;
}
