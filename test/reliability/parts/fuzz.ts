import { fork } from "node:child_process";
import { join } from "node:path";
import { addToCorpus, corpusOf } from "../corpus.ts";
import type { FuzzMessage, FuzzShare } from "../fuzz/share.ts";
import { TARGETS } from "../fuzz/targets.ts";
import type { Part } from "../part.ts";

const SHARE = join(import.meta.dirname, "..", "fuzz", "share.ts");
/** For each target. */
const INPUTS = 20_000;
/** So little memory that a reader which keeps what it should not, or builds without bound, falls. */
const HEAP_MEGABYTES = 256;
/** Fifty inputs of at most 60 KB each: nobody is this slow who comes to an end. */
const HANG_MS = 120_000;
/** Of one target: what comes after these has the same cause. */
const KEPT = 3;

/** I: whatever is read, the reader answers: no crash, no hang, bounded memory. */
export const fuzzPart: Part = {
  name: "fuzz",
  about: "bent input for everything that reads what others wrote",
  async run({ count, seed, only, print }) {
    const [from, each] = [seed ?? 1, count ?? (seed === null ? INPUTS : 1)];
    const targets = TARGETS.filter(({ name }) => only === null || name === only);
    let violations = 0;
    let inputs = 0;
    let worst = "";
    let slowest = 0;
    for (const { name } of targets) {
      const fresh = Array.from({ length: each }, (_, at) => from + at);
      const seeds = [...new Set([...(seed === null ? corpusOf(`fuzz ${name}`) : []), ...fresh])];
      const { problems, slowestMs, slowestSeed } = await read({ target: name, seeds });
      inputs += seeds.length;
      violations += problems.length;
      if (problems.length > 0)
        addToCorpus(
          `fuzz ${name}`,
          problems.slice(0, KEPT).map(({ at }) => at),
        );
      for (const { at, message } of problems.slice(0, KEPT))
        print(
          `FAIL ${name}: npm run reliability -- fuzz --only ${name} --seed ${at} --count 50\n     ${message.slice(0, 500)}`,
        );
      if (slowestMs > slowest) [slowest, worst] = [slowestMs, `${name} seed ${slowestSeed}`];
    }
    return {
      count: inputs,
      unit: "inputs",
      violations,
      notes: [`${targets.length} readers, heap ${HEAP_MEGABYTES} MB; the slowest input took ${slowest} ms (${worst})`],
    };
  },
};

interface Reading {
  readonly problems: { at: number; message: string }[];
  readonly slowestMs: number;
  readonly slowestSeed: number;
}

async function read(share: FuzzShare): Promise<Reading> {
  const child = fork(SHARE, [], {
    execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const problems: Reading["problems"] = [];
  let [at, slowestMs, slowestSeed, done] = [share.seeds[0] ?? 0, 0, 0, false];
  let watch: NodeJS.Timeout | undefined;
  const listen = (): void => {
    clearTimeout(watch);
    watch = setTimeout(() => child.kill("SIGKILL"), HANG_MS);
  };
  listen();
  child.on("message", (message: FuzzMessage) => {
    listen();
    if (message.kind === "at") at = message.seed;
    else if (message.kind === "thrown") problems.push({ at: message.seed, message: message.message });
    else [done, slowestMs, slowestSeed] = [true, message.slowestMs, message.slowestSeed];
  });
  child.send(share);
  await new Promise((resolve) => child.on("close", resolve));
  clearTimeout(watch);
  if (!done) problems.push({ at, message: "the reader hung, or its process died" });
  return { problems, slowestMs, slowestSeed };
}
