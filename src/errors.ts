/** Exit codes of every command (surfaces.md, Command line 2). */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  configuration: 3,
  notFound: 4,
  conflict: 5,
  timeout: 6,
  gateClosed: 10,
  evidence: 11,
  person: 12,
  interrupted: 130,
} as const;

interface CodeEntry {
  readonly exit: number;
  /** What it means, for the reference page. */
  readonly meaning: string;
  /** What to do, for the reference page and as the default hint. */
  readonly remedy: string;
  readonly recoverable: boolean;
}

const code = (exit: number, meaning: string, remedy: string, recoverable = true): CodeEntry => ({
  exit,
  meaning,
  remedy,
  recoverable,
});

/** The one registry of codes (FCX-08). docs/errors.md is generated from it. */
export const CODES = {
  // Input
  USAGE_INVALID: code(
    EXIT.usage,
    "The command line is not understood.",
    "See `baton help` or `baton <command> --help`.",
  ),
  NOT_A_REPOSITORY: code(
    EXIT.notFound,
    "No git repository here or above.",
    "Run `git init` and commit, or name one with --repo DIR.",
  ),
  REPOSITORY_UNSUPPORTED: code(
    EXIT.configuration,
    "The repository's storage format cannot be read by this git.",
    "Use the files ref format (`git refs migrate --ref-format=files`) or a newer git.",
  ),
  REVISION_UNKNOWN: code(
    EXIT.notFound,
    "A revision does not name a commit of this repository.",
    "List what exists with `git log --oneline`, and give BASE..HEAD.",
  ),
  RANGE_EMPTY: code(
    EXIT.usage,
    "Base and head are the same tree: there is nothing to prove.",
    "Give the commit before the change as BASE.",
  ),
  NO_COMMITS: code(
    EXIT.usage,
    "The repository has no commit yet.",
    "Make a first commit: `git add . && git commit -m init`.",
  ),
  CONFIG_INVALID: code(
    EXIT.configuration,
    "A configuration or policy file cannot be used.",
    "Correct the named field; `baton schema config` prints what is allowed.",
  ),
  SPEC_INVALID: code(
    EXIT.usage,
    "The spec holds no feature that can be proven, or contradicts itself.",
    "Write one heading a feature with bullets as steps and a `Test:` line; then run `baton init --spec FILE` again.",
  ),
  TREE_DIRTY: code(
    EXIT.conflict,
    "Files that Proofbaton must write have uncommitted changes.",
    "Commit or stash the named files.",
  ),
  FEATURE_LIST_FOREIGN: code(
    EXIT.conflict,
    "A feature_list.json that Proofbaton did not write is in the way.",
    "Move it aside, then run `baton init --spec FILE` again.",
  ),
  ALREADY_INITIALIZED: code(
    EXIT.conflict,
    "This repository already has a run for another spec.",
    "See it with `baton status`; finish it, or start from a clean branch.",
  ),
  NOT_INITIALIZED: code(EXIT.notFound, "No run in this repository yet.", "Start with `baton init --spec FILE`."),
  STATE_FILE_CORRUPT: code(
    EXIT.failed,
    "A state file is not what Proofbaton wrote.",
    "Restore it: `git checkout -- feature_list.json claude-progress.txt`.",
  ),
  STATE_FILE_MISSING: code(
    EXIT.failed,
    "A state file is missing.",
    "Restore it from the last commit: `git checkout -- feature_list.json agent_state.json`.",
  ),
  BRANCH_MISSING: code(
    EXIT.conflict,
    "No branch is checked out, so proven commits have nowhere to land.",
    "Check one out: `git switch -c work`.",
  ),
  AGENT_UNKNOWN: code(
    EXIT.usage,
    "The agent is not one that Proofbaton can start.",
    "Use `--agent command:PROGRAM`, PROGRAM an absolute path or a program on PATH.",
  ),
  LOCK_CONFLICT: code(
    EXIT.conflict,
    "Another baton process is at work here.",
    "Wait for it, or end it; its lock is freed by the kernel when it dies.",
  ),
  // Environment
  GIT_MISSING: code(EXIT.failed, "git cannot be started.", "Install git 2.38 or newer and put it on PATH."),
  GIT_FAILED: code(EXIT.failed, "A git command failed.", "Read git's message; check the repository with `git fsck`."),
  ENVIRONMENT_FAILED: code(
    EXIT.failed,
    "The project's environment could not be prepared.",
    "Run `baton doctor --checks`; correct `environment.prepare` in baton.config.json.",
  ),
  RUNNER_MISSING: code(
    EXIT.failed,
    "The project's test runner is not installed in its environment.",
    "Declare it in the project's dependencies, or install it in `environment.prepare`.",
  ),
  NO_TESTS: code(
    EXIT.failed,
    "No test command or test file was found.",
    "Add a test, or name the command with --test COMMAND.",
  ),
  BASELINE_FAILED: code(
    EXIT.failed,
    "Base's tests cannot be run, so nothing can be compared with them.",
    "Make base's suite run: `baton doctor --checks` shows its output.",
  ),
  DISK_FULL: code(EXIT.failed, "The disk is full.", "Free some space; nothing was half-written."),
  STATE_UNWRITABLE: code(
    EXIT.failed,
    "The state folder cannot be written.",
    "Give a writable folder with --state DIR or XDG_STATE_HOME.",
  ),
  INTERRUPTED: code(
    EXIT.interrupted,
    "Stopped by the user.",
    "Run the same command again; it goes on where it stopped.",
  ),
  INTERNAL: code(EXIT.failed, "A defect in Proofbaton.", "Report it with the message and `baton --version`.", false),
  // Findings of a proof: not proven
  NOT_PROVEN: code(
    EXIT.gateClosed,
    "The change is not proven.",
    "Mend what the findings name, commit, and prove again.",
  ),
  RED_MISSING: code(
    EXIT.gateClosed,
    "No test fails without the change and passes with it.",
    "Add a test whose assertion fails on base's code.",
  ),
  TEST_HOLLOW: code(
    EXIT.gateClosed,
    "A new test passes, or never reaches an assertion, whatever the changed code returns.",
    "Assert on what the changed code returns or does.",
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
    "Add a test for it, or name one with --test COMMAND.",
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
    "Use a runner Proofbaton can read (vitest, jest, node --test, mocha, pytest), or set policy `min_proof_level` to P1.",
  ),
  FEATURE_UNPROVEN: code(
    EXIT.gateClosed,
    "Features stay unproven and nobody needs to be asked.",
    "See `baton status`; run again, or raise the limits.",
  ),
  // Findings of a proof: tampering
  TEST_TAMPERED: code(
    EXIT.evidence,
    "What the tests say was bent: outcomes, selection, assertions or environment.",
    "Undo what the finding names; tests must say what they said before.",
  ),
  TEST_DELETED: code(
    EXIT.evidence,
    "A test that was green on base is gone.",
    "Bring it back, or name it under `Changes:` when the feature replaces it.",
  ),
  TEST_SKIPPED: code(
    EXIT.evidence,
    "A test that ran on base is skipped, focused away or marked as expected to fail.",
    "Let it run again.",
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
    "A file that only Proofbaton writes was changed.",
    "Leave feature_list.json and claude-progress.txt (above its line) alone.",
  ),
  ENVIRONMENT_TOUCHED: code(
    EXIT.evidence,
    "Tests changed the installed dependencies while they ran.",
    "Code under test must not write into node_modules or .venv.",
  ),
  // Findings of a proof: a person decides
  BEHAVIOUR_CHANGED: code(
    EXIT.person,
    "Tests that were green on base fail with this change, and head rewrites them.",
    "A person decides: name them under `Changes:`, or approve with --approve ID.",
  ),
  PROTECTED_PATH: code(
    EXIT.person,
    "The change touches runner configuration, scripts, CI or locked dependencies.",
    "A person looks at the diff and approves with --approve ID.",
  ),
  CODE_SUSPICIOUS: code(
    EXIT.person,
    "The implementation behaves differently when it is under test.",
    "A person looks at the named lines and approves with --approve ID.",
  ),
  ALREADY_PASSING: code(
    EXIT.person,
    "The named tests pass already without the change.",
    "A person decides whether the feature was there before.",
  ),
  PERSON_NEEDED: code(
    EXIT.person,
    "A person must decide before this can go on.",
    "Read the findings; approve exactly what you looked at.",
  ),
  // The envelope (decisions.md, Codes)
  ENVELOPE_FIELD_MISSING: code(EXIT.failed, "An envelope field is missing.", "Write all twelve fields, in order."),
  ENVELOPE_FIELD_ORDER: code(
    EXIT.failed,
    "The envelope's fields are out of order.",
    "Keep the order of the answer form.",
  ),
  ENVELOPE_FIELD_DUPLICATE: code(EXIT.failed, "An envelope field occurs twice.", "Write each field once."),
  ENVELOPE_FIELD_UNKNOWN: code(
    EXIT.failed,
    "The envelope has a field that is not one of the twelve.",
    "Move its text into OUTPUT.",
  ),
  ENVELOPE_STATUS_INVALID: code(
    EXIT.failed,
    "STATUS is not one of the six values.",
    "Use IN_PROGRESS, READY_FOR_QA or BLOCKED.",
  ),
  ENVELOPE_STATUS_NOT_OWNED: code(
    EXIT.failed,
    "This agent may not set this STATUS.",
    "A build agent goes as far as READY_FOR_QA.",
  ),
  ENVELOPE_TRANSITION_FORBIDDEN: code(
    EXIT.failed,
    "STATUS cannot follow the task's present one.",
    "Follow the order of the messaging protocol.",
  ),
  ENVELOPE_REPORTS_TO: code(EXIT.failed, "REPORTS_TO is not orchestrator.", "Write `orchestrator`."),
  ENVELOPE_AGENT_MISMATCH: code(
    EXIT.failed,
    "ASSIGNED_AGENT is not the agent of the assignment.",
    "Copy assigned_agent from the packet.",
  ),
  ENVELOPE_TASK_MISMATCH: code(EXIT.failed, "TASK_ID is not the assignment's.", "Copy task_id from the packet."),
  ENVELOPE_INPUT_UNKNOWN: code(
    EXIT.failed,
    "INPUTS_USED names something that does not exist.",
    "List only files that you read.",
  ),
  ENVELOPE_GATES_MISMATCH: code(
    EXIT.failed,
    "The gates are not those of the assignment.",
    "Copy gates_required from the packet; pass only gates of that list.",
  ),
  ENVELOPE_GATE_NOT_OWNED: code(
    EXIT.failed,
    "A gate is claimed that this role cannot evidence.",
    "A build agent lists GATE-MSG-STRICT only.",
  ),
  ENVELOPE_EVIDENCE_MISSING: code(
    EXIT.failed,
    "Evidence that is named or needed does not exist.",
    "Name files below artifacts/ that exist and are not empty.",
  ),
  ENVELOPE_EVIDENCE_EMBEDDED: code(
    EXIT.failed,
    "OUTPUT embeds evidence instead of naming it.",
    "Write it to a file below artifacts/ and list it under EVIDENCE.",
  ),
  ENVELOPE_NEXT_ACTIONS: code(
    EXIT.failed,
    "NEXT_ACTIONS is not a numbered list.",
    "Write `1. …`; NONE only at APPROVED.",
  ),
  ENVELOPE_FAIL_REASONS: code(
    EXIT.failed,
    "FAIL_REASONS does not fit STATUS.",
    "Reasons with gate ids when BLOCKED, otherwise NONE.",
  ),
} as const satisfies Record<string, CodeEntry>;

export type Code = keyof typeof CODES;

/** A refusal as data: expected, part of the domain, rendered at the edge. `info` never changes a verdict. */
export interface Finding {
  readonly code: Code;
  readonly severity: "error" | "person" | "warning" | "info";
  readonly message: string;
  readonly path?: string;
  readonly ids?: readonly string[];
  /** What a person names to approve exactly this (`--approve ID`). */
  readonly approval?: string;
}

/** An operating error: what happened, to what, what to type next. */
export class BatonError extends Error {
  override readonly name = "BatonError";
  readonly code: Code;
  readonly hint: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: Code,
    message: string,
    options: { hint?: string; details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.code = code;
    this.hint = options.hint ?? CODES[code].remedy;
    this.details = options.details ?? {};
  }

  get exitCode(): number {
    return CODES[this.code].exit;
  }
}

const UNWRITABLE = new Set(["EACCES", "EROFS", "EPERM", "ENOTDIR", "EEXIST", "ENOENT"]);

/** Turns what the operating system threw into a coded error; anything else stays what it is. */
export function codedError(error: unknown, what: string): unknown {
  if (!(error instanceof Error) || !("code" in error) || error instanceof BatonError) return error;
  if (error.code === "ENOSPC" || error.code === "EDQUOT")
    return new BatonError("DISK_FULL", `${what}: the disk is full`, { cause: error });
  if (UNWRITABLE.has(String(error.code))) {
    return new BatonError("STATE_UNWRITABLE", `${what}: ${error.message}`, { cause: error });
  }
  return error;
}
