//! What passed, failed and was skipped, and the table of runtimes.

use crate::workspace::in_ci;

/// What ran so far, or what one test runner said that it ran.
#[derive(Clone, Copy, Default, Debug, PartialEq)]
pub struct Counts {
    pub passed: u64,
    pub failed: u64,
    pub skipped: u64,
}

/// Counts of all stages so far.
#[derive(Default)]
pub struct Tally {
    pub counts: Counts,
    /// Names of what failed, in order.
    pub failures: Vec<String>,
    /// Rows of the table of runtimes: what ran, and the version that it told, or why there is none.
    runtimes: Vec<(String, String)>,
}

impl Tally {
    /// Adds what another counted.
    pub fn add(&mut self, other: Self) {
        self.counts.passed += other.counts.passed;
        self.counts.failed += other.counts.failed;
        self.counts.skipped += other.counts.skipped;
        self.failures.extend(other.failures);
        self.runtimes.extend(other.runtimes);
    }

    /// Counts one check.
    pub fn check(&mut self, name: &str, passed: bool) {
        if passed {
            self.counts.passed += 1;
        } else {
            self.counts.failed += 1;
            self.failures.push(name.to_owned());
        }
    }

    /// Counts the closing lines of a test runner; the runner's own word on failure wins over its counts.
    pub fn runner(&mut self, name: &str, success: bool, counts: Counts) {
        self.counts.passed += counts.passed;
        self.counts.skipped += counts.skipped;
        if !success || counts.failed > 0 || counts.passed == 0 {
            println!("{name}: {} failed, {} passed", counts.failed, counts.passed);
            self.counts.failed += counts.failed.max(1);
            self.failures.push(name.to_owned());
        }
    }

    /// Notes what could not run here, and why. A machine that nobody watches must run everything.
    pub fn skip(&mut self, name: &str, reason: &str) {
        println!("skipped: {name}: {reason}");
        if in_ci() {
            self.check(name, false);
        } else {
            self.counts.skipped += 1;
        }
    }

    /// Counts a row of the table of runtimes: the version that the runtime told, or what was printed when it failed, which the end repeats.
    pub fn runtime(&mut self, name: &str, version: Result<&str, &str>) {
        self.check(&version.err().map_or_else(|| name.to_owned(), |printed| format!("{name}\n{printed}")), version.is_ok());
        self.runtimes.push((name.to_owned(), version.unwrap_or("failed").to_owned()));
    }

    /// The same of one that could not run here.
    pub fn skip_runtime(&mut self, name: &str, reason: &str) {
        self.skip(name, reason);
        self.runtimes.push((name.to_owned(), "skipped".to_owned()));
    }

    /// The table of runtimes as Markdown, empty when no runtime was asked for.
    pub fn table(&self) -> String {
        let line = |name: &str, version: &str| format!("| {name:45} | {version:13} |\n");
        let rows: String = self.runtimes.iter().map(|(name, version)| line(name, version)).collect();
        if rows.is_empty() { rows } else { line("runtime", "version") + &line("---", "---") + &rows }
    }

    /// The plain closing line.
    pub fn closing(&self) -> String {
        let Counts { passed, failed, skipped } = self.counts;
        let skipped = if skipped > 0 { format!(", {skipped} skipped") } else { String::new() };
        format!("{passed} passed, {failed} failed{skipped}")
    }
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

    #[test]
    fn a_row_that_failed_is_told_with_what_it_printed() {
        let mut tally = Tally::default();
        tally.runtime("Node", Ok("20.20.2"));
        tally.runtime("Firefox", Err("no page came"));
        assert_eq!(tally.failures, ["Firefox\nno page came"]);
        assert_eq!(tally.closing(), "1 passed, 1 failed");
    }
}
