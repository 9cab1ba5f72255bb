import type { FileCoverage } from "../../schema/coverage.ts";

/** A source file of a tree, as far as coverage goes. */
export interface CoveredFile {
  readonly path: string;
  /** Null: no report names it, so nothing of it ran. */
  readonly measured: FileCoverage | null;
  /** Lines that could run, by its text; needed only of what no report names. */
  readonly executable: readonly number[];
}

export interface Sums {
  readonly lines: readonly [covered: number, total: number];
  readonly branches: readonly [covered: number, total: number];
}

/** Lines of a file. */
export interface LinesOf {
  readonly path: string;
  readonly lines: readonly number[];
}

/** What changed lines hold. */
export interface ChangedCoverage extends Sums {
  /** Changed lines that nothing ran, by file. */
  readonly missed: readonly LinesOf[];
  /** Changed lines of which nothing took some branch, by file. */
  readonly untaken: readonly LinesOf[];
}

/** Sums over the harness's own list of files: what a report leaves out ran not at all. */
export function sumCoverage(files: readonly CoveredFile[]): Sums {
  let [covered, total, taken, branches] = [0, 0, 0, 0];
  for (const { measured, executable } of files) {
    if (measured === null) {
      total += executable.length;
      continue;
    }
    total += measured.lines.length;
    covered += measured.lines.filter(([, hits]) => hits > 0).length;
    for (const [, all, done] of measured.branches) {
      branches += all;
      taken += done;
    }
  }
  return { lines: [covered, total], branches: [taken, branches] };
}

/** How many of the changed lines that can run did, and of the branches on them. */
export function changedCoverage(
  files: readonly CoveredFile[],
  changed: ReadonlyMap<string, readonly number[]>,
): ChangedCoverage {
  const own = files.flatMap(({ path, measured, executable }): CoveredFile[] => {
    const wanted = new Set(changed.get(path) ?? []);
    if (wanted.size === 0) return [];
    const isChanged = ([line]: readonly [number, ...number[]]): boolean => wanted.has(line);
    if (measured === null) return [{ path, measured, executable: executable.filter((line) => wanted.has(line)) }];
    const { lines, branches } = measured;
    return [
      { path, measured: { path, lines: lines.filter(isChanged), branches: branches.filter(isChanged) }, executable },
    ];
  });
  const where = (linesOf: (file: CoveredFile) => readonly number[]): LinesOf[] =>
    own.map((file) => ({ path: file.path, lines: linesOf(file) })).filter(({ lines }) => lines.length > 0);
  return {
    ...sumCoverage(own),
    missed: where(({ measured, executable }) =>
      measured === null ? executable : measured.lines.filter(([, hits]) => hits === 0).map(([line]) => line),
    ),
    untaken: where(({ measured }) =>
      (measured?.branches ?? []).filter(([, all, taken]) => taken < all).map(([line]) => line),
    ),
  };
}

/** Per cent with one decimal; of nothing, all. */
export const percent = ([covered, total]: readonly [number, number]): number =>
  total === 0 ? 100 : Math.floor((1000 * covered) / total) / 10;

export const percentText = (value: number): string => `${value.toFixed(1)}%`;

/** Signed; exactly as far apart as the two shown numbers are. */
export function deltaText(base: number, head: number): string {
  const delta = Math.round(10 * head - 10 * base) / 10;
  return `${delta < 0 ? "-" : "+"}${Math.abs(delta).toFixed(1)}%`;
}

/** Taking out lines that ran makes the rest look worse and is no fall: more lines that nothing runs are. So of branches. */
export function hasFallen(base: Sums, head: Sums, of: keyof Sums): boolean {
  const missed = ([covered, total]: Sums[keyof Sums]): number => total - covered;
  return percent(head[of]) < percent(base[of]) && missed(head[of]) > missed(base[of]);
}

/** `3-5, 9` of sorted lines, at most ten ranges. */
export function rangesOf(lines: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  const shown = ranges.slice(0, 10).map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
  return [...shown, ...(ranges.length > 10 ? ["…"] : [])].join(", ");
}
