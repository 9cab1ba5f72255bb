import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { batonArguments } from "./invocation.ts";

/** Everything a command touches, below one folder: what lies elsewhere must never change. */
export interface Scene {
  readonly directory: string;
  readonly repository: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Runs the real command line to its end. */
  baton(...args: string[]): BatonResult;
  git(...args: string[]): string;
  /** Which features the agent was asked for, in order. */
  agentCalls(): string[];
  /** Keeps the present state under a name. */
  save(name: string): void;
  /** Goes back to a kept state, at the very same path. */
  restore(name: string): void;
  remove(): void;
}

export interface BatonResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const FILES: Readonly<Record<string, string>> = {
  "repository/package.json": JSON.stringify({ name: "calc", type: "module", scripts: { test: "node --test" } }),
  "repository/src/add.js": "export const add = (a, b) => a + b;\n",
  "repository/test/add.test.js": `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { add } from "../src/add.js";\ntest("adds", () => assert.equal(add(1, 2), 3));\n`,
  "one.md": "# Calculator\n\n## Divide\n- div(8, 2) is 4\nTest: `node --test test/div.test.js`\n",
  "two.md":
    "# Calculator\n\n## Multiply\n- mul(8, 2) is 16\nTest: `node --test test/mul.test.js`\nPriority: high\n\n## Divide\n- div(8, 2) is 4\nTest: `node --test test/div.test.js`\n",
};
/** What the user has lying about; nobody may touch it. */
export const USERS_FILE = "notes.txt";
export const SPEC_OF_ONE = "one.md";
const SPEC_OF_TWO = "two.md";
export const BEFORE_INIT = "before-init";
/** One feature is proven, the other not begun. */
export const HALF_WAY = "half-way";

const AGENT = `#!/bin/sh
packet=$(cat)
case "$packet" in *'"review":{"gate"'*)
  task=$(printf %s "$packet" | sed -n 's/.*"task_id":"\\([A-Z0-9]*\\)".*/\\1/p')
  echo "$task" >> "\${0%/*}/review.calls"
  gates=$(printf -- '- GATE-%s\\n' MSG-STRICT TESTS EVIDENCE CODE-REVIEW)
  printf 'STATUS: READY_FOR_REVIEW\\nTASK_ID: %s\\nTASK: review\\nASSIGNED_AGENT: code-reviewer\\nREPORTS_TO: orchestrator\\nINPUTS_USED: []\\n' "$task"
  printf 'GATES_REQUIRED:\\n%s\\nGATES_PASSED:\\n- GATE-CODE-REVIEW\\nEVIDENCE:\\nscreenshots: []\\na11y: []\\nconsole: []\\nreports: []\\n' "$gates"
  printf 'FAIL_REASONS: NONE\\nOUTPUT:\\n  Read it all.\\nNEXT_ACTIONS:\\n1. go on\\n'
  exit;;
esac
case "$packet" in *'"description":"Multiply"'*) name=mul sign='*' result=16;; *) name=div sign=/ result=4;; esac
echo $name >> "\${0%/*}/agent.calls"
[ -e "\${0%/*}/slow" ] && { echo "half of it" > src/half.js; (cd / && exec sleep 61) & echo $! > "\${0%/*}/sleeper"; wait; }
echo "export const $name = (a, b) => a $sign b;" > src/$name.js
printf 'import assert from "node:assert/strict";\\nimport { test } from "node:test";\\nimport { %s } from "../src/%s.js";\\ntest("%s", () => assert.equal(%s(8, 2), %s));\\n' $name $name $name $name $result > test/$name.test.js
`;

/** A tiny repository, a spec, an agent, and two kept states. */
export function createScene(): Scene {
  const scene = openScene(realpathSync(mkdtempSync(join(tmpdir(), "baton-crash-"))));
  const { directory } = scene;
  for (const [name, text] of Object.entries({ ...FILES, [`repository/${USERS_FILE}`]: "mine\n" })) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  writeFileSync(join(directory, "agent"), AGENT);
  writeFileSync(join(directory, "agent.calls"), "");
  chmodSync(join(directory, "agent"), 0o755);
  for (const name of ["home", "state"]) mkdirSync(join(directory, name));
  prepare(scene);
  return scene;
}

/** The same scene with all that it keeps, in a folder of its own, so that two can be worked on at once. */
export function copyScene({ directory }: Scene): Scene {
  const from = dirname(directory);
  const scene = openScene(realpathSync(mkdtempSync(join(tmpdir(), "baton-crash-"))));
  for (const name of readdirSync(from)) copy(join(from, name), join(dirname(scene.directory), name));
  for (const name of readdirSync(from).filter((each) => !["scene", "tools", BEFORE_INIT].includes(each))) {
    scene.restore(name);
    // Our bare repository names its place; a command that only looks sets that right.
    require0(scene.baton("status", "--json"));
    scene.save(name);
  }
  return scene;
}

export function openScene(top: string): Scene {
  const directory = join(top, "scene");
  const repository = join(directory, "repository");
  const environment = {
    PATH: process.env["PATH"] ?? "",
    HOME: join(directory, "home"),
    BATON_STATE: join(directory, "state"),
    TMPDIR: tmpdir(),
  };
  return {
    directory,
    repository,
    environment,
    baton(...args) {
      const [program, ...rest] = batonArguments(args);
      const { status, stdout, stderr } = spawnSync(program, rest, {
        cwd: repository,
        env: environment,
        encoding: "utf8",
      });
      return { code: status, stdout, stderr };
    },
    git: (...args) => execFileSync("git", args, { cwd: repository, env: environment, encoding: "utf8" }).trim(),
    agentCalls: () => readFileSync(join(directory, "agent.calls"), "utf8").split("\n").filter(Boolean),
    save(name) {
      rmSync(join(top, name), { recursive: true, force: true });
      copy(directory, join(top, name));
    },
    restore(name) {
      rmSync(directory, { recursive: true, force: true });
      copy(join(top, name), directory);
    },
    remove: () => rmSync(top, { recursive: true, force: true }),
  };
}

function copy(from: string, to: string): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
}

function prepare(scene: Scene): void {
  scene.git("init", "--quiet", "--initial-branch=main");
  for (const [key, value] of Object.entries({ "user.name": "Test", "user.email": "test@example.invalid" }))
    scene.git("config", key, value);
  scene.git("add", "package.json", "src", "test");
  scene.git("commit", "--quiet", "--message", "base");
  scene.save(BEFORE_INIT);
  require0(scene.baton("init", "--spec", join(scene.directory, SPEC_OF_TWO), "--json"));
  const turn = scene.baton("run", "--agent", agentOf(scene), "--max-turns", "1", "--json");
  if (turn.code !== 10 || scene.agentCalls().join() !== "mul")
    throw new Error(`the scene is not as meant: ${turn.stdout}`);
  scene.save(HALF_WAY);
}

export const agentOf = ({ directory }: Scene): string => `command:${join(directory, "agent")}`;

export function require0({ code, stdout, stderr }: BatonResult): void {
  if (code !== 0) throw new Error(`exited with ${code}: ${stdout.slice(0, 500)}${stderr.slice(0, 500)}`);
}
