import { code, EXIT } from "./code.ts";

/** What reading a spec finds, each with its line: in the problems and warnings of `init` (Spec to features). */
export const SPEC_CODES = {
  SPEC_NOT_TEXT: code(
    EXIT.usage,
    "The spec is no UTF-8 text.",
    "Give Markdown, Gherkin, spec-kit's tasks.md or Task Master's tasks.json.",
  ),
  SPEC_EMPTY: code(EXIT.usage, "The spec is empty.", "Write one heading a feature with bullets and a `Test:` line."),
  SPEC_SYNTAX: code(
    EXIT.usage,
    "The spec's own format does not parse.",
    "Correct the named line; Gherkin and JSON are read by their grammars.",
  ),
  NESTED_TOO_DEEP: code(
    EXIT.usage,
    "Lists or quotes of the spec are nested too deeply to be read.",
    "Flatten the named place.",
  ),
  NO_FEATURES: code(
    EXIT.usage,
    "The spec has no part that reads as a feature.",
    "Write one heading a feature with bullets as steps and a `Test:` line; in Gherkin a scenario, in tasks.json a task.",
  ),
  FEATURE_UNCLEAR: code(
    EXIT.usage,
    "A feature says neither steps nor a test.",
    "Say in bullets how it is verified, or give it a `Test:` line.",
  ),
  SECTION_NOT_READ: code(
    EXIT.usage,
    "A part of the spec is not read as a feature.",
    "Give it a list or a `Test:` line if it is one; else nothing is to be done.",
  ),
  LEVEL_UNCLEAR: code(
    EXIT.usage,
    "A heading and those below it could both be features.",
    "Give a `Test:` line to each heading that is one.",
  ),
  ID_DUPLICATE: code(EXIT.usage, "Two tasks of the spec have the same id; both are kept.", "Give one another id."),
  TITLE_DUPLICATE: code(EXIT.usage, "Two features have the same title.", "Rename one."),
  KEY_UNKNOWN: code(
    EXIT.usage,
    "A line looks like a key of a feature and is none; it is read as prose.",
    "Write the key as it is called, or another word before the colon.",
  ),
  KEYWORD_UNKNOWN: code(
    EXIT.usage,
    "A line of a Gherkin file is nearly a keyword and none, so it is read as a description: as prose, and no step or scenario.",
    "Write the keyword as it is called; a description may begin with another word.",
  ),
  KEY_REPEATED: code(EXIT.usage, "A feature gives the same key twice; the first counts.", "Keep one of the lines."),
  KEY_OUTSIDE: code(
    EXIT.usage,
    "A `Test:` line stands where no feature is, and is not used.",
    "Move it below the heading of its feature.",
  ),
  PRIORITY_INVALID: code(
    EXIT.usage,
    "A priority is none of the four; medium is taken.",
    "Write `Priority: critical`, `high`, `medium` or `low`.",
  ),
  VERIFY_INVALID: code(
    EXIT.usage,
    "A way to verify is none of the three; automated is taken.",
    "Write `Verify: automated`, `e2e` or `manual`.",
  ),
  TEST_UNCLEAR: code(
    EXIT.usage,
    "A `Test:` line holds no command that can be run.",
    "Write the command as you would type it: `Test: npm test -- cart`.",
  ),
  FILES_INVALID: code(
    EXIT.usage,
    "A pattern of a `Files:` line cannot be read.",
    "Write paths from the repository's root, with `?`, `*`, `**`, `[a-z]`, `[!a-z]` and `{one,two}`; a folder means all below it.",
  ),
  CRITERION_UNCLEAR: code(
    EXIT.usage,
    "A criterion reads as if a test alone did not decide it.",
    "Bind it at its end: `(file: …)`, `(command: …)`, `(coverage: …)`, `(review)` or `(human)`.",
  ),
  TIME_INVALID: code(
    EXIT.usage,
    "A time of a feature is no whole number of seconds.",
    "Write it as `Task timeout: 900` or `Heartbeat interval: 30`.",
  ),
  DEPENDS_UNKNOWN: code(
    EXIT.usage,
    "A feature depends on one that the spec does not have.",
    "Write the title, number or id of a feature of the same spec in its `Depends:` line. One that only the plan has comes after: `baton feature edit ID --depends OTHER --reason TEXT`.",
  ),
  DEPENDS_CYCLE: code(
    EXIT.usage,
    "Features of the spec depend on each other in a circle.",
    "Take one of the `Depends:` lines away.",
  ),
  TICK_IGNORED: code(
    EXIT.usage,
    "A feature is ticked as done, which proves nothing; it is planned all the same.",
    "Nothing: its test decides.",
  ),
  FEATURE_LEFT_OUT: code(
    EXIT.usage,
    "A feature is set aside in its own file and not planned.",
    "Change its status there, or add it later: `baton feature add`.",
  ),
} as const;
