import { code, EXIT } from "./code.ts";

/** What the machine, the project or the store refused. */
export const ENVIRONMENT_CODES = {
  FILESYSTEM_UNSUPPORTED: code(
    EXIT.configuration,
    "This file system cannot keep a record: it needs atomic renames and names in UTF-8.",
    "Work in a clone on a local disk; `baton doctor` says what was found.",
  ),
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
    "Install it, declare it in the project's dependencies, or install it in `environment.prepare`; a Gradle wrapper gets its own by `./gradlew --version`.",
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
  ISOLATION_UNAVAILABLE: code(
    EXIT.configuration,
    "The isolation that was asked for, or that the policy requires, cannot be had here.",
    "Install what the message names, or ask for less: `--isolation I1`.",
  ),
  AGENT_HIDDEN: code(
    EXIT.configuration,
    "The agent's program lies where isolation lets no agent look: in the repository or the state folder.",
    "Install it elsewhere, or ask for less isolation: `--isolation I1`.",
  ),
  DISK_FULL: code(EXIT.failed, "The disk is full.", "Free some space; nothing was half-written."),
  STATE_UNWRITABLE: code(
    EXIT.failed,
    "A folder or file that is written to cannot be: the state folder, the repository's own, or one that was named.",
    "Make it writable; where it is the state folder, give another with --state DIR or XDG_STATE_HOME.",
  ),
  TEMPORARY_UNWRITABLE: code(
    EXIT.configuration,
    "The system's folder for temporary files is missing or cannot be written.",
    "Set TMPDIR to a folder that you can write.",
  ),
  REFERENCE_MISSING: code(
    EXIT.configuration,
    "A file that every start needs is missing from this installation.",
    "Install again: `npm install -g proofbaton`.",
  ),
  INTERRUPTED: code(
    EXIT.interrupted,
    "Stopped by the user.",
    "Run the same command again; it goes on where it stopped.",
  ),
  INTERNAL: code(EXIT.failed, "A defect in Proofbaton.", "Report it with the message and `baton --version`.", false),
} as const;
