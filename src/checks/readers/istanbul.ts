import { z } from "zod";
import type { Coverage, CoverageSummary } from "../../schema/coverage.ts";
import { createCoverageFiles } from "./coverage-files.ts";
import { empty, implausible, jsonOf, reading, unreadable, type Evidence } from "./evidence.ts";

const Count = z.number().int().nonnegative();
const Sum = z.object({ total: Count, covered: Count, pct: z.union([z.number(), z.literal("Unknown")]) });
const Summary = z.record(z.string(), z.object({ lines: Sum, branches: Sum }));

/** Istanbul's coverage-summary.json: sums by file. The total is recounted from the files. */
export const readIstanbulSummary = (source: Uint8Array): Evidence<CoverageSummary> =>
  reading(() => {
    const { total, ...files } = jsonOf(source, Summary, "the summary");
    const rows = Object.entries(files).map(([path, { lines, branches }]) => ({
      path,
      lines: sum(lines, path),
      branches: sum(branches, path),
    }));
    if (total === undefined) throw unreadable("the summary has no total");
    if (rows.every(({ lines: [all] }) => all === 0)) throw empty("the summary measured no line");
    for (const key of ["lines", "branches"] as const) {
      const own = sum(total[key], "the total");
      for (const at of [0, 1] as const) {
        const counted = rows.reduce((whole, row) => whole + row[key][at], 0);
        if (own[at] !== counted) throw implausible(`the total says ${own[at]} ${key}, its files say ${counted}`);
      }
    }
    return { files: rows };
  });

function sum({ total, covered, pct }: z.infer<typeof Sum>, path: string): [number, number] {
  if (covered > total) throw implausible(`${path} covers ${covered} of ${total}`);
  if (typeof pct === "number" && (pct < 0 || pct > 100)) throw implausible(`${path} covers ${pct} %`);
  return [total, covered];
}

const Position = z.object({ line: z.number().int().positive() });
const Place = z.object({ start: Position });
const File = z.object({
  path: z.string().min(1),
  statementMap: z.record(z.string(), Place),
  s: z.record(z.string(), Count),
  branchMap: z.record(z.string(), z.object({ loc: Place.optional(), line: z.number().int().positive().optional() })),
  b: z.record(z.string(), z.array(Count)),
});

/** Istanbul's coverage-final.json: a line runs as often as the statement that begins on it. */
export const readIstanbulFinal = (source: Uint8Array): Evidence<Coverage> =>
  reading(() => {
    const files = createCoverageFiles();
    for (const { path, statementMap, s, branchMap, b } of Object.values(
      jsonOf(source, z.record(z.string(), File), "the report"),
    )) {
      const file = files.file(path);
      if (!sameKeys(statementMap, s) || !sameKeys(branchMap, b))
        throw unreadable(`${path} counts what it does not name`);
      for (const [id, { start }] of Object.entries(statementMap)) file.line(start.line, s[id] ?? 0);
      for (const [id, { loc, line }] of Object.entries(branchMap)) {
        const runs = b[id] ?? [];
        const at = loc?.start.line ?? line;
        if (at === undefined) throw unreadable(`${path} has a branch without a place`);
        file.branches(at, runs.length, runs.filter((count) => count > 0).length);
      }
    }
    return files.build();
  });

const sameKeys = (a: object, b: object): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((key) => Object.hasOwn(b, key));
