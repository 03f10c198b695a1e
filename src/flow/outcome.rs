//! How a run ends, in the words that all loops share.

use super::CallError;
use crate::error::ErrorCode;
use crate::message::Gather;

words! {
    /// How a run ended.
    RunStatus {
        /// A critic, a verifier or a person accepted the text.
        Ok = "ok",
        /// There is a text, and nobody accepted it.
        NeedsReview = "needs_review",
        /// There is no usable text.
        Failed = "failed",
    }
}

words! {
    /// Who accepted.
    AcceptedBy {
        Critic = "critic",
        Verifier = "verifier",
        Human = "human",
        Evaluator = "evaluator",
    }
}

words! {
    /// Why a run ended.
    StopReason {
        Accepted = "accepted",
        MaxReflections = "max_reflections",
        MaxIterations = "max_iterations",
        AgentDone = "agent_done",
        Reflected = "reflected",
        Complete = "complete",
        Rejected = "rejected",
        MaxCalls = "max_calls",
        MaxTokens = "max_tokens",
        MaxSeconds = "max_seconds",
        MaxCost = "max_cost",
        Stalled = "stalled",
        /// It was accepted, and not as surely as `guarantee` promises.
        NotGuaranteed = "not_guaranteed",
        /// Two looks found that no answer can do what is asked, or that none can be verified.
        Impossible = "impossible",
        UnreadableCritique = "unreadable_critique",
        /// The calls of the critic failed.
        CriticUnavailable = "critic_unavailable",
        VerifierError = "verifier_error",
        ModelError = "model_error",
        ToolError = "tool_error",
        MaxAnswerSteps = "max_answer_steps",
        EmptyDraft = "empty_draft",
        Aborted = "aborted",
        InvalidInput = "invalid_input",
        /// A fault of the engine itself ended it: the host made the result of what it knows.
        EngineTrap = "engine_trap",
    }
}

words! {
    /// Why a person should look at the text. `draft_cut`: it ended at a length limit or a content filter, or a verifier stopped it.
    ReviewReason {
        /// Nobody looked at the returned text, or no one whose word accepts.
        NotJudged = "not_judged",
        RejectedByCritic = "rejected_by_critic",
        RejectedByEvaluator = "rejected_by_evaluator",
        /// Nobody asked whether the answer answers the question: the evaluator has neither a model nor metrics of your own.
        RelevanceNotMeasured = "relevance_not_measured",
        /// `contradictions` failed, so that nobody said which of the latest facts contradict each other: `errors` has why.
        ContradictionsNotChecked = "contradictions_not_checked",
        /// Something that must be there is missing, thin or in conflict.
        Incomplete = "incomplete",
        VerifierFailed = "verifier_failed",
        /// A verifier gave no verdict on a draft.
        VerifierError = "verifier_error",
        /// Every verifier passed and the critic rejects, or the other way round.
        CriticAndVerifierDisagree = "critic_and_verifier_disagree",
        /// Some of several critics accept the returned text, and others reject it.
        JurorsDisagree = "jurors_disagree",
        UnreadableCritique = "unreadable_critique",
        /// The calls of the critic failed: `errors` has each.
        CriticUnavailable = "critic_unavailable",
        ContradictoryCritique = "contradictory_critique",
        /// A revision lost a criterion that was met before.
        CriterionLost = "criterion_lost",
        /// Critics find that no answer can do what is asked.
        Impossible = "impossible",
        /// Critics find that nothing says whether an answer is right.
        CannotVerify = "cannot_verify",
        /// Fewer independent drafts have its answer than `agree` wants.
        NoAgreement = "no_agreement",
        /// Labels do not promise enough of what this judge says of it.
        NotGuaranteed = "not_guaranteed",
        /// Others judged it than those whose acceptances `guarantee` is about: `errors` names them.
        JudgeChanged = "judge_changed",
        /// The text ended at a length limit or a content filter, or a verifier stopped it.
        DraftCut = "draft_cut",
        MaxReflections = "max_reflections",
        MaxIterations = "max_iterations",
        /// A limit was reached.
        BudgetSpent = "budget_spent",
        /// No further call promised enough.
        Stalled = "stalled",
        /// The critique that accepted the text names issues.
        AcceptedWithIssues = "accepted_with_issues",
        /// The critic that accepted the text is the model that wrote it.
        SelfJudged = "self_judged",
        ModelError = "model_error",
        MaxAnswerSteps = "max_answer_steps",
        EmptyDraft = "empty_draft",
        Aborted = "aborted",
    }
}

impl StopReason {
    /// Lists what a person should look at: the reason why the run ended, and those of the text that hold.
    pub fn review_reasons(self, text_reasons: &[(bool, ReviewReason)]) -> Vec<ReviewReason> {
        let of_text = text_reasons.iter().filter(|(holds, _)| *holds).map(|(_, reason)| *reason);
        self.review_reason().into_iter().chain(of_text).gather()
    }

    fn review_reason(self) -> Option<ReviewReason> {
        match self {
            Self::MaxReflections => Some(ReviewReason::MaxReflections),
            Self::MaxIterations => Some(ReviewReason::MaxIterations),
            Self::MaxCalls | Self::MaxTokens | Self::MaxSeconds | Self::MaxCost => Some(ReviewReason::BudgetSpent),
            Self::ModelError => Some(ReviewReason::ModelError),
            Self::MaxAnswerSteps => Some(ReviewReason::MaxAnswerSteps),
            Self::EmptyDraft => Some(ReviewReason::EmptyDraft),
            Self::Aborted => Some(ReviewReason::Aborted),
            Self::VerifierError => Some(ReviewReason::VerifierError),
            Self::CriticUnavailable => Some(ReviewReason::CriticUnavailable),
            Self::Accepted
            | Self::AgentDone
            | Self::Reflected
            | Self::Complete
            | Self::Rejected
            | Self::Stalled
            | Self::NotGuaranteed
            | Self::Impossible
            | Self::EngineTrap
            | Self::UnreadableCritique
            | Self::ToolError
            | Self::InvalidInput => None,
        }
    }
}

records! {
    /// What went wrong, where a run failed.
    #[derive(Eq)]
    pub struct Failure {
        pub code: ErrorCode,
        pub message: String,
        /// The call that the run failed for.
        pub call_id: Option<String>,
    }
}

/// The end of a run: why, and in words when something went wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    pub reason: StopReason,
    pub failure: Option<Failure>,
}

impl Stop {
    pub fn with_reason(reason: StopReason) -> Self {
        Self { reason, failure: None }
    }

    pub fn with_failure(reason: StopReason, code: ErrorCode, message: impl Into<String>) -> Self {
        Self { reason, failure: Some(Failure { code, message: message.into(), call_id: None }) }
    }

    /// The failure, if it has one, is that of this call.
    pub fn with_failure_call_id(mut self, call_id: Option<&str>) -> Self {
        if let Some(failure) = &mut self.failure {
            failure.call_id = call_id.map(str::to_owned);
        }
        self
    }

    /// A model failed, and the run for it.
    pub fn with_model_failure(error: CallError, call_id: &str) -> Self {
        Self::with_failure(StopReason::ModelError, ErrorCode::ModelError, error.message).with_failure_call_id(Some(call_id))
    }
}
