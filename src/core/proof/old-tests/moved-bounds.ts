import { basename } from "node:path/posix";
import type { ChangedSource, SourceFile } from "../../../schema/source.ts";

/** Numbers of base that say how much is allowed, and that head has others for. */
export interface MovedBounds extends SourceFile {
  /** Each line as base has it, and as head does; the file's text is head's with base's lines in their places. */
  readonly moved: readonly { readonly from: string; readonly to: string }[];
}

const DATA = /\.(?:json5?|ya?ml|toml|ini|cfg|conf|csv|txt|properties)$/;
const BOUND = /budget|threshold|limit|tolerance|allow(?:ed|ance)|baseline|quota|criteri|\bsl[ao]s?\b|\btargets?\b/i;
const MOST = /(?:^|[^A-Za-z])(?:max|min|most|least)(?:$|[^a-z])|(?:^|_)(?:MAX|MIN)(?:$|_)|[a-z](?:Max|Min)(?:$|[^a-z])/;
const NUMBER = /-?\d[\d_]*(?:\.\d+)?/g;
/** What is longer is no list of bounds that somebody wrote. */
const MOST_LINES = 2000;

/** Numbers of data that moved where all else of their line stayed, and the line or its file speaks of a bound. */
export function movedBounds(files: readonly ChangedSource[]): MovedBounds[] {
  return files.flatMap(({ path, base, head }): MovedBounds[] => {
    if (base === null || !DATA.test(path)) return [];
    const [before, after] = [base.split("\n"), head.split("\n")];
    if (Math.max(before.length, after.length) > MOST_LINES) return [];
    const isBound = (line: string): boolean =>
      [basename(path), line].some((text) => BOUND.test(text) || MOST.test(text));
    const [old, kept] = [new Set(before), new Set(after)];
    const gone = Map.groupBy(
      before.filter((line) => /\d/.test(line) && !kept.has(line) && isBound(line)),
      masked,
    );
    const moved: MovedBounds["moved"][number][] = [];
    const lines = after.map((to) => {
      const from = old.has(to) ? undefined : gone.get(masked(to))?.shift();
      if (from === undefined) return to;
      moved.push({ from: from.trim(), to: to.trim() });
      return from;
    });
    return moved.length === 0 ? [] : [{ path, text: lines.join("\n"), moved }];
  });
}

const masked = (line: string): string => line.trim().replace(/,$/, "").replaceAll(NUMBER, "0");
