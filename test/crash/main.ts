import { fork } from "node:child_process";
import { parseArgs } from "node:util";
import { dirname } from "node:path";
import { bundleIfStale } from "../../scripts/bundle.ts";
import { planErrors, planKills, sample } from "./plan.ts";
import { copyScene, createScene, openScene, type Scene } from "./scene.ts";
import { allPoints, describeStrike, strike, type Strike } from "./strike.ts";
import { hasStrace } from "./trace.ts";

/** What one of the processes that share the work has found. */
interface Figures {
  readonly points: number;
  readonly hit: number;
  readonly violations: number;
}

interface Share {
  readonly top: string;
  readonly strikes: readonly Strike[];
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const SHARE = "--share";
/** Strikes at its share, and says so as it goes. */
function work(scene: Scene, strikes: readonly Strike[]): Figures {
  const figures = { points: 0, hit: 0, violations: 0 };
  for (const each of strikes) {
    const started = performance.now();
    const { hit, problems } = strike(scene, each);
    figures.points += 1;
    figures.hit += Number(hit);
    figures.violations += Number(problems.length > 0);
    const mark = problems.length > 0 ? "FAIL" : hit ? "ok" : "not reached";
    print(`${mark} ${describeStrike(each)} (${Math.round(performance.now() - started)} ms)`);
    for (const problem of problems) print(`     ${problem}`);
  }
  return figures;
}

/** One process a share: the calls are synchronous. */
async function inProcess(share: Share): Promise<Figures> {
  const child = fork(import.meta.filename, [SHARE]);
  const figures: Figures[] = [];
  child.on("message", (message) => figures.push(message as Figures));
  child.send(share);
  await new Promise((resolve) => child.on("close", resolve));
  return figures[0] ?? { points: 0, hit: 0, violations: 1 };
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      every: { type: "boolean", default: false },
      errors: { type: "boolean", default: false },
      points: { type: "string", default: "100000" },
      only: { type: "string", default: "" },
      jobs: { type: "string", default: "2" },
    },
  });
  if (!hasStrace()) {
    print("needs strace: apt-get install strace");
    return 2;
  }
  const started = performance.now();
  await bundleIfStale();
  const scene = createScene();
  const scenes = [scene];
  try {
    const places = allPoints(scene);
    const planned = values.errors ? planErrors(places) : planKills(places, values.every);
    const wanted = planned.filter((each) => describeStrike(each).includes(values.only));
    const strikes = sample(wanted, Number(values.points));
    print(`${places.length} mutating syscalls, ${planned.length} kinds of place, ${strikes.length} points`);
    while (scenes.length < Number(values.jobs)) scenes.push(copyScene(scene));
    const parts = await Promise.all(
      scenes.map(async ({ directory }, at) =>
        inProcess({ top: dirname(directory), strikes: strikes.filter((_, index) => index % scenes.length === at) }),
      ),
    );
    const sum = (pick: (figures: Figures) => number): number => parts.reduce((total, part) => total + pick(part), 0);
    const violations = sum((part) => part.violations);
    const seconds = Math.round((performance.now() - started) / 1000);
    print(
      `${sum((part) => part.points)} points (${sum((part) => part.hit)} reached), ${violations} violations, ${seconds} s`,
    );
    return violations === 0 ? 0 : 1;
  } finally {
    for (const each of scenes) each.remove();
  }
}

if (process.argv[2] === SHARE)
  process.once("message", (message) => {
    const { top, strikes } = message as Share;
    process.send?.(work(openScene(top), strikes), () => process.disconnect());
  });
else process.exitCode = await main();
