import { fork } from "node:child_process";
import { join } from "node:path";
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

/** I: whatever is read, the reader answers: no crash, no hang, bounded memory. */
export const fuzzPart: Part = {
  name: "fuzz",
  about: "bent input for everything that reads what others wrote",
  async run({ count, seed, only, print }) {
    const [from, each] = [seed ?? 1, count ?? (seed === null ? INPUTS : 1)];
    const targets = TARGETS.filter(({ name }) => only === null || name === only);
    let violations = 0;
    let worst = "";
    let slowest = 0;
    for (const { name } of targets) {
      const { problems, slowestMs, slowestSeed } = await read({ target: name, from, count: each });
      violations += problems.length;
      for (const { at, message } of problems.slice(0, 3))
        print(
          `FAIL ${name}: npm run reliability -- fuzz --only ${name} --seed ${at} --count 50\n     ${message.slice(0, 500)}`,
        );
      if (slowestMs > slowest) [slowest, worst] = [slowestMs, `${name} seed ${slowestSeed}`];
    }
    return {
      count: targets.length * each,
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
  let [at, slowestMs, slowestSeed, done] = [share.from, 0, share.from, false];
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
