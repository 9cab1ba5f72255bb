import { code, EXIT } from "./code.ts";

/** What QA and review refuse (Messaging Protocol §5, §6). */
export const REVIEW_CODES = {
  REVIEWER_IS_AUTHOR: code(
    EXIT.conflict,
    "Whoever did the work cannot review it, in whatever attempt of the task.",
    "Somebody else reviews: `baton submit --as NAME`, or `baton resume --reviewer AGENT`.",
  ),
  CANDIDATE_CHANGED: code(
    EXIT.conflict,
    "A review or check is about another candidate than the task has now.",
    "Nothing is lost: `baton resume` has the newest one looked at.",
  ),
  REVIEW_FAILED: code(
    EXIT.gateClosed,
    "QA or a reviewer said no to the change.",
    "Nothing to do: the reasons are what the next attempt gets.",
  ),
  REVIEW_REJECTED: code(
    EXIT.failed,
    "A reviewer's answer was no valid envelope, also after it was asked again.",
    "Read its answer below artifacts/validator of the run; `baton resume` asks a fresh one.",
  ),
  ANSWER_REJECTED: code(
    EXIT.failed,
    "An answer that was handed in by hand is no valid envelope; the attempt stays open, and nothing is lost.",
    "Mend each field that is named, then hand in again; without any envelope the work alone is judged.",
  ),
  ANSWER_UNUSABLE: code(
    EXIT.person,
    "An agent's work is proven, but its answer was no valid envelope, also after it was asked for twice again.",
    "Look at both: `baton approve`. `baton approve ID` takes the work on; `baton reject ID --reason TEXT` gives the task out again with your words.",
  ),
  ANSWER_ABSENT: code(
    EXIT.failed,
    "Nothing was handed in: no file changed, and no answer was given. The attempt stays open.",
    "Do the work, or say in the form why it cannot be done; or give the attempt up as the message says.",
  ),
  REVIEW_LOST: code(
    EXIT.person,
    "Three reviews in a row brought no usable answer.",
    "Review it yourself: `baton approve ID` or `baton reject ID --reason TEXT`; or have somebody else asked: `baton task retry TASK --note TEXT`, then `baton resume --reviewer human` (or an agent).",
  ),
  VOTE_TIED: code(
    EXIT.person,
    "The reviewers of a change that cannot be taken back voted, and decided nothing.",
    "Read what each said, and decide: `baton approve ID` or `baton reject ID --reason TEXT`; or let all vote again: `baton task retry TASK --note TEXT`.",
  ),
  PRODUCTION_READY: code(
    EXIT.person,
    "Everything that G3 checks by itself holds, and a person's approval is left.",
    "Read its criteria with `baton gate check G3`, then: `baton approve` with the id that it prints.",
  ),
} as const;
