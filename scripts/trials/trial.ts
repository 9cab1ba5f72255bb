import { setTimeout as sleep } from "node:timers/promises";
import { CALCULATOR, MULTIPLY, spec } from "../../test/support/calc-project.ts";
import { openModelServer, type ModelServer } from "../../test/support/model-server/server.ts";
import { readFacts, type Facts } from "./facts.ts";
import type { TrialScenario } from "./scenarios.ts";
import { openStage, type Stage } from "./stage.ts";

export interface Trial {
  readonly agent: string;
  readonly via: "acp" | "headless";
  readonly scenario: TrialScenario;
  /** Of `baton run`, beside the scenario's own. */
  readonly flags: readonly string[];
}

export interface TrialResult {
  readonly trial: Trial;
  readonly facts: Facts;
  readonly wrong: readonly string[];
  readonly requests: number;
  readonly seconds: number;
  /** What baton printed, for who looks for the cause. */
  readonly output: string;
}

const LOOKS = "Somebody else will build this task";
const IS_TOLD = "What the harness found in the last attempt";

/** Plays one scenario with one real agent: `baton init`, `baton run`, and `baton resume` after the harness was killed. */
export async function playTrial(trial: Trial, root: string): Promise<TrialResult> {
  const { agent, via, scenario } = trial;
  const started = performance.now();
  const project = `${root}/project`;
  const server = await openModelServer([
    ...(scenario.looks === undefined ? [] : [{ name: "looks", when: LOOKS, steps: scenario.looks }]),
    ...(scenario.again === undefined ? [] : [{ name: "again", when: IS_TOLD, steps: scenario.again }]),
    { name: scenario.name, when: /^# /m, steps: scenario.steps(project) },
  ]);
  const config = scenario.config === undefined ? {} : { "baton.config.json": `${JSON.stringify(scenario.config)}\n` };
  const files = { ...CALCULATOR, "README.md": "# Calculator\n", ...config };
  const text = spec(scenario.feature ?? MULTIPLY);
  const stage = openStage({ root, provider: server.url, project: { files }, spec: text });
  try {
    const base = stage.git("rev-parse", "HEAD");
    const init = await stage.baton("init", "--spec", `${root}/spec.md`).ended;
    const run = stage.baton("run", "--agent", `${via}:${agent}`, ...(scenario.flags ?? []), ...trial.flags);
    const broken = scenario.kill === undefined ? null : breakOff(scenario.kill, stage, server, () => run.kill());
    let result = await run.ended;
    const output = [init.stdout, init.stderr, result.stdout, result.stderr];
    const wasBroken = broken === null || (await broken);
    if (scenario.kill === "harness") {
      result = await stage.baton("resume").ended;
      output.push(result.stdout, result.stderr);
    }
    const facts = readFacts(stage, base, result.code);
    const wrong = [
      ...scenario.wrong(facts),
      ...facts.leftovers.map((command) => `left behind: ${command}`),
      ...(wasBroken ? [] : ["nothing could be killed"]),
    ];
    const seconds = Math.round((performance.now() - started) / 1000);
    return { trial, facts, wrong, requests: server.exchanges.length, seconds, output: output.join("\n") };
  } finally {
    for (const { pid } of stage.processes()) process.kill(pid, "SIGKILL");
    await server.close();
  }
}

const LOOK_MS = 100;
const PATIENCE_MS = 120_000;

/** Kills the agent or the harness while the model is silent. */
async function breakOff(
  what: "agent" | "harness",
  stage: Stage,
  server: ModelServer,
  killHarness: () => void,
): Promise<boolean> {
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    await sleep(LOOK_MS);
    if (!server.exchanges.some(({ status }) => status === "hung")) continue;
    if (what === "harness") killHarness();
    else for (const { pid } of stage.processes()) process.kill(pid, "SIGKILL");
    return true;
  }
  return false;
}
