//! Letters, as far as two texts are compared by them.

/// Lower case of Latin, Greek and Cyrillic letters. The library's table of all scripts is 10 KB of wasm.
#[inline(always)]
pub fn lower_letter(letter: char) -> char {
    if letter.is_ascii() { letter.to_ascii_lowercase() } else { lower_beyond_ascii(letter) }
}

fn lower_beyond_ascii(letter: char) -> char {
    let up = match letter {
        'À'..='Ö' | 'Ø'..='Þ' | 'Α'..='Ρ' | 'Σ'..='Ϋ' | 'А'..='Я' => 32,
        'Ѐ'..='Џ' => 80,
        _ => return letter,
    };
    char::from_u32(u32::from(letter) + up).unwrap_or(letter)
}

/// Takes the letter that begins at this byte, and moves behind it. Nearly all letters are ASCII, which are not decoded; code that is made
/// for its size calls a function for each step of an iterator.
#[inline(always)]
pub fn take_letter(text: &str, at: &mut usize) -> Option<char> {
    let byte = *text.as_bytes().get(*at)?;
    if byte.is_ascii() {
        *at += 1;
        return Some(char::from(byte));
    }
    let letter = text.get(*at..)?.chars().next()?;
    *at += letter.len_utf8();
    Some(letter)
}

/// Whether a letter is white space.
#[inline(always)]
pub fn is_space(letter: char) -> bool {
    if letter.is_ascii() { matches!(letter, ' ' | '\t'..='\r') } else { letter.is_whitespace() }
}
