import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { batonArguments } from "../../crash/invocation.ts";
import { leftBelow } from "../../crash/invariants.ts";
import { EXIT } from "../../../src/errors.ts";
import { judgeSoak, type Judgement } from "./judge.ts";
import { databasesOf, heldBy, turnsOf, type Sample } from "./samples.ts";
import { baton, createSoakScene, type SoakScene } from "./scene.ts";

/** What a harness is made to keep with every turn. */
export type Leak = "descriptors" | "memory";

export interface Soaked extends Judgement {
  readonly tasks: number;
}

const SAMPLE_MS = 2000;
/** More than anybody does in a minute. */
const FEATURES_A_MINUTE = 60;
/**
 * A small heap shows soon what is kept, and what is only not collected yet: with room, that of a server grew by 80 MB in half
 * an hour, and by nothing with this bound.
 */
const NODE_OPTIONS = "--max-semi-space-size=4 --max-old-space-size=160";
const LEAK = join(import.meta.dirname, "leak.mjs");
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface SoakOptions {
  /** It ends after so long, or so many turns. */
  readonly minutes: number;
  readonly turns: number;
  readonly leak: Leak | null;
}

/** One long run, a server that is asked all the while, and somebody who waits; then the judgement. */
export async function soak(options: SoakOptions): Promise<Soaked> {
  const scene = createSoakScene(Math.min(options.turns, Math.ceil(options.minutes * FEATURES_A_MINUTE)) + 1);
  try {
    const { samples, problems } = await live(scene, options);
    const { problems: grown, notes } = judgeSoak(samples, turnsOf(scene));
    const { committed, left } = atRest(scene);
    return { problems: [...problems, ...grown, ...left], notes: [...notes, paceOf(samples)], tasks: committed };
  } finally {
    rmSync(scene.directory, { recursive: true, force: true });
  }
}

async function live(
  scene: SoakScene,
  { minutes, turns, leak }: SoakOptions,
): Promise<{ samples: Sample[]; problems: string[] }> {
  const leaking = leak === null ? {} : { NODE_OPTIONS: `${NODE_OPTIONS} --import=${LEAK}`, SOAK_LEAK: leak };
  const run = start(scene, ["run", "--agent", `command:${join(scene.directory, "agent")}`, "--json"], leaking);
  writeFileSync(join(scene.directory, "harness"), String(run.process.pid));
  const wait = start(scene, ["wait", "--for", "approval", "--json"]);
  const server = await serve(scene);
  const samples: Sample[] = [];
  const started = performance.now();
  try {
    while (performance.now() - started < minutes * 60_000 && turnsOf(scene).length < turns) {
      await pause(SAMPLE_MS);
      if (run.process.exitCode !== null || wait.process.exitCode !== null) break;
      samples.push({
        seconds: (performance.now() - started) / 1000,
        turns: turnsOf(scene).length,
        held: { run: held(run), mcp: heldBy(server.pid), wait: held(wait) },
        ...databasesOf(scene),
      });
    }
  } finally {
    await server.close();
    run.process.kill("SIGTERM");
    wait.process.kill("SIGTERM");
  }
  const ends = { run: await run.ended, wait: await wait.ended };
  const problems = Object.entries(ends)
    .filter(([, { code, stderr }]) => code !== EXIT.interrupted || stderr !== "")
    .map(
      ([name, { code, stdout, stderr }]) =>
        `${name} ended with ${code}: ${stdout.slice(0, 300)}${stderr.slice(0, 300)}`,
    );
  return { samples, problems };
}

interface Started {
  readonly process: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
}

function start(scene: SoakScene, args: readonly string[], env: Readonly<Record<string, string>> = {}): Started {
  const [program, ...rest] = batonArguments(args);
  const child = spawn(program, rest, {
    cwd: scene.repository,
    env: { ...scene.environment, NODE_OPTIONS, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => (said[name] += text));
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, ...said }));
  return { process: child, ended };
}

const held = ({ process: { pid = 0 } }: Started): Sample["held"]["run"] => heldBy(pid);

/** A real client, that looks at the run and waits for its next change, over and over. */
async function serve(scene: SoakScene): Promise<{ pid: number; close: () => Promise<void> }> {
  const [command, ...args] = batonArguments(["mcp"]);
  const transport = new StdioClientTransport({
    command,
    args,
    cwd: scene.repository,
    env: { ...scene.environment, NODE_OPTIONS },
    stderr: "ignore",
  });
  const client = new Client({ name: "soak", version: "1" });
  await client.connect(transport);
  let ending = false;
  const ask = async (): Promise<void> => {
    while (!ending) {
      const { structuredContent } = await client.callTool({ name: "baton_status", arguments: {} });
      const { position } = structuredContent as { position: number };
      await client.callTool({ name: "baton_wait", arguments: { position, seconds: 1 } });
    }
  };
  const asking = ask();
  return {
    pid: transport.pid ?? 0,
    async close() {
      ending = true;
      await asking;
      await client.close();
    },
  };
}

/** Once all have ended: the record is whole, and nothing lies about. */
function atRest(scene: SoakScene): { committed: number; left: string[] } {
  baton(scene, "repair", "--json");
  baton(scene, "verify", "--json");
  const { data } = JSON.parse(baton(scene, "status", "--json")) as { data: { completed: number } };
  const left = [
    ...leftBelow(scene.directory),
    ...["tmp", "home"].flatMap((name) => readdirSync(join(scene.directory, name)).map((each) => `${name}/${each}`)),
  ].map((path) => `left behind: ${path}`);
  const asked = turnsOf(scene).length;
  // The last one may have been stopped in the middle of its turn.
  if (data.completed < asked - 1) left.push(`${asked} turns brought ${data.completed} features`);
  return { committed: data.completed, left };
}

/** A turn must not take longer for those before it. */
function paceOf(samples: readonly Sample[]): string {
  const perTask = (part: readonly Sample[]): string => {
    const [first, last] = [part[0], part.at(-1)];
    if (first === undefined || last === undefined || last.turns === first.turns) return "?";
    return ((last.seconds - first.seconds) / (last.turns - first.turns)).toFixed(2);
  };
  const fifth = Math.ceil(samples.length / 5);
  return `a task took ${perTask(samples.slice(fifth, 2 * fifth))} s in the second fifth, ${perTask(samples.slice(-fifth))} s in the last`;
}
