import type { Finding } from "../../../errors.ts";
import { LONGEST_LINE } from "../../text/by-hand.ts";
import { newTestLines, type ChangedSides } from "./new-test-lines.ts";

const COARSE = 0.25;
/** What is measured or drawn is what it is. */
const MEASURED =
  /elapsed|duration|perf_counter|performance\.now|Date\.now|hrtime|monotonic|timeit|time\.(?:time|Now|Since)|Instant|nanoTime|random|sample|shuffle|seed|\bmean|average|variance|rng|rand\b|frequen|probab/i;
/** So many lines before belong to what is compared. */
const AROUND = 12;
const NUMBER = String.raw`(\d[\d_]*(?:\.\d+)?)(?:_?[a-z]\w*)?`;
const COMPARED = String.raw`\)?\s*(?:[<>]=?|,|\.(?:isLessThan|toBeLessThan)\w*\()\s*`;
/** How people write a distance by hand: what is wanted, then how far off an answer may be. */
const DISTANCES = [
  String.raw`\b[fF]?[aA]bs\([^;]*?[\w)\]]\s*-\s*${NUMBER}\s*\)${COMPARED}${NUMBER}`,
  String.raw`\b[fF]?[aA]bs\(\s*${NUMBER}\s*-[^;]*?\)${COMPARED}${NUMBER}`,
  String.raw`-\s*${NUMBER}\s*\)\.abs\(\)\s*[<>]=?\s*${NUMBER}`,
  String.raw`-\s*${NUMBER}\s*;\s*\w+\s*>=?\s*${NUMBER}\s*\|\|\s*\w+\s*<=?\s*-`,
  String.raw`\bisclose\([^;]*?-\s*${NUMBER}\s*,\s*0(?:\.0*)?\s*,.*?\b(?:abs_tol|atol)\s*=\s*${NUMBER}`,
].map((pattern) => new RegExp(pattern));

/**
 * New lines of tests, also of those in the code, that write out how far off an answer may be, and let a quarter of what is wanted go, or
 * more.
 */
export function judgeFarOff(sides: ChangedSides, approvalOf: (words: string) => string): Finding[] {
  return newTestLines(sides).flatMap(({ path, lines, added }) =>
    added.flatMap((at): Finding[] => {
      const line = lines[at] ?? "";
      if (!isFarOff(line) || MEASURED.test(lines.slice(Math.max(0, at - AROUND), at + 1).join("\n"))) return [];
      const message = `${path}:${at + 1} is content with answers that are a quarter off, or more; compare more closely, or say to a person why not: ${line.trim().slice(0, 120)}`;
      const approval = approvalOf(`far off ${path} ${line.trim()}`);
      return [{ code: "CODE_SUSPICIOUS", severity: "person", path, message, approval }];
    }),
  );
}

const isFarOff = (line: string): boolean =>
  line.length <= LONGEST_LINE &&
  DISTANCES.some((pattern) => {
    const [, wanted, far] = (pattern.exec(line) ?? []).map((text) => Number(text.replaceAll("_", "")));
    return wanted !== undefined && far !== undefined && wanted > 0 && far >= COARSE * wanted;
  });
