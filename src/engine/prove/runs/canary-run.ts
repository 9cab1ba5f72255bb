import { randomBytes } from "node:crypto";
import { canaryLines, type CanaryLines } from "../../../core/proof/canary.ts";
import { byId, type RedSearch } from "../../../core/proof/red.ts";
import type { Patience } from "../../../core/proof/patience.ts";
import { fileOf } from "../../../core/proof/test-ids.ts";
import { askAll } from "../ask-tools.ts";
import type { RunRecord } from "../assemble.ts";
import { codeOf } from "../changed-sources.ts";
import { composeTexts } from "../compose.ts";
import type { Proving } from "../proving.ts";
import { narrowTo, narrowUnits, runnerOf } from "../units.ts";

export interface CanaryRun {
  readonly record: RunRecord;
  readonly files: readonly string[];
  readonly token: string;
  readonly lines: ReadonlyMap<string, CanaryLines>;
  /** RED tests that do not pass without the others of their files. */
  readonly leaning: readonly string[];
}

/** How much longer tests may take that all came too late. */
const LATE = 4;

/** R4: the RED tests with a failure planted in each of their files; null where none can be. */
export async function runCanary(
  { subject, plan, tools, runner }: Proving,
  search: RedSearch,
  { testTimeoutMs, testsTimeoutMs }: Patience,
): Promise<CanaryRun | null> {
  const token = randomBytes(6).toString("hex");
  const files = [...new Set([...search.red.keys()].map(fileOf))];
  const sources = files.map((path) => {
    const runner = runnerOf(plan.head, path);
    return { path, text: subject.head.read(path) ?? "", ...(runner === undefined ? {} : { runner }) };
  });
  const planted = await askAll(tools, sources, (tool, own) => tool.canary(own, token));
  if (planted.length === 0) return null;
  const paths = planted.map(({ path }) => path);
  const lines = new Map(
    planted.flatMap(({ path, text }) => {
      const found = canaryLines(text, token);
      return found === null ? [] : [[path, found] as const];
    }),
  );
  const changed = codeOf(subject).filter(({ path }) => !paths.includes(path));
  const marked = await askAll(tools, changed, (tool, own) => tool.mark(own));
  const tree = composeTexts(subject.git, subject.head, [...planted, ...marked]);
  const ids = [...search.red.keys()];
  const narrow = narrowTo(narrowUnits(plan), paths, { ids, words: [`baton ${token}`] });
  const choice = { layer: "head", testTimeoutMs, testsTimeoutMs } as const;
  const record = await runner.run("R4", tree, narrow, choice);
  const results = byId(record.run);
  const leaning = ids.filter((id) => paths.includes(fileOf(id)) && results.get(id)?.status !== "passed");
  if (leaning.length === 0) return { record, files: paths, token, lines, leaning };
  // A machine may be busier now than while the limits were measured.
  const isLate = leaning.every((id) => results.get(id)?.failure?.kind === "timeout");
  const limits = isLate ? { testTimeoutMs: LATE * testTimeoutMs, testsTimeoutMs: LATE * testsTimeoutMs } : {};
  // Tests that lean on others in their file do not pass alone: they are given the whole file.
  const whole = await runner.run("R4", tree, narrowTo(narrowUnits(plan), paths), {
    ...choice,
    ...limits,
    detail: "whole files",
  });
  return { record: whole, files: paths, token, lines, leaning };
}
