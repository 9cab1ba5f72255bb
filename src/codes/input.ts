import { code, EXIT } from "./code.ts";

/** What is wrong with what was given. */
export const INPUT_CODES = {
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
    "Files that Proofbaton would write are there already, of somebody else or of a run that is not finished here.",
    "Move them aside, then type the same again.",
  ),
  ALREADY_INITIALIZED: code(
    EXIT.conflict,
    "This repository already has an unfinished run, or one of this spec.",
    "See it with `baton status`. `baton run` goes on with it, `baton init --spec FILE --amend` takes a changed spec over, `baton close --as partial --reason TEXT` ends it.",
  ),
  NOT_INITIALIZED: code(EXIT.notFound, "No run in this repository yet.", "Start with `baton init --spec FILE`."),
  STATE_FILE_CORRUPT: code(
    EXIT.failed,
    "A state file is not what Proofbaton wrote.",
    "Restore the file that the message names from a copy, or move it aside.",
  ),
  STATE_FILE_MISSING: code(
    EXIT.failed,
    "A state file is missing.",
    "Restore the file that the message names from a copy.",
  ),
  BRANCH_MISSING: code(
    EXIT.conflict,
    "No branch is checked out, so proven commits have nowhere to land.",
    "Check one out: `git switch -c work`.",
  ),
  BRANCH_MOVED: code(
    EXIT.conflict,
    "The branch has commits that the run does not build on, so it cannot follow without a merge.",
    "Type `baton land`: both are merged, and land once the whole suite passes there.",
  ),
  AGENT_UNKNOWN: code(
    EXIT.usage,
    "The agent is not one that Proofbaton can start.",
    "See what is usable here with `baton agent list`; or use `--agent command:PROGRAM`, a program of your own.",
  ),
  AGENT_BROKEN: code(
    EXIT.failed,
    "An agent's program cannot be started, does not open a session, or fails again and again before it does anything.",
    "Read its message; start its program by hand, update it, and see what it is called with in `baton agent check NAME --json`.",
  ),
  LOCK_CONFLICT: code(
    EXIT.conflict,
    "Another baton process is at work here, or another attempt holds the files.",
    "Wait for it, or end it; a process's lock is freed when it dies. `baton lock list` shows who holds which files.",
  ),
} as const;
