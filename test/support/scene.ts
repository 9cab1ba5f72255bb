import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openProject } from "../../src/engine/run/project.ts";
import type { RunEvent } from "../../src/schema/event.ts";
import { baton, type CliResult } from "./cli.ts";
import { createRepository, type Files, type TestRepository } from "./repository.ts";

const BASE: Files = {
  "package.json": JSON.stringify({ name: "calc", type: "module", scripts: { test: "node --test" } }),
  "src/add.js": "export const add = (a, b) => a + b;\n",
  "test/add.test.js": `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { add } from "../src/add.js";\ntest("adds", () => assert.equal(add(1, 2), 3));\n`,
};
const SPEC = `# Calculator

## Multiply
- mul(8, 2) is 16
Test: \`node --test test/mul.test.js\`
Priority: high

## Divide
- div(8, 2) is 4
Test: \`node --test test/div.test.js\`
`;

const NAMES = { mul: ["*", 16], div: ["/", 4] } as const;

/** Honest work on one of the two features, as files. */
export function honestWork(name: keyof typeof NAMES): Files {
  const [operator, result] = NAMES[name];
  return {
    [`src/${name}.js`]: `export const ${name} = (a, b) => a ${operator} b;\n`,
    [`test/${name}.test.js`]: `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { ${name} } from "../src/${name}.js";\ntest("${name}", () => assert.equal(${name}(8, 2), ${result}));\n`,
  };
}

/**
 * What a shell agent can say: FEATURE (001), ATTEMPT, ASKED (empty, or which time only the answer is wanted) and PACKET, the
 * packet's file; `honest` does the feature; `envelope` prints a valid answer.
 */
const AGENT_HEAD = `#!/bin/sh
PACKET=$(mktemp); cat > "$PACKET"
FEATURE=$(sed -n 's/.*"feature":{"id":"feat_\\([0-9]*\\).*/\\1/p' "$PACKET")
ATTEMPT=$(sed -n 's/.*"attempt":\\([0-9]*\\).*/\\1/p' "$PACKET")
TASK=$(sed -n 's/.*"task_id":"\\([A-Z0-9]*\\)".*/\\1/p' "$PACKET")
ASKED=$(sed -n 's/.*"answer_only":{"turn":\\([0-9]\\).*/\\1/p' "$PACKET")
write() {
  printf 'export const %s = (a, b) => a %s b;\\n' "$1" "$2" > src/$1.js
  printf 'import assert from "node:assert/strict";\\nimport { test } from "node:test";\\nimport { %s } from "../src/%s.js";\\ntest("%s", () => assert.equal(%s(8, 2), %s));\\n' "$1" "$1" "$1" "$1" "$3" > test/$1.test.js
}
honest() { if [ "$FEATURE" = 001 ]; then write mul '*' 16; else write div / 4; fi; }
envelope() {
  printf 'STATUS: READY_FOR_QA\\nTASK_ID: %s\\nTASK: work\\nASSIGNED_AGENT: agent\\nREPORTS_TO: orchestrator\\nINPUTS_USED: []\\n' "$TASK"
  printf 'GATES_REQUIRED:\\n- GATE-MSG-STRICT\\n- GATE-TESTS\\n- GATE-EVIDENCE\\nGATES_PASSED:\\n- GATE-MSG-STRICT\\nEVIDENCE:\\n'
  printf '  screenshots: []\\n  a11y: []\\n  console: []\\n  reports: []\\nFAIL_REASONS: NONE\\nOUTPUT:\\n  Done.\\nNEXT_ACTIONS:\\n1. test it\\n'
}
`;

export interface Scene {
  readonly repository: TestRepository;
  /** A folder outside the repository, removed afterwards. */
  readonly outside: string;
  readonly baton: (args: readonly string[], input?: string) => Promise<CliResult>;
  readonly run: (...args: string[]) => Promise<CliResult>;
  /** Every event of the one run, oldest first. */
  readonly events: () => RunEvent[];
  readonly remove: () => void;
}

/** A repository with two features to build, and a shell script as the agent. */
export async function openScene(script: string, env: Record<string, string> = {}): Promise<Scene> {
  const repository = createRepository(BASE);
  const outside = mkdtempSync(join(tmpdir(), "baton-scene-"));
  const agent = join(outside, "agent.sh");
  writeFileSync(agent, `${AGENT_HEAD}${script}\n`);
  chmodSync(agent, 0o755);
  const call: Scene["baton"] = async (args, input = "") =>
    baton([...args, "--json"], { cwd: repository.directory, env, input });
  const init = await call(["init", "--spec", "-"], SPEC);
  if (init.code !== 0) throw new Error(init.stdout);
  return {
    repository,
    outside,
    baton: call,
    run: async (...args) => call(["run", "--agent", `command:${agent}`, ...args]),
    events: () => readEvents(repository.directory),
    remove() {
      repository.remove();
      rmSync(outside, { recursive: true, force: true });
    },
  };
}

function readEvents(directory: string): RunEvent[] {
  const project = openProject(directory);
  try {
    const [runId = ""] = project.store.runs();
    return [...project.store.read(runId, 0)].map(({ entry }) => entry.event as unknown as RunEvent);
  } finally {
    project.close();
  }
}
