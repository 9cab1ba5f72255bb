import { readDocTests, readLibtest } from "../../../src/checks/readers/libtest.ts";
import { readGoTestJson } from "../../../src/checks/readers/go-test-json.ts";
import { readJunit } from "../../../src/checks/readers/junit.ts";
import { readTap } from "../../../src/checks/readers/tap.ts";
import { parseEnvelope } from "../../../src/core/envelope/parse-envelope.ts";
import { validateEnvelope } from "../../../src/core/envelope/validate-envelope.ts";
import { overlaps } from "../../../src/core/pattern/overlap.ts";
import { parsePattern } from "../../../src/core/pattern/pattern.ts";
import { pomVerdict } from "../../../src/core/proof/manifests/pom-manifest.ts";
import { readFeatureText } from "../../../src/core/proof/feature-text.ts";
import { agentNotes, parseProgress } from "../../../src/core/progress/progress-file.ts";
import { parseSpec } from "../../../src/core/spec/parse-spec.ts";
import { splitChain } from "../../../src/core/units/shell-words.ts";
import { parseGatesLedger } from "../../../src/core/views/parse-gates-ledger.ts";
import { readBundle } from "../../../src/engine/run/start/handoff.ts";

/** Something that reads what others wrote, with whole examples to start from and the words that mean something to it. */
export interface Target {
  readonly name: string;
  readonly examples: readonly string[];
  readonly words: readonly string[];
  readonly read: (text: string) => unknown;
}

const ENVELOPE = `STATUS: READY_FOR_QA
TASK_ID: T001
TASK: Multiply
ASSIGNED_AGENT: coder
REPORTS_TO: orchestrator
INPUTS_USED:
- feature_list.json
GATES_REQUIRED:
- GATE-MSG-STRICT
GATES_PASSED:
- GATE-MSG-STRICT
EVIDENCE:
  screenshots: []
  a11y: []
  console: []
  reports: [artifacts/a.txt]
FAIL_REASONS: NONE
OUTPUT:
  Done.
NEXT_ACTIONS:
1. orchestrator to run the tests
`;
const POM =
  "<project><modules><module>a</module></modules><dependencies><dependency><groupId>g</groupId></dependency></dependencies></project>";
const WORDS = [
  "\n",
  "\r\n",
  "\t",
  "    ",
  ": ",
  "- ",
  "[",
  "]",
  "{",
  "}",
  '"',
  "\\",
  "```",
  "\u0000",
  "\u2028",
  "é",
  "👩‍👩‍👧",
  "\ud800",
];

const MARKDOWN =
  "# Calculator\n\n## Multiply\n- mul(8, 2) is 16\nTest: `npm test mul`\nPriority: high\nDepends: Divide\n\n## Divide\n- div\n";
const GHERKIN =
  'Feature: Sums\n  Background:\n    Given a sheet\n  @fast\n  Scenario Outline: add <a>\n    When I add <a>\n    Then it is "<b>"\n    Examples:\n      | a | b |\n      | 1 | 2 |\n';
const SPEC_KIT =
  "# Tasks: Sums\n\n## Phase 1: Setup\n- [ ] T001 [P] Create src/sum.js\n- [x] T002 [US1] Test in test/sum.test.js (depends on T001)\n";
const TASK_MASTER = JSON.stringify({
  master: {
    tasks: [
      {
        id: 1,
        title: "Sum",
        description: "d",
        status: "pending",
        priority: "high",
        dependencies: [2],
        subtasks: [{ id: 1, title: "s" }],
      },
      { id: 2, title: "T" },
    ],
  },
});
const JUNIT =
  '<testsuites><testsuite name="a" tests="2" failures="1"><testcase classname="a" name="b"/><testcase name="c"><failure message="m">t &amp; u</failure></testcase></testsuite></testsuites>';
const TAP =
  "TAP version 14\n1..2\n# Subtest: a\n    ok 1 - b\n    1..1\nok 1 - a\nnot ok 2 - c # TODO later\n  ---\n  message: m\n  ...\n";
const LIBTEST =
  "ok tests::a\nfailed tests::b\n\0running 2 tests\ntest src/a.rs - add (line 1) ... ok\n---- tests::b stdout ----\nx\n\nfailures:\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n";
const GO = `${["run", "pass"].map((Action) => JSON.stringify({ Time: "2026-01-01T00:00:00Z", Action, Package: "p", Test: "TestA", Output: "x" })).join("\n")}\n`;
const PROGRESS =
  "=== SESSION 2026-01-01T00:00:00Z ===\n--- DO NOT EDIT ABOVE THIS LINE ---\n\n[2026-01-01T00:00:00Z] Completed feat_001: PASS\n";
const LEDGER =
  "# Gates Ledger\n\n## Current Gate\n**Gate:** G1_implementation\n\n## History\n[2026-01-01T00:00:00Z] G1_implementation - PASSED - executor - well\n";
const BUNDLE = JSON.stringify({
  schema_version: "1.0.0",
  run_id: "20260131-090000-a",
  constraints: ["a"],
  ledger: [],
  active_locks: [],
  dependencies: [],
  open_blockers: [],
  acceptance_targets: [],
});

const bytes = (text: string): Buffer => Buffer.from(text, "utf8");
const target = (name: string, examples: string[], words: string[], read: Target["read"]): Target => ({
  name,
  examples,
  words: [...WORDS, ...words],
  read,
});

export const TARGETS: readonly Target[] = [
  target(
    "envelope",
    [ENVELOPE, `# Answer\n\`\`\`\n${ENVELOPE}\`\`\`\nbye`, '{"STATUS":"BLOCKED","EVIDENCE":{"reports":[]}}'],
    ["STATUS", "OUTPUT:", "EVIDENCE:", "NONE", "- NONE", "1. "],
    (text) => {
      const parsed = parseEnvelope(text);
      return validateEnvelope(parsed, null, null);
    },
  ),
  target("bundle", [BUNDLE], ["null", "true", "1e999", '"ledger":', '"__proto__":', '"constructor":', ","], readBundle),
  target(
    "pattern",
    ["src/**/*.js", "a{b,c{d,e}}[!x-z]?*", "**/{a,b}/**"],
    ["**", "*", "?", "[!", "[a-", "{", ",", "/", "\\", "!(", "@("],
    (text) => {
      const [left, right] = [parsePattern(text), parsePattern(text.split("").toReversed().join(""))];
      return "flaw" in left || "flaw" in right ? null : overlaps(left.alternatives, right.alternatives);
    },
  ),
  target(
    "markdown",
    [MARKDOWN],
    ["## ", "- ", "* ", "1. ", "Test: ", "Depends: ", "|", "---", "> ", "<!--", "[a](b)"],
    parseSpec,
  ),
  target(
    "gherkin",
    [GHERKIN],
    ["Feature:", "Scenario:", "Given ", "|", '"""', "@", "Rule:", "# language: de"],
    parseSpec,
  ),
  target("spec-kit", [SPEC_KIT], ["- [ ] ", "T003", "[P]", "[US1]", "## Phase "], parseSpec),
  target(
    "task-master",
    [TASK_MASTER],
    ["null", '"tasks":', '"dependencies":', "1e400", '"__proto__":', ","],
    parseSpec,
  ),
  target(
    "junit",
    [JUNIT],
    ["<testcase", "/>", "<![CDATA[", "]]>", "&", "&#0;", "<!DOCTYPE a [<!ENTITY b 'c'>]>", "<testsuite>"],
    (text) => readJunit([bytes(text)]),
  ),
  target("tap", [TAP], ["ok ", "not ok ", "1..", "# ", "Bail out!", "  ---", "  ..."], (text) => readTap(bytes(text))),
  target("go", [GO], ['"Action":', '"fail"', '"Test":', "{", "}\n"], (text) => readGoTestJson(bytes(text))),
  target(
    "libtest",
    [LIBTEST],
    ["ok ", "failed ", "ignored: ", "test result: ok. ", "running 1 test\n", "\n"],
    (text) => {
      const [log = "", stdout = ""] = text.split("\0");
      return [readLibtest({ log, stdout, code: 0 }), readDocTests(stdout)];
    },
  ),
  target("pom", [POM], ["<dependency>", "</", "<![CDATA[", "<!DOCTYPE a>", "&lt;", ">"], (text) =>
    pomVerdict(POM, text),
  ),
  target("progress", [PROGRESS], ["===", "--- DO NOT EDIT ABOVE THIS LINE ---\n", "Completed "], (text) => {
    parseProgress(text);
    return agentNotes(PROGRESS, text);
  }),
  target("gates-ledger", [LEDGER], ["## ", "**Gate:** ", " - PASSED - "], parseGatesLedger),
  target("feature-text", ["Multiply\n- `a.test.js` says so\nChanges: b"], ["`", "Changes:", "- "], readFeatureText),
  target(
    "command",
    ["npm test -- a && FOO=1 node --test 'x y'"],
    ["&&", "||", ";", "'", '"', "$(", "`", ">", "|"],
    splitChain,
  ),
];
