//! What a key says that is none of ours: it may be one of ours misspelt, or the verdict in other words.

/// A key that is no field of any form.
pub(super) struct Stranger {
    /// Its letters, in lower case.
    pub letters: String,
    /// Latin letters stand among Cyrillic, Greek or full-width ones, which only a look-alike has.
    pub mixed: bool,
}

impl Stranger {
    pub(super) fn of(key: &str) -> Self {
        let letters: String = key.chars().filter(|c| c.is_alphabetic()).map(|c| c.to_ascii_lowercase()).collect();
        let foreign = |c: char| matches!(c, '\u{370}'..='\u{52f}' | '\u{ff00}'..='\u{ff5e}');
        let mixed = letters.contains(foreign) && letters.contains(|c: char| c.is_ascii_alphabetic());
        Self { letters, mixed }
    }

    /// `needs_revison`, `revision_required`, `must_fix`.
    pub(super) fn may_be_the_flag(&self) -> bool {
        const PARTS: &str = "revi evis visio rewrit rework redo retry mustfix required needed";
        self.letters.starts_with("need") || PARTS.split(' ').any(|part| self.letters.contains(part))
    }

    /// A key whose `false` refuses.
    pub(super) fn approves(&self) -> bool {
        const KEYS: &str =
            "accept correct valid pass met final allmet success satisfied iscorrect isvalid isacceptable isaccepted isapproved";
        KEYS.split(' ').any(|key| key == self.letters)
    }

    /// A key whose `true` refuses.
    pub(super) fn rejects(&self) -> bool {
        const KEYS: &str = "reject rejected fail failed incorrect wrong unacceptable invalid isrejected isincorrect iswrong blocking \
            blocked draft dryrun placeholder example sample";
        KEYS.split(' ').any(|key| key == self.letters)
    }

    /// A key whose entries are criteria that are not met.
    pub(super) fn names_faults(&self) -> bool {
        self.letters.contains("unmet")
            || self.letters.contains("notmet")
            || self.letters.contains("failed")
            || self.letters.contains("blocker")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn look_alikes_are_told_from_other_languages() {
        for key in ["s\u{441}ore", "needs_revisi\u{43e}n", "\u{ff53}core", "sc\u{3bf}re"] {
            assert!(Stranger::of(key).mixed, "{key}");
        }
        for key in ["größe", "оценка", "note", "évaluation", "_score2"] {
            assert!(!Stranger::of(key).mixed, "{key}");
        }
    }

    #[test]
    fn keys_are_compared_by_their_letters() {
        assert!(Stranger::of("is_correct").approves() && Stranger::of("Rejected").rejects());
        assert!(Stranger::of("failed_criteria").names_faults() && Stranger::of("must fix").may_be_the_flag());
        let note = Stranger::of("note");
        assert!(!note.approves() && !note.rejects() && !note.names_faults() && !note.may_be_the_flag());
    }
}
