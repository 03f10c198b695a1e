//! Whether a quote stands in a text.

/// A text that is quoted from.
pub struct Source {
    text: String,
}

impl Source {
    pub fn new(text: &str) -> Self {
        Self { text: spaced(text) }
    }

    /// The quote, each run of white space in it one space, when it stands so in the text.
    ///
    /// # Errors
    /// Why it does not count.
    pub fn quoted(&self, quote: &str) -> Result<String, String> {
        let quote = spaced(quote);
        let mut found = self.text.match_indices(&quote).peekable();
        if found.peek().is_none() {
            return Err("its quote does not stand in the document".to_owned());
        }
        let whole = found.any(|(at, _)| {
            let (before, after) = (self.text.get(..at), self.text.get(at + quote.len()..));
            !(goes_on(before.unwrap_or_default().chars().rev(), quote.chars().next())
                || goes_on(after.unwrap_or_default().chars(), quote.chars().next_back()))
        });
        if whole { Ok(quote) } else { Err("its quote begins or ends inside of a number".to_owned()) }
    }
}

/// Whether the number that a quote ends with (or begins, read backwards) goes on: 1 is no quote from 1,200 or from 1.5.
fn goes_on(mut outside: impl Iterator<Item = char>, last: Option<char>) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    digit(last)
        && match outside.next() {
            Some('.' | ',') => digit(outside.next()),
            next => digit(next),
        }
}

fn spaced(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_stands_word_for_word_or_not_at_all() {
        let source = Source::new("Sales rose\n  to 1,200 units,\u{a0}or 3.5 % more.\tIn 2023, 2024 was planned. 5.");
        let cases = [
            ("Sales rose to 1,200 units", true),
            (" rose \n to", true),
            ("units, or 3.5 %", true),
            ("1,200", true),
            ("1,20", false),
            ("200", false),
            ("3.5", true),
            ("3", false),
            ("5 %", false),
            ("2023", true),
            ("5.", true),
            ("5", true),
            ("sales rose", false),
            ("Sales rose … units", false),
            ("Sales  fell", false),
            ("\"Sales rose\"", false),
        ];
        for (quote, stands) in cases {
            assert_eq!(source.quoted(quote).is_ok(), stands, "{quote}");
        }
        assert_eq!(source.quoted(" rose\n to ").unwrap(), "rose to");
    }
}
