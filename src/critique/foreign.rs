//! Plain words of refusal in other languages than English: "doit être révisée", "неверный", "틀렸", unless the clause denies them.

/// What takes an acceptance back, without a first letter that has a capital of its own: in French, Italian, Portuguese, Spanish, Polish,
/// Dutch, Turkish, Vietnamese, Russian, Arabic, Hebrew, Korean, Japanese and Hindi.
const REFUSALS: &str = "est fausse|est faux|est incorrect|être révis|être corrig|à corriger|à revoir|je rejette|è sbagliat|è errat\
    |va rivist|va corrett|essere rivist|essere corrett|da correggere|da rivedere|está errad|está incorret|ser revisad\
    |ser corrigid|precisa de revis|debe revisarse|debe corregirse|hay que corregir|es falsa|błędn|niepoprawn|wymaga popraw|trzeba popraw\
    |odrzuc| is fout|onjuist|worden herzien|worden aangepast|afgewezen|yanlış|hatalı|düzeltilmesi gerek|reddedil\
    | sai và| sai.|bị sai|cần được sửa|cần sửa|phải sửa|từ chối|еверн|еправильн|шибочн|ужно исправ|адо исправ|ледует исправ\
    |ребует исправ|خاطئ|يجب تعديل|يجب تصحيح|مرفوض|שגוי|יש לתקן|צריך לתקן|נדחה|틀렸|수정이 필요|수정해야|잘못|間違|誤り|誤って|गलत|ठीक करना होगा";
/// Of these what asks for a revision, and says in Chinese that something is wrong.
const REVISIONS: &str = "修正が必要|修正の必要|修正する必要|修正して|修正すべき|要修正|修正を|修改|错误|不正确|有误|оработ\
    |necesita revisión|requiere revisión|en revisión|überarbeitet werden|muss überarbeitet|müssen überarbeitet";
/// What denies them, before them in their clause or, as some languages have it, behind them.
const BEFORE: &str = "pas |rien|aucun|non |nulla|nessun|não |nada|nenhum|nie |nic |żad|niet |niets|geen |не |нет |ничего|ни |không\
    |لا |ليس|לא |אין|没|无|不|未|कुछ भी|no |nicht |kein";
const BEHIND: &str = "değil|yok|नहीं|없|지 않|아니|ない|ませ|なく|なし|niet|không| не ";
/// Bytes of a clause that are looked at on either side.
const REACH: usize = 64;

/// Whether a text holds one of these words, undenied.
pub(super) fn refuses(text: &str) -> bool {
    holds(REFUSALS, text)
}

/// Whether a text asks for a revision.
pub(super) fn revises(text: &str) -> bool {
    holds(REVISIONS, text)
}

fn holds(list: &str, text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    // A plain text holds no word with other letters.
    let plain = text.is_ascii();
    list.split('|')
        .filter(|known| (!plain || known.is_ascii()) && text.contains(known))
        .any(|known| text.match_indices(known).any(|(at, _)| !is_denied(&text, at, at + known.len())))
}

fn is_denied(text: &str, from: usize, to: usize) -> bool {
    const ENDS: [char; 10] = ['.', '!', '?', ',', ';', '\n', '،', '。', '।', ':'];
    let start = (from.saturating_sub(REACH)..=from).find(|i| text.is_char_boundary(*i)).unwrap_or(from);
    let end = (to..=text.len().min(to + REACH)).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(to);
    let before = text.get(start..from).unwrap_or_default().rsplit(ENDS).next().unwrap_or_default();
    let behind = text.get(to..end).unwrap_or_default().split(ENDS).next().unwrap_or_default();
    let spaced = format!(" {before}");
    BEFORE
        .split('|')
        .any(|no| spaced.match_indices(no).any(|(at, _)| !spaced.get(..at).is_some_and(|b| b.ends_with(char::is_alphabetic))))
        || BEHIND.split('|').any(|no| behind.contains(no))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_revision_that_is_asked_for_in_other_languages_is_told_from_one_that_is_not_needed() {
        for text in [
            "需要修改。",
            "请修改第二段。",
            "答案是错误的。",
            "答案有误。",
            "修正が必要です。",
            "日付を修正してください。",
            "Necesita revisión.",
            "Die Antwort muss überarbeitet werden.",
            "Требует доработки.",
        ] {
            assert!(revises(text), "{text}");
        }
        for text in [
            "答案正确、完整，无需修改。",
            "不需要修改。",
            "没有错误。",
            "修正の必要はありません。",
            "修正コードも動作します。",
            "No necesita revisión.",
            "Доработка не нужна.",
            "Die Antwort muss nicht überarbeitet werden.",
        ] {
            assert!(!revises(text), "{text}");
        }
    }

    #[test]
    fn refusals_of_other_languages_are_told_from_their_denials() {
        for text in [
            "La réponse est fausse et doit être révisée.",
            "Ответ неверный, его нужно исправить.",
            "الإجابة خاطئة ويجب تعديلها.",
            "התשובה שגויה ויש לתקן אותה.",
            "답변이 틀렸으며 수정이 필요합니다.",
            "उत्तर गलत है और इसे ठीक करना होगा।",
            "ただし、答えは間違っています。",
            "計算に誤りがあります。",
            "La risposta è sbagliata e va rivista.",
            "A resposta está errada e precisa ser revisada.",
            "Odpowiedź jest błędna i wymaga poprawy.",
            "Câu trả lời sai và cần được sửa.",
            "Cevap yanlış ve düzeltilmesi gerekiyor.",
            "Het antwoord is fout en moet worden herzien.",
        ] {
            assert!(refuses(text), "{text}");
        }
        for text in [
            "Rien n'est faux, et rien ne doit être révisé.",
            "La réponse n'est pas incorrecte et ne doit pas être corrigée.",
            "В ответе нет ничего неверного.",
            "لا يوجد شيء خاطئ.",
            "אין כאן שום דבר שגוי.",
            "틀린 곳이 없으며 수정이 필요하지 않습니다.",
            "इसमें कुछ भी गलत नहीं है।",
            "間違いはありません。",
            "誤りは見つかりませんでした。",
            "答えは間違っていない。",
            "La risposta non è sbagliata.",
            "A resposta não está errada.",
            "Nic nie jest błędne.",
            "Câu trả lời không sai.",
            "Cevap yanlış değil.",
            "Er is niets onjuist, het hoeft niet te worden herzien.",
            "The answer is correct.",
        ] {
            assert!(!refuses(text), "{text}");
        }
    }
}
