import type { Coverage } from "../../schema/coverage.ts";
import { countOf, createCoverageFiles, lineOf, type CoverageFile } from "./coverage-files.ts";
import { linesOf, reading, unreadable, type Evidence } from "./evidence.ts";

/**
 * LCOV of vitest, jest, node:test, coverage.py. `DA` and `BRDA` lines are counted; the sums are not believed: real tools write
 * LH > LF. A report that ends inside a record is refused.
 */
export const readLcov = (source: Uint8Array): Evidence<Coverage> =>
  reading(() => {
    const files = createCoverageFiles();
    let file: CoverageFile | null = null;
    const inside = (what: string): CoverageFile => {
      if (file === null) throw unreadable(`${what} outside a record`);
      return file;
    };
    for (const line of linesOf(source)) {
      if (line === "") continue;
      if (line === "end_of_record") {
        inside(line);
        file = null;
        continue;
      }
      const colon = line.indexOf(":");
      const [key, value] = [line.slice(0, colon), line.slice(colon + 1)];
      if (colon < 0) throw unreadable(`no LCOV line: ${line.slice(0, 80)}`);
      if (key === "SF") {
        if (file !== null) throw unreadable(`a record begins inside another: ${value.slice(0, 200)}`);
        file = files.file(value);
      } else if (key === "DA") {
        const [number, hits] = value.split(",");
        inside(key).line(lineOf(number, "DA"), countOf(hits, "the hits of DA"), true);
      } else if (key === "BRDA") {
        const [number, , , taken] = value.split(",");
        const runs = taken === "-" ? 0 : countOf(taken, "the runs of BRDA");
        inside(key).branches(lineOf(number, "BRDA"), 1, runs > 0 ? 1 : 0);
      } else if (!KNOWN.has(key)) throw unreadable(`no LCOV line: ${line.slice(0, 80)}`);
    }
    if (file !== null) throw unreadable("the report ends inside a record");
    return files.build();
  });

const KNOWN = new Set(["TN", "VER", "FN", "FNDA", "FNF", "FNH", "FNL", "FNA", "LF", "LH", "BRF", "BRH"]);
