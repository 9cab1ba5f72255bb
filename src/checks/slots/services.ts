import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseEnv, stripVTControlCharacters } from "node:util";
import { BatonError } from "../../errors.ts";
import type { Services } from "../../schema/config.ts";
import type { ProcessResult } from "../../util/process.ts";
import { endLeftovers, endProcessesBelow, PROCESS_MARK, processMark } from "../../util/process-tree.ts";
import { isFree } from "../ports.ts";
import { shell } from "../../util/shell.ts";

/** The services of one slot. */
export interface SlotServices {
  /** What `up` wrote to the file `$BATON_ENV`, for everything that runs in the slot. */
  readonly variables: Readonly<Record<string, string>>;
  /** How they could not be put back the last time; null: they were. Stubbed code may be what that needs. */
  readonly unreset: ProcessResult | null;
  /** Starts them where they are not at work, and puts them back to their beginning. Throws ENVIRONMENT_FAILED, INTERRUPTED. */
  renew(): Promise<void>;
  /** Stops them and removes their data. Throws ENVIRONMENT_FAILED. */
  close(): Promise<void>;
}

export interface ServicesPlace {
  /** The slot's. */
  readonly directory: string;
  readonly tree: string;
  readonly env: Readonly<Record<string, string>>;
  /** Bounds each command, and the wait until they are ready. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

const READY_POLL_MS = 200;
/** Below the ports that the system gives out by itself. */
const FIRST_PORT = 20_000;
const PORTS = 10;
const SPANS = 1200;

/**
 * Services with a name (`$BATON_SLOT`), ten ports (from `$BATON_PORT`) and a folder (`$BATON_DATA`) of the slot's own, from
 * the first run in it on (verification.md, Where runs happen).
 */
export function createServices(services: Services, place: ServicesPlace): SlotServices {
  let variables: Readonly<Record<string, string>> | null = null;
  let unreset: ProcessResult | null = null;
  let at = place;
  return {
    get variables() {
      return variables ?? {};
    },
    get unreset() {
      return unreset;
    },
    async renew() {
      if (variables === null) {
        at = { ...place, env: { ...place.env, ...(await ownPlaces(place, services)) } };
        variables = await start(services, at);
      }
      const result = services.reset === undefined ? null : await run(services.reset, at);
      unreset = result === null || isDone(result) ? null : result;
    },
    async close() {
      if (variables === null) return stopLeftServices(place);
      const { signal: _, ...uninterrupted } = at;
      try {
        if (services.down !== undefined) await demand("down", services.down, uninterrupted);
      } catch (error) {
        // Its record stays: whoever takes the slot next asks once more.
        endProcessesBelow(place.directory);
        throw error;
      }
      clear(place.directory);
    },
  };
}

/** Where a slot has no services. */
export const NO_SERVICES: SlotServices = {
  variables: {},
  unreset: null,
  renew: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/** What services say of themselves may hold a password. */
const OWN_FILE = { mode: 0o600 };

async function ownPlaces({ directory }: ServicesPlace, { down }: Services) {
  const home = homeOf(directory);
  mkdirSync(join(home, "data"), { recursive: true });
  const own = {
    BATON_SLOT: `baton-${basename(directory)}`,
    BATON_PORT: String(await ownPorts(directory)),
    BATON_DATA: join(home, "data"),
    BATON_ENV: variablesOf(directory),
  };
  writeFileSync(own.BATON_ENV, "", OWN_FILE);
  writeFileSync(recordOf(home), JSON.stringify({ down: down ?? null, own } satisfies Left), OWN_FILE);
  return own;
}

/** Answers what `up` said. */
async function start({ up, ready }: Services, at: ServicesPlace): Promise<Record<string, string>> {
  await demand("up", up, at);
  if (ready !== undefined) await untilReady(ready, at);
  return variablesIn(readFileSync(variablesOf(at.directory), "utf8"));
}

/** Stops what a harness that was killed left running in a slot, as it would have itself. */
export async function stopLeftServices(place: ServicesPlace): Promise<void> {
  const record = recordOf(homeOf(place.directory));
  if (existsSync(record)) {
    const { down, own } = JSON.parse(readFileSync(record, "utf8")) as Left;
    const { signal: _, ...uninterrupted } = place;
    // Half of it may be gone already: where something still stands in the way, `up` says so.
    if (down !== null && existsSync(place.tree)) await run(down, { ...uninterrupted, env: { ...place.env, ...own } });
  }
  clear(place.directory);
}

interface Left {
  readonly down: string | null;
  /** What only this slot's services were told: whose environment they ran in is not kept. */
  readonly own: Readonly<Record<string, string>>;
}

const homeOf = (directory: string): string => join(directory, "services");
const variablesOf = (directory: string): string => join(homeOf(directory), "variables");
const recordOf = (home: string): string => join(home, "services.json");

function clear(directory: string): void {
  endProcessesBelow(directory);
  rmSync(homeOf(directory), { recursive: true, force: true });
}

/** The same ones each time, unless somebody else has them: what a service prints stays comparable. */
async function ownPorts(directory: string): Promise<number> {
  const start = createHash("sha256").update(directory).digest().readUInt16BE(0);
  for (let span = 0; span < SPANS; span += 1) {
    const first = FIRST_PORT + ((start + span) % SPANS) * PORTS;
    const free = await Promise.all(Array.from({ length: PORTS }, (_, at) => isFree(first + at)));
    if (free.every(Boolean)) return first;
  }
  throw new BatonError("ENVIRONMENT_FAILED", `no ${PORTS} ports in a row are free from ${FIRST_PORT} on`);
}

/** What steers the loader or the runner itself is not for a service to say. */
const STEERING =
  /^(?:PATH|BATON_.*|NODE_.*|LD_.*|DYLD_.*|PYTHON.*|PYTEST_.*|GOFLAGS|RUST.*|CARGO_.*|JAVA_.*|MAVEN_.*|GRADLE_.*)$/;

function variablesIn(text: string): Record<string, string> {
  const variables = Object.entries(parseEnv(text)).filter((each): each is [string, string] => each[1] !== undefined);
  const refused = variables.find(([name]) => STEERING.test(name));
  if (refused === undefined) return Object.fromEntries(variables);
  throw new BatonError("ENVIRONMENT_FAILED", `environment.services.up wrote ${refused[0]} to $BATON_ENV`, {
    hint: "Services may say where they are (DATABASE_URL=…), not how tests are loaded or started.",
  });
}

async function untilReady(command: string, place: ServicesPlace): Promise<void> {
  const deadline = performance.now() + place.timeoutMs;
  for (;;) {
    const result = await run(command, place);
    if (isDone(result)) return;
    if (performance.now() > deadline) throw failed("ready", command, result);
    await setTimeout(READY_POLL_MS);
  }
}

async function demand(name: keyof Services, command: string, place: ServicesPlace): Promise<void> {
  const result = await run(command, place);
  if (!isDone(result)) throw failed(name, command, result);
}

const isDone = ({ end, code }: ProcessResult): boolean => end === "exited" && code === 0;
const SHOWN_LINES = 12;

function failed(name: keyof Services, command: string, { end, code, stderr }: ProcessResult): BatonError {
  const how = end === "exited" ? `exited with ${code}` : `ended by ${end}`;
  const output = stripVTControlCharacters(stderr).trim().split("\n").slice(-SHOWN_LINES).join("\n");
  return new BatonError("ENVIRONMENT_FAILED", `environment.services.${name} (${command}) ${how}:\n${output}`, {
    hint: `Correct environment.services.${name} in baton.config.json; it runs at the root of the tree, in /bin/sh.`,
  });
}

/** Unlike a check, a command here may leave something behind that works on: only what exceeds its time is ended. */
async function run(command: string, place: ServicesPlace): Promise<ProcessResult> {
  const { directory, tree, env, timeoutMs, signal } = place;
  const started = performance.now();
  const log = join(homeOf(directory), "output");
  const output = openSync(log, "w", OWN_FILE.mode);
  const mark = processMark(randomBytes(12).toString("hex"), directory);
  const [program, ...args] = shell(command);
  const child = spawn(program, args, {
    cwd: tree,
    env: { ...env, [PROCESS_MARK]: mark },
    detached: true,
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  const { promise, resolve } = Promise.withResolvers<Pick<ProcessResult, "end" | "code">>();
  child.on("error", () => resolve({ end: "not_started", code: null }));
  child.on("exit", (code) => resolve({ end: code === null ? "signalled" : "exited", code }));
  const bound = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])]);
  const stop = (): void => {
    resolve({ end: signal?.aborted === true ? "aborted" : "timeout", code: null });
    endLeftovers(child.pid, mark);
  };
  bound.addEventListener("abort", stop);
  if (bound.aborted) stop();
  const ended = await promise;
  bound.removeEventListener("abort", stop);
  if (ended.end === "aborted") throw new BatonError("INTERRUPTED", `stopped while running ${command}`);
  const durationMs = Math.round(performance.now() - started);
  return { ...ended, stdout: "", stderr: readFileSync(log, "utf8"), truncated: false, durationMs };
}
