//! Names without what makes no difference: case, marks, punctuation, legal forms, the order "last, first".

use super::ordered::distinct;

/// A name as it is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub key: String,
    /// Names that say the same less precisely: with initials, without them, without the place that follows a comma.
    pub general: Vec<String>,
}

/// Letters with marks and what they are without: Latin-1 and Latin Extended-A, as far as names need them.
const MARKED: [(&str, &str); 28] = [
    ("àáâãäåāăą", "a"),
    ("çćĉċč", "c"),
    ("ďđð", "d"),
    ("èéêëēĕėęě", "e"),
    ("ĝğġģ", "g"),
    ("ĥħ", "h"),
    ("ìíîïĩīĭįı", "i"),
    ("ĵ", "j"),
    ("ķ", "k"),
    ("ĺļľŀł", "l"),
    ("ñńņň", "n"),
    ("òóôõöøōŏő", "o"),
    ("ŕŗř", "r"),
    ("śŝşšș", "s"),
    ("ţťŧț", "t"),
    ("ùúûüũūŭůűų", "u"),
    ("ŵ", "w"),
    ("ýÿŷ", "y"),
    ("źżž", "z"),
    ("ß", "ss"),
    ("æ", "ae"),
    ("œ", "oe"),
    ("þ", "th"),
    ("ﬁ", "fi"),
    ("ﬂ", "fl"),
    ("×", "x"),
    ("’‘`´", "'"),
    ("‐‑‒–—", "-"),
];

/// Legal forms, as they are after folding; of companies only, at the end of a name.
const FORMS: [&str; 41] = [
    "inc",
    "incorporated",
    "corp",
    "corporation",
    "co",
    "company",
    "ltd",
    "limited",
    "llc",
    "llp",
    "lp",
    "plc",
    "gmbh",
    "ag",
    "se",
    "kg",
    "kgaa",
    "ug",
    "ev",
    "sa",
    "sas",
    "sarl",
    "spa",
    "srl",
    "bv",
    "nv",
    "ab",
    "oy",
    "oyj",
    "asa",
    "as",
    "aps",
    "pty",
    "pte",
    "kk",
    "sro",
    "doo",
    "zoo",
    "cokg",
    "aktiengesellschaft",
    "cie",
];

/// What may stand before a name and is none of it.
const HEADS: [&str; 6] = ["the", "dr", "prof", "mr", "mrs", "ms"];

/// Tokens of which the shorter forms are told; a longer name only says itself.
const MAX_INITIALS: usize = 5;

/// Lower case, without marks, single blanks.
pub fn folded(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars().map(lower) {
        if ('\u{300}'..='\u{36f}').contains(&c) {
            continue;
        }
        match if c.is_ascii() { None } else { MARKED.iter().find(|(marked, _)| marked.contains(c)) } {
            Some((_, bare)) => out.push_str(bare),
            None if c.is_whitespace() => {
                if !out.is_empty() && !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            None => out.push(c),
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// The small letter of a capital of the Latin, Greek and Cyrillic alphabets. By hand: the whole of Unicode is 8 KB of wasm.
fn lower(c: char) -> char {
    let at = u32::from(c);
    let step = match at {
        0x41..=0x5a | 0xc0..=0xd6 | 0xd8..=0xde | 0x391..=0x3a9 | 0x410..=0x42f => 32,
        0x400..=0x40f => 80,
        0x100..=0x137 | 0x14a..=0x177 | 0x218..=0x21b if at % 2 == 0 => 1,
        0x139..=0x148 | 0x179..=0x17e if at % 2 == 1 => 1,
        _ => 0,
    };
    char::from_u32(at + step).unwrap_or(c)
}

/// The words of a text, folded, without punctuation. Letters with dots and single letters side by side are one word: "U.S.", "J. K.".
pub fn words(text: &str) -> Vec<String> {
    let text = folded(text).replace(" & ", " and ").replace('&', " and ");
    let mut words: Vec<String> = Vec::new();
    let mut single = false;
    for piece in text.split(|c: char| !(c.is_alphanumeric() || c == '\'' || is_sign(c))) {
        let word: String = piece.chars().filter(|c| *c != '\'').collect();
        if word.is_empty() {
            continue;
        }
        let letter = word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
        match words.last_mut() {
            Some(last) if single && letter => last.push_str(&word),
            _ => words.push(word),
        }
        single = letter;
    }
    words
}

/// Marks that make another name of one: "C++", "C#".
fn is_sign(c: char) -> bool {
    matches!(c, '+' | '#' | '@' | '$' | '€' | '%')
}

impl Name {
    /// Reads the name of somebody or something. `inverted`: a comma stands between last and first name.
    pub fn read(text: &str) -> Self {
        let (head, tail) = match text.split_once(',') {
            Some((head, tail)) if !tail.contains(',') && !words(head).is_empty() && !words(tail).is_empty() => (head, Some(tail)),
            _ => (text, None),
        };
        let tail = tail.map(words).filter(|tail| !is_form(tail));
        let mut tokens = bare(words(head));
        let mut general = Vec::new();
        if let Some(tail) = tail {
            general.push(tokens.join(" "));
            let place = tokens.clone();
            tokens = tail;
            tokens.extend(place);
        }
        let key = tokens.join(" ");
        // "Alphabet (Google)"
        if let Some((before, _)) = text.split_once('(').filter(|(before, _)| !words(before).is_empty()) {
            general.push(bare(words(before)).join(" "));
        }
        general.extend(shorter(&tokens));
        general.retain(|name| *name != key);
        Self { key, general: distinct(general) }
    }
}

/// Without the article in front and the legal forms behind, as long as a word is left.
fn bare(mut words: Vec<String>) -> Vec<String> {
    while words.len() > 1 && words.first().is_some_and(|first| HEADS.contains(&first.as_str())) {
        words.remove(0);
    }
    while words.len() > 1 {
        let last = words.last().map(String::as_str).unwrap_or_default();
        if !(FORMS.contains(&last) || last == "and") {
            break;
        }
        words.pop();
    }
    words
}

fn is_form(words: &[String]) -> bool {
    words.iter().all(|word| FORMS.contains(&word.as_str()))
}

/// "donald e knuth": "de knuth", "d knuth", "donald knuth". Every given name may be its initial, and initials may be left out as long
/// as the first name stays.
fn shorter(tokens: &[String]) -> Vec<String> {
    let Some((last, given)) = tokens.split_last() else { return Vec::new() };
    if given.is_empty() || tokens.len() > MAX_INITIALS || last.chars().count() < 2 {
        return Vec::new();
    }
    // For each given name: whole, its initial, or (but for the first) nothing when it is no more than letters.
    let mut forms: Vec<Vec<String>> = vec![Vec::new()];
    for (at, name) in given.iter().enumerate() {
        let initial: String = name.chars().take(1).collect();
        let mut ways = vec![name.clone()];
        if initial != *name {
            ways.push(initial);
        }
        if at > 0 && name.chars().count() <= 2 {
            ways.push(String::new());
        }
        forms = forms
            .iter()
            .flat_map(|form| ways.iter().map(move |way| [form.as_slice(), std::slice::from_ref(way)].concat()))
            .collect();
    }
    forms.into_iter().map(|form| joined(&form, last)).collect()
}

/// Initials side by side are one word, as [`words`] reads them.
fn joined(given: &[String], last: &str) -> String {
    let mut text = String::new();
    let mut single = false;
    for name in given.iter().filter(|name| !name.is_empty()) {
        let letter = name.chars().count() == 1;
        if !(text.is_empty() || single && letter) {
            text.push(' ');
        }
        text.push_str(name);
        single = letter;
    }
    format!("{text} {last}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_the_same_have_one_key() {
        let same = [
            ("Apple Inc.", "Apple"),
            ("APPLE, INC", "apple"),
            ("The Coca-Cola Company", "Coca Cola Co."),
            ("Siemens AG", "siemens"),
            ("Société Générale S.A.", "Societe Generale"),
            ("J. K. Rowling", "J.K. Rowling"),
            ("JK Rowling", "J.K. Rowling"),
            ("Knuth, Donald E.", "Donald E. Knuth"),
            ("U.S. Steel", "US Steel"),
            ("Johnson & Johnson", "Johnson and Johnson"),
            ("Müller GmbH & Co. KG", "Muller"),
            ("Gödel", "Go\u{308}del"),
        ];
        for (a, b) in same {
            assert_eq!(Name::read(a).key, Name::read(b).key, "{a} = {b}");
        }
        for (a, b) in [("C", "C++"), ("Apple", "Apple Records"), ("Ford", "Opel")] {
            assert_ne!(Name::read(a).key, Name::read(b).key, "{a} ≠ {b}");
        }
    }

    #[test]
    fn a_name_tells_its_shorter_forms() {
        let whole = Name::read("Donald Ervin Knuth");
        for shorter in ["D. E. Knuth", "Donald E. Knuth", "D.E. Knuth"] {
            assert!(whole.general.contains(&Name::read(shorter).key), "{shorter}: {:?}", whole.general);
        }
        assert!(Name::read("Donald E. Knuth").general.contains(&Name::read("Donald Knuth").key));
        assert!(Name::read("Knuth, Donald").general.contains(&"knuth".to_owned()));
        assert!(!Name::read("American Eagle Airlines").general.contains(&"american airlines".to_owned()));
    }
}
