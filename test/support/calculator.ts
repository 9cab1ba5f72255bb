import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { baton, type CliResult } from "./cli.ts";
import { AGENT_SHELL, CALCULATOR, DIVIDE, MULTIPLY, spec } from "./calc-project.ts";
import { createRepository, type TestRepository } from "./repository.ts";

/** Shell lines of an agent; OUTSIDE is a folder that only the test sees. */
const head = (outside: string): string => `#!/bin/sh
OUTSIDE='${outside}'
${AGENT_SHELL}
wait_for() { touch "$OUTSIDE/started"; while [ ! -e "$OUTSIDE/$1" ]; do sleep 0.1; done; }
says() { grep -q "$1" "$PACKET"; }
work() { if says test/mul.test.js; then write mul '*' 16; else write div / 4; fi; }
`;

export interface Calculator {
  readonly repository: TestRepository;
  /** A folder beside the repository, for the spec and for signals to the agent. */
  readonly outside: string;
  readonly runId: string;
  /** A command, always with --json. */
  readonly cli: (...args: string[]) => Promise<CliResult>;
  readonly agent: string;
  /** `run` in the background, once its agent is at work. */
  readonly startRun: () => Promise<{ readonly ended: Promise<CliResult> }>;
  readonly signal: (name: string) => void;
  remove(): void;
}

/** A small real project with a run of two features, and a shell script for an agent. */
export async function createCalculator(
  script: string,
  text = spec(MULTIPLY, DIVIDE),
  ...init: string[]
): Promise<Calculator> {
  const repository = createRepository(CALCULATOR);
  const outside = mkdtempSync(join(tmpdir(), "baton-outside-"));
  const agent = join(outside, "agent.sh");
  writeFileSync(agent, `${head(outside)}${script}\n`);
  chmodSync(agent, 0o755);
  writeFileSync(join(outside, "spec.md"), text);
  const cli = (...args: string[]): Promise<CliResult> => baton([...args, "--json"], { cwd: repository.directory });
  const begun = await cli("init", "--spec", join(outside, "spec.md"), ...init);
  if (begun.code !== 0) throw new Error(begun.stdout);
  const signal = (name: string): void => writeFileSync(join(outside, name), "");
  return {
    repository,
    outside,
    runId: String(begun.json.data["run_id"]),
    cli,
    agent: `command:${agent}`,
    signal,
    async startRun() {
      rmSync(join(outside, "started"), { force: true });
      const ended = cli("run", "--agent", `command:${agent}`);
      while (!existsSync(join(outside, "started"))) {
        const early = await Promise.race([ended, sleep(50)]);
        if (early !== undefined)
          throw new Error(`the run ended before its agent began: ${early.stdout}${early.stderr}`);
      }
      return { ended };
    },
    remove() {
      repository.remove();
      rmSync(outside, { recursive: true, force: true });
    },
  };
}
