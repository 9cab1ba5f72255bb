import { code, EXIT } from "./code.ts";

/** Why something could not be measured, and what was measured and is not good enough. */
export const MEASURE_CODES = {
  // Not measured: the report
  EVIDENCE_MISSING: code(
    EXIT.gateClosed,
    "A tool ran and left no report where the harness told it to.",
    "Run the tool's command in a clean checkout and mend what keeps it from reporting.",
  ),
  EVIDENCE_TOO_LARGE: code(
    EXIT.gateClosed,
    "A report is larger than the harness reads.",
    "Let the tool look at the project's own files only.",
  ),
  EVIDENCE_UNREADABLE: code(
    EXIT.gateClosed,
    "A report is truncated, malformed, or not of the format its tool writes.",
    "Run the tool's command in a clean checkout; a version that writes the documented format is needed.",
  ),
  EVIDENCE_IMPLAUSIBLE: code(
    EXIT.gateClosed,
    "A report says what cannot be: more than all, less than nothing, sums that its parts do not bear out.",
    "Find what writes into the report; only the tool may.",
  ),
  EVIDENCE_EMPTY: code(
    EXIT.gateClosed,
    "A report holds nothing that was measured.",
    "Look at what the tool is told to include: nothing measured is not passed.",
  ),
  // Not measured: the tool
  TOOL_MISSING: code(
    EXIT.gateClosed,
    "A tool that the policy asks for is not installed where the checks run.",
    "Add it to the project's dependencies, or let a person waive the check: baton gate waive TASK CHECK --as NAME --reason TEXT.",
  ),
  TOOL_FAILED: code(
    EXIT.gateClosed,
    "A tool ended in a way that says nothing of the code: a crash, a time limit, an exit code against its own report.",
    "Run its command in a clean checkout and read what it prints.",
  ),
  BROWSER_MISSING: code(
    EXIT.gateClosed,
    "The user interface cannot be looked at: there is no browser, or the packages that drive it are not installed.",
    "Type what the message names, or let an agent or a person look: `--qa-agent AGENT`.",
  ),
  UI_NOT_STARTED: code(
    EXIT.gateClosed,
    "The application could not be started, or did not answer.",
    'Set `"ui": { "start": "npm start", "url": "http://127.0.0.1:{port}" }` in baton.config.json; it gets PORT, and must listen there.',
  ),
  CRITERION_UNMET: code(
    EXIT.gateClosed,
    "A done-criterion that is bound to a file, a command or coverage is not met by the candidate.",
    "Do what the criterion says; where it is wrong, change the feature, or let a person waive it: baton gate waive TASK dod_checklist --as NAME --reason TEXT.",
  ),
  ACCESSIBILITY: code(
    EXIT.gateClosed,
    "The change brings serious accessibility violations, or hides pages from the audit.",
    "Mend the elements that the finding names, for every width.",
  ),
  AUDIT_UNREACHABLE: code(
    EXIT.gateClosed,
    "The service that knows the vulnerabilities did not answer.",
    "Try again when it can be reached, or let a person waive the check.",
  ),
  // Measured, and refused
  COVERAGE_LOW: code(
    EXIT.gateClosed,
    "Too few of the changed lines are run by tests.",
    "Add tests that run the lines the finding names.",
  ),
  COVERAGE_FELL: code(
    EXIT.gateClosed,
    "The whole project's coverage is lower than before the change.",
    "Cover as much of the change as the project had covered before.",
  ),
  LINT_FOUND: code(EXIT.gateClosed, "The change brings new lint findings.", "Mend what the finding names."),
  TYPE_ERROR: code(EXIT.gateClosed, "The change brings new type errors.", "Mend what the finding names."),
  VULNERABILITY: code(
    EXIT.gateClosed,
    "The change brings a security finding of high or critical severity.",
    "Mend what the finding names; a secret that was written down must be revoked, too.",
  ),
  CHECK_SUPPRESSED: code(
    EXIT.gateClosed,
    "The change tells a tool to look away.",
    "Take the suppression out and mend what it hides, or let a person approve it.",
  ),
  CHECK_NARROWED: code(
    EXIT.gateClosed,
    "A tool no longer looks at files that it should look at.",
    "Take back what leaves the files out.",
  ),
  // Waivers and the last gate
  GATE_CLOSED: code(EXIT.gateClosed, "A gate does not hold yet.", "Supply what `baton gate check` names as missing."),
  WAIVER_NEEDED: code(
    EXIT.person,
    "A check that could not be made is not approved, nor missing RED without a word: a named person waives it, with a reason.",
    "baton gate waive TASK CHECK --as NAME --reason TEXT; for missing RED baton approve ID --as NAME --comment TEXT.",
  ),
  WAIVER_UNKNOWN: code(
    EXIT.notFound,
    "There is no such check to waive, or it needs no waiver.",
    "See `baton gate check`: it names what a waiver can stand for.",
  ),
} as const;
