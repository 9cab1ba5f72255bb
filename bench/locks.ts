import { createLockIndex } from "../src/core/lock/index-of-locks.ts";
import { parsePattern, type Alternative } from "../src/core/pattern/pattern.ts";
import { bestCpu, rowOf, type Row } from "./row.ts";

const COUNT = 10_000;
const ALLOWED_MS = 100;

/** Ten thousand patterns asked of ten thousand held ones; every other meets one of them. */
export function lockRow(): Row {
  const held = Array.from({ length: COUNT }, (_, at) => `src/part_${at % 100}/module_${at}/**`);
  const asked = held.map((pattern, at) =>
    at % 2 === 0 ? pattern.replace("**", "*.test.[jt]s") : pattern.replace("module", "other"),
  );
  const work = (): void => {
    const index = createLockIndex<string>();
    for (const pattern of held) index.add({ alternatives: parsed(pattern), mode: "exclusive", value: pattern });
    const met = asked.flatMap((pattern) => index.conflicts({ alternatives: parsed(pattern), mode: "exclusive" }));
    if (met.length !== COUNT / 2) throw new Error(`${met.length} locks meet`);
  };
  return rowOf({
    name: "lock overlap, 10,000 held against 10,000 asked (processor time), against the 100 ms allowed",
    unit: "ms",
    value: bestCpu(7, work),
    baseline: ALLOWED_MS,
    atMost: 1,
  });
}

function parsed(pattern: string): readonly Alternative[] {
  const read = parsePattern(pattern);
  if ("flaw" in read) throw new Error(`${pattern} ${read.flaw}`);
  return read.alternatives;
}
