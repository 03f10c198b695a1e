//! Makes an agent check its own work.

pub mod critique;
pub mod error;
pub mod flow;
pub mod message;
pub mod settings;
