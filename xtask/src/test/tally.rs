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
    /// Rows of the table of runtimes, in the order they were first met.
    runtimes: Vec<Runtime>,
}

/// A row of the table.
struct Runtime {
    name: String,
    /// As the runtime told it; empty when it did not run.
    version: String,
    /// By module format.
    cells: BTreeMap<&'static str, Outcome>,
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
    pub fn cell(&mut self, name: &str, format: &'static str, outcome: Outcome, version: &str) {
        let at = self.runtimes.iter().position(|row| row.name == name).unwrap_or_else(|| {
            let row = Runtime { name: name.to_owned(), version: String::new(), cells: BTreeMap::new() };
            self.runtimes.push(row);
            self.runtimes.len() - 1
        });
        let row = &mut self.runtimes[at];
        row.cells.insert(format, outcome);
        if !version.is_empty() {
            row.version = version.to_owned();
        }
    }

    /// The table of runtimes as Markdown, empty when no runtime was asked for.
    pub fn table(&self) -> String {
        if self.runtimes.is_empty() {
            return String::new();
        }
        let width = |of: fn(&Runtime) -> &str| self.runtimes.iter().map(|row| of(row).chars().count()).max().unwrap_or(0).max(7);
        let (names, versions) = (width(|row| &row.name), width(|row| &row.version));
        let mut table = format!("| {:names$} | {:versions$} | ESM | CJS |\n", "runtime", "version");
        table.push_str(&format!("| {:-<names$} | {:-<versions$} | --- | --- |\n", "", ""));
        for Runtime { name, version, cells } in &self.runtimes {
            let mark = |format| match cells.get(format) {
                Some(Outcome::Passed) => "✓",
                Some(Outcome::Failed) => "✗",
                Some(Outcome::Skipped) => "?",
                None => " ",
            };
            let (esm, cjs) = (mark("ESM"), mark("CJS"));
            table.push_str(&format!("| {name:names$} | {version:versions$} |  {esm}  |  {cjs}  |\n"));
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
    /// Adds up the closing lines of cargo, `test result: ok. 12 passed; 0 failed; …`, and of `node --test`, `ℹ pass 12` or `# pass 12`.
    pub fn of(text: &str) -> Self {
        let mut counts = Self::default();
        let heads = ["test result: ok. ", "test result: FAILED. ", "ℹ ", "# "];
        for line in text.lines().filter_map(|line| heads.iter().find_map(|head| line.trim().strip_prefix(head))) {
            for (left, right) in line.split("; ").filter_map(|part| part.split_once(' ')) {
                let (word, number) = left.parse().map_or((left, right.parse().unwrap_or(0)), |number: u64| (right, number));
                match word {
                    "passed" | "pass" => counts.passed += number,
                    "failed" | "fail" | "cancelled" => counts.failed += number,
                    "ignored" | "skipped" | "todo" => counts.skipped += number,
                    _ => {}
                }
            }
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closing_lines_of_both_runners_are_added_up() {
        let cargo = "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s\n\
                     test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured\n";
        let node = "✔ a test\nℹ tests 7\nℹ pass 4\nℹ fail 1\nℹ cancelled 1\nℹ skipped 1\nℹ todo 0\nℹ duration_ms 9.5\n";
        for text in [cargo, node] {
            assert_eq!(Counts::of(text), Counts { passed: 4, failed: 2, skipped: 1 });
        }
    }

    #[test]
    fn a_runner_that_died_or_ran_nothing_has_failed_even_when_its_counts_look_fine() {
        let mut tally = Tally::default();
        tally.runner("js", true, Counts::default());
        tally.runner("js", false, Counts { passed: 5, failed: 0, skipped: 2 });
        assert_eq!(tally.closing(), "5 passed, 2 failed, 2 skipped");
    }
}
