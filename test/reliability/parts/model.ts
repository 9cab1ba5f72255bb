import fc from "fast-check";
import { corpusOf, addToCorpus } from "../corpus.ts";
import { anyCommands, createModel, createReal } from "../model/commands.ts";
import type { Part } from "../part.ts";

const RUNS = 2000;

/** E: random commands on the real core and store, beside a model that fits on a page. */
export const modelPart: Part = {
  name: "model",
  about: "random commands of two orchestrators against a simple model of tasks and locks",
  run({ count, seed, print }) {
    let violations = 0;
    let commands = 0;
    const check = (first: number, runs: number): void => {
      const result = fc.check(
        fc.property(anyCommands, (all) => {
          fc.modelRun(() => {
            const real = createReal();
            return { model: createModel(), real: { ...real, onCommand: () => (commands += 1) } };
          }, all);
        }),
        { numRuns: runs, seed: first },
      );
      if (!result.failed) return;
      violations += 1;
      addToCorpus("model", [first]);
      print(`FAIL seed ${first}: npm run reliability -- model --seed ${first}`);
      print((result.counterexample ?? []).map(String).join("\n"));
      print(String(result.errorInstance instanceof Error ? result.errorInstance.message : result.errorInstance));
    };
    if (seed === null) for (const known of corpusOf("model")) check(known, 100);
    check(seed ?? 1, count ?? RUNS);
    const notes = [`${commands} commands`];
    return Promise.resolve({ count: count ?? RUNS, unit: "runs", violations, notes });
  },
};
