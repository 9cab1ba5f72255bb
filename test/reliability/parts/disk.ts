import { join } from "node:path";
import { addToCorpus, corpusOf } from "../corpus.ts";
import type { Part } from "../part.ts";
import { inShares } from "../shares.ts";
import { linesOfMet } from "../sim/met.ts";
import type { SimulationAnswer, SimulationShare } from "../sim/share.ts";

export const SIMULATION = join(import.meta.dirname, "..", "sim", "share.ts");
/**
 * Stories make much that is soon forgotten: collected in larger steps, that takes a tenth of the time less. The bytes of the
 * simulated files count as part of the heap: with a limit of their own all of it was collected at every few stories. The shares
 * keep every core busy: threads that compile or collect beside them only cost. Each story calls thousands of functions a few
 * times, so that they are compiled, cheaply, at once.
 */
export const SIMULATION_FLAGS = [
  "--min-semi-space-size=64",
  "--max-semi-space-size=64",
  "--external-memory-accounted-in-global-limit",
  "--always-sparkplug",
  "--no-concurrent-recompilation",
  "--no-parallel-scavenge",
];
const SEEDS = 10_000;
const SHOWN = 10;

/** B: the engine over a disk that loses, tears and fails, from seeds. */
export const diskPart: Part = {
  name: "disk",
  about: "the engine over a simulated disk, clock, git and agents",
  async run({ count, seed, minutes, jobs, print }) {
    const wanted = count ?? (seed === null ? SEEDS : 1);
    const fresh = Array.from({ length: wanted }, (_, at) => (seed ?? 1) + at);
    const seeds = [...new Set([...(seed === null ? corpusOf("disk") : []), ...fresh])];
    const started = performance.now();
    const shares = Array.from({ length: Math.min(jobs, seeds.length) }, (_, share) => ({
      seeds: seeds.filter((_seed, at) => at % jobs === share),
      muted: null,
      aimed: false,
      first: false,
      minutes,
    }));
    const answers = await inShares<SimulationShare, SimulationAnswer>(SIMULATION, shares, SIMULATION_FLAGS);
    const violations = answers.flatMap((answer) => answer.violations);
    for (const { seed: failed, problems, faults } of violations.slice(0, SHOWN)) {
      print(`FAIL seed ${failed}: npm run reliability -- disk --seed ${failed}`);
      for (const line of [...faults.map((fault) => `fault: ${fault}`), ...problems]) print(`     ${line}`);
    }
    if (violations.length > 0)
      addToCorpus(
        "disk",
        violations.slice(0, SHOWN).map((violation) => violation.seed),
      );
    const told = answers.reduce((sum, answer) => sum + answer.told, 0);
    const cpuMs = answers.reduce((sum, answer) => sum + answer.cpuMs, 0);
    const perSecond = (told * 1000) / (performance.now() - started);
    return {
      count: told,
      unit: "seeds",
      violations: violations.length,
      notes: [
        ...linesOfMet(answers.flatMap(({ met }) => met)),
        `${perSecond.toFixed(1)} seeds a second, ${Math.round(cpuMs / told)} ms of processor a seed`,
      ],
    };
  },
};
