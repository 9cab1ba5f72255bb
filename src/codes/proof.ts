import { code, EXIT } from "./code.ts";

/** Findings of a proof. */
export const PROOF_CODES = {
  // Not proven
  NOT_PROVEN: code(
    EXIT.gateClosed,
    "The change is not proven.",
    "Mend what the findings name, commit, and prove again.",
  ),
  RED_MISSING: code(
    EXIT.gateClosed,
    "No test fails without the change and passes with it.",
    "Add a test whose assertion fails on base's code; tests of what is there already, and nothing else, are --kind refactor.",
  ),
  TEST_HOLLOW: code(
    EXIT.gateClosed,
    "A new test passes, or never reaches an assertion, whatever the changed code returns.",
    "Assert on what the changed code returns or does.",
  ),
  CHANGES_UNKNOWN: code(
    EXIT.gateClosed,
    "A name under `Changes:` is that of no test.",
    "Name a test's id or title, or a glob of test files.",
  ),
  TEST_FAILED: code(EXIT.gateClosed, "A test of the change fails on head.", "Make it pass."),
  REGRESSION: code(
    EXIT.gateClosed,
    "A test that was green on base fails on head.",
    "Mend the code; the test was green before.",
  ),
  TESTS_ABSENT: code(
    EXIT.gateClosed,
    "The change brings no test and names none.",
    "Add a test for it, or name one with --test COMMAND; a change that tests must not notice (documentation, too) is --kind refactor.",
  ),
  CODE_ELSEWHERE: code(
    EXIT.gateClosed,
    "Tests load a copy of the project's own code that lies elsewhere: installed, or another checkout.",
    "Let environment.prepare install the project as editable in a venv of the tree (`pip install -e .`), or uninstall the other copy.",
  ),
  NORMALISE_FAILED: code(
    EXIT.gateClosed,
    "A command of `normalise` failed over the change, though not over its base.",
    "Mend what its output names; run the command yourself.",
  ),
  SCOPE_EXCEEDED: code(
    EXIT.gateClosed,
    "The change is larger than, or outside, what was assigned.",
    "Split it: one feature, the allowed files, within the size limit.",
  ),
  NOT_MEASURED: code(
    EXIT.gateClosed,
    "A measurement that the verdict needs could not be made.",
    "Read the finding for the reason; not measured is never passed.",
  ),
  PROOF_LEVEL_LOW: code(
    EXIT.gateClosed,
    "The command can only be judged by its exit code.",
    "Use a runner Proofbaton can read (vitest, jest, node --test, mocha, pytest, unittest, Django, go test, cargo test, Maven or Gradle with JUnit or TestNG), or set policy `min_proof_level` to P1.",
  ),
  FEATURE_UNPROVEN: code(
    EXIT.gateClosed,
    "Features stay unproven and nobody needs to be asked.",
    "See `baton status`; run again, or raise the limits.",
  ),
  // Tampering
  TOOL_MISFIT: code(
    EXIT.gateClosed,
    "The tests of a feature are run by a tool that does not fit how it is to be verified.",
    "Test an e2e feature through a browser, such as with Playwright: baton feature template ID --e2e.",
  ),
  TEST_TAMPERED: code(
    EXIT.evidence,
    "What the tests say was bent: outcomes, selection, assertions or environment.",
    "Undo what the finding names; tests must say what they said before.",
  ),
  TEST_DELETED: code(
    EXIT.evidence,
    "A test that was green on base is gone.",
    "Bring it back, or name it under `Changes:` of the feature (--feature) that replaces it.",
  ),
  TEST_SKIPPED: code(
    EXIT.evidence,
    "A test that ran on base is skipped, focused away or marked as expected to fail; or one that the change adds is.",
    "Let it run; of a test that the change adds, a person may say yes.",
  ),
  TEST_WEAKENED: code(
    EXIT.evidence,
    "An existing test asserts less than it did on base.",
    "Restore its assertions; add new tests beside it.",
  ),
  REPORT_INCOMPLETE: code(
    EXIT.evidence,
    "The test process ended before its report did.",
    "Nothing under test may end the process; let the runner finish.",
  ),
  EXIT_CODE_MISMATCH: code(
    EXIT.evidence,
    "The runner's exit code and its report contradict each other.",
    "Look for code that exits early or hides failures.",
  ),
  CANARY_FAILED: code(
    EXIT.evidence,
    "A test that must fail did not fail by assertion, or one that must pass did not: outcomes are forged.",
    "Remove what changes outcomes: conftest, set-up files, patched assertions.",
  ),
  CONTROL_TOUCHED: code(
    EXIT.evidence,
    "What no agent may move was changed: a file that only Proofbaton writes, the branch, what is staged.",
    "An agent leaves feature_list.json and claude-progress.txt (above its line) alone. Commits on top of the branch, or another one checked out, may be yours: then `baton approve`. What stays in .git/config or the hooks is yours to undo: `baton status` says how.",
  ),
  ENVIRONMENT_TOUCHED: code(
    EXIT.evidence,
    "Tests changed the installed dependencies while they ran.",
    "Code under test must not write into node_modules or .venv.",
  ),
  // A person decides
  BEHAVIOUR_CHANGED: code(
    EXIT.person,
    "Tests that were green on base fail with this change, and head rewrites them.",
    "A person decides: name them under `Changes:` of the feature (--feature), or approve with --approve ID.",
  ),
  PROTECTED_PATH: code(
    EXIT.person,
    "The change touches runner configuration, scripts, CI or locked dependencies.",
    "A person looks at the diff and approves with --approve ID.",
  ),
  CODE_SUSPICIOUS: code(
    EXIT.person,
    "The change holds what runs cannot vouch for: code that behaves differently under test, or does no work.",
    "A person looks at the named lines and approves with --approve ID.",
  ),
  ALREADY_PASSING: code(
    EXIT.person,
    "The named tests pass already without the change.",
    "A person decides whether the feature was there before; in a run baton approve ID --as NAME --comment TEXT.",
  ),
  MERGE_CONFLICT: code(
    EXIT.gateClosed,
    "The branch moved on while the change waited, and both changed the same lines.",
    "The next attempt begins on the newest commit: `baton resume`.",
  ),
  MANUAL_CHECK: code(
    EXIT.person,
    "The feature is verified by a person, who has not yet approved exactly this tree.",
    "See what waits with `baton approve`; then `baton approve ID` or `baton reject ID --reason TEXT`.",
  ),
  PERSON_REJECTED: code(
    EXIT.gateClosed,
    "A person looked at the change and refused it.",
    "The reason is in the next packet; `baton resume` gives the task out again.",
  ),
  PERSON_NEEDED: code(
    EXIT.person,
    "A person must decide before this can go on.",
    "Read the findings; approve exactly what you looked at.",
  ),
} as const;
