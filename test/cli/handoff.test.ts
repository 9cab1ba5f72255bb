import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { baton, fingerprint, type CliResult } from "../support/cli.ts";
import { createCalculator, type Calculator } from "../support/calculator.ts";
import { TEST_STATE } from "../support/prove.ts";
import { DIVIDE, MULTIPLY, spec } from "../support/calc-project.ts";

const places: { remove(): void }[] = [];
afterEach(() => {
  for (const place of places.splice(0)) place.remove();
});

/** A run whose first feature is proven, with a note for the second task. */
async function halfWay(): Promise<Calculator> {
  const calc = await createCalculator(
    'cp "$PACKET" "$OUTSIDE/packet-$TASK.json"; echo "the sum is slow" >> claude-progress.txt; work',
  );
  places.push(calc);
  const first = await calc.cli("run", "--agent", calc.agent, "--max-turns", "1");
  expect([first.code, first.json.data["completed"]]).toEqual([10, 1]);
  await calc.cli("note", "T002", "use the slash");
  return calc;
}

interface Clone {
  readonly directory: string;
  readonly cli: (...args: string[]) => Promise<CliResult>;
}

/** Another machine: a fresh clone, and a state folder that has seen no run; or the same one. */
function clone(calc: Calculator, state?: string): Clone {
  const folder = mkdtempSync(join(tmpdir(), "baton-clone-"));
  const directory = join(folder, "project");
  execFileSync("git", ["clone", "--quiet", calc.repository.directory, directory]);
  places.push({ remove: () => rmSync(folder, { recursive: true, force: true }) });
  const env = { BATON_STATE: state ?? join(folder, "state") };
  return { directory, cli: async (...args) => baton([...args, "--json"], { cwd: directory, env }) };
}

const bundleOf = async (calc: Calculator): Promise<string> => {
  const file = join(calc.outside, "bundle.json");
  expect((await calc.cli("handoff", "export", "--out", file)).code).toBe(0);
  return file;
};
const checksOf = ({ json }: CliResult): unknown =>
  (json.data["checks"] as { check: string; code: string | null; detail: string }[]).map(({ check, code, detail }) =>
    check === "loaded" ? [check, code] : [check, code, detail],
  );
const packetIn = (calc: Calculator): Record<string, unknown> => {
  const { deadline, ...packet } = JSON.parse(readFileSync(join(calc.outside, "packet-T002.json"), "utf8")) as Record<
    string,
    unknown
  >;
  expect(deadline).toMatch(/Z$/);
  return packet;
};

test("FCX-02 FCX-09 FCX-11 FCX-12 from a bundle and a clone alone a session makes the same decision and the same packet, ends complete, and is replayed", async () => {
  const calc = await halfWay();
  const file = await bundleOf(calc);
  const other = clone(calc);
  expect((await other.cli("handoff", "validate", file)).json.data).toMatchObject({ importable: true, problems: [] });
  const before = await other.cli("start", "--check", "--bundle", file);
  expect([before.code, existsSync(join(other.directory, ".git", "baton"))]).toEqual([0, false]);
  const newer = join(calc.outside, "newer.json");
  writeFileSync(newer, readFileSync(file, "utf8").replace(/"schema_version": "[^"]+"/, '"schema_version": "9.0"'));
  const refused = await other.cli("start", "--check", "--bundle", newer);
  expect([refused.code, refused.json.error?.code, checksOf(refused)]).toEqual([
    1,
    "SCHEMA_UNSUPPORTED",
    [
      ["loaded", null],
      ["schema", "SCHEMA_UNSUPPORTED", "schema_version: version 9.0 cannot be read; this is 1.0.0"],
    ],
  ]);

  const imported = await other.cli("handoff", "import", file);
  expect([imported.code, imported.stderr, imported.json.data]).toMatchObject([0, "", { missing: [] }]);
  // Whoever takes a run in sees what it will start here.
  expect(imported.json.data["starts"]).toEqual({
    agent: calc.agent,
    test_commands: expect.arrayContaining([expect.stringContaining("node --test")]) as string[],
  });
  expect((await other.cli("replay")).json.data).toMatchObject({ difference: null, unchecked: [] });
  const here = checksOf(await calc.cli("start", "--check")) as unknown[][];
  const there = checksOf(await other.cli("start", "--check"));
  // A bundle has no directory.
  expect([there, checksOf(before)]).toEqual([here, here.filter(([check]) => check !== "files")]);
  expect(here).toContainEqual(["packet", null, "T002, attempt 1: Divide"]);

  expect((await calc.cli("run", "--agent", calc.agent, "--max-turns", "1")).json.data["completed"]).toBe(2);
  const packet = packetIn(calc);
  expect(JSON.stringify(packet)).toContain("> use the slash");
  const resumed = await other.cli("resume");
  expect([resumed.code, resumed.json.data]).toMatchObject([0, { status: "complete", completed: 2 }]);
  expect(packetIn(calc)).toEqual(packet);
  expect((await other.cli("verify")).code).toBe(0);
  const replayed = await other.cli("replay");
  expect([replayed.code, replayed.json.data]).toMatchObject([0, { difference: null, unchecked: [] }]);
  expect(replayed.json.data["decisions"]).toBeGreaterThan(5);
  expect((await other.cli("ledger", "reconcile")).json.data).toMatchObject({ violations: [] });
  const progress = readFileSync(join(other.directory, "claude-progress.txt"), "utf8");
  expect(progress.match(/the sum is slow/g)).toHaveLength(2);
  expect((await other.cli("handoff", "import", file)).json.error?.code).toBe("ALREADY_INITIALIZED");
});

/** What a repository remembers of a run's attempts: the task, how it was known and routed, and what came of it. */
const remembered = async (place: Pick<Clone, "cli">): Promise<unknown[]> => {
  const { json } = await place.cli("memory", "list", "--compartment", "episodic", "--tag", "outcome");
  const entries = json.data["episodic"] as { id: string; problem_id: string; content: unknown }[];
  return entries.map(({ id, problem_id: task, content }) => [id, task, content]);
};

test("FCX-02 what a run taught the memory where it was goes along in its bundle, once, and is learned from", async () => {
  const calc = await halfWay();
  const file = await bundleOf(calc);
  const taught = await remembered(calc);
  expect(taught).toMatchObject([[`outcome_${calc.runId}_T001_1`, "T001", { success: true }]]);
  const other = clone(calc);
  const bundle = JSON.parse(readFileSync(file, "utf8")) as { continuation: { lessons: Record<string, object>[] } };
  const [lesson = {}] = bundle.continuation.lessons;
  const withThat = (lessons: unknown[]): void =>
    writeFileSync(file, JSON.stringify({ ...bundle, continuation: { ...bundle.continuation, lessons } }));

  withThat([{ ...lesson, task_id: "T9" }]);
  const refused = await other.cli("handoff", "import", file);
  expect(refused.json.data["problems"]).toMatchObject([{ path: "continuation.lessons[0].task_id" }]);
  // As if it had taken three attempts: enough for a pattern.
  withThat([1, 2, 3].map((attempts) => ({ ...lesson, outcome: { ...lesson["outcome"], attempts } })));
  expect((await other.cli("handoff", "import", file, "--dry-run")).code).toBe(0);
  expect(await remembered(other)).toEqual([]);
  const imported = await other.cli("handoff", "import", file);
  expect([imported.code, imported.json["warnings"]]).toEqual([0, []]);
  const [first, ...rest] = await remembered(other);
  expect([first, rest.length]).toEqual([taught[0], 2]);
  expect((await other.cli("pattern", "list")).json.data["patterns"]).toHaveLength(1);
  expect((await other.cli("resume", "--agent", calc.agent)).code).toBe(0);
  expect(await remembered(other)).toHaveLength(4);
});

test("FCX-02 two clones with one run and one state folder have their own work folders, and clear nothing away of each other", async () => {
  const calc = await createCalculator("work", undefined, "--no-checks");
  places.push(calc);
  const file = await bundleOf(calc);
  const other = clone(calc, TEST_STATE);
  expect((await other.cli("handoff", "import", file)).code).toBe(0);
  const placeOf = ({ json }: CliResult): string => String(json.data["workspace"]);
  const [here, there] = [placeOf(await calc.cli("next")), placeOf(await other.cli("next"))];
  writeFileSync(join(there, "work.txt"), "hours of it");
  expect((await calc.cli("task", "retry", "T001", "--note", "again")).code).toBe(0);
  expect(placeOf(await calc.cli("next"))).toBe(here.replace(/1$/, "2"));
  expect([there === here, existsSync(join(there, "work.txt"))]).toEqual([false, true]);
});

test.each(["handoff import", "adopt"])(
  "what a person had open where a run comes from is over after %s, and is given out again",
  async (way) => {
    const calc = await createCalculator(
      "work",
      spec(`${MULTIPLY}Files: src/mul.js\n`, `${DIVIDE}Files: src/div.js\n`),
      "--no-checks",
    );
    places.push(calc);
    expect([(await calc.cli("next")).code, (await calc.cli("task", "claim", "T002", "--as", "bob")).code]).toEqual([
      0, 0,
    ]);
    const from = way === "adopt" ? join(calc.repository.directory, "runs", calc.runId) : await bundleOf(calc);
    const other = clone(calc);
    const arrived = await other.cli(...way.split(" "), from);
    expect([arrived.code, arrived.json.warnings?.filter((text) => !text.startsWith("HEAD_UNKNOWN"))]).toEqual([
      0,
      [
        "attempt 1 of T001, which human had open there, is over here",
        "attempt 1 of T002, which bob had open there, is over here",
      ],
    ]);
    const status = await baton(["status"], { cwd: other.directory });
    expect(status.stdout).toMatch(/^Next: T00[12] \(baton next\)$/m);
    expect((await other.cli("start", "--check")).code).toBe(0);
    expect((await other.cli("next")).json.data).toMatchObject({ attempt: 2, opened: true });
    expect((await other.cli("ledger", "reconcile")).code).toBe(0);
    expect((await other.cli("verify")).code).toBe(0);
  },
);

test("FCX-01 a wrong bundle is refused with every problem, and nothing is written", async () => {
  const calc = await halfWay();
  const file = await bundleOf(calc);
  const other = clone(calc);
  const untouched = fingerprint(other.directory);
  const good = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  const cases: [Record<string, unknown>, number, string][] = [
    [{ ...good, objective: 7, ledger: "none" }, 2, "HANDOFF_INVALID"],
    [{ ...good, schema_version: "9.0.0" }, 1, "SCHEMA_UNSUPPORTED"],
    [{ ...good, continuation: undefined }, 2, "HANDOFF_INVALID"],
  ];
  for (const [bundle, exit, code] of cases) {
    writeFileSync(file, JSON.stringify(bundle));
    const refused = await other.cli("handoff", "import", file);
    expect([refused.code, refused.stderr, refused.json.error?.code]).toEqual([exit, "", code]);
  }
  expect((await other.cli("handoff", "validate", file)).code).toBe(0);
  writeFileSync(file, "{");
  expect((await other.cli("handoff", "validate", file)).json.error?.code).toBe("HANDOFF_INVALID");
  expect((await other.cli("handoff", "validate", "nowhere.json")).json.error?.code).toBe("HANDOFF_INVALID");
  expect(fingerprint(other.directory)).toBe(untouched);
});

test("FCX-02 a copied run directory is adopted in a clone with its whole history, and goes on to the end", async () => {
  const calc = await halfWay();
  const other = clone(calc);
  const copy = join(calc.outside, "copy");
  cpSync(join(calc.repository.directory, "runs", calc.runId), copy, { recursive: true });
  const journal = readFileSync(join(copy, "journal.jsonl"), "utf8");

  const would = await other.cli("adopt", copy, "--dry-run");
  expect([would.code, (await other.cli("status")).json.error?.code]).toEqual([0, "NOT_INITIALIZED"]);
  expect(would.json.data["starts"]).toMatchObject({ agent: expect.stringContaining("command:") as string });
  const adopted = await other.cli("adopt", copy);
  expect([adopted.code, adopted.stderr, adopted.json.data]).toMatchObject([0, "", { run_id: calc.runId }]);
  const missing = (adopted.json.data["missing"] as { what: string }[]).map(({ what }) => what);
  expect(missing).toEqual(["the spec", "the packet of T001, attempt 1"]);
  const own = readFileSync(join(other.directory, "runs", calc.runId, "journal.jsonl"), "utf8");
  expect([own.startsWith(journal), own.includes('"type":"workspace_adopted"')]).toEqual([true, true]);
  expect((await other.cli("verify")).code).toBe(0);

  expect((await calc.cli("run", "--agent", calc.agent, "--max-turns", "1")).json.data["completed"]).toBe(2);
  const packet = packetIn(calc);
  const resumed = await other.cli("resume");
  expect([resumed.code, resumed.json.data]).toMatchObject([0, { status: "complete", completed: 2 }]);
  expect(packetIn(calc)).toEqual(packet);
  expect((await other.cli("verify")).code).toBe(0);
  expect((await other.cli("ledger", "reconcile")).json.data).toMatchObject({ violations: [] });
  // Its journal tells what its attempts came to, also to a memory that has never seen it.
  expect(await remembered(other)).toMatchObject([
    [`outcome_${calc.runId}_T001_1`, "T001", { success: true }],
    [`outcome_${calc.runId}_T002_1`, "T002", { success: true }],
  ]);
  expect(execFileSync("git", ["status", "--porcelain"], { cwd: other.directory, encoding: "utf8" })).toBe("");

  const again = await other.cli("adopt", copy);
  expect([again.code, again.json.error?.code]).toEqual([5, "ALREADY_INITIALIZED"]);
});

/** A run of one feature that waits for a person: its tests failed twice, each time with other words. */
async function failedTwice(): Promise<Calculator> {
  const calc = await createCalculator('write mul "- $ATTEMPT -" 16', spec(MULTIPLY));
  places.push(calc);
  expect((await calc.cli("run", "--agent", calc.agent)).code).toBe(12);
  return calc;
}

const textsIn = (directory: string, runId: string): string[] => readdirSync(join(directory, "runs", runId, "texts"));

test("what failing tests printed is adopted too, all of it: the run verifies, is repaired and goes on", async () => {
  const calc = await failedTwice();
  const texts = textsIn(calc.repository.directory, calc.runId);
  expect(texts).toHaveLength(2);
  const other = clone(calc);
  const adopted = await other.cli("adopt", join(calc.repository.directory, "runs", calc.runId));
  expect(adopted.code).toBe(0);
  expect(textsIn(other.directory, calc.runId)).toEqual(texts);
  expect((await other.cli("verify")).code).toBe(0);
  expect(checksOf(await other.cli("start", "--check"))).toContainEqual(["files", null, expect.any(String)]);

  rmSync(join(other.directory, "runs", calc.runId, "texts"), { recursive: true });
  const repaired = await other.cli("repair");
  expect([repaired.code, repaired.json.data]).toMatchObject([
    0,
    { repaired: expect.arrayContaining(texts.map((name) => `texts/${name}`)) as unknown, lost: [] },
  ]);
  expect((await other.cli("resume")).code).toBe(12);
});

test("a text of which no copy is left is named before a session, never said to be written, and can be given up", async () => {
  const calc = await failedTwice();
  const [name = ""] = textsIn(calc.repository.directory, calc.runId);
  const sha256 = name.replace(".txt", "");
  const truth = join(calc.repository.directory, ".git", "baton");
  rmSync(join(calc.repository.directory, "runs", calc.runId, "texts", name));
  rmSync(join(truth, "blobs", sha256.slice(0, 2), sha256.slice(2)));

  const started = await calc.cli("start", "--check");
  expect([started.code, checksOf(started)]).toEqual([
    11,
    expect.arrayContaining([["files", "ARTIFACT_MISSING", `no copy is left of texts/${name}`]]),
  ]);
  const would = await calc.cli("repair", "--dry-run");
  expect(would.json.data).toMatchObject({ damaged: [`texts/${name}`], lost: [`texts/${name}`] });
  const repaired = await calc.cli("repair");
  expect([repaired.code, repaired.json.data]).toMatchObject([11, { repaired: [], lost: [`texts/${name}`] }]);
  for (const { json } of [started, repaired, await calc.cli("resume")])
    expect(json.error?.hint).toContain(`baton evidence erase ${sha256} --reason TEXT`);

  const erased = await calc.cli("evidence", "erase", sha256, "--reason", "lost with a disk");
  expect([erased.code, erased.json.data["runs"]]).toMatchObject([0, [{ paths: [`texts/${name}`] }]]);
  expect((await calc.cli("resume")).code).toBe(12);
  expect((await calc.cli("verify")).json.data).toMatchObject({ problems: [], erased: [{ path: `texts/${name}` }] });
});

test("erasing a text takes its published copy away as well", async () => {
  const calc = await failedTwice();
  const [name = ""] = textsIn(calc.repository.directory, calc.runId);
  expect((await calc.cli("evidence", "erase", name.replace(".txt", ""), "--reason", "private")).code).toBe(0);
  expect(textsIn(calc.repository.directory, calc.runId)).not.toContain(name);
  expect((await calc.cli("verify")).code).toBe(0);
  expect((await calc.cli("repair")).json.data).toMatchObject({ repaired: [], lost: [] });
});

test("a damaged directory is not adopted, nor one whose commits the clone lacks", async () => {
  const calc = await halfWay();
  const copy = join(calc.outside, "copy");
  cpSync(join(calc.repository.directory, "runs", calc.runId), copy, { recursive: true });
  const strange = mkdtempSync(join(tmpdir(), "baton-strange-"));
  places.push({ remove: () => rmSync(strange, { recursive: true, force: true }) });
  execFileSync("git", ["init", "--quiet", "--initial-branch=main"], { cwd: strange });
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid"];
  execFileSync("git", [...identity, "commit", "--quiet", "--allow-empty", "--message", "first"], { cwd: strange });
  const lacking = await baton(["adopt", copy, "--json"], { cwd: strange });
  expect([lacking.code, lacking.json.error]).toMatchObject([
    4,
    { code: "OBJECT_MISSING", hint: expect.stringContaining("git fetch") as string },
  ]);

  const other = clone(calc);
  writeFileSync(join(copy, "state.json"), "{}\n");
  const changed = await other.cli("adopt", copy);
  expect([changed.code, changed.json.error?.code]).toEqual([11, "ARTIFACT_CHANGED"]);
  const lines = readFileSync(join(copy, "journal.jsonl"), "utf8").split("\n");
  writeFileSync(join(copy, "journal.jsonl"), [...lines.slice(0, 3), ...lines.slice(4)].join("\n"));
  const broken = await other.cli("adopt", copy);
  expect([broken.code, broken.json.error?.code]).toEqual([11, "JOURNAL_BROKEN"]);
  expect(existsSync(join(other.directory, ".git", "baton"))).toBe(false);
});

test("FCX-04 the ledger names an attempt that nobody drives any more, and resume mends it", async () => {
  const calc = await createCalculator('[ -e "$OUTSIDE/started" ] || wait_for never; work');
  places.push(calc);
  const kill = new AbortController();
  const ended = baton(["run", "--agent", calc.agent, "--json"], { cwd: calc.repository.directory, kill: kill.signal });
  while (!existsSync(join(calc.outside, "started"))) await new Promise((resolve) => setTimeout(resolve, 50));
  const shown = await calc.cli("ledger", "show");
  expect((shown.json.data["ledger"] as Record<string, unknown>[])[0]).toMatchObject({
    task_id: "T001",
    lifecycle: "in_progress",
    attempt: 1,
    timeout_seconds: 3600,
    heartbeat_interval_seconds: 30,
  });
  expect((await calc.cli("ledger", "reconcile")).code).toBe(0);
  kill.abort();
  await ended;
  const found = await calc.cli("ledger", "reconcile");
  expect([found.code, found.json.error?.code, found.json.data["violations"]]).toMatchObject([
    10,
    "LEDGER_WORKER_MISSING",
    [{ rule: "worker", subject: "T001" }],
  ]);
  expect((await calc.cli("resume", "--agent", calc.agent)).code).toBe(0);
  expect((await calc.cli("ledger", "reconcile")).code).toBe(0);
});
