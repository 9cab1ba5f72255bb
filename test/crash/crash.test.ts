import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acknowledged, recoverAndCheck } from "./invariants.ts";
import { batonArguments } from "./invocation.ts";
import { agentOf, createScene, HALF_WAY, type Scene } from "./scene.ts";
import { pointsOf, strike, type Place, type Strike } from "./strike.ts";
import { hasStrace } from "./trace.ts";

let scene: Scene;
beforeAll(() => {
  scene = createScene();
});
afterAll(() => scene.remove());

/** Starts `baton run` and waits until its agent is at work. */
async function runWithSlowAgent(): Promise<{ kill(): Promise<void> }> {
  scene.restore(HALF_WAY);
  writeFileSync(join(scene.directory, "slow"), "");
  const [program, ...args] = batonArguments(["run", "--agent", agentOf(scene), "--json"]);
  const child = spawn(program, args, { cwd: scene.repository, env: scene.environment, stdio: "ignore" });
  const closed = new Promise<void>((resolve) => child.on("close", () => resolve()));
  while (!existsSync(join(scene.directory, "sleeper"))) await new Promise((resolve) => setTimeout(resolve, 20));
  return {
    async kill() {
      child.kill("SIGKILL");
      await closed;
    },
  };
}

describe("a harness that dies while its agent works", () => {
  test("H3A-11 is taken over at once: the agent is ended, its work kept at a ref, the attempt not counted", async () => {
    const run = await runWithSlowAgent();
    const sleeper = Number(readFileSync(join(scene.directory, "sleeper"), "utf8"));
    await run.kill();
    expect(isAlive(sleeper)).toBe(true);
    for (const name of ["slow", "sleeper"]) spawnSync("rm", [join(scene.directory, name)]);
    expect(recoverAndCheck(scene, acknowledged(scene), 2)).toEqual([]);
    expect(isAlive(sleeper)).toBe(false);
    const lost = acknowledged(scene).lines.filter((line) => line.includes('"attempt_lost"'));
    expect(lost).toHaveLength(1);
    const [, kept = ""] = /"kept":"([0-9a-f]+)"/.exec(lost[0] ?? "") ?? [];
    expect(scene.git("show", `${kept}:src/half.js`)).toBe("half of it");
    expect(scene.git("for-each-ref", "--points-at", kept, "refs/baton")).not.toBe("");
    const list = readFileSync(join(scene.repository, "feature_list.json"), "utf8");
    expect(list).not.toMatch(/"attempts": [1-9]/);
  });

  test("keeps everybody else out as long as it lives", async () => {
    const run = await runWithSlowAgent();
    const second = scene.baton("run", "--json");
    await run.kill();
    expect([second.code, second.stdout]).toEqual([5, expect.stringContaining('"LOCK_CONFLICT"')]);
    scene.baton("repair", "--json");
  });
});

function isAlive(pid: number): boolean {
  const state = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1] : "Z";
  return state !== undefined && !state.startsWith("Z");
}

/** One of each sort of trouble; all points: `npm run crash`. */
const SAMPLE: readonly [what: string, command: "init" | "run", place: RegExp, effect: string, parentToo: boolean][] = [
  ["before the first commit lands", "init", /^update-ref rename .*refs\/heads\/main/, "signal=SIGKILL", true],
  ["while it lands in the work tree", "run", /^read-tree rename .*\/repository\/\.git\/index$/, "signal=SIGKILL", true],
  ["when git alone dies", "run", /^update-ref openat .*refs\/heads\/main\.lock/, "signal=SIGKILL", false],
  [
    "between files and the event that publishes them",
    "run",
    /rename \/repository\/runs\/RUN\/README\.md$/,
    "signal=SIGKILL",
    true,
  ],
  ["when the agent's clone is removed", "run", /unlinkat \/state\/clones\/RUN\/T002-1$/, "signal=SIGKILL", true],
  [
    "when a commit of the journal fails",
    "run",
    /fsync \/repository\/\.git\/baton\/journal\.db-wal$/,
    "error=EIO",
    true,
  ],
  // Where a file is synced: how many writes there are varies, and one beside it would strike a pipe of Node's own, not a file.
  ["when the disk is full under a blob", "run", /fsync \/repository\/\.git\/baton\/blobs\/N$/, "error=ENOSPC", true],
];

/** Errors at the beginning of a run, of each sort; more of them: `npm run reliability -- errors`. */
const ERRORS: readonly [what: string, place: RegExp, errno: string, sticky: boolean][] = [
  ["no descriptor is left to talk with git", /^harness socketpair$/, "EMFILE", false],
  // Not at the opening: how many there are depends on whether the folder for that hash is there already.
  ["git finds the quota spent", /^commit-tree write .*objects/, "EDQUOT", false],
  ["the disk is full from the first published file on", /rename .*ROADMAP\.md$/, "ENOSPC", true],
  ["a signal comes while a commit is made durable", /fsync .*journal\.db-wal$/, "EINTR", false],
];

const LATE = 0.8;

describe.skipIf(!hasStrace())("killed at a system call (needs strace: apt-get install strace)", () => {
  const places = new Map<string, Place[]>();
  test.each(SAMPLE)(
    "H3A-11 %s, it opens and goes on without loss or repetition",
    (_, command, label, effect, parentToo) => {
      const known = places.get(command) ?? pointsOf(scene, command);
      places.set(command, known);
      const matching = known.filter(({ point }) => label.test(point.label));
      // Late, where much is at stake, but not the last: how many there are varies with which texts are equal.
      const place = matching[Math.min(Math.floor(matching.length * LATE), Math.max(0, matching.length - 2))];
      expect(place).toBeDefined();
      if (place === undefined) return;
      expect(strike(scene, { ...place, effect, parentToo, toTheEnd: true })).toEqual({ hit: true, problems: [] });
    },
  );

  test.each(ERRORS)("when %s, it says so with a code, and the same command goes on", (_, label, errno, sticky) => {
    const known = places.get("init") ?? pointsOf(scene, "init");
    places.set("init", known);
    const place = known.findLast(({ point }) => label.test(point.label));
    expect(place).toBeDefined();
    if (place === undefined) return;
    const error: Strike = { ...place, effect: `error=${errno}`, sticky, parentToo: false, toTheEnd: false };
    expect(strike(scene, error)).toEqual({ hit: true, problems: [] });
  });
});
