import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { bubblewrapProblem } from "../../src/util/isolation.ts";
import { baton, type CliResult } from "../support/cli.ts";
import { openScene, type Scene } from "../support/scene.ts";

const PATH = process.env["PATH"] ?? "";
/** Where user namespaces are forbidden there is no I2, and nothing to test of it. */
const noMounts = bubblewrapProblem(PATH, null) !== null;
const NOBODY = { uid: 65534, gid: 65534, home: "/nonexistent" };
const noOtherUser = process.getuid?.() !== 0 || bubblewrapProblem(PATH, NOBODY) !== null;

const folders: string[] = [];
const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** An agent that looks for what it must not see; what it found is on its standard error, which is kept. */
async function hostile(script: string): Promise<Scene & { readonly state: string }> {
  const state = mkdtempSync(join(tmpdir(), "baton-state-"));
  folders.push(state);
  const opened = await openScene(`. "$(dirname "$0")/places"\n${script}`, { env: { BATON_STATE: state } });
  scenes.push(opened);
  writeFileSync(join(opened.outside, "places"), `REPO=${opened.repository.directory}\nSTATE=${state}\n`);
  mkdirSync(join(state, "clones", "another"), { recursive: true });
  writeFileSync(join(state, "clones", "another", "work.txt"), "of another attempt");
  return { ...opened, state };
}

const saidBy = ({ repository: { directory } }: Scene, { json }: CliResult): string =>
  readFileSync(
    join(directory, "runs", String(json.data["run_id"]), "artifacts/executor/T001/1/agent_output.txt"),
    "utf8",
  );

const turnOf = ({ json }: CliResult): unknown => (json.data["turns"] as unknown[])[0];

const LOOK = `{
  id -u
  ls -A "$REPO" | sed 's/^/repository: /'
  cat "$REPO/.git/baton/journal.db" && echo "read the truth"
  echo x >> "$REPO/feature_list.json" && echo "wrote the repository"
  mkdir -p "$REPO/runs/forged" && echo "wrote the run directory"
  find "$STATE" -type f -not -path "$PWD/*" | sed 's/^/state: /'
  grep -la 'main[.]ts' /proc/[0-9]*/cmdline | sed 's/^/harness: /'
  umount "$REPO" && echo "took the cover off"
  true >> /proc/sys/kernel/core_pattern && echo "could change the kernel"
  true >> /etc/hostname && echo "could change the system"
} > "$PACKET.seen" 2>/dev/null
cat "$PACKET.seen" >&2
`;

test.skipIf(noMounts)(
  "at I2 an agent sees its clone and nothing of the repository, the truth, other clones or the harness, also when resumed",
  async () => {
    const scene = await hostile(`${LOOK}honest; envelope`);
    const result = await scene.run("--isolation", "I2", "--max-turns", "1");
    expect(saidBy(scene, result)).toBe(`${process.getuid?.() ?? ""}\n`);
    expect(turnOf(result)).toMatchObject({
      outcome: "proven",
      isolation_level: "I1",
      agent_isolation_level: "I2",
      checks_isolation_level: "I1",
    });
    expect(scene.repository.git("status", "--porcelain")).toBe("");
    const resumed = await scene.baton(["resume", "--max-turns", "1"]);
    expect(turnOf(resumed)).toMatchObject({ outcome: "proven", agent_isolation_level: "I2" });
  },
);

test.skipIf(noMounts)("at I2 npm and Gradle write to caches of their own, and Gradle reads the user's", async () => {
  const write =
    'for each in "$npm_config_cache" "$GRADLE_USER_HOME"; do mkdir "$each" && touch "$each/x" && echo "$each"; done';
  const scene = await hostile(`{ ${write}; echo "reads $GRADLE_RO_DEP_CACHE"; } >&2; honest; envelope`);
  const result = await scene.run("--isolation", "I2", "--max-turns", "1");
  const caches = join(homedir(), ".gradle", "caches");
  const read = existsSync(join(caches, "modules-2")) ? caches : "";
  expect(saidBy(scene, result)).toBe(`/tmp/npm-cache\n/tmp/gradle-home\nreads ${read}\n`);
});

test.skipIf(noOtherUser)("at I3 it is also another user, and its tree is taken all the same", async () => {
  const scene = await hostile(`${LOOK}honest; envelope`);
  const refused = await scene.run("--agent-user", "nobody");
  expect(refused.json.error?.message).toContain("may not start");
  chmodSync(scene.outside, 0o755);
  const result = await scene.run("--agent-user", "nobody", "--max-turns", "1");
  expect(saidBy(scene, result)).toBe("65534\n");
  expect(turnOf(result)).toMatchObject({ outcome: "proven", agent_isolation_level: "I3" });
});

test("at I1 an agent that changes what judges it is found out, and its attempt is void", async () => {
  const scene = await hostile('echo x >> "$REPO/feature_list.json"; honest; envelope');
  const result = await scene.run("--max-turns", "1");
  expect(turnOf(result)).toMatchObject({ outcome: "tampered", agent_isolation_level: "I1" });
  expect(JSON.stringify(turnOf(result))).toContain("CONTROL_TOUCHED");
});

test("isolation that cannot be had, or is less than the policy's, is refused before anything begins", async () => {
  const scene = await hostile("honest; envelope");
  const bin = mkdtempSync(join(tmpdir(), "baton-bin-"));
  folders.push(bin);
  symlinkSync(
    PATH.split(":")
      .map((folder) => join(folder, "git"))
      .find(existsSync) ?? "",
    join(bin, "git"),
  );
  const without = { cwd: scene.repository.directory, env: { PATH: bin, BATON_STATE: scene.state } };
  const refused = [
    await baton(["run", "--agent", scene.agent, "--isolation", "I2", "--json"], without),
    await scene.run("--isolation", "I3"),
    await scene.run("--isolation", "I0"),
    await scene.run("--agent-user", "root"),
    await scene.run("--isolation", "I7"),
  ];
  expect(refused.map(({ code, json }) => [code, json.error?.code])).toEqual([
    [3, "ISOLATION_UNAVAILABLE"],
    [3, "ISOLATION_UNAVAILABLE"],
    [3, "ISOLATION_UNAVAILABLE"],
    [3, "ISOLATION_UNAVAILABLE"],
    [2, "USAGE_INVALID"],
  ]);
  expect(refused[0]?.json.error?.hint).toContain("bubblewrap");
  expect(scene.events().filter(({ type }) => type === "attempt_started")).toEqual([]);
  const { error } = (await scene.run("--agent-user", "nosuch")).json;
  expect(error?.message).toContain("there is no user nosuch");
});

test.skipIf(noMounts)("the policy's isolation is a minimum for agents, too", async () => {
  const scene = await hostile("honest; envelope");
  scene.repository.commit("policy", { "baton.config.json": '{"policy":{"require_isolation":"I2"}}' });
  const lower = await scene.run("--isolation", "I1");
  expect(lower.json.error?.code).toBe("ISOLATION_UNAVAILABLE");
  const result = await scene.run("--max-turns", "1");
  expect(turnOf(result)).toMatchObject({ outcome: "proven", isolation_level: "I2", agent_isolation_level: "I2" });
});

/** Processes that were started with this argument. */
const running = (argument: string): string[] =>
  readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(argument);
    } catch {
      return false;
    }
  });

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(20);
}

test.skipIf(noMounts)(
  "at I2 nothing that an agent left in the background outlives its turn, nor a harness that is killed",
  async () => {
    const lasting = String(1e6 + process.pid);
    const left = await hostile(`setsid nohup sleep ${lasting} >/dev/null 2>&1 &\nhonest; envelope`);
    const result = await left.run("--isolation", "I2", "--max-turns", "1");
    expect(turnOf(result)).toMatchObject({ outcome: "proven" });
    expect(running(lasting)).toEqual([]);
    const scene = await hostile(`touch started; setsid nohup sleep ${lasting} >/dev/null 2>&1 & sleep ${lasting}`);
    const killer = new AbortController();
    const options = { cwd: scene.repository.directory, env: { BATON_STATE: scene.state }, kill: killer.signal };
    const killed = baton(["run", "--agent", scene.agent, "--isolation", "I2", "--json"], options);
    await until(() => running(lasting).length === 2);
    killer.abort();
    await killed;
    await until(() => running(lasting).length === 0);
    expect(existsSync(join(scene.state, "clones"))).toBe(true);
  },
);
