import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { SourceTool } from "../../checks/source/port.ts";
import { mutantStatus, mutationScore, NOTHING_FURTHER, type FurtherFacts } from "../../core/proof/further.ts";
import { fileOf } from "../../core/proof/green.ts";
import type { Patience } from "../../core/proof/patience.ts";
import type { RedSearch } from "../../core/proof/red.ts";
import { holdsTests, type PathRole } from "../../core/proof/paths.ts";
import { BatonError } from "../../errors.ts";
import type { BodyRemoval } from "../../schema/proof.ts";
import type { SuiteRun } from "../../schema/report.ts";
import type { ChangedSource, SourceFile } from "../../schema/source.ts";
import type { Git } from "../../util/git/git.ts";
import { composeTexts } from "./compose.ts";
import type { FurtherRecords, RunRecord } from "./assemble.ts";
import { runFlip } from "./red-runs.ts";
import type { Runner } from "./runner.ts";
import { filesOf } from "./static-findings.ts";
import type { ProveOptions } from "./subject.ts";
import type { TreeReader } from "./tree-reader.ts";
import { narrowTo, type UnitPlan } from "./units.ts";

export interface FurtherHost {
  readonly git: Git;
  readonly head: TreeReader;
  readonly tools: readonly SourceTool[];
  readonly changed: readonly ChangedSource[];
  readonly plan: UnitPlan;
  readonly runner: Runner;
  readonly options: Pick<ProveOptions, "flip" | "mutation">;
  readonly heldOut: readonly SourceFile[] | null;
  readonly patience: Patience;
}

interface Further {
  readonly facts: FurtherFacts;
  readonly records: FurtherRecords;
}

/** R5–R7, where they are asked for: what the RED tests cannot say of themselves. */
export async function runFurther(
  host: FurtherHost,
  subjects: readonly string[],
  search: RedSearch | null,
): Promise<Further> {
  const { options, heldOut } = host;
  let { facts, records }: Further = { facts: NOTHING_FURTHER, records: {} };
  if (options.flip === true || options.flip === "where_possible") {
    const ids = [...(search?.red.keys() ?? [])];
    const run = ids.length === 0 ? null : await runFlip({ ...host, run: narrowed(host, "R5") }, ids);
    if (run !== null || options.flip === true) {
      facts = { ...facts, flip: { run, ids } };
      records = { ...records, R5: run === null ? null : { run, reusedFrom: null, sets: {} } };
    }
  }
  if (options.mutation !== undefined) {
    const mutation = await removeBodies(host, subjects, options.mutation.threshold);
    facts = { ...facts, mutation };
    records = { ...records, mutation };
  }
  if (heldOut === null) return { facts, records };
  const record = await runHeldOut(host, heldOut);
  const files = heldOut.map(({ path }) => path).filter(holdsTests);
  return { facts: { ...facts, heldOut: { run: record?.run ?? null, files } }, records: { ...records, R7: record } };
}

/** Runs tests by id over another tree of head; an equal known run is cited. */
function narrowed({ runner, plan, patience }: FurtherHost, step: "R5" | "R6") {
  return async (tree: string, ids: readonly string[], detail: string): Promise<SuiteRun> => {
    const selections = narrowTo(plan.head, [...new Set(ids.map(fileOf))], { ids });
    return (await runner.run(step, tree, selections, { layer: "head", reuse: true, detail, ...patience })).run;
  };
}

/** R7; null where no unit of head runs such files. */
async function runHeldOut(
  { git, head, plan, runner }: FurtherHost,
  texts: readonly SourceFile[],
): Promise<RunRecord | null> {
  const selections = narrowTo(plan.head, texts.map(({ path }) => path).filter(holdsTests));
  if (selections.length === 0) return null;
  return runner.run("R7", composeTexts(git, head, texts), selections, { layer: "head", detail: "held-out tests" });
}

/** A mutant is a run: what is more is counted and named. */
const MOST_MUTANTS = 30;

/**
 * R6: each function that head adds or changes loses its body, one at a time, and the selected tests run over it. The
 * harness's own mutation, for every stack that it can stub; known results of equal trees are cited.
 */
async function removeBodies(host: FurtherHost, subjects: readonly string[], threshold: number): Promise<BodyRemoval> {
  const all = (await Promise.all(host.tools.map((tool) => tool.mutants(filesOf(tool, host.changed))))).flat();
  const tried = subjects.length === 0 ? [] : all.slice(0, MOST_MUTANTS);
  const runOver = narrowed(host, "R6");
  const mutants: BodyRemoval["mutants"] = [];
  for (const { path, text, symbol, line, end_line } of tried) {
    const tree = composeTexts(host.git, host.head, [{ path, text }]);
    const run = await runOver(tree, subjects, `without ${symbol}`);
    const status = mutantStatus(run, subjects);
    mutants.push({ path, line, end_line, mutator: "BodyRemoval", replacement: "", status, symbol });
  }
  const left_out = all.length - tried.length;
  return { kind: "body_removal", threshold, score: mutationScore(mutants), left_out, mutants };
}

const MOST_FILES = 500;
const MOST_BYTES = 8 * 2 ** 20;

/**
 * Reads the tests that the implementing agent never saw: a folder laid out like the repository. Throws USAGE_INVALID when it
 * holds none, holds more than tests and what goes with them, or something that is no plain file.
 */
export function readHeldOut(directory: string, roleOf: (path: string) => PathRole): SourceFile[] {
  const refuse = (message: string): never => {
    throw new BatonError("USAGE_INVALID", message, {
      hint: "Give a folder laid out like the repository that holds test files only, such as held-out/test/total.test.js.",
    });
  };
  const files: SourceFile[] = [];
  let bytes = 0;
  for (const entry of entriesOf(directory, refuse)) {
    if (entry.isDirectory()) continue;
    const full = join(entry.parentPath, entry.name);
    const path = relative(directory, full).split(sep).join("/");
    if (!entry.isFile()) refuse(`${path} in ${directory} is no plain file`);
    if (!["test", "snapshot"].includes(roleOf(path))) refuse(`${path} in ${directory} is no test`);
    const text = readFileSync(full, "utf8");
    bytes += Buffer.byteLength(text);
    files.push({ path, text });
    if (files.length > MOST_FILES || bytes > MOST_BYTES) refuse(`${directory} holds more than tests do`);
  }
  if (!files.some(({ path }) => holdsTests(path))) refuse(`${directory} holds no test`);
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function entriesOf(directory: string, refuse: (message: string) => never) {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true });
  } catch {
    return refuse(`${directory} is no folder that can be read`);
  }
}
