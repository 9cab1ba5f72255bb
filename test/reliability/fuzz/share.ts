import { BatonError } from "../../../src/errors.ts";
import { inputOf } from "./inputs.ts";
import { TARGETS } from "./targets.ts";

/** What one process reads: inputs of one target by their seeds. It tells each seed before it begins. */
export interface FuzzShare {
  readonly target: string;
  readonly seeds: readonly number[];
}

export type FuzzMessage =
  | { readonly kind: "at"; readonly seed: number }
  | { readonly kind: "thrown"; readonly seed: number; readonly message: string }
  | { readonly kind: "done"; readonly heapMegabytes: number; readonly slowestMs: number; readonly slowestSeed: number };

const EVERY = 50;
const tell = (message: FuzzMessage): void => void process.send?.(message);

process.once("message", (message) => {
  const { target: name, seeds } = message as FuzzShare;
  void work(name, seeds).then(() => process.disconnect());
});

async function work(name: string, seeds: readonly number[]): Promise<void> {
  const target = TARGETS.find((each) => each.name === name);
  if (target === undefined) throw new Error(`no target ${name}`);
  let [slowestMs, slowestSeed] = [0, 0];
  for (const [at, seed] of seeds.entries()) {
    if (at % EVERY === 0) {
      tell({ kind: "at", seed });
      // The channel gets its turn, or a hang could not be told from silence.
      await new Promise((resolve) => setImmediate(resolve));
    }
    const started = performance.now();
    try {
      await target.read(inputOf(target, seed));
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      if (!(error instanceof BatonError)) tell({ kind: "thrown", seed, message: text });
    }
    const ms = performance.now() - started;
    if (ms > slowestMs) [slowestMs, slowestSeed] = [ms, seed];
  }
  tell({
    kind: "done",
    heapMegabytes: Math.round(process.memoryUsage().heapUsed / 2 ** 20),
    slowestMs: Math.round(slowestMs),
    slowestSeed,
  });
}
