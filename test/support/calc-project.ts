import type { Files } from "./repository.ts";

/** A small real project: one function, one test, no dependencies. */
export const CALCULATOR: Files = {
  "package.json": JSON.stringify({ name: "calc", type: "module", scripts: { test: "node --test" } }),
  "src/add.js": "export const add = (a, b) => a + b;\n",
  "test/add.test.js": `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { add } from "../src/add.js";\ntest("adds", () => assert.equal(add(1, 2), 3));\n`,
};

/** The same where review is beside the point, also of what looks like a user interface. */
export const UNREVIEWED: Files = {
  ...CALCULATOR,
  "baton.config.json": '{ "policy": { "review": "never" }, "ui_files": ["!**", "ui/**"] }\n',
};

export const MULTIPLY = "## Multiply\n- mul(8, 2) is 16\nTest: `node --test test/mul.test.js`\nPriority: high\n";
export const DIVIDE = "## Divide\n- div(8, 2) is 4\nTest: `node --test test/div.test.js`\n";
export const spec = (...features: string[]): string => `# Calculator\n\n${features.join("\n")}`;

/**
 * What a shell agent can say: FEATURE (001), TASK, ATTEMPT, ASKED (empty, or which time only the answer is wanted) and PACKET,
 * the packet's file; `write NAME OPERATOR RESULT` builds an operation with its test, `honest` the feature that is wanted;
 * `envelope` prints a valid answer. As a reviewer it says yes, unless there is a `reviewer.sh` beside it, which gets PACKET.
 */
export const AGENT_SHELL = `PACKET=$(mktemp); trap 'rm -f "$PACKET"' EXIT; cat > "$PACKET"
FEATURE=$(sed -n 's/.*"feature":{"id":"feat_\\([0-9]*\\).*/\\1/p' "$PACKET")
ATTEMPT=$(sed -n 's/.*"attempt":\\([0-9]*\\).*/\\1/p' "$PACKET")
TASK=$(sed -n 's/.*"task_id":"\\([A-Z0-9]*\\)".*/\\1/p' "$PACKET")
ASKED=$(sed -n 's/.*"answer_only":{"turn":\\([0-9]\\).*/\\1/p' "$PACKET")
GATE=$(sed -n 's/.*"review":{"gate":"\\([A-Z0-9-]*\\)".*/\\1/p' "$PACKET")
STATUS=$(sed -n 's/.*"status":"\\([A-Z_]*\\)".*/\\1/p' "$PACKET")
REQUIRED=$(sed -n 's/.*"gates_required":\\[\\([^]]*\\)\\].*/\\1/p' "$PACKET" | tr -d '"' | tr ',' '\\n' | sed 's/^/- /')
REVIEWER=$(sed -n 's/.*"assigned_agent":"\\([^"]*\\)".*/\\1/p' "$PACKET")
review() {
  printf 'STATUS: %s\\nTASK_ID: %s\\nTASK: review\\nASSIGNED_AGENT: %s\\nREPORTS_TO: orchestrator\\nINPUTS_USED: []\\n' "$1" "$TASK" "$REVIEWER"
  printf 'GATES_REQUIRED:\\n%s\\nGATES_PASSED: %s\\nEVIDENCE:\\n' "$REQUIRED" "$2"
  printf '  screenshots: []\\n  a11y: []\\n  console: []\\n  reports: []\\nFAIL_REASONS: %s\\nOUTPUT:\\n  Read it all.\\nNEXT_ACTIONS:\\n1. go on\\n' "$3"
}
passes() { review "$STATUS" "
- $GATE" NONE; }
fails() { review BLOCKED '[]' "
- $GATE: $1"; }
if [ -n "$GATE" ]; then if [ -e "\${0%/*}/reviewer.sh" ]; then . "\${0%/*}/reviewer.sh"; else passes; fi; exit 0; fi
write() {
  printf 'export const %s = (a, b) => a %s b;\\n' "$1" "$2" > src/$1.js
  printf 'import assert from "node:assert/strict";\\nimport { test } from "node:test";\\nimport { %s } from "../src/%s.js";\\ntest("%s", () => assert.equal(%s(8, 2), %s));\\n' "$1" "$1" "$1" "$1" "$3" > test/$1.test.js
}
honest() { if [ "$FEATURE" = 001 ]; then write mul '*' 16; else write div / 4; fi; }
envelope() {
  printf 'STATUS: READY_FOR_QA\\nTASK_ID: %s\\nTASK: work\\nASSIGNED_AGENT: agent\\nREPORTS_TO: orchestrator\\nINPUTS_USED: []\\n' "$TASK"
  printf 'GATES_REQUIRED:\\n%s\\nGATES_PASSED:\\n- GATE-MSG-STRICT\\nEVIDENCE:\\n' "$REQUIRED"
  printf '  screenshots: []\\n  a11y: []\\n  console: []\\n  reports: []\\nFAIL_REASONS: NONE\\nOUTPUT:\\n  Done.\\nNEXT_ACTIONS:\\n1. test it\\n'
}
`;
