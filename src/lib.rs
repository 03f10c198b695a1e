//! Makes an agent check its own work.

#[macro_use]
pub mod error;
#[macro_use]
pub mod message;

pub mod autopilot;
pub mod critique;
pub mod decision;
pub mod evaluator;
pub mod flow;
#[cfg(target_arch = "wasm32")]
pub mod js;
pub mod judge;
pub mod monitor;
pub mod producer;
pub mod prompt;
pub mod reflect;
pub mod reflector;
pub mod research;
pub mod settings;
pub mod tracker;
