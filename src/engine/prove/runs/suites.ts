import { z } from "zod";
import { machineState } from "../../../checks/machine.ts";
import { openResults } from "../../../checks/results.ts";
import { runSuite, type UnitSelection } from "../../../checks/run-suite.ts";
import { dealOut, joinShards } from "../../../checks/shards.ts";
import { runCommand, type CommandEnd } from "../../../checks/run-command.ts";
import type { Layer, Slot } from "../../../checks/slots/slot.ts";
import { passedWhole } from "../../../core/proof/outcomes.ts";
import type { Config, Policy } from "../../../schema/config.ts";
import type { IsolationLevel } from "../../../schema/proof.ts";
import { SuiteRun } from "../../../schema/report.ts";
import type { CommandRun } from "../../../schema/command-run.ts";
import type { MutationRun } from "../../../schema/mutation-run.ts";
import type { ToolRun } from "../../../schema/tool-plan.ts";
import type { SeenUi } from "../../../checks/ui/look.ts";
import { createMeasuringRuns, type MeasuringCall, type MutationCall, type ToolCall } from "./tool-runs.ts";
import { createLanes, type InLanes } from "./lanes.ts";
import { createSlots } from "./suite-slots.ts";
import { createTurns } from "./turns.ts";
import { createUiLooks, type UiCall } from "../ui-looks.ts";
import type { ProveOptions, Subject } from "../subject.ts";
import type { Git } from "../../../util/git/git.ts";
import { isolateChecks, type Isolation } from "../../../util/isolation.ts";
import { createRedactor, type Redact } from "../../../util/redact.ts";
import { allOf } from "../../../util/all-of.ts";
import { packageRoot } from "../../../util/package-root.ts";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { digest } from "../context.ts";

export interface SuitesOptions {
  readonly git: Git;
  readonly stateDirectory: string;
  readonly config: Config;
  readonly policy: Policy;
  readonly env: Readonly<Record<string, string>>;
  /** Not to be seen by the checks where isolation can hide it. */
  readonly hidden: readonly string[];
  /** Takes secrets out of what is kept. */
  readonly redact: Redact;
  readonly signal?: AbortSignal;
  /** Whether the slots are others than those of a first run. */
  readonly again?: boolean;
  readonly onPrepare: () => void;
}

export interface SuiteCall {
  readonly tree: string;
  readonly layer: Layer;
  readonly selections: readonly UnitSelection[];
  readonly timeoutMs: number;
  readonly testTimeoutMs?: number;
  readonly testsTimeoutMs?: number;
  /** Which of several equal runs this is (R0 is made more than once). */
  readonly repeat?: number;
  /** Whether an equal known result may be cited, and this one kept. */
  readonly reuse?: boolean;
  /** Whether what ran of the code is measured in the same run. */
  readonly coverage?: boolean;
  /** Whether nothing in its environment tells of a check. */
  readonly disguised?: boolean;
  /** The tree that the slot is left with, where what ran must not stay in it. */
  readonly leave?: string;
  /** It has its slot, or is cited. */
  readonly onStart?: () => void;
}

/** What is run, where and with what. */
export type WhatRuns = Pick<SuiteCall, "tree" | "layer" | "selections">;

export interface CommandCall extends Pick<SuiteCall, "tree" | "layer"> {
  readonly command: string;
}

/** What commands made of a tree; `failed`: the first that did not end with 0, and how. */
export interface Rewritten {
  readonly tree: string;
  readonly failed: { readonly command: string; readonly end: CommandEnd } | null;
}

export interface SuiteAnswer {
  readonly run: SuiteRun;
  readonly digest: string;
  readonly reused: boolean;
}

/** Runs suites in slots, as many of a dependency layer as there are shards, and cites equal results that are already known. */
export interface Suites {
  readonly isolation: IsolationLevel;
  /** Names programs, variables and isolation of every run; what is equal here and in its layer is cited. */
  readonly environment: string;
  /** So many small runs go side by side; of more, each waits for a slot. */
  readonly lanes: number;
  run(call: SuiteCall): Promise<SuiteAnswer>;
  /** Tests that were seen to pass and to fail in equal runs: however lucky a run is, they are not taken for green again. */
  unsteady(call: WhatRuns): readonly string[];
  noteUnsteady(call: WhatRuns, ids: readonly string[]): void;
  /** Runs a linter, type checker or scanner; an equal run that measured is cited. Throws ENVIRONMENT_FAILED, INTERRUPTED. */
  runTool(call: ToolCall): Promise<ToolRun>;
  /** Runs a command of a done-criterion, always anew: nobody knows what it reads. Throws ENVIRONMENT_FAILED, INTERRUPTED. */
  command(call: CommandCall): Promise<CommandEnd>;
  /** Lets commands of the project write in a tree, one after the other. Throws ENVIRONMENT_FAILED, INTERRUPTED. */
  rewrite(call: Omit<CommandCall, "command"> & { readonly commands: readonly string[] }): Promise<Rewritten>;
  /** Runs Stryker over changed lines; an equal run that measured is cited. Throws ENVIRONMENT_FAILED, INTERRUPTED. */
  mutate(call: MutationCall): Promise<MutationRun>;
  /** Runs a command of the configuration that measures a tree; an equal run that measured is cited. Throws ENVIRONMENT_FAILED, INTERRUPTED. */
  measureBy(call: MeasuringCall): Promise<CommandRun>;
  /** Looks at the user interface of a tree with a browser; an equal look is cited. Throws ENVIRONMENT_FAILED, INTERRUPTED. */
  lookAt(call: UiCall): Promise<SeenUi>;
  /** Runs the project's own script over a tree and its layer, and answers what it printed. Throws ENVIRONMENT_FAILED. */
  prepare(tree: string, layer: Layer, command: string): Promise<string>;
  prepareMs(): number;
  /** What the scripts that prepared the slots in use went on without. */
  lacks(): readonly string[];
  /** Stops services and frees the slots. Throws ENVIRONMENT_FAILED. */
  close(): Promise<void>;
}

/** Does something with suites, and closes them. What fails in it is told before what fails in closing. */
export async function withSuites<T>(suites: Suites, work: (suites: Suites) => Promise<T>): Promise<T> {
  let done: T;
  try {
    done = await work(suites);
  } catch (error) {
    await suites.close().catch(() => {});
    throw error;
  }
  await suites.close();
  return done;
}

/** For a subject's repository, which no check sees. */
export function openSuitesFor(
  { git, places, config, policy }: Pick<Subject, "git" | "places" | "config" | "policy">,
  env: Readonly<Record<string, string>>,
  {
    stateDirectory,
    env: given,
    signal,
    again,
    onProgress,
  }: Pick<ProveOptions, "stateDirectory" | "env" | "signal" | "onProgress"> & Pick<SuitesOptions, "again">,
): Suites {
  return openSuites({
    git,
    stateDirectory,
    config,
    policy,
    env,
    hidden: [places.root ?? places.gitDirectory],
    redact: createRedactor(given),
    onPrepare: () => onProgress?.({ step: "prepare", detail: "installing dependencies" }),
    ...(signal === undefined ? {} : { signal }),
    ...(again === undefined ? {} : { again }),
  });
}

export function openSuites(options: SuitesOptions): Suites {
  const { git, stateDirectory, config, policy, env } = options;
  const isolation = isolateChecks(policy.require_isolation, env["PATH"] ?? "");
  const { services, network, shards } = config.environment;
  // What asks others, such as an audit of dependencies, and what a browser looks at keep theirs.
  const apart = network ? isolation : isolateChecks(policy.require_isolation, env["PATH"] ?? "", { network });
  const results = openResults(join(stateDirectory, "results"), SuiteRun, options.redact);
  const { openAll, ...slots } = createSlots(options);
  const { slotFor } = slots;
  const around = [
    ...(services === undefined && network ? [] : [JSON.stringify({ services, network })]),
    ...(shards === 1 ? [] : [`${shards} shards`]),
  ];
  const edition = digest([toolsDigest(), ...machineState(env), ...git.modules.map(stateOf), ...around].join("\0"));
  const name = (call: WhatRuns): string =>
    digest(JSON.stringify({ tools: edition, ...namedBy(call), isolation: isolation.level, env, stateDirectory }));
  const inTurn = createTurns();
  /** Runs under way that may be cited, by their names. */
  const underWay = new Map<string, Promise<SuiteRun>>();
  const keeping = async (id: string, running: Promise<SuiteRun>): Promise<SuiteRun> => {
    const run = await running;
    if (hasTold(run)) results.put(id, run);
    return run;
  };
  const runOver = createSuiteRuns(options, apart, { slotFor, openAll }, createLanes(shards));
  const runShell = async (slot: Slot, tree: string, command: string): Promise<CommandEnd> => {
    const given = { slot, tree, command, env, isolation: apart, hidden: options.hidden, limits: config.limits };
    const signal = options.signal === undefined ? {} : { signal: options.signal };
    return runCommand({ ...given, timeoutMs: config.limits.suite_seconds * 1000, ...signal });
  };
  return {
    isolation: isolation.level,
    environment: digest(JSON.stringify([edition, isolation.level, env])),
    lanes: shards,
    ...flakyTests(options, name),
    prepare: async (tree, layer, command) => (await slotFor({ tree, layer })).prepare(tree, command),
    async run(call) {
      const id = name(call);
      if (call.reuse !== true) return { run: await runOver(call), digest: id, reused: false };
      // Asked for at the same time, it is made once.
      for (let other = underWay.get(id); other !== undefined; other = underWay.get(id)) await other.catch(() => {});
      const cited = results.get(id);
      if (cited !== null && hasTold(cited)) {
        call.onStart?.();
        return { run: cited, digest: id, reused: true };
      }
      const made = keeping(id, runOver(call)).finally(() => underWay.delete(id));
      underWay.set(id, made);
      return { run: await made, digest: id, reused: false };
    },
    ...createMeasuringRuns({ ...options, isolation, apart, edition, slotFor, inTurn }),
    async command({ tree, layer, command }) {
      const slot = await slotFor({ tree, layer });
      return inTurn(slot, tree, true, () => runShell(slot, tree, command));
    },
    async rewrite({ tree, layer, commands }) {
      const slot = await slotFor({ tree, layer });
      return inTurn(slot, tree, true, async () => {
        for (const command of commands) {
          const end = await twiceIfWriting(slot, () => runShell(slot, tree, command));
          if (end.code !== 0) return { tree, failed: { command, end } };
        }
        return { tree: slot.takeTree(), failed: null };
      });
    },
    lookAt: createUiLooks({ ...options, isolation, slotFor }),
    ...slots,
  };
}

/** Runs a suite in a slot, or dealt out over several. */
function createSuiteRuns(
  { config, env, hidden, signal }: SuitesOptions,
  isolation: Isolation,
  { slotFor, openAll }: Pick<ReturnType<typeof createSlots>, "slotFor" | "openAll">,
  inLanes: InLanes,
): (call: SuiteCall) => Promise<SuiteRun> {
  const around = { env, isolation, hidden, limits: config.limits, ...(signal === undefined ? {} : { signal }) };
  return async ({ leave, onStart, coverage: wantsCoverage = false, layer, ...call }) => {
    const { tree, timeoutMs, testTimeoutMs = null, testsTimeoutMs = null, disguised = false } = call;
    const given = { ...around, tree, timeoutMs, testTimeoutMs, testsTimeoutMs, disguised };
    const [first, ...others] = dealOut(call.selections, config.environment.shards);
    const inLane = async (selections: readonly UnitSelection[], lane: number, coverage: boolean): Promise<SuiteRun> => {
      const slot = await slotFor({ tree, layer }, lane);
      return leaving(slot, leave, async () => runSuite({ ...given, slot, selections, coverage }));
    };
    return inLanes(1 + others.length, async ([lane = 0, ...further]) => {
      onStart?.();
      if (others.length > 0) await openAll({ tree, layer });
      const once = async (coverage: boolean): Promise<SuiteRun> => {
        const runs = others.map((part, at) => inLane(part, further[at] ?? 0, coverage));
        return joinShards(await allOf([inLane(first, lane, coverage), ...runs]));
      };
      return measured(once, wantsCoverage);
    });
  };
}

/** What fails because it had something to write, as pre-commit does, is content the second time. */
async function twiceIfWriting(slot: Slot, run: () => Promise<CommandEnd>): Promise<CommandEnd> {
  const before = slot.takeTree();
  const end = await run();
  return end.code === 0 || slot.takeTree() === before ? end : run();
}

const FlakyTests = z.array(z.strictObject({ id: z.string() }));

/** What is known of flaky tests, by the name of the run that they are flaky in. */
function flakyTests(
  { stateDirectory, redact }: Pick<SuitesOptions, "stateDirectory" | "redact">,
  name: (call: WhatRuns) => string,
): Pick<Suites, "unsteady" | "noteUnsteady"> {
  const known = openResults(join(stateDirectory, "flaky"), FlakyTests, redact);
  const unsteady = (call: WhatRuns): string[] => (known.get(name(call)) ?? []).map(({ id }) => id);
  return {
    unsteady,
    noteUnsteady(call, ids) {
      const all = new Set([...unsteady(call), ...ids]);
      known.put(
        name(call),
        [...all].map((id) => ({ id })),
      );
    },
  };
}

/** What a tree names of a submodule can be there later than the tree. */
const stateOf = (module: string): string => `${module} ${readFileSync(join(module, "HEAD"), "utf8")}`;

/** However the work ends, what it ran does not stay in the slot. */
async function leaving<T>(slot: Slot, tree: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    if (tree !== undefined) await slot.switchTo(tree);
  }
}

/** What an equal run has equal. */
const namedBy = ({
  tree,
  layer,
  selections,
  repeat = 0,
  testTimeoutMs,
  ...rest
}: WhatRuns & Partial<SuiteCall>): object => ({
  version: 4,
  tree,
  layer: layer.key,
  selections,
  repeat,
  testTimeoutMs: testTimeoutMs ?? null,
  ...(rest.coverage === true ? { coverage: true } : {}),
  ...(rest.disguised === true ? { disguised: true } : {}),
});

/** What ended early or could not be loaded may lie in surroundings that are mended since: it is run again. */
const hasTold = ({ units, report }: SuiteRun): boolean =>
  units.every(({ end, complete }) => end === "exited" && complete) &&
  (report.tests.length > 0 || report.fileErrors.length === 0);

/**
 * Measuring must not decide whether a test passes: what fails is run again as it is, and that run is judged. What was
 * measured counts only when both runs say the same of every test.
 */
async function measured(once: (coverage: boolean) => Promise<SuiteRun>, coverage: boolean): Promise<SuiteRun> {
  const run = await once(coverage);
  if (!coverage || passedWhole(run)) return run;
  const plain = await once(false);
  const same = outcomesOf(run) === outcomesOf(plain) && run.coverage !== undefined;
  const message = "the tests end differently while coverage is measured";
  return {
    ...plain,
    coverage: same ? run.coverage : { files: [], units: [], problem: { code: "TOOL_FAILED", message } },
  };
}

const outcomesOf = ({ report }: SuiteRun): string =>
  JSON.stringify(report.tests.map(({ id, status }) => `${id} ${status}`).toSorted());

/** Our own part in a run: a result that another edition of the reporters told is not cited. */
function toolsDigest(): string {
  const files = readdirSync(join(packageRoot(), "inject"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:[cm]?js|py|go|java|gradle)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
  return digest([join(packageRoot(), "package.json"), ...files].map((path) => readFileSync(path, "utf8")).join("\0"));
}
