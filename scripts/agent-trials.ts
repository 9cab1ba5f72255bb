import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { PROFILES } from "../src/agents/profiles/table.ts";
import { playRepository } from "./trials/repository.ts";
import { renderTrials, writeSection } from "./trials/report.ts";
import { SCENARIOS } from "./trials/scenarios.ts";
import { playTrial, type Trial, type TrialResult } from "./trials/trial.ts";

/**
 * The real agents found on PATH, each played through what can happen to it, against a scripted model provider on the
 * loopback interface. `npm run trials -- --agents claude,codex --via acp,headless --scenarios honest,cut --jobs 2 --write`;
 * `--with="--meter --isolation I2"` adds flags of `baton run`; `--write` puts the table into docs/agents.md. `--repository
 * CHECKOUT` instead builds five features in a checkout of Express, with the first agent and way. Ends with 1 when anything came out as it must not.
 */
const { values } = parseArgs({
  options: {
    agents: { type: "string", default: "claude,codex,opencode" },
    via: { type: "string", default: "acp,headless" },
    scenarios: { type: "string", default: "" },
    with: { type: "string", default: "" },
    jobs: { type: "string", default: "2" },
    write: { type: "boolean", default: false },
    repository: { type: "string" },
  },
});
const flags = values.with.split(" ").filter(Boolean);
const names =
  values.scenarios !== ""
    ? values.scenarios.split(",")
    : SCENARIOS.filter(({ needs }) => needs === undefined || flags.includes(needs)).map(({ name }) => name);

// Codex makes its helpers below its own folder and does not do so in a temporary one.
const place = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "proofbaton-trials");
mkdirSync(place, { recursive: true });

if (values.repository === undefined) await playTrials();
else {
  const [agent = ""] = values.agents.split(",");
  const [via = ""] = values.via.split(",");
  const said = await playRepository(values.repository, `${via}:${agent}`, join(place, "repository"));
  console.log(said);
  if (values.write) writeSection("repository", said);
  process.exitCode = said.includes("NOT as it must be") ? 1 : 0;
}

async function playTrials(): Promise<void> {
  const trials = values.agents
    .split(",")
    .flatMap((agent) => values.via.split(",").flatMap((via) => names.map((name) => trialOf(agent, via, name))));
  const results: TrialResult[] = [];
  const waiting = [...trials];
  const work = async (): Promise<void> => {
    for (let trial = waiting.shift(); trial !== undefined; trial = waiting.shift()) results.push(await play(trial));
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
  const versions = new Map(values.agents.split(",").map((agent) => [agent, versionOf(agent)]));
  const page = renderTrials(trials, results, versions);
  console.log(`\n${page}\nIn full: ${place}/*.json`);
  if (values.write) writeSection(flags.length === 0 ? "trials" : "contained", page);
  process.exitCode = results.every(({ wrong }) => wrong.length === 0) ? 0 : 1;
}

function trialOf(agent: string, via: string, name: string): Trial {
  const scenario = SCENARIOS.find((each) => each.name === name);
  if (scenario === undefined) throw new Error(`no scenario ${name}: ${SCENARIOS.map((each) => each.name).join(", ")}`);
  if (via !== "acp" && via !== "headless") throw new Error(`--via ${via} is neither acp nor headless`);
  return { agent, via, scenario, flags };
}

async function play(trial: Trial): Promise<TrialResult> {
  const name = `${trial.agent}-${trial.via}-${trial.scenario.name}`;
  const result = await playTrial(trial, join(place, name));
  writeFileSync(join(place, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
  const said = result.wrong.length === 0 ? "as it must be" : `NOT as it must be: ${result.wrong.join("; ")}`;
  console.log(`${name}: ${said} (${result.seconds} s, ${result.requests} requests)`);
  return result;
}

function versionOf(agent: string): string {
  const program = PROFILES.find(({ name }) => name === agent)?.headless.program ?? agent;
  const said = execFileSync(program, ["--version"], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: place },
  });
  return /\d+\.\d+\.\d+/.exec(said)?.[0] ?? "";
}
