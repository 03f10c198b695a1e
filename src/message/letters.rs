//! Letters, as far as two texts are compared by them.

/// Lower case of Latin, Greek and Cyrillic letters. The library's table of all scripts is 10 KB of wasm.
#[must_use]
#[inline]
pub fn lower(letter: char) -> char {
    if letter.is_ascii() {
        return letter.to_ascii_lowercase();
    }
    let up = match letter {
        'À'..='Ö' | 'Ø'..='Þ' | 'Α'..='Ρ' | 'Σ'..='Ϋ' | 'А'..='Я' => 32,
        'Ѐ'..='Џ' => 80,
        _ => return letter,
    };
    char::from_u32(u32::from(letter) + up).unwrap_or(letter)
}
