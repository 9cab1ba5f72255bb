import { existsSync, readdirSync, readFileSync } from "node:fs";
import { openTasks, type RunState } from "../../../src/core/run/state.ts";
import { locksIn } from "../../../src/core/run/locks.ts";
import { openJournal } from "../../../src/engine/run/record/journal.ts";
import { clonesOf } from "../../../src/engine/run/start/leftovers.ts";
import { runDirectory, type Project } from "../../../src/engine/run/project.ts";
import { artifactsOf } from "../../../src/engine/run/record/artifacts.ts";
import { BatonError } from "../../../src/errors.ts";
import { readJournalFile } from "../../../src/runs/journal-file.ts";
import { marksIn } from "../../../src/runs/marks.ts";
import { verifyRun } from "../../../src/runs/verify.ts";
import type { RunEvent } from "../../../src/schema/event.ts";
import type { StoredEntry } from "../../../src/schema/journal.ts";
import { fileOf, RIGHT } from "./checks.ts";
import { EMPTY, type Node } from "./disk.ts";
import type { Plot } from "./story.ts";
import { REPOSITORY, STATE, type World } from "./world.ts";

export type Problems = string[];

interface Told {
  readonly project: Project;
  readonly runId: string;
  readonly entries: readonly StoredEntry[];
  readonly events: readonly RunEvent[];
  readonly state: RunState;
}

function told(world: World, project: Project, problems: Problems): Told | null {
  const [runId] = project.store.runs();
  if (runId === undefined) return null;
  const entries = [...project.store.read(runId, 0)];
  for (const { entries: heard } of world.acknowledged)
    for (const { position, hash: known } of heard)
      if (entries[position - 1]?.hash !== known) problems.push(`the acknowledged entry ${position} is gone or changed`);
  const { state } = openJournal(project.store, runId, "checker", { now: world.now });
  return { project, runId, state, entries, events: entries.map(({ entry }) => entry.event as unknown as RunEvent) };
}

/** What must hold whenever a machine comes up again, before anything is recovered. */
export function checkAfterCrash(world: World, project: Project, problems: Problems): void {
  const run = told(world, project, problems);
  if (run !== null) checkTold(world, run, problems);
}

function checkTold(world: World, run: Told, problems: Problems): void {
  checkNamed(run, problems);
  checkFiles(run, problems);
  checkOnce(run, problems);
  checkUsersFiles(world, problems);
}

/** J4: what an event names was durable before the event. */
function checkNamed({ project, events, state }: Told, problems: Problems): void {
  const named = new Map<string, string>();
  for (const event of events) {
    if (event.type === "run_created") named.set(event.run.spec.sha256, "the spec");
    if (event.type === "attempt_started") named.set(event.packet, `the packet of ${event.task_id}`);
    if (event.type === "attempt_answered" && event.answer !== null)
      named.set(event.answer, `the answer of ${event.task_id}`);
    if (event.type === "attempt_answered" && typeof event.said === "string")
      named.set(event.said, `what was said of ${event.task_id}`);
    if (event.type === "note_added") named.set(event.text, `a note for ${event.task_id}`);
  }
  for (const { path, sha256 } of artifactsOf(state)) named.set(sha256, path);
  for (const [sha256, what] of named) {
    try {
      project.blobs.get(sha256);
    } catch (error) {
      if (!(error instanceof BatonError)) throw error;
      problems.push(`${what} is named and not there: ${error.code}`);
    }
  }
  for (const event of events)
    if (event.type === "task_committed" && project.git.attempt(["rev-parse", "--verify", event.commit]) === null)
      problems.push(`the commit of ${event.task_id} is not there`);
}

/** H3A-11: each published file is whole; the published journal reaches as far as the mark. */
function checkFiles({ project, runId, state, entries }: Told, problems: Problems): void {
  const directory = runDirectory(project, runId);
  for (const path of Object.keys(state.published)) {
    const text = textAt(`${directory}/${path}`);
    if (text === null) problems.push(`${path} was published and is gone`);
    else if (path.endsWith(".json") && !isJson(text)) problems.push(`${path} is torn`);
    else if (text === "") problems.push(`${path} is empty`);
  }
  const erased = new Set(state.evidence.filter((one) => one.erased !== undefined).map(({ path }) => path));
  for (const { path } of state.evidence.slice(0, state.kept))
    if (path.startsWith("artifacts/") && !erased.has(path) && !existsSync(`${directory}/${path}`))
      problems.push(`${path} was counted as kept and is gone`);
  const mark = marksIn(STATE)(runId, state.run.workspace);
  if (mark === null) return;
  const published = textAt(`${directory}/journal.jsonl`) ?? "";
  const seen = entries.slice(0, mark.position).map(({ hash: own, line }) => `{"hash":"${own}","entry":${line}}\n`);
  if (seen.length === mark.position && published.startsWith(seen.join(""))) return;
  const { problems: broken } = readJournalFile(`${directory}/journal.jsonl`);
  problems.push(`journal.jsonl does not hold all that the mark says, ${mark.position}: ${broken[0]?.message ?? ""}`);
}

const textAt = (path: string): string | null => (existsSync(path) ? readFileSync(path, "utf8") : null);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Once for each attempt. */
const AN_ATTEMPTS: ReadonlySet<RunEvent["type"]> = new Set([
  "attempt_started",
  "attempt_answered",
  "attempt_lost",
  "attempt_noted",
  "build_chosen",
]);

/** What was done is never repeated; no gate is passed without its evidence. */
function checkOnce({ events }: Told, problems: Problems): void {
  const seen = new Set<string>();
  const evidence = new Set<string>();
  for (const event of events) {
    if (event.type === "evidence_recorded") evidence.add(event.path);
    if (event.type === "implementation_judged" || event.type === "validation_judged")
      for (const path of event.artifacts)
        if (!evidence.has(path)) problems.push(`${event.task_id} was judged by ${path}, which is not on record`);
    if (event.type === "review_judged" && event.outcome === "passed" && event.evidence.reports.length === 0)
      problems.push(`${event.gate} of ${event.task_id} passed without a report`);
    const key = onceOf(event);
    if (key !== null && seen.has(key)) problems.push(`${key} twice`);
    if (key !== null) seen.add(key);
  }
}

/** What an event does that nothing may do again; null: it may come any number of times. */
function onceOf(event: RunEvent): string | null {
  if (event.type === "task_committed") return `${event.type} ${event.task_id}`;
  if (event.type === "review_judged") return `${event.by ?? ""} on ${event.gate} of ${event.candidate}`;
  return AN_ATTEMPTS.has(event.type) && "attempt" in event ? `${event.type} ${event.task_id} ${event.attempt}` : null;
}

/** Below `runs/` and what is landed lies nothing else of ours; the user's files are the user's. */
function checkUsersFiles({ calmly }: World, problems: Problems): void {
  calmly(() => {
    if (readFileSync(`${REPOSITORY}/notes.txt`, "utf8") !== "the user's\n") problems.push("the user's file is changed");
    const known = new Set([
      ".git",
      "baton.config.json",
      "src",
      "test",
      "runs",
      "notes.txt",
      "init.sh",
      "feature_list.json",
      "agent_state.json",
      "claude-progress.txt",
    ]);
    for (const name of readdirSync(REPOSITORY)) if (!known.has(name)) problems.push(`${name} lies in the repository`);
    if (readdirSync("/simulated/home").length > 0) problems.push("something lies in the home folder");
  });
}

/** When faults have stopped: everything is done, verified, landed, and nothing is left over. */
export function checkEnd(world: World, project: Project, plot: Plot, problems: Problems): void {
  const run = told(world, project, problems);
  if (run === null) return void problems.push("there is no run");
  const { state, runId } = run;
  if (state.status !== "complete") problems.push(`the run is ${state.status}`);
  for (const feature of Object.values(state.features))
    if (!feature.passes) problems.push(`${feature.id} does not pass`);
  if (openTasks(state).length > 0 || locksIn(state).length > 0) problems.push("a task is open or a lock is held");
  const tip = world.git.ref("refs/heads/main") ?? "";
  if (state.tip !== tip) problems.push(`main is at ${tip}, the run at ${state.tip}: ${state.left?.reason ?? ""}`);
  for (let at = 1; at <= plot.features; at += 1) {
    if (world.git.text(tip, fileOf(`f${at}`)) !== RIGHT) problems.push(`f${at} landed without being right`);
    const path = `${REPOSITORY}/${fileOf(`f${at}`)}`;
    if (!existsSync(path) || readFileSync(path, "utf8") !== RIGHT) problems.push(`f${at} is not in the work tree`);
  }
  const directory = runDirectory(project, runId);
  for (const { code, path, message } of verifyRun(directory, { marks: marksIn(STATE) }).problems)
    problems.push(`verify: ${code} ${path} ${message}`);
  const clones = clonesOf({ project, journal: { runId }, options: { stateDirectory: STATE } });
  if (existsSync(clones) && readdirSync(clones).length > 0) problems.push("clones are left");
  for (const { path } of filesBelow(world.disk.find("/simulated"), "/simulated"))
    if (/\.tmp$|\.lock$|\/index-/.test(path)) problems.push(`${path} is left`);
  checkTold(world, run, problems);
}

/** All that a second recovery could have changed. */
export function fingerprint(world: World, project: Project): Fingerprint {
  const [runId = ""] = project.store.runs();
  const files = [`${REPOSITORY}/runs`, STATE].flatMap((folder) => filesBelow(world.disk.find(folder), folder));
  return {
    files: new Map(files.map(({ path, node }) => [path, node.kind === "file" ? node.bytes : EMPTY])),
    refs: world.git.refs(),
    lines: [...project.store.read(runId, 0)].map(({ line }) => line),
  };
}

interface Fingerprint {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly refs: string;
  readonly lines: readonly string[];
}

export function isSame(one: Fingerprint, other: Fingerprint): boolean {
  if (one.refs !== other.refs || one.files.size !== other.files.size || one.lines.length !== other.lines.length)
    return false;
  return (
    one.lines.every((line, at) => line === other.lines[at]) &&
    [...one.files].every(([path, bytes]) => other.files.get(path)?.equals(bytes) === true)
  );
}

function filesBelow(node: Node | null, path: string): { path: string; node: Node }[] {
  if (node?.kind !== "folder") return node === null ? [] : [{ path, node }];
  return [...node.names].flatMap(([name, child]) => filesBelow(child, `${path}/${name}`));
}
