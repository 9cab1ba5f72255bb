import { AGENTS, fixed, governed, type Governor, type Without } from "./ablation-governors.ts";
import { nothing, work, type Sum } from "./ablation-work.ts";
import { projectOf, PROJECTS, WORLDS, type World } from "./ablation-world.ts";

/**
 * `npm run ablation [-- --json]`: the governor against fixed runs of one agent, over simulated projects with hidden difficulty
 * (ONE-14). Decisions and learning are the real ones; what is simulated is what comes of them, as `ASSUMED` says. Exit 1 when the
 * bar of design.md §6 is not met in some world.
 */
const LEFT_OUT: readonly Exclude<Without, null>[] = ["kind", "reviewer", "lane", "memory", "steps"];
/** Attempts that a run may have for each of its features (decisions.md, Changing the plan). */
const ATTEMPTS_A_FEATURE = 3;

function runAll(world: World, open: () => Governor): Sum {
  const sum = nothing();
  for (let number = 0; number < PROJECTS; number += 1) {
    const governor = open();
    const tasks = projectOf(number);
    const begun = sum.attempts;
    for (const [at, task] of tasks.entries()) {
      const others = tasks.length - at - 1;
      const spare = (): number => tasks.length * ATTEMPTS_A_FEATURE - (sum.attempts - begun) - others - 1;
      sum.features += 1;
      if (work({ world, governor, sum, spare }, task)) sum.proven += 1;
    }
  }
  return sum;
}

const perProven = ({ cost, proven }: Sum): number => cost / proven;

/** Never less proven, and a fifth cheaper or a third fewer interruptions. */
function barOf(own: Sum, other: Sum) {
  const saved = 1 - perProven(own) / perProven(other);
  const spared = 1 - own.interruptions / other.interruptions;
  return { saved, spared, met: own.proven >= other.proven && (saved >= 0.2 || spared >= 0.3) };
}

const rows = WORLDS.map((world) => {
  const own = runAll(world, governed());
  const others = AGENTS.map((agent) => ({ agent, sum: runAll(world, fixed(agent)) }));
  const without = LEFT_OUT.map((arm) => ({ arm, sum: runAll(world, governed(arm)) }));
  return { world, own, others: others.map(({ agent, sum }) => ({ agent, sum, ...barOf(own, sum) })), without };
});

if (process.argv.includes("--json")) process.stdout.write(`${JSON.stringify({ projects: PROJECTS, rows })}\n`);
else for (const row of rows) show(row);
if (rows.some(({ others }) => others.some(({ met }) => !met))) process.exitCode = 1;

function show({ world, own, others, without }: (typeof rows)[number]): void {
  const percent = (value: number): string => `${Math.round(value * 100)} %`.padStart(7);
  const line = (name: string, sum: Sum): string =>
    [
      `  ${name.padEnd(18)}${`${sum.proven}/${sum.features}`.padStart(9)}`,
      perProven(sum).toFixed(2).padStart(8),
      ...[sum.interruptions, sum.escaped, Math.round(sum.time)].map((count) => String(count).padStart(8)),
    ].join("");
  console.log(`strong costs ${world.ratio} times as much; skills ${JSON.stringify(world.skills)}`);
  console.log(`  ${"".padEnd(18)}   proven    cost   asked escaped    time  saved  spared`);
  console.log(line("governed", own));
  for (const { agent, sum, saved, spared, met } of others)
    console.log(`${line(`fixed ${agent}`, sum)}${percent(saved)}${percent(spared)}  ${met ? "met" : "NOT MET"}`);
  for (const { arm, sum } of without) console.log(line(`without ${arm}`, sum));
}
