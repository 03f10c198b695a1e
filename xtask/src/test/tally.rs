//! What passed, failed and was skipped, and the table of runtimes.

use std::collections::BTreeMap;

use crate::workspace::in_ci;

/// How one check ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Passed,
    Failed,
    Skipped,
}

/// Counts of all stages so far.
#[derive(Default)]
pub struct Tally {
    pub passed: u64,
    pub failed: u64,
    pub skipped: u64,
    /// Names of what failed, in order.
    pub failures: Vec<String>,
    /// Rows in the order they were first met: the runtime, and the outcome for each module format.
    runtimes: Vec<(String, BTreeMap<&'static str, Outcome>)>,
}

impl Tally {
    /// Counts one check.
    pub fn check(&mut self, name: &str, passed: bool) {
        if passed {
            self.passed += 1;
        } else {
            self.failed += 1;
            self.failures.push(name.to_owned());
        }
    }

    /// Counts the closing lines of a test runner; the runner's own word on failure wins over its counts.
    pub fn runner(&mut self, name: &str, success: bool, counts: Counts) {
        self.passed += counts.passed;
        self.skipped += counts.skipped;
        if success && counts.failed == 0 {
            if counts.passed == 0 {
                println!("{name}: no test ran");
                self.check(name, false);
            }
            return;
        }
        self.failed += counts.failed.max(1);
        self.failures.push(name.to_owned());
    }

    /// Notes what could not run here, and why. A machine that nobody watches must run everything.
    pub fn skip(&mut self, name: &str, reason: &str) {
        println!("skipped: {name}: {reason}");
        if in_ci() {
            self.check(name, false);
        } else {
            self.skipped += 1;
        }
    }

    /// Puts a cell into the table of runtimes; counting is done by the methods above.
    pub fn cell(&mut self, runtime: &str, format: &'static str, outcome: Outcome) {
        match self.runtimes.iter_mut().find(|(name, _)| name == runtime) {
            Some((_, cells)) => {
                cells.insert(format, outcome);
            }
            None => self.runtimes.push((runtime.to_owned(), BTreeMap::from([(format, outcome)]))),
        }
    }

    /// The table of runtimes as Markdown, empty when no runtime was asked for.
    pub fn table(&self) -> String {
        if self.runtimes.is_empty() {
            return String::new();
        }
        let width = self.runtimes.iter().map(|(name, _)| name.chars().count()).max().unwrap_or_default();
        let mut table = format!("| {:width$} | ESM | CJS |\n| {:-<width$} | --- | --- |\n", "runtime", "");
        for (name, cells) in &self.runtimes {
            let mark = |format| match cells.get(format) {
                Some(Outcome::Passed) => "✓",
                Some(Outcome::Failed) => "✗",
                Some(Outcome::Skipped) => "?",
                None => " ",
            };
            table.push_str(&format!("| {name:width$} |  {}  |  {}  |\n", mark("ESM"), mark("CJS")));
        }
        table
    }

    /// The plain closing line.
    pub fn closing(&self) -> String {
        let skipped = if self.skipped > 0 { format!(", {} skipped", self.skipped) } else { String::new() };
        format!("{} passed, {} failed{skipped}", self.passed, self.failed)
    }
}

/// What a test runner said that it ran.
#[derive(Default, Debug, PartialEq)]
pub struct Counts {
    pub passed: u64,
    pub failed: u64,
    pub skipped: u64,
}

impl Counts {
    /// Adds up cargo's `test result: ok. 12 passed; 0 failed; 1 ignored; …` lines.
    pub fn of_cargo(text: &str) -> Self {
        let mut counts = Self::default();
        for line in text.lines().filter_map(|line| line.trim().strip_prefix("test result: ")) {
            let (_, numbers) = line.split_once(". ").unwrap_or_default();
            for part in numbers.split("; ") {
                match part.split_once(' ') {
                    Some((number, "passed")) => counts.passed += number.parse().unwrap_or(0),
                    Some((number, "failed")) => counts.failed += number.parse().unwrap_or(0),
                    Some((number, "ignored")) => counts.skipped += number.parse().unwrap_or(0),
                    _ => {}
                }
            }
        }
        counts
    }

    /// Reads the closing lines of `node --test`: `ℹ pass 12`, or `# pass 12`.
    pub fn of_node(text: &str) -> Self {
        let mut counts = Self::default();
        for line in text.lines() {
            let Some(line) = line.strip_prefix("ℹ ").or_else(|| line.strip_prefix("# ")) else { continue };
            match line.split_once(' ') {
                Some(("pass", number)) => counts.passed += number.parse().unwrap_or(0),
                Some(("fail" | "cancelled", number)) => counts.failed += number.parse().unwrap_or(0),
                Some(("skipped" | "todo", number)) => counts.skipped += number.parse().unwrap_or(0),
                _ => {}
            }
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_lines_are_added_up() {
        let text = "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s\n\
                    test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured\n";
        assert_eq!(Counts::of_cargo(text), Counts { passed: 4, failed: 2, skipped: 1 });
    }

    #[test]
    fn node_lines_are_read() {
        let text = "✔ a test\nℹ tests 7\nℹ pass 4\nℹ fail 1\nℹ cancelled 1\nℹ skipped 1\nℹ todo 0\nℹ duration_ms 9.5\n";
        assert_eq!(Counts::of_node(text), Counts { passed: 4, failed: 2, skipped: 1 });
    }

    #[test]
    fn a_runner_that_ran_nothing_has_failed() {
        let mut tally = Tally::default();
        tally.runner("js", true, Counts::default());
        assert_eq!(tally.closing(), "0 passed, 1 failed");
    }

    #[test]
    fn a_runner_that_died_has_failed_even_when_its_counts_look_fine() {
        let mut tally = Tally::default();
        tally.runner("js", false, Counts { passed: 5, failed: 0, skipped: 2 });
        assert_eq!(tally.closing(), "5 passed, 1 failed, 2 skipped");
    }

    #[test]
    fn a_cell_that_ran_has_a_tick() {
        let mut tally = Tally::default();
        tally.cell("Node 20", "ESM", Outcome::Passed);
        tally.cell("Node 20", "CJS", Outcome::Failed);
        tally.cell("Deno", "ESM", Outcome::Skipped);
        let table = "| runtime | ESM | CJS |\n| ------- | --- | --- |\n| Node 20 |  ✓  |  ✗  |\n| Deno    |  ?  |     |\n";
        assert_eq!(tally.table(), table);
    }
}
