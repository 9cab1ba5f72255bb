import { basename } from "node:path/posix";
import type { ChangedSource } from "../../schema/source.ts";

/** A number of base that says how much is allowed, and that head has another one for. */
export interface MovedBound {
  readonly path: string;
  /** The line as base has it, and as head does. */
  readonly from: string;
  readonly to: string;
}

const DATA = /\.(?:json5?|ya?ml|toml|ini|cfg|conf|csv|txt|properties)$/;
const BOUND =
  /budget|threshold|limit|tolerance|allow(?:ed|ance)|baseline|quota|criteri|\bsl[ao]s?\b|target|\b(?:max|min|most|least)\b|(?:max|min)(?=[A-Z_])/i;
const NUMBER = /-?\d[\d_]*(?:\.\d+)?/g;

/** Numbers of data that moved where all else of their line stayed, and the line or its file speaks of a bound. */
export function movedBounds(files: readonly ChangedSource[]): MovedBound[] {
  return files.flatMap(({ path, base, head }): MovedBound[] => {
    if (base === null || !DATA.test(path)) return [];
    const [before, after] = [linesOf(base), linesOf(head)];
    const kept = new Set(after);
    const isBound = (line: string): boolean => BOUND.test(basename(path)) || BOUND.test(line);
    return before.flatMap((from) => {
      if (kept.has(from) || !isBound(from)) return [];
      const to = after.find((line) => masked(line) === masked(from) && !before.includes(line));
      return to === undefined ? [] : [{ path, from, to }];
    });
  });
}

const linesOf = (text: string): string[] => text.split("\n").map((line) => line.trim());
const masked = (line: string): string => (/\d/.test(line) ? line.replaceAll(NUMBER, "0").replace(/,$/, "") : "");
