import { registryOf } from "../../../src/engine/run/registry.ts";
import { Config } from "../../../src/schema/config.ts";
import { addNote, retryTask } from "../../../src/core/run/people/steer.ts";
import { changeRun } from "../../../src/engine/run/change.ts";
import { initRun } from "../../../src/engine/run/start/init.ts";
import { openJournal, type RunJournal } from "../../../src/engine/run/record/journal.ts";
import { driveRun, type RunOutcome } from "../../../src/engine/run/loop.ts";
import { settleRun } from "../../../src/engine/run/landing/settle.ts";
import { exclusively, findRun, projectOver, type Project } from "../../../src/engine/run/project.ts";
import { BatonError } from "../../../src/errors.ts";
import { land } from "../../../src/engine/run/landing/land.ts";
import { publishRest } from "../../../src/engine/run/record/publish.ts";
import { findRepository } from "../../../src/util/git/discover.ts";
import { waitsForPerson } from "../../../src/core/run/next/next-effect.ts";
import { openTasks, isFinished } from "../../../src/core/run/state.ts";
import { recorded } from "./recorder.ts";
import { REPOSITORY, STATE, type World } from "./world.ts";

/** What one story is about, drawn from its seed. */
export interface Plot {
  readonly spec: string;
  readonly features: number;
  readonly workers: number;
  readonly governor: "governed" | "fixed";
  /** How many turns were acknowledged as recorded, where `--record` was wanted. */
  readonly recorded: { count: number; readonly wanted: boolean };
}

/** Most stories are short: what goes wrong, goes wrong with one or two tasks. */
const SIZES = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 4];
const PRIORITIES = ["critical", "high", "medium", "low"];

/** What makes the governor try out first, build several times before a person is asked, one after the other and side by side, and let reviewers vote. */
const WORDS = [
  "- how should it work? maybe somehow, perhaps some other way; which one is unclear",
  "- keep the login as it is",
  "- it deletes the production database, and stores the password",
  "- it deletes old payment records, somehow, maybe; which one is unclear",
];
/** Every sixth story is governed: none of those seeds that the corpus keeps, so that they tell what they always told. */
const isGoverned = (seed: number): boolean => seed % 12 === 0 || seed % 12 === 10;

export function createPlot({ random }: World, seed: number): Plot {
  const governor = isGoverned(seed) ? "governed" : "fixed";
  const features = random.pick(SIZES);
  const blocks = Array.from({ length: features }, (_, at) => {
    const name = `f${at + 1}`;
    const files = random.chance(0.3) ? "src/**, test/**" : `src/${name}.js, test/${name}.test.js`;
    const lines = [
      `## Feature ${name}`,
      `- ${name} works`,
      ...(governor === "governed" ? [WORDS[(Math.floor(seed / 12) + at) % WORDS.length] ?? ""] : []),
      `Test: \`node --test test/${name}.test.js\``,
      `Files: ${files}`,
    ];
    if (random.chance(0.5)) lines.push(`Priority: ${random.pick(PRIORITIES)}`);
    if (at > 0 && random.chance(0.2)) lines.push(`Depends: Feature f${at}`);
    return lines.join("\n");
  });
  return {
    spec: `# Simulated\n\n${blocks.join("\n\n")}\n`,
    features,
    governor,
    workers: 1 + random.below(8),
    recorded: { count: 0, wanted: random.chance(0.3) },
  };
}

/** A repository with one commit, on a disk at rest. */
export function prepare({ disk, git, calmly }: World, plot: Plot): void {
  const settings = JSON.stringify(settingsOf(plot));
  calmly(() => {
    for (const folder of [
      "/simulated",
      REPOSITORY,
      `${REPOSITORY}/.git`,
      `${REPOSITORY}/src`,
      STATE,
      "/simulated/home",
    ])
      disk.createFolder(folder);
    for (const folder of ["objects", "refs", "refs/heads", "info"]) disk.createFolder(`${REPOSITORY}/.git/${folder}`);
    const write = (path: string, text: string): void => {
      disk.createFile(`${REPOSITORY}/${path}`, 0o644).bytes = Buffer.from(text);
    };
    write(".git/HEAD", "ref: refs/heads/main\n");
    write("baton.config.json", settings);
    write("src/base.js", "base\n");
    write("notes.txt", "the user's\n");
    const call = (args: string[], input = "", env = {}): string =>
      git.call({ args, input: Buffer.from(input), env }).stdout.toString();
    const index = { GIT_INDEX_FILE: `${REPOSITORY}/.git/index` };
    const blob = call(["hash-object", "-w", "--stdin"], "base\n");
    const config = call(["hash-object", "-w", "--stdin"], settings);
    const entries = `100644 ${config}\tbaton.config.json\u0000100644 ${blob}\tsrc/base.js\u0000`;
    call(["update-index", "-z", "--index-info"], entries, index);
    const commit = call(["commit-tree", call(["write-tree"], "", index)], "base");
    call(["update-ref", "refs/heads/main", commit]);
    disk.syncAll();
  });
}

/** Short, for the harness looks around every second while agents work. */
const BOUNDS = { timeoutSeconds: 90, heartbeatSeconds: 10 };
const STALL_SECONDS = 60;

/** Tools that look at source texts are not what is simulated; agents review what is governed. */
const settingsOf = ({ governor }: Plot) => ({
  policy: { review: governor === "governed" ? ("always" as const) : ("never" as const) },
  checks: { need: { security: "never", coverage: "never" } },
});

/** As `openProject` has it, but for the store. */
export function openSimulated(world: World, onAppend?: () => void): Project {
  return projectOver({ ...findRepository(REPOSITORY), root: REPOSITORY }, world.openStore(onAppend));
}

/** `baton init` where there is no run, then `baton run` until it comes to rest. */
export async function session(world: World, plot: Plot, onAppend: () => void): Promise<RunOutcome | null> {
  const project = openSimulated(world, onAppend);
  const { now } = world;
  const settings = settingsOf(plot);
  if (project.store.runs().length === 0)
    await initRun(project, {
      spec: plot.spec,
      specName: "spec.md",
      brief: null,
      stateDirectory: STATE,
      land: "auto",
      budget: { hours: null, attempts: null },
      heldOut: null,
      dryRun: false,
      governor: plot.governor,
      continues: null,
      env: {},
      now,
    });
  return exclusively(project, async () => {
    const journal = findRun(project, null, "baton", { now });
    if (isFinished(journal.state)) {
      await settleRun(project, journal, { stateDirectory: STATE, env: {}, now });
      return null;
    }
    const agent = world.agents.agent();
    const heard = plot.recorded.wanted ? recorded(agent, () => (plot.recorded.count += 1)) : agent;
    return driveRun(project, journal, heard, {
      stateDirectory: STATE,
      env: {},
      policy: {
        min_proof_level: "P2",
        require_isolation: "I1",
        max_files: null,
        max_lines: null,
        dependencies: "allow_additive",
        full_every: null,
        baseline_runs: 1,
        review: settings.policy.review,
        release: "person",
      },
      maxTurns: null,
      workers: plot.workers,
      bounds: BOUNDS,
      stallSeconds: STALL_SECONDS,
      containment: null,
      startMeter: null,
      settings: null,
      registry: registryOf(Config.parse(settings)),
      reviewers: () => ({ agent: world.agents.agent(), containment: null }),
      person: null,
      now,
    });
  });
}

/** Another process, a person's: it notes something for a task, and publishes unless somebody else is at it. */
export function note(world: World, publishes: boolean): void {
  world.calmly(() => {
    const project = openSimulated(world);
    const journal = journalOf(project, world);
    const task = journal === null ? undefined : openTasks(journal.state)[0];
    if (journal === null || task === undefined) return;
    const text = project.blobs.put(`noted at ${world.timers.now()}\n`);
    const decide = () => addNote(journal.state, task.plan.task_id, text);
    try {
      if (publishes) changeRun(project, journal, decide, { stateDirectory: STATE, dryRun: false });
      else journal.append(decide);
    } catch (error) {
      if (!(error instanceof BatonError)) throw error;
    }
  });
}

/** A person tells every task that waits how to go on. */
export function guide(world: World): number {
  return world.calmly(() => {
    const project = openSimulated(world);
    const journal = journalOf(project, world);
    const waiting = journal === null ? [] : openTasks(journal.state).filter(waitsForPerson);
    for (const { plan } of waiting)
      if (journal !== null)
        changeRun(project, journal, (state) => retryTask(state, plan.task_id, "go on", project.blobs.put("go on\n")), {
          stateDirectory: STATE,
          dryRun: false,
        });
    return waiting.length;
  });
}

/**
 * What a crash left half in the work tree is named and left alone; a person throws it away and lands what is proven. Nothing
 * to do when the branch holds it all.
 */
export function landByHand(world: World): void {
  const project = openSimulated(world);
  const journal = journalOf(project, world);
  if (journal === null || journal.state.left === null || journal.state.left.to !== journal.state.tip) return;
  const main = world.git.ref("refs/heads/main") ?? "";
  world.git.reset(main, REPOSITORY);
  land({ project, journal, options: { now: world.now } });
  publishRest(project, journal, STATE);
}

export function journalOf(project: Project, { now }: Pick<World, "now">): RunJournal | null {
  const [runId] = project.store.runs();
  return runId === undefined ? null : openJournal(project.store, runId, "person", { now });
}
