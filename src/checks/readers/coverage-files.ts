import type { Coverage } from "../../schema/coverage.ts";
import { EvidenceRefused, empty, implausible, unreadable } from "./evidence.ts";

const LINE_NUMBER_LIMIT = 5_000_000;
const FILE_LIMIT = 200_000;

/** Gathers lines and branches of files, in whatever order a report names them. */
export interface CoverageFiles {
  file(path: string): CoverageFile;
  /** Throws EVIDENCE_EMPTY when no line of any file was measured. */
  build(): Coverage;
}

export interface CoverageFile {
  /** Runs of a line in several records are added up by `add`, else the highest counts. */
  line(number: number, hits: number, add?: boolean): void;
  /** `missing`: the names of those that were not taken. */
  branches(line: number, total: number, taken: number, missing?: readonly string[]): void;
}

interface Gathered {
  readonly lines: Map<number, number>;
  readonly branches: Map<number, [number, number]>;
  readonly missing: Map<number, string[]>;
}

export function createCoverageFiles(): CoverageFiles {
  const files = new Map<string, Gathered>();
  return {
    file(path) {
      if (path === "" || path.includes("\0")) throw unreadable("a file whose name is none");
      if (files.size >= FILE_LIMIT) throw new EvidenceRefused("EVIDENCE_TOO_LARGE", `more than ${FILE_LIMIT} files`);
      const file = files.get(path) ?? { lines: new Map(), branches: new Map(), missing: new Map() };
      files.set(path, file);
      return {
        line(number, hits, add = false) {
          const before = file.lines.get(number) ?? 0;
          file.lines.set(number, add ? before + hits : Math.max(before, hits));
        },
        branches(line, total, taken, missing) {
          if (taken > total) throw implausible(`${path}:${line} takes ${taken} of ${total} branches`);
          if (total === 0) return;
          const known = file.branches.get(line);
          // Of a line that is told twice nobody knows whose branches are meant.
          if (known === undefined && missing?.length === total - taken) file.missing.set(line, [...missing]);
          else file.missing.delete(line);
          const [all, done] = known ?? [0, 0];
          file.branches.set(line, [all + total, done + taken]);
        },
      };
    },
    build() {
      const built = [...files].map(([path, { lines, branches, missing }]) => ({
        path,
        lines: [...lines].toSorted(([a], [b]) => a - b),
        branches: [...branches]
          .toSorted(([a], [b]) => a - b)
          .map(([line, [all, done]]): [number, number, number] => [line, all, done]),
        ...(missing.size === 0 ? {} : { missing: [...missing].toSorted(([a], [b]) => a - b) }),
      }));
      if (built.every(({ lines }) => lines.length === 0)) throw empty("no line was measured");
      return { files: built };
    },
  };
}

/** A count as tools write it: digits. What is negative, fractional or no number at all is refused. */
export function countOf(text: string | undefined, what: string): number {
  const value = Number(text);
  if (text === undefined || !/^\d{1,15}$/.test(text)) {
    if (text !== undefined && Number.isFinite(value) && text.trim() !== "")
      throw implausible(`${what} is ${text.slice(0, 40)}`);
    throw unreadable(`${what} is ${JSON.stringify(text?.slice(0, 40) ?? null)}`);
  }
  return value;
}

/** The number of a line: from 1. */
export function lineOf(text: string | undefined, what: string): number {
  const line = countOf(text, what);
  if (line < 1 || line > LINE_NUMBER_LIMIT) throw implausible(`${what} is line ${line}`);
  return line;
}
