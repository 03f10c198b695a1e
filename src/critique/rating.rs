//! Finds a rating in words around a verdict: a second score, a grade, another scale than ten.
//!
//! Numbers are many in a text about something else: a date, a count, a share. A rating is one that a word of rating introduces, or
//! that stands for itself in its sentence.

use super::negation::is_in;
use super::scalar;
use super::sentence::sentences;

/// What a rating of the whole is called before a colon or a comma: `Overall: 3/10`, `Honestly, 3/10`.
const LABELS: &str = "overall total final finally correction corrected honest honestly frankly actual actually real really quality verdict points \
    mark marks grade grading assessment evaluation conclusion judgement judgment truth reflection thought update updated revised adjusted edit \
    fairness short opinion score rating rated";
/// Of these a bare number or a letter is a rating too.
const NAMES: &str = "overall verdict quality grade mark rating score";
/// What may stand around a rating that is given in passing.
const FILLERS: &str = "actually honestly really maybe so just only barely frankly sorry ok okay wait no hmm more like make that this it is be \
    to now rather a an i say should perhaps d would closer probably on then well call i'd let's it's that's";
/// With one of these a bare number is a second thought.
const AGAIN: &str = "actually wait hmm sorry rather more make honestly really maybe perhaps say i'd call";
const RATES: &str = "rate rated rating give gave giving award assign";
const EARNS: &str = "deserves deserve merits earns worth gets receives scores scored";
const RATED: &str = "it this that the answer draft response text code essay reply whole thing";
const AFTER: &str = "overall at because since points only now instead really";
const SCALE: &str = "max maximum score scores scoring scale range of is are the rating ratings points possible on a from to used using highest \
    top best out in percent given graded rated were was all my this it \
    note that here these those both each assigned as";

/// Whether a text rates what is judged below `threshold`, or on another scale than ten.
pub(super) fn rates_below(text: &str, threshold: f64) -> bool {
    let low = |points: f64| points < threshold;
    scores(text).any(low) || clauses(text).any(|clause| rating(&clause).is_some_and(low) || is_another_scale(&clause))
}

/// The words of each sentence, in lower case.
fn clauses(text: &str) -> impl Iterator<Item = Vec<String>> {
    sentences(text).into_iter().filter_map(|clause| {
        // A rating has a digit, or is a letter behind its name.
        let graded = || clause.as_bytes().windows("grade".len()).any(|part| part.eq_ignore_ascii_case(b"grade"));
        let rates = clause.bytes().any(|b| b.is_ascii_digit()) || graded();
        rates.then(|| words(&clause.to_ascii_lowercase()).into_iter().map(str::to_owned).collect())
    })
}

/// Words with the marks that part them: `overall:`, `3/10,`. Dress and brackets are gone.
fn words(text: &str) -> Vec<&str> {
    const MOST: usize = 60;
    let dress = |c: char| matches!(c, '*' | '_' | '#' | '`' | '"' | '\'' | '(' | '[' | '>' | '|' | '“' | '”');
    let bare = |word| str::trim_matches(word, dress);
    text.split_whitespace().map(bare).filter(|word| !word.is_empty()).take(MOST).collect()
}

/// The points that the words at `at` give, and how many words they are.
fn value_at<S: AsRef<str>>(words: &[S], at: usize) -> Option<(f64, usize)> {
    let word = |i: usize| words.get(i).map(|word| plain(word.as_ref()));
    let number = word(at)?;
    let starts = number.starts_with(|c: char| c.is_ascii_digit()) || words.get(at)?.as_ref().starts_with('-');
    if starts && word(at + 1) == Some("out") && word(at + 2) == Some("of") {
        return Some((scalar::points_in(&format!("{number}/{}", word(at + 3)?))?, 4));
    }
    if starts && word(at + 1) == Some("/") {
        return Some((scalar::points_in(&format!("{number}/{}", word(at + 2)?))?, 3));
    }
    Some((scalar::points_in(number)?, 1))
}

fn plain(word: &str) -> &str {
    word.trim_matches(|c: char| matches!(c, '.' | ',' | ':' | ')' | ']' | '=' | '!' | '*'))
}

/// The points that a sentence is there to give.
fn rating(words: &[String]) -> Option<f64> {
    (0..words.len()).find_map(|at| {
        let head = words.get(..at)?;
        let (points, len) = value_at(words, at).or_else(|| Some((letter(words.get(at)?)?, 1)))?;
        let last = words.get(at + len - 1)?;
        let next = words.get(at + len);
        let parted = last.ends_with([',', ')', ']', ':']) || next.is_none_or(|next| next.starts_with(['-', '–', '—']));
        if !parted && !next.is_some_and(|next| is_in(AFTER, plain(next))) {
            return None;
        }
        let shape = Shape::of(words.get(at..at + len)?)?;
        introduces(head, shape).then_some(points)
    })
}

/// `F` or `D+`, in the points that it comes to at most.
fn letter(word: &str) -> Option<f64> {
    const BELOW: f64 = 6.0;
    matches!(plain(word).trim_end_matches(['+', '-']), "c" | "d" | "e" | "f").then_some(BELOW)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// `3/10`
    OfWhole,
    /// `30%`
    Share,
    /// `3`
    Bare,
    /// `F`
    Letter,
}

impl Shape {
    fn of(value: &[String]) -> Option<Self> {
        let text = plain(value.last()?);
        let whole = text.rsplit('/').next().unwrap_or_default();
        let fraction = value.len() > 1 || text.contains('/');
        Some(match text {
            _ if fraction => return is_in("5 10 20 50 100", whole).then_some(Self::OfWhole),
            _ if text.ends_with('%') => Self::Share,
            _ if text.starts_with(|c: char| c.is_ascii_digit()) => Self::Bare,
            _ if letter(text).is_some() => Self::Letter,
            _ => return None,
        })
    }
}

/// Whether the words before a number say that it rates.
fn introduces(head: &[String], shape: Shape) -> bool {
    const LONGEST: usize = 5;
    let is = |list: &str, word: &String| is_in(list, plain(word));
    let Some(last) = head.last() else { return shape == Shape::OfWhole };
    let marked = last.ends_with([':', ',', '=']) || matches!(last.as_str(), "-" | "–" | "—");
    let label = head.get(head.len().saturating_sub(LONGEST)..).unwrap_or_default();
    let labels = if shape == Shape::OfWhole { LABELS } else { NAMES };
    let named = marked && head.len() <= LONGEST && label.iter().any(|word| is(labels, word));
    if shape == Shape::Letter {
        let linked = is("is be a an as", last) || named;
        return linked && label.iter().any(|word| is("grade grading mark", word));
    }
    // "I would rate this 4", "it deserves a 3/10"
    let given = head.iter().rposition(|word| is(RATES, word)).is_some_and(|verb| {
        let between = head.get(verb + 1..).unwrap_or_default();
        let whom = between.iter().any(|word| is(RATED, word));
        whom && between.len() <= LONGEST
            && between.iter().all(|word| is(RATED, word) || is(FILLERS, word) || is("as about", word))
    });
    let earned = shape == Shape::OfWhole
        && head.iter().rposition(|word| is(EARNS, word)).is_some_and(|verb| {
            let between = head.get(verb + 1..).unwrap_or_default();
            between.iter().all(|word| is(FILLERS, word) || is("about maximum most at", word))
        });
    let article = is("a an", last) || !label.iter().any(|word| is("is be to i it this", word));
    let aside = shape == Shape::OfWhole && article && head.len() <= LONGEST && head.iter().all(|word| is(FILLERS, word));
    // "Actually 5", "make it a 4"; "it is 5" may be said of anything.
    let thought = head.iter().all(|word| is(FILLERS, word))
        && (head.iter().any(|word| is(AGAIN, word)) || (is("a", last) && head.len() > 2));
    let again = shape == Shape::Bare && head.len() <= LONGEST + 1 && thought;
    named || given || earned || aside || again
}

/// `Max score: 100`, `(out of 100)`, `on a scale of 0 to 100`.
fn is_another_scale(words: &[String]) -> bool {
    const LONGEST: usize = 12;
    let is = |list: &str| words.iter().any(|word| is_in(list, plain(word)));
    let numbers = |word: &str| word.split(['-', '–', '/']).map(scalar::number).collect::<Option<Vec<_>>>();
    let first = words.first().map(|word| plain(word)).unwrap_or_default();
    let out = is("out") && is("of") && scalar::number(first).is_none();
    let scale = (is("scale max maximum range possible highest top") && is("score scores scoring rating points scale")) || out;
    let known = |word: &String| is_in(SCALE, plain(word)) || numbers(plain(word)).is_some();
    let last = || words.iter().rev().find_map(|word| numbers(plain(word)).and_then(|all| all.last().copied()));
    scale && words.len() <= LONGEST && words.iter().all(known) && last().is_some_and(|top| top > 10.0)
}

/// The points that sentences give in passing: `score 3`, `I give it 4/10`, and those that fill a line.
fn scores(text: &str) -> impl Iterator<Item = f64> {
    const BEFORE: [&str; 11] =
        ["make that", "Make that", "score", "Score", "rating", "Rating", "rate it", "give it", "grade", "Grade", "deserves"];
    let told = BEFORE.into_iter().flat_map(|word| text.match_indices(word)).filter_map(move |(at, word)| {
        if text.get(..at)?.ends_with(char::is_alphabetic) {
            return None;
        }
        let rest = text.get(at + word.len()..)?;
        let rest = rest.trim_start_matches('d').trim_start_matches([' ', ':', '=', '*']);
        let rest = unlinked(rest);
        value_at(&words(rest.lines().next()?), 0).map(|(points, _)| points)
    });
    let lone = |line: &str| if line.contains('/') { scalar::points_in(line.trim_matches([' ', '*', '#', '\r'])) } else { None };
    told.chain(text.lines().filter_map(lone))
}

/// What follows `is actually`, `should be`, `of only`, …
fn unlinked(mut rest: &str) -> &str {
    const LINKS: &str =
        "of is it was to now be should must would really actually rather only just more like at most a an no than";
    const MOST: usize = 6;
    for _ in 0..MOST {
        let Some((_, after)) = rest.split_once(' ').filter(|(word, _)| is_in(LINKS, word)) else { break };
        rest = after;
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_found_in_passing() {
        assert_eq!(scores("UPDATE: score 3. A Score of 4/10, scored 9!").collect::<Vec<_>>(), [3.0, 9.0, 4.0]);
        assert_eq!(scores("I give it 3/10. Rating: 2/10\n**5/10**\n").collect::<Vec<_>>(), [2.0, 3.0, 5.0]);
        assert_eq!(scores("score from 0 to 10, a score below 8, the core 3").count(), 0);
    }

    #[test]
    fn a_rating_is_told_from_a_number() {
        for text in [
            "My score is 3/10.",
            "On reflection, score: 3/10",
            "Score should be 3/10.",
            "Overall: 3/10",
            "Correction: 3/10.",
            "Honestly, 3/10.",
            "Wait. Total: 3 / 10",
            "**Verdict:** 3 out of 10, sorry",
            "Real score = 2",
            "I would rate this 4 out of 10.",
            "I'd give the answer a 4.",
            "It deserves a 3/10 at most.",
            "Grade: F",
            "My grade is a D+.",
            "Max score: 100",
            "(out of 100)",
            "Scale: 0-100",
            "Graded on a scale of 0 to 100.",
            "Note: scores are out of 100.",
            "Actually 5.",
            "Hmm, actually 4.",
            "Make it a 5.",
            "Perhaps it should be a 3.",
            "I'd say 4.",
            "More like a 6.",
        ] {
            assert!(rates_below(text, 8.0), "{text}");
        }
        for text in [
            "Overall: 9/10",
            "9/10 overall.",
            "2/3 of the code is comments.",
            "It was released on 3/10.",
            "Released: 3/10/2024",
            "The ratio 3/10 is right.",
            "Grade A work.",
            "The grade of the road is 6 %",
            "Total: 4 functions are covered.",
            "Checked: 12/12 tests.",
            "The scale runs from 0 to 10.",
            "The maximum score is 10.",
            "It names 2 out of 100 causes.",
            "It gives 3 reasons, and scores of readers will enjoy it.",
            "Accuracy: 7/10",
            "Step 3: 5, as asked",
            "I give the user 3 examples.",
            "It is 5.",
            "That should be 3, and it is.",
            "Actually, 5 of them are there.",
            "Really, 5 examples are more than enough.",
            "There should be 4 of them, and there are.",
        ] {
            assert!(!rates_below(text, 8.0), "{text}");
        }
    }
}
