import { corpusOf } from "../corpus.ts";
import type { Part } from "../part.ts";
import { inShares } from "../shares.ts";
import type { SimulationAnswer, SimulationShare } from "../sim/share.ts";
import { syncSites } from "../sites.ts";
import { SIMULATION, SIMULATION_FLAGS } from "./disk.ts";

/** Without a sync that matters, one of so many stories goes wrong. */
const SEEDS = 2000;

/** C: every sync is taken out in turn, and something turns red for it. */
export const fsyncPart: Part = {
  name: "fsync",
  about: "every sync taken out in turn turns something red",
  async run({ count, minutes, only, jobs, print }) {
    const seeds = [...new Set([...corpusOf("fsync"), ...Array.from({ length: count ?? SEEDS }, (_, at) => at + 1)])];
    const sites = syncSites().filter(({ place }) => place.includes(only ?? ""));
    let green = 0;
    for (let at = 0; at < sites.length; at += jobs) {
      const batch = sites.slice(at, at + jobs);
      const shares = batch.map(({ place }) => ({ seeds, muted: place, aimed: false, first: true, minutes }));
      const tell = (of: readonly SimulationShare[]) =>
        inShares<SimulationShare, SimulationAnswer>(SIMULATION, of, SIMULATION_FLAGS);
      const answers = await tell(shares);
      for (const [index, plain] of answers.entries()) {
        const share = shares[index];
        const isGreen = plain.violations.length === 0 && share !== undefined;
        const [{ violations, told } = plain] = isGreen ? await tell([{ ...share, aimed: true }]) : [plain];
        const [violation] = violations;
        green += Number(violation === undefined);
        const found =
          violation === undefined
            ? `NOTHING TURNED RED in ${told} seeds`
            : `red after ${told} (seed ${violation.seed}): ${violation.problems[0]?.split("\n")[0]?.slice(0, 110)}`;
        print(`${batch[index]?.place} ${batch[index]?.text}\n     ${found}`);
      }
    }
    return { count: sites.length, unit: "sites", violations: green, notes: [] };
  },
};
