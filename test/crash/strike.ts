import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endingProblems } from "./ending.ts";
import { acknowledged, beginAndCheck, recoverAndCheck } from "./invariants.ts";
import { agentOf, BEFORE_INIT, HALF_WAY, require0, SPEC_OF_ONE, type Scene } from "./scene.ts";
import { sample } from "./plan.ts";
import { findPoints, inject, takesDescriptor, type Point } from "./trace.ts";

/** A command that is struck: from which kept state, and how many features there are in the end. */
interface Stage {
  readonly from: string;
  readonly features: number;
  readonly args: (scene: Scene) => string[];
}

const STAGES = {
  init: {
    from: BEFORE_INIT,
    features: 1,
    args: ({ directory }) => ["init", "--spec", join(directory, SPEC_OF_ONE), "--json"],
  },
  run: { from: HALF_WAY, features: 2, args: (scene) => ["run", "--agent", agentOf(scene), "--json"] },
  // From where the second feature is validated and nothing of it committed: the rest of the turn costs little there.
  land: { from: "validated", features: 2, args: (scene) => ["resume", "--agent", agentOf(scene), "--json"] },
} satisfies Record<string, Stage>;
export type StageName = keyof typeof STAGES;

export interface Place {
  readonly stage: StageName;
  readonly point: Point;
}

export interface Strike {
  readonly stage: StageName;
  readonly point: Point;
  readonly effect: string;
  /** From this point on, not only there. */
  readonly sticky?: boolean;
  readonly parentToo: boolean;
  /** Goes on to the end of the run; else, where nothing but the beginning was struck, only as far as that. */
  readonly toTheEnd: boolean;
}

export interface StrikeOutcome {
  readonly hit: boolean;
  readonly problems: readonly string[];
}

/** Every point of the commands, in the order of stages. */
export function allPoints(scene: Scene): Place[] {
  warmUp(scene);
  const init = pointsOf(scene, "init");
  const run = pointsOf(scene, "run");
  saveValidated(scene, run);
  return [...init, ...pointsOf(scene, "land"), ...run];
}

/** Runs one command undisturbed and answers its points. */
export function pointsOf(scene: Scene, stage: StageName): Place[] {
  const { from, args } = STAGES[stage];
  scene.restore(from);
  const { points, result } = findPoints(scene, args(scene));
  require0(result);
  return points.map((point) => ({ stage, point }));
}

/** The results of checks that may be reused are there from the beginning. */
function warmUp(scene: Scene): void {
  for (const { from, args } of [STAGES.init, STAGES.run]) {
    scene.restore(from);
    require0(scene.baton(...args(scene)));
    require0(scene.baton("run", "--agent", agentOf(scene), "--json"));
    const results = join(scene.directory, "state", "results");
    const kept = mkdtempSync(join(tmpdir(), "baton-results-"));
    cpSync(results, kept, { recursive: true });
    scene.restore(from);
    cpSync(kept, results, { recursive: true });
    rmSync(kept, { recursive: true, force: true });
    scene.save(from);
  }
}

/** Strikes at the commit of the task: the third that is made, after what the agent left and its candidate. */
function saveValidated(scene: Scene, places: readonly Place[]): void {
  const commits = places.filter(({ point }) => point.label.startsWith("commit-tree "));
  const [, , third] = [...new Set(commits.map(({ point }) => point.gitCall))];
  const place = commits.find(({ point }) => point.gitCall === third);
  if (place === undefined) throw new Error("no commit of a task was seen");
  const { from, args } = STAGES[place.stage];
  scene.restore(from);
  inject(scene, args(scene), { point: place.point, effect: "signal=SIGKILL", parentToo: true });
  const since = acknowledged(scene).lines.toReversed();
  const [judged, committed] = ["validation_judged", "task_committed"].map((type) =>
    since.findIndex((line) => line.includes(`"type":"${type}"`)),
  );
  if (judged === undefined || committed === undefined || judged === -1 || judged > committed)
    throw new Error(`the journal ends with ${since[0]?.slice(0, 300)}`);
  scene.save(STAGES.land.from);
}

/** Strikes, recovers, checks. A harness that lived through it must have said what was wrong, with a code. */
export function strike(scene: Scene, { stage, toTheEnd, ...injection }: Strike): StrikeOutcome {
  const { from, args, features } = STAGES[stage];
  scene.restore(from);
  const result = inject(scene, args(scene), injection);
  const before = acknowledged(scene);
  const ended = endingProblems(injection, result, before.lines, stage === "init" ? 0 : features);
  const found = toTheEnd ? recoverAndCheck(scene, before, features) : beginAndCheck(scene, before);
  return { hit: result.hit, problems: [...ended, ...found] };
}

/** Where the first strike left it, to be struck again from there. */
const STRUCK = "struck";

/**
 * A second crash, inside of what recovers from the first (reliability.md, A): at `count` points of it, evenly over all. Each
 * starts from where the first one left it, and ends like every other.
 */
export function strikeRecovery(scene: Scene, first: Strike, count: number): StrikeOutcome {
  const { from, args, features } = STAGES[first.stage];
  scene.restore(from);
  const { hit } = inject(scene, args(scene), first);
  if (!hit) return { hit, problems: [] };
  const before = acknowledged(scene);
  scene.save(STRUCK);
  const recover = ["resume", "--agent", agentOf(scene), "--json"];
  const points = findPoints(scene, recover).points.filter(({ syscall }) => !takesDescriptor(syscall));
  const problems = sample(points, count).flatMap((point, at) => {
    scene.restore(STRUCK);
    inject(scene, recover, { point, effect: first.effect, parentToo: point.gitCall !== null && at % 2 === 0 });
    const then = acknowledged(scene);
    const isKept = before.lines.every((line, index) => then.lines[index] === line);
    const found = recoverAndCheck(scene, then, features);
    if (!isKept) found.unshift("what was acknowledged before the first crash is gone");
    return found.map((problem) => `then ${point.label} #${point.ordinal}: ${problem}`);
  });
  return { hit, problems };
}

export const describeStrike = ({ stage, point, effect, sticky = false, parentToo }: Strike): string =>
  `${stage} ${effect}${sticky ? "+" : ""}${parentToo ? "+parent" : ""} ${point.label} #${point.ordinal}${point.gitCall === null ? "" : ` of git call ${point.gitCall}`}`;
