//! How several critics become one verdict.

use serde::Serialize;
use tsify::Tsify;

words! {
    /// Which verdict counts. None of these accepts a draft that no critic accepted.
    JuryMode {
        /// Accepted when every critic that could be read accepts.
        Veto = "veto",
        /// Accepted when more than half of those that could be read accept.
        Majority = "majority",
        /// Accepted when the middle score reaches `acceptanceThreshold`; without scores as by majority.
        Median = "median",
    }
}
words! {
    /// Who is asked when.
    JuryOrder {
        /// All at once.
        Parallel = "parallel",
        /// One after another, until those that are left could not change the verdict.
        Sequential = "sequential",
    }
}

settings! {
    /// How several critics are combined; of no effect with one.
    JurySettings {
        /// Default `veto`: accepted only when every critic that could be read accepts. `majority`: more than half of them. `median`: the
        /// middle score reaches `acceptanceThreshold` (without scores as by majority). Each criterion of the criteria form by the same
        /// rule. A critic that cannot be read is left out; with none left the critique is unreadable.
        mode: JuryMode = "mode" word(JuryMode::WORDS);
        /// Default `parallel`: all at once. `sequential`: one after another, until those that are left could not change the verdict.
        order: JuryOrder = "order" word(JuryOrder::WORDS);
    }
}
