import type { Finding } from "../../../errors.ts";
import type { ChangedSource } from "../../../schema/source.ts";
import { newMatches } from "../new-matches.ts";

/** Where a clock is given another answer, by its own name. */
const SET: readonly RegExp[] = [
  /\b(performance\.now|Date\.now|process\.hrtime(?:\.bigint)?|time\.(?:time|monotonic|perf_counter|process_time)(?:_ns)?)\s*=(?!=)/g,
  /\b(?:spyOn|method|replace|stub|object|setattr|defineProperty)\(\s*(?:globalThis\.)?(performance|Date|process|time)\s*,\s*["'](now|hrtime|time|monotonic|perf_counter|process_time)(?:_ns)?["']/g,
  /\b(?:patch|setattr)\(\s*["'](time\.(?:time|monotonic|perf_counter|process_time))(?:_ns)?["']/g,
];
/** A time that tests take themselves: what a clock says, less what it said before. */
const TAKEN = /(?<![\w.])([\w.]{1,60})\(\)\s*-\s*[A-Za-z_]/g;

/** A clock that the change sets, in its tests or its code, and by which its tests measure how long the code takes: it takes what they like. */
export function judgeClocks(
  tests: readonly ChangedSource[],
  code: readonly ChangedSource[],
  approvalOf: (words: string) => string,
): Finding[] {
  const taken = new Set(tests.flatMap(({ head }) => [...head.matchAll(TAKEN)].map(([, clock = ""]) => nameOf(clock))));
  const isTaken = (clock: string): boolean => taken.has(clock) || taken.has(clock.split(".").at(-1) ?? clock);
  const placesIn = (text: string) =>
    SET.flatMap((pattern) => [...text.matchAll(pattern)])
      .map(({ index, 1: first = "", 2: second }) => ({
        index,
        key: nameOf(second === undefined ? first : `${first}.${second}`),
      }))
      .filter(({ key }) => isTaken(key));
  return [...tests, ...code].flatMap((file) =>
    newMatches(file, placesIn).map(({ line, excerpt }): Finding => {
      const { path } = file;
      const message = `${path}:${line} sets the clock by which the tests take the time: ${excerpt}; measure by a clock that runs`;
      const approval = approvalOf(`clock ${path} ${excerpt}`);
      return { code: "CODE_SUSPICIOUS", severity: "person", path, message, approval };
    }),
  );
}

/** `process.hrtime.bigint` and `process.hrtime` are one clock. */
const nameOf = (clock: string): string => clock.replace(/\.bigint$|_ns$/, "");
