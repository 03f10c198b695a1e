//! Which finish reasons say that a reply is not whole.

/// Without case and marks: `MAX_TOKENS`, `max-tokens` and `maxTokens` are one.
const CUT: &str = "length maxlength maxtokens maxoutputtokens modellength contextlength modelcontextwindowexceeded contextwindowexceeded lengthlimit incomplete \
    contentfilter contentfiltered guardrailintervened safety recitation blocklist prohibitedcontent spii refusal errorlimit errortoxic error \
    failed aborted cancelled canceled interrupted pauseturn malformedfunctioncall malformedresponse";

/// Whether the provider says that a reply was cut, stopped by a filter, or broken off.
#[must_use]
pub fn is_cut(finish_reason: Option<&str>) -> bool {
    const LONGEST: usize = 64;
    let reason = finish_reason.unwrap_or_default();
    let letters = || reason.chars().filter(|c| !matches!(c, '-' | '_') && !c.is_whitespace()).map(|c| c.to_ascii_lowercase());
    reason.len() <= LONGEST && CUT.split_ascii_whitespace().any(|known| known.chars().eq(letters()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_that_is_not_whole_is_told_in_the_words_of_any_provider() {
        const CUTS: &str = "length LENGTH max_tokens maxTokens MAX_TOKENS max-tokens max_output_tokens model_length incomplete \
            model_context_window_exceeded context_window_exceeded length_limit content_filter content-filter contentFilter CONTENT_FILTERED SAFETY RECITATION BLOCKLIST \
            PROHIBITED_CONTENT SPII refusal error cancelled pause_turn MALFORMED_FUNCTION_CALL";
        for reason in CUTS.split_ascii_whitespace().chain(["content filter"]) {
            assert!(is_cut(Some(reason)), "{reason}");
        }
        for reason in ["", "stop", "STOP", "end_turn", "tool_calls", "stop_sequence", "eos", "COMPLETE", "lengthy"] {
            assert!(!is_cut(Some(reason)), "{reason}");
        }
        assert!(!is_cut(None));
    }
}
