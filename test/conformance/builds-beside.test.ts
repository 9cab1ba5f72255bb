import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import type { EventOf, RunEvent } from "../../src/schema/event.ts";
import { TraceEvent } from "../../src/schema/trace.ts";
import { CALCULATOR, DIVIDE, MULTIPLY, spec } from "../support/calc-project.ts";
import { baton, type CliResult } from "../support/cli.ts";
import { honestWork, openScene, type Scene } from "../support/scene.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

/** Much can be lost: somebody looks first, the first build fails, and three are compared. */
const HIGH = { governor: { high_stakes_paths: ["src/mul.js"] }, policy: { review: "never" } };
const FILES = `${MULTIPLY}Files: src/mul.js, test/mul.test.js\nPriority: high\n`;

async function scene(script: string, text = spec(FILES)): Promise<Scene> {
  const base = { ...CALCULATOR, "baton.config.json": `${JSON.stringify(HIGH)}\n` };
  const opened = await openScene(script, { text, base });
  scenes.push(opened);
  return opened;
}

const of = <T extends RunEvent["type"]>({ events }: Scene, type: T): EventOf<T>[] =>
  events().filter((event): event is EventOf<T> => event.type === type);
const STORY_MS = 900_000;

/** Each waits until the marks of all three are there: who builds alone waits for ever, and answers wrongly in the end. */
const TOGETHER = `here="\${0%/*}"
case $ATTEMPT in 1) ;; 2) write mul + 16 ;; *) touch "$here/at.$ATTEMPT"; honest; tries=0
  while [ ! -e "$here/at.3" ] || [ ! -e "$here/at.4" ] || [ ! -e "$here/at.5" ]; do
    tries=$((tries+1)); [ $tries -lt 600 ] || { write mul + 16; break; }; sleep 0.1
  done ;;
esac
if [ "$TASK" = T001 ]; then
  [ "$ATTEMPT" != 3 ] || printf '// one\\n// two\\n' >> src/mul.js
  [ "$ATTEMPT" != 4 ] || write mul - 16
fi
envelope`;

test(
  "HRM-16 with lanes free the builds of one task are made side by side, each in a clone of its own, and the checks choose the best; another task waits, for this one is worked alone",
  async () => {
    const div = `${DIVIDE}Files: src/div.js, test/div.test.js\n`;
    const place = await scene(
      TOGETHER.replace("case $ATTEMPT", 'if [ "$TASK" != T001 ]; then honest; else case $ATTEMPT').replace(
        ";;\nesac",
        ";;\nesac; fi",
      ),
      spec(FILES, div),
    );
    const run = await place.run("--workers", "3", "--max-attempts", "12", "--set", "trace_enabled=true");
    expect(run.stdout && run.code).toBe(0);
    const [chosen] = of(place, "build_chosen");
    expect(chosen).toMatchObject({ attempt: 5, chosen: 5, ended: "all" });
    expect(chosen?.builds.map(({ attempt, outcome, lines }) => [attempt, outcome, lines > 0])).toEqual([
      [3, "passed", true],
      [4, "failed", true],
      [5, "passed", true],
    ]);
    const starts = place
      .events()
      .flatMap((event) =>
        event.type === "attempt_started" || event.type === "attempt_answered"
          ? [`${event.task_id}/${event.attempt} ${event.type.slice(8)}`]
          : [],
      );
    // The three began before any of them answered, and nobody else was at work meanwhile.
    const at = starts.indexOf("T001/3 started");
    expect(starts.slice(at, at + 3)).toEqual(["T001/3 started", "T001/4 started", "T001/5 started"]);
    expect(starts.slice(at + 3, at + 6).toSorted()).toEqual(["T001/3 answered", "T001/4 answered", "T001/5 answered"]);
    const refs = place.repository.git("for-each-ref", "--format=%(refname)", "refs/baton");
    for (const attempt of [3, 4, 5]) expect(refs).toContain(`T001/${attempt}-candidate`);
    expect((await place.baton(["trace", "show", "T001/5"])).stdout).toContain("attempt 5: 2 of 3 proven");
    expect((await place.baton(["trace", "show", "T001/4"])).stdout).toContain("not_proven");
    // Each in a turn of its own, begun before any of them ended.
    const spans = readFileSync(join(place.repository.directory, ".git/baton/trace.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line) => TraceEvent.parse(JSON.parse(line)))
      .filter(
        ({ operation, status, metadata }) =>
          operation === "turn" && status === "completed" && metadata["task_id"] === "T001",
      );
    const built = spans.filter(({ metadata }) => [3, 4, 5].includes(Number(metadata["attempt"])));
    expect(new Set(built.map(({ metadata }) => metadata["attempt"]))).toEqual(new Set([3, 4, 5]));
    for (const proof of [["replay"], ["verify"], ["ledger", "reconcile"]])
      expect([proof, (await place.baton(proof)).code]).toEqual([proof, 0]);
  },
  STORY_MS,
);

/** The third answers; the fourth and the fifth work until they are ended, until `go` is there. */
const HANGS = `here="\${0%/*}"
case $ATTEMPT in 1) ;; 2) write mul + 16 ;; 3) honest ;;
  *) honest; printf '// longer\\n' >> src/mul.js
    if [ ! -e "$here/go" ]; then touch "$here/at.$ATTEMPT"; sleep 600 & wait; fi ;;
esac
envelope`;

/** A run with two builds at work and one that was judged. */
async function halfBuilt(): Promise<{ place: Scene; running: Promise<CliResult>; kill: AbortController }> {
  const place = await scene(HANGS);
  const kill = new AbortController();
  const args = ["run", "--agent", place.agent, "--workers", "3", "--max-attempts", "12", "--json"];
  const running = baton(args, { cwd: place.repository.directory, kill: kill.signal });
  const isThere = (): boolean =>
    existsSync(join(place.outside, "at.4")) &&
    existsSync(join(place.outside, "at.5")) &&
    of(place, "implementation_judged").some(({ attempt }) => attempt === 3);
  while (!isThere()) {
    const early = await Promise.race([running, sleep(200)]);
    if (early !== undefined) throw new Error(early.stdout + early.stderr);
  }
  return { place, running, kill };
}

test(
  "HRM-16 a killed run keeps the build that ended, loses those under way without counting them, and builds these again",
  async () => {
    const { place, running, kill } = await halfBuilt();
    const lines = (await baton(["task", "show", "T001"], { cwd: place.repository.directory })).stdout;
    expect(lines).toMatch(/build 2 of 3: attempt 4 \(agent\) under way/);
    const shown = await place.baton(["status"]);
    expect((shown.json.data["heartbeats"] as object[]).length).toBe(2);
    kill.abort();
    await running;
    writeFileSync(join(place.outside, "go"), "");
    const again = await place.baton(["resume", "--workers", "3"]);
    expect(again.stdout && again.code).toBe(0);
    expect(of(place, "attempt_lost").map(({ attempt, detail }) => [attempt, detail])).toEqual([
      [4, "the harness died"],
      [5, "the harness died"],
    ]);
    expect(
      of(place, "attempt_routed").map(({ attempt, kind }) => `${attempt} ${kind?.is} ${kind?.build}/${kind?.n}`),
    ).toEqual([
      "1 reviewer_first 1/1",
      "2 build 1/1",
      "3 best_of 1/3",
      "4 best_of 2/3",
      "5 best_of 3/3",
      "6 best_of 2/3",
      "7 best_of 3/3",
    ]);
    expect(of(place, "build_chosen")).toMatchObject([
      { attempt: 7, chosen: 3, builds: [{ attempt: 3 }, { attempt: 6 }, { attempt: 7 }] },
    ]);
    for (const proof of [["replay"], ["verify"], ["ledger", "reconcile"]])
      expect([proof, (await place.baton(proof)).code]).toEqual([proof, 0]);
  },
  STORY_MS,
);

test(
  "HRM-16 an emergency stop ends every build at work, and none of them counts",
  async () => {
    const { place, running } = await halfBuilt();
    expect((await place.baton(["stop"])).code).toBe(0);
    await running;
    const ended = of(place, "attempt_lost").map(({ attempt, detail }) => `${attempt} ${detail}`);
    expect(new Set(ended)).toEqual(new Set(["4 stopped by a person", "5 stopped by a person"]));
    const held = await place.baton(["lock", "list"]);
    expect(held.json.data["locks"]).toEqual([]);
    const task = await place.baton(["task", "show", "T001"]);
    expect(task.json.data).toMatchObject({
      contest: { builds: [{ attempt: 3, outcome: "passed" }], under: [] },
    });
  },
  STORY_MS,
);

/** A first attempt fails, and of three builds the first is proven. */
const PROVEN_THIRD = `case $ATTEMPT in 1) ;; 2) write mul + 16 ;; *) honest ;; esac
envelope`;

test.each([
  ["a person's own work", ["next"], () => ["submit"]],
  [
    "a claim",
    ["task", "claim", "T001", "--as", "eve"],
    ({ attempt, token }: Record<string, unknown>) =>
      ["submit", "--task", "T001", "--attempt", attempt, "--token", token].map(String),
  ],
])(
  "HRM-16 %s is one more build of a task that is being built several times, and the last: what was proven before is not dropped",
  async (_name, take, submit) => {
    const place = await scene(PROVEN_THIRD);
    expect((await place.run("--max-turns", "3", "--max-attempts", "12")).code).toBe(10);
    const taken = await place.baton(take);
    expect([taken.code, taken.json.data["attempt"]]).toEqual([0, 4]);
    expect(JSON.stringify(taken.json.data["packet"])).toContain("one was made before and waits");
    // What the person leaves is wrong; what an agent proved before is taken.
    const workspace = String(taken.json.data["workspace"]);
    const wrong = honestWork("mul")["src/mul.js"]?.replace("*", "+") ?? "";
    writeFileSync(join(workspace, "src/mul.js"), wrong);
    writeFileSync(join(workspace, "test/mul.test.js"), honestWork("mul")["test/mul.test.js"] ?? "");
    const handed = await place.baton(submit(taken.json.data));
    expect(handed.stdout && handed.code).toBe(0);
    expect(of(place, "build_chosen")).toMatchObject([
      {
        attempt: 4,
        chosen: 3,
        ended: "taken",
        builds: [
          { attempt: 3, outcome: "passed" },
          { attempt: 4, outcome: "failed" },
        ],
      },
    ]);
    expect(place.repository.git("show", "HEAD:src/mul.js")).toContain("a * b");
    expect((await place.baton(["trace", "show", "T001/4"])).stdout).toContain("attempt 3: 1 of 2 proven");
    for (const proof of [["replay"], ["verify"], ["ledger", "reconcile"]])
      expect([proof, (await place.baton(proof)).code]).toEqual([proof, 0]);
  },
  STORY_MS,
);
