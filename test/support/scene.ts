import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openProject } from "../../src/engine/run/project.ts";
import type { EventOf, RunEvent } from "../../src/schema/event.ts";
import { FeatureList } from "../../src/schema/feature-list.ts";
import { baton, type CliResult } from "./cli.ts";
import { AGENT_SHELL, CALCULATOR, DIVIDE, MULTIPLY, spec } from "./calc-project.ts";
import { createRepository, type Files, type TestRepository } from "./repository.ts";

const NAMES = { mul: ["*", 16], div: ["/", 4] } as const;

/** Honest work on one of the two features, as files. */
export function honestWork(name: keyof typeof NAMES): Files {
  const [operator, result] = NAMES[name];
  return {
    [`src/${name}.js`]: `export const ${name} = (a, b) => a ${operator} b;\n`,
    [`test/${name}.test.js`]: `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { ${name} } from "../src/${name}.js";\ntest("${name}", () => assert.equal(${name}(8, 2), ${result}));\n`,
  };
}

export interface Scene {
  readonly repository: TestRepository;
  /** A folder outside the repository, removed afterwards. */
  readonly outside: string;
  /** What `--agent` takes. */
  readonly agent: string;
  readonly baton: (args: readonly string[], input?: string) => Promise<CliResult>;
  readonly run: (...args: string[]) => Promise<CliResult>;
  /** The committed feature list. */
  readonly list: () => FeatureList;
  /** Every event of the one run, oldest first. */
  readonly events: () => RunEvent[];
  readonly remove: () => void;
}

export interface SceneOptions {
  readonly env?: Record<string, string>;
  readonly base?: Files;
  /** The spec. */
  readonly text?: string;
  /** More words for `init`. */
  readonly init?: readonly string[];
}

/** A repository with two features to build, and a shell script as the agent. */
export async function openScene(script: string, options: SceneOptions = {}): Promise<Scene> {
  const { env = {}, base = CALCULATOR, text = spec(MULTIPLY, DIVIDE) } = options;
  const repository = createRepository(base);
  const outside = mkdtempSync(join(tmpdir(), "baton-scene-"));
  const agent = join(outside, "agent.sh");
  writeFileSync(agent, `#!/bin/sh\n${AGENT_SHELL}${script}\n`);
  chmodSync(agent, 0o755);
  const call: Scene["baton"] = async (args, input = "") =>
    baton([...args, "--json"], { cwd: repository.directory, env, input });
  const init = await call(["init", "--spec", "-", ...(options.init ?? [])], text);
  // A run whose checks cannot run yet is made all the same.
  if (init.json.data?.["run_id"] === undefined) throw new Error(init.stdout);
  return {
    repository,
    outside,
    agent: `command:${agent}`,
    baton: call,
    run: async (...args) => call(["run", "--agent", `command:${agent}`, ...args]),
    list: () => FeatureList.parse(JSON.parse(readFileSync(join(repository.directory, "feature_list.json"), "utf8"))),
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

/** The scene's agent under another name. */
export function another({ agent, outside }: Scene, name: string): string {
  const path = join(outside, `${name}.sh`);
  const script = readFileSync(agent.replace("command:", ""), "utf8");
  writeFileSync(path, script.replaceAll("ASSIGNED_AGENT: agent", `ASSIGNED_AGENT: ${name}`));
  chmodSync(path, 0o755);
  return `command:${path}`;
}

/** The newest event of a type. */
export function eventOf<T extends RunEvent["type"]>(scene: Scene, type: T): EventOf<T> {
  const found = scene.events().findLast((event) => event.type === type);
  if (found === undefined) throw new Error(`no ${type}`);
  return found as EventOf<T>;
}
