import type { SuiteRun } from "../schema/report.ts";
import { mergeCoverage } from "./readers/suite-coverage.ts";
import { mergeReports, type UnitSelection } from "./run-suite.ts";
import { DEALT } from "./runners/port.ts";

/**
 * What each of several slots runs of a whole suite (verification.md, Cost: shards over slots): of units whose runner can be dealt out
 * a part each; the first has all others, one after the other as ever. A part of a suite, and what no runner can deal out, is no more
 * than one list.
 */
export function dealOut(selections: Part, shards: number): readonly [Part, ...Part[]] {
  const isDealt = ({ unit, files }: UnitSelection): boolean => files === null && DEALT.has(unit.runner);
  if (shards === 1 || !selections.some(isDealt)) return [selections];
  const part = (at: number): Part =>
    selections
      .filter((selection) => at === 0 || isDealt(selection))
      .map((selection) => (isDealt(selection) ? { ...selection, shard: { at, of: shards } } : selection));
  return [part(0), ...Array.from({ length: shards - 1 }, (_, at) => part(at + 1))];
}

type Part = readonly UnitSelection[];

/** One run made of those of all shards, the first of which has every unit. It took as long as the longest. */
export function joinShards([first, ...others]: readonly [SuiteRun, ...SuiteRun[]]): SuiteRun {
  if (others.length === 0) return first;
  const runs = [first, ...others];
  const all = <K extends "touchedSource" | "touchedLayer">(key: K): string[] => [
    ...new Set(runs.flatMap((run) => run[key])),
  ];
  const measured = runs.flatMap(({ coverage }) => coverage ?? []);
  return {
    tree: first.tree,
    report: mergeReports(runs.map(({ report }) => report)),
    units: first.units.map((unit) => joinUnits([unit, ...others.flatMap(({ units }) => units.filter(isSame(unit)))])),
    touchedSource: all("touchedSource"),
    touchedLayer: all("touchedLayer"),
    ...(measured.length === 0 ? {} : { coverage: unitsOnce(mergeCoverage(measured)) }),
    durationMs: Math.max(...runs.map(({ durationMs }) => durationMs)),
  };
}

type UnitRun = SuiteRun["units"][number];

const isSame =
  (unit: UnitRun) =>
  ({ directory, runner, command }: UnitRun): boolean =>
    directory === unit.directory && runner === unit.runner && command === unit.command;

const endedWell = ({ end, complete }: UnitRun): boolean => end === "exited" && complete;

/** A shard that had no test says nothing, and its runner may call that an error; the worst of the others is told. */
function joinUnits(units: readonly [UnitRun, ...UnitRun[]]): UnitRun {
  const telling = units.filter((unit) => unit.collected > 0 || unit.failures || !endedWell(unit));
  const [first] = units;
  const worst =
    telling.find((unit) => !endedWell(unit)) ?? telling.find(({ code }) => code !== 0) ?? telling[0] ?? first;
  return {
    ...worst,
    failures: units.some(({ failures }) => failures),
    collected: units.reduce((sum, { collected }) => sum + collected, 0),
  };
}

/** Each shard names the units that it measured. */
function unitsOnce<T extends { readonly units: readonly { directory: string; stack: string }[] }>(coverage: T): T {
  const units = new Map(coverage.units.map((unit) => [JSON.stringify(unit), unit]));
  return { ...coverage, units: [...units.values()] };
}
