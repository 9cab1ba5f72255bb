import { parseArgs } from "node:util";
import { bundleIfStale } from "../../scripts/bundle.ts";
import { planKills, sample } from "./plan.ts";
import { createScene } from "./scene.ts";
import { strikeAll } from "./strike-all.ts";
import { allPoints, describeStrike } from "./strike.ts";
import { hasStrace } from "./trace.ts";

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      every: { type: "boolean", default: false },
      points: { type: "string", default: "100000" },
      only: { type: "string", default: "" },
      jobs: { type: "string", default: "2" },
      twice: { type: "string", default: "0" },
    },
  });
  if (!hasStrace()) {
    print("needs strace: apt-get install strace");
    return 2;
  }
  const started = performance.now();
  await bundleIfStale();
  const scene = createScene();
  try {
    const places = allPoints(scene);
    const planned = planKills(places, values.every);
    const again = Number(values.twice);
    // Of a run that is not there yet nothing is recovered.
    const wanted = planned.filter(
      (each) => describeStrike(each).includes(values.only) && (again === 0 || each.stage !== "init"),
    );
    const strikes = sample(wanted, Number(values.points));
    print(`${places.length} mutating syscalls, ${planned.length} kinds of place, ${strikes.length} points`);
    const outcomes = await strikeAll(scene, strikes, { jobs: Number(values.jobs), again });
    const reached = outcomes.filter(({ hit }) => hit).length;
    const violations = outcomes.filter(({ problems }) => problems.length > 0).length;
    const seconds = Math.round((performance.now() - started) / 1000);
    const inside = again === 0 ? "" : `, each recovery struck again at ${again}`;
    print(`${outcomes.length} points (${reached} reached)${inside}, ${violations} violations, ${seconds} s`);
    return violations === 0 ? 0 : 1;
  } finally {
    scene.remove();
  }
}

process.exitCode = await main();
