//! Makes an agent check its own work.

pub mod critique;
pub mod error;
pub mod flow;
pub mod judge;
pub mod message;
pub mod prompt;
pub mod reflect;
pub mod settings;
