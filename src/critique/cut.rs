//! Which finish reasons say that a reply is not whole.

use crate::message::join_texts;

/// The identifiers of providers, in lower case and without separators, a space around each. A reason that is not here says that the reply is
/// whole.
const CUT: &str = " abort aborted blocked blocklist cancelled canceled contentfilter contentfiltered contextlength \
    contextlengthexceeded contextlengthreached contextwindowexceeded cutoff error flagged guardrailintervened \
    imagesafety incomplete insufficientsystemresource interrupted language length lengthlimit limit \
    malformedfunctioncall malformedmodeloutput malformedtooluse maxcompletiontokens maxlength maxnewtokens \
    maxoutputtokens maxpredictedtokensreached maxtokens modelcontextwindowexceeded modellength moderation \
    networkerror notfinished outputlimit partial pauseturn prohibitedcontent recitation refusal safety sensitive spii \
    streaminterrupted timeout timelimit tokenlimit truncated unexpectedtoolcall usercancel userstopped ";

/// In `FINISH_REASON_MAX_TOKENS` and `FinishReason.MAX_TOKENS`.
const PREFIX: &str = " finishreason";

/// Whether the provider says that a reply was cut, stopped by a filter, or broken off.
#[must_use]
pub fn is_cut_or_blocked(finish_reason: Option<&str>) -> bool {
    const LONGEST: usize = 64;
    let reason = finish_reason.unwrap_or_default();
    if reason.is_empty() || reason.len() > LONGEST {
        return false;
    }
    let letters = reason.chars().filter(|c| !matches!(c, '-' | '_' | '.') && !c.is_whitespace());
    let mut word = String::with_capacity(LONGEST + 2);
    word.push(' ');
    word.extend(letters.map(|c| c.to_ascii_lowercase()));
    word.push(' ');
    match word.strip_prefix(PREFIX) {
        Some(rest) => CUT.contains(&join_texts(&[" ", rest], "")),
        None => CUT.contains(&word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_that_is_not_whole_is_told_in_the_words_of_any_provider() {
        const CUTS: &str = "length LENGTH max_tokens maxTokens MAX_TOKENS max-tokens max_output_tokens model_length incomplete \
            model_context_window_exceeded context_window_exceeded length_limit content_filter content-filter contentFilter CONTENT_FILTERED SAFETY RECITATION BLOCKLIST \
            PROHIBITED_CONTENT SPII refusal error cancelled pause_turn MALFORMED_FUNCTION_CALL abort limit maxPredictedTokensReached contextLengthReached userStopped USER_CANCEL \
            LANGUAGE IMAGE_SAFETY FINISH_REASON_MAX_TOKENS FinishReason.MAX_TOKENS max_new_tokens token_limit timeout \
            insufficient_system_resource network_error sensitive malformed_model_output malformed_tool_use time_limit truncated partial blocked \
            cutoff output_limit context_length_exceeded MAX_COMPLETION_TOKENS flagged moderation not_finished networkError stream_interrupted";
        for reason in CUTS.split_ascii_whitespace().chain(["content filter"]) {
            assert!(is_cut_or_blocked(Some(reason)), "{reason}");
        }
        for reason in [
            "",
            "stop",
            "STOP",
            "end_turn",
            "tool_calls",
            "stop_sequence",
            "eos",
            "COMPLETE",
            "lengthy",
            "FINISH_REASON_STOP",
            "FinishReason.STOP",
            "FINISH_REASON_",
            "eosFound",
            "unlimited",
            "eos_token",
            "function_call",
            "finished",
        ] {
            assert!(!is_cut_or_blocked(Some(reason)), "{reason}");
        }
        assert!(!is_cut_or_blocked(None));
    }
}
