import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

/**
 * The main job on a small product: nine features, and a recorded agent that works, fails once, says "done" without
 * working, and loosens a test. `demo.ts --record` records it anew with `agent.mjs`. Ends with 1 if anything is not as told.
 */
const here = import.meta.dirname;
const baton = join(here, "..", "..", "src", "cli", "main.ts");
const recording = join(here, "recording.jsonl");
const records = process.argv.includes("--record");
const shelf = join(mkdtempSync(join(tmpdir(), "proofbaton-demo-")), "shelf");
const state = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "proofbaton-demo");

/** What must come of it: which attempts are refused, and why. Every other attempt is proven. */
const REFUSED: Record<string, string> = {
  "feat_002_every_book_once 1": "TEST_FAILED",
  "feat_005_adding_over_http 1": "TESTS_ABSENT",
  "feat_006_sorted_by_title 1": "TEST_WEAKENED",
};
const FEATURES = 9;

mkdirSync(state, { recursive: true });
cpSync(join(here, "shelf"), shelf, { recursive: true });
git("init", "--quiet", "--initial-branch=main");
git("add", ".");
git("commit", "--quiet", "--message", "A shelf of books");
if (records) rmSync(recording, { force: true });

const codes = [
  // A recording is of one order: the spec's.
  run("init", "--spec", join(here, "spec.md"), "--governor", "fixed"),
  records
    ? run("run", "--agent", `command:${join(here, "agent.mjs")}`, "--record", recording)
    : run("run", "--agent", `replay:${recording}`),
];
console.log(`\n${git("log", "--oneline")}`);

const wrong = lookAtResult();
if (wrong.length > 0) {
  console.error(`The demo did not go as it should:\n${wrong.map((line) => `  ${line}`).join("\n")}`);
  process.exit(1);
}
console.log(
  `${FEATURES} features proven and committed; ${Object.keys(REFUSED).length} attempts refused, two of them lies:`,
);
for (const [attempt, code] of Object.entries(REFUSED)) console.log(`  ${attempt}: ${code}`);
console.log(`\nLook around in ${shelf}:
  git log -p                what was proven, a commit a feature
  runs/*/README.md          the record: verdicts, evidence, what was refused and why
  npm run baton -- verify --repo ${shelf} --state ${state}`);

/** What is not as it should be, read from the record and from git, not from what was printed. */
function lookAtResult(): string[] {
  const [runId = ""] = existsSync(join(shelf, "runs")) ? readdirSync(join(shelf, "runs")) : [];
  const journal = join(shelf, "runs", runId, "journal.jsonl");
  const events = existsSync(journal) ? readFileSync(journal, "utf8").trimEnd().split("\n").map(eventOf) : [];
  const featureOf = new Map(
    events.flatMap(({ feature, task }) => (feature && task ? [[task.task_id, feature.id]] : [])),
  );
  const refused = events.flatMap(({ type, task_id: id, attempt, outcome, findings = [] }) => {
    if (type !== "implementation_judged" || outcome === "passed") return [];
    const code = findings.find(({ severity }) => severity === "error")?.code ?? "";
    return [`${featureOf.get(id ?? "") ?? ""} ${attempt ?? 0} ${code}`];
  });
  const expected = Object.entries(REFUSED).map(([attempt, code]) => `${attempt} ${code}`);
  const list = JSON.parse(readFileSync(join(shelf, "feature_list.json"), "utf8")) as FeatureList;
  const unproven = list.features.filter(({ passes }) => !passes).map(({ id }) => id);
  return [
    ...codes.flatMap((code, at) => (code === 0 ? [] : [`${at === 0 ? "init" : "run"} ended with ${code}`])),
    ...unproven.map((id) => `${id} is not proven`),
    ...(list.features.length === FEATURES ? [] : [`${list.features.length} features, not ${FEATURES}`]),
    ...expected.filter((line) => !refused.includes(line)).map((line) => `was not refused: ${line}`),
    ...refused.filter((line) => !expected.includes(line)).map((line) => `was refused: ${line}`),
    ...(git("status", "--porcelain") === "" ? [] : ["git status is not empty"]),
  ];
}

interface FeatureList {
  readonly features: readonly { readonly id: string; readonly passes: boolean }[];
}

interface JournalEvent {
  readonly type: string;
  readonly feature?: { readonly id: string };
  readonly task?: { readonly task_id: string };
  readonly task_id?: string;
  readonly attempt?: number;
  readonly outcome?: string;
  readonly findings?: readonly { readonly code: string; readonly severity: string }[];
}

function eventOf(line: string): JournalEvent {
  return (JSON.parse(line) as { entry: { event: JournalEvent } }).entry.event;
}

function git(...args: string[]): string {
  const identity = ["-c", "user.name=Demo", "-c", "user.email=demo@example.invalid", "-c", "commit.gpgsign=false"];
  return execFileSync("git", [...identity, ...args], { cwd: shelf, encoding: "utf8" });
}

function run(...args: string[]): number {
  console.log(`\n$ baton ${args.join(" ")}`);
  const { status } = spawnSync(process.execPath, [baton, ...args, "--repo", shelf, "--state", state], {
    stdio: "inherit",
  });
  return status ?? 1;
}
