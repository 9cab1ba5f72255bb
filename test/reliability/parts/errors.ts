import { bundleIfStale } from "../../../scripts/bundle.ts";
import { planErrors, sampleErrors, sortOf } from "../../crash/plan-errors.ts";
import { createScene } from "../../crash/scene.ts";
import { strikeAll } from "../../crash/strike-all.ts";
import { allPoints, describeStrike } from "../../crash/strike.ts";
import { hasStrace } from "../../crash/trace.ts";
import type { Part } from "../part.ts";

const POINTS = 175;

/** D: the system answers with an error instead, once or from there on: the command ends with a code, and what it goes on from is whole. */
export const errorsPart: Part = {
  name: "errors",
  about: "an error of the system at each kind of mutating system call, once and staying (needs strace)",
  async run({ count, only, jobs, print }) {
    if (!hasStrace())
      return { count: 0, unit: "points", violations: 1, notes: ["needs strace: apt-get install strace"] };
    await bundleIfStale();
    const scene = createScene();
    try {
      const planned = planErrors(allPoints(scene));
      const strikes =
        only === null
          ? sampleErrors(planned, count ?? POINTS)
          : planned.filter((each) => describeStrike(each).includes(only));
      print(`${strikes.length} of ${planned.length} points`);
      const outcomes = await strikeAll(scene, strikes, { jobs, again: 0 });
      const violations = outcomes.filter(({ problems }) => problems.length > 0);
      for (const { strike } of violations)
        print(`FAIL npm run reliability -- errors --only ${JSON.stringify(describeStrike(strike))}`);
      const notes = [...Map.groupBy(outcomes, ({ strike }) => sortOf(strike))].map(
        ([sort, struck]) => `${sort}: ${struck.length} points, ${struck.filter(({ hit }) => hit).length} reached`,
      );
      return { count: outcomes.length, unit: "points", violations: violations.length, notes };
    } finally {
      scene.remove();
    }
  },
};
