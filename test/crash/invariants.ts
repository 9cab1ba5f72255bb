import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, cpSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { readJournalFile } from "../../src/runs/journal-file.ts";
import { openSqliteStore } from "../../src/store/sqlite.ts";
import { fingerprint } from "../support/cli.ts";
import { agentOf, SPEC_OF_ONE, USERS_FILE, type Scene } from "./scene.ts";

/** What had been acknowledged when the process died. */
export interface Acknowledged {
  readonly lines: readonly string[];
  readonly agentCalls: number;
}

interface JournalEvent {
  readonly type: string;
  readonly task_id?: string;
  readonly commit?: string;
}

const eventOf = (line: string): JournalEvent => (JSON.parse(line) as { event: JournalEvent }).event;

/** Reads the journal from a copy, so that looking mends nothing. */
export function acknowledged(scene: Scene): Acknowledged {
  const agentCalls = scene.agentCalls().length;
  const truth = join(scene.repository, ".git", "baton");
  if (!existsSync(join(truth, "journal.db"))) return { lines: [], agentCalls };
  const folder = mkdtempSync(join(tmpdir(), "baton-look-"));
  try {
    for (const name of readdirSync(truth).filter((each) => each.startsWith("journal.db")))
      cpSync(join(truth, name), join(folder, name));
    const store = openSqliteStore(join(folder, "journal.db"));
    const lines = store.runs().flatMap((run) => [...store.read(run, 0)].map(({ line }) => line));
    store.close();
    return { lines, agentCalls };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** After a crash of `init`: it begins again, or, where it was recorded, what it began is finished. */
export function beginAndCheck(scene: Scene, before: Acknowledged): string[] {
  const problems: string[] = [];
  const must = (holds: boolean, what: string): void => void (holds || problems.push(what));
  const init = scene.baton("init", "--spec", join(scene.directory, SPEC_OF_ONE), "--json");
  if (before.lines.length === 0) must(init.code === 0, `init after the crash: ${said(init)}`);
  else must(init.code === 5 && init.stdout.includes("ALREADY_INITIALIZED"), `init of a recorded run: ${said(init)}`);
  const repaired = scene.baton("repair", "--json");
  must(repaired.code === 0 && repaired.stderr === "", `repair: ${said(repaired)}`);
  if (problems.length > 0) return problems;
  checkEverything(scene, before, 0, must);
  must(scene.git("log", "--format=%s").split("\n").length === 2, `commits: ${scene.git("log", "--format=%s")}`);
  return problems;
}

/** Goes on as a user would, and names everything that is not as it must be. */
export function recoverAndCheck(scene: Scene, before: Acknowledged, features: number): string[] {
  const problems: string[] = [];
  const must = (holds: boolean, what: string): void => void (holds || problems.push(what));
  let resumed = scene.baton("resume", "--agent", agentOf(scene), "--json");
  if (resumed.code === 4 && before.lines.length === 0) {
    const init = scene.baton("init", "--spec", join(scene.directory, SPEC_OF_ONE), "--json");
    must(init.code === 0, `init after the crash: ${said(init)}`);
    resumed = scene.baton("resume", "--agent", agentOf(scene), "--json");
  }
  must(resumed.code === 0 && resumed.stderr === "", `resume after the crash: ${said(resumed)}`);
  if (problems.length > 0) return problems;
  const { data } = JSON.parse(resumed.stdout) as { data: { features: { passes: boolean }[]; left: unknown } };
  must(data.features.length === features && data.features.every(({ passes }) => passes), "not every feature passes");
  checkEverything(scene, before, features, must);
  const state = stateOf(scene);
  const again = scene.baton("resume", "--json");
  must(again.code === 0 && again.stderr === "", `a second resume: ${said(again)}`);
  must(stateOf(scene) === state, "a second resume changed something");
  return problems;
}

const said = ({ code, stdout, stderr }: { code: number | null; stdout: string; stderr: string }): string => {
  const { error } = stdout.startsWith("{") ? (JSON.parse(stdout) as { error?: { code: string; message: string } }) : {};
  return `exit ${code} ${error === undefined ? stdout.slice(0, 200) : `${error.code}: ${error.message}`}${stderr.slice(0, 400)}`;
};

function checkEverything(scene: Scene, before: Acknowledged, features: number, must: Must): void {
  const verified = scene.baton("verify", "--json");
  must(verified.code === 0 && !verified.stdout.includes("HEAD_UNKNOWN"), `verify: ${said(verified)}`);
  checkJournal(scene, before, features, must);
  checkRepository(scene, features, must);
  const traces = leftovers(scene);
  must(traces.length === 0, `left behind: ${traces.join(", ")}`);
}

type Must = (holds: boolean, what: string) => void;

function checkJournal(scene: Scene, before: Acknowledged, features: number, must: Must): void {
  const now = acknowledged(scene);
  must(
    before.lines.every((line, at) => now.lines[at] === line),
    "an acknowledged event is gone or changed",
  );
  const [run = ""] = readdirSync(join(scene.repository, "runs"));
  const { entries, problems } = readJournalFile(join(scene.repository, "runs", run, "journal.jsonl"));
  must(problems.length === 0 && entries.length === now.lines.length, "journal.jsonl is not the journal");
  must(
    entries.every(({ line }, at) => line === now.lines[at]),
    "journal.jsonl says something else than the journal",
  );
  const events = now.lines.map(eventOf);
  const committed = events.filter(({ type }) => type === "task_committed");
  must(
    committed.length === features && new Set(committed.map(({ task_id: id }) => id)).size === features,
    `task_committed ${committed.length} times for ${features} features`,
  );
  const answered = (list: readonly JournalEvent[]) => list.filter(({ type }) => type === "attempt_answered").length;
  must(answered(events) === features, `${answered(events)} answers for ${features} features`);
  const calls = scene.agentCalls();
  const allowed = answered(before.lines.map(eventOf)) === features ? before.agentCalls : before.agentCalls + 1;
  must(calls.length <= allowed, `the agent was called for ${calls.slice(before.agentCalls).join()} once more`);
  must(calls.filter((name) => name === "mul").length <= 1, "the agent was called for a proven feature");
}

function checkRepository(scene: Scene, features: number, must: Must): void {
  must(scene.git("status", "--porcelain") === `?? ${USERS_FILE}`, `git status: ${scene.git("status", "--porcelain")}`);
  must(readFileSync(join(scene.repository, USERS_FILE), "utf8") === "mine\n", "the user's file is changed");
  const commits = scene
    .git("log", "--format=%s|%(trailers:key=Baton-Feature,valueonly)%x00")
    .split("\0")
    .map((line) => line.trim())
    .filter((line) => line.startsWith("feat: "));
  must(
    commits.length === features && new Set(commits).size === features && commits.every((line) => /\|feat_/.test(line)),
    `feature commits: ${commits.join("; ")}`,
  );
  must(scene.git("log", "--format=%s").split("\n").at(-1) === "base", "the user's history is rewritten");
  const damage = scene.git("fsck", "--no-dangling", "--connectivity-only");
  must(damage === "", `git fsck: ${damage}`);
}

/** Caches of checks, shared by all that run: what is left half written there goes when it is old. */
const CACHES = /^state\/(?:results|repositories|slots)\//;
/** Our own lock files stay, empty; what is named like this must not. */
const LOCKS_OF_OURS = /(?:workspace\.json|marks\/.*\.json|slot)\.lock$/;

function leftovers({ directory }: Scene): string[] {
  const known = ["agent", "agent.calls", "home", "one.md", "repository", "review.calls", "state", "two.md"];
  const strangers = readdirSync(directory).filter((name) => !known.includes(name));
  const home = readdirSync(join(directory, "home"));
  return [...strangers, ...home.map((name) => `home/${name}`), ...leftBelow(directory)];
}

/** Halves, locks and clones that nobody needs any more, below a scene's `repository` and `state`. */
export function leftBelow(directory: string): string[] {
  const found: string[] = [];
  const walk = (folder: string): void => {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      const entry = lstatSync(path);
      const from = relative(directory, path);
      const stale = /\.tmp$|^index-/.test(name) || (name.endsWith(".lock") && !LOCKS_OF_OURS.test(path));
      if ((stale && !CACHES.test(from)) || /^state\/clones\/[^/]+\/[^/]+\/./.test(from)) found.push(from);
      else if (entry.isDirectory()) walk(path);
    }
  };
  for (const folder of ["repository", "state"]) walk(join(directory, folder));
  return found;
}

const stateOf = (scene: Scene): string =>
  [
    fingerprint(join(scene.repository, "runs")),
    fingerprint(join(scene.directory, "state", "marks")),
    scene.git("for-each-ref"),
    ...acknowledged(scene).lines,
  ].join("\n");
