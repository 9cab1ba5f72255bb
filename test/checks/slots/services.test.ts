import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSlot, type Slot } from "../../../src/checks/slots/slot.ts";
import type { Services } from "../../../src/schema/config.ts";
import { findRepository } from "../../../src/util/git/discover.ts";
import { openGit } from "../../../src/util/git/git.ts";
import { treeOf } from "../../../src/util/git/trees.ts";
import { createRepository, type TestRepository } from "../../support/repository.ts";

let repository: TestRepository;
let state: string;
let tree: string;

beforeEach(() => {
  repository = createRepository();
  state = mkdtempSync(join(tmpdir(), "baton-services-"));
  tree = treeOf(gitOf(), repository.commit("first", { "table.sql": "create\n" }));
});
afterEach(() => {
  repository.remove();
  rmSync(state, { recursive: true });
});

const gitOf = () => openGit(findRepository(repository.directory), join(state, "git"), "own");

const slotWith = async (services: Services, prepareTimeoutMs = 60_000, signal?: AbortSignal): Promise<Slot> =>
  openSlot({
    slotsDirectory: join(state, "slots"),
    git: gitOf(),
    layer: { key: "k", prepare: null, generate: [], isGuessed: false },
    tree,
    env: { PATH: process.env["PATH"] ?? "" },
    prepareTimeoutMs,
    services,
    ...(signal === undefined ? {} : { signal }),
  });

/** A process in the background that says by a file that it lives, and ends by itself in the end. */
const UP = 'sleep 60 & echo $! > "$BATON_DATA/pid"; echo "AT=$BATON_SLOT:$BATON_PORT" >> "$BATON_ENV"';

const pidOf = (slot: Slot): number =>
  Number(readFileSync(join(slot.tree, "..", "services", "data", "pid"), "utf8").trim());

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}

test("services work from the first switch to the release, and each slot has a name, ports and data of its own", async () => {
  const [one, other] = [await slotWith({ up: UP }), await slotWith({ up: UP })];
  expect(one.services.variables).toEqual({});
  await one.switchTo(tree);
  await other.switchTo(tree);
  const places = [one, other].map(({ services }) =>
    /^baton-k-([01]):(2\d{4}|3[01]\d{3})$/.exec(services.variables["AT"] ?? ""),
  );
  expect(places.map((place) => place?.[1])).toEqual(["0", "1"]);
  expect(places[0]?.[2]).not.toBe(places[1]?.[2]);
  const pids = [pidOf(one), pidOf(other)];
  await one.switchTo(tree);
  expect([pidOf(one), isAlive(pids[0] ?? 0)]).toEqual([pids[0], true]);
  await one.release();
  expect(pids.map(isAlive)).toEqual([false, true]);
  await other.release();
  expect([isAlive(pids[1] ?? 0), existsSync(join(other.tree, "..", "services"))]).toEqual([false, false]);
});

test("they are waited for, put back before every run, and told to stop", async () => {
  const log = join(state, "log");
  const say = (word: string): string => `echo ${word} >> '${log}'`;
  const slot = await slotWith({
    up: say("up"),
    ready: `${say("ready")}; [ $(grep -c ready '${log}') = 3 ]`,
    reset: `cat table.sql >> '${log}'; echo made > made.by.reset`,
    down: say("down"),
  });
  await slot.switchTo(tree);
  expect([slot.services.unreset, slot.changes().source]).toEqual([null, []]);
  await slot.switchTo(tree);
  await slot.release();
  expect(readFileSync(log, "utf8").split(/\s+/).slice(0, -1)).toEqual([
    "up",
    "ready",
    "ready",
    "ready",
    "create",
    "create",
    "down",
  ]);
});

test("what cannot be put back is told of the tree that the slot is on", async () => {
  const later = treeOf(gitOf(), repository.commit("later", { "table.sql": null, "other.sql": "" }));
  const slot = await slotWith({ up: "true", reset: "cat table.sql" });
  await slot.switchTo(later);
  expect(slot.services.unreset).toMatchObject({
    end: "exited",
    code: 1,
    stderr: expect.stringContaining("table.sql") as string,
  });
  await slot.switchTo(tree);
  expect(slot.services.unreset).toBeNull();
  await slot.release();
});

test.each<[string, Services, string]>([
  [
    "up",
    { up: "echo no such image; exit 3" },
    "services.up (echo no such image; exit 3) exited with 3:\nno such image",
  ],
  [
    "ready",
    { up: "true", ready: "echo refused; false" },
    "services.ready (echo refused; false) exited with 1:\nrefused",
  ],
  ["time", { up: "sleep 30" }, "services.up (sleep 30) ended by timeout"],
  ["loader", { up: 'echo NODE_OPTIONS=--import=x > "$BATON_ENV"' }, "services.up wrote NODE_OPTIONS to $BATON_ENV"],
])("what fails is named with its command: %s", async (_, services, message) => {
  const slot = await slotWith(services, 1000);
  await expect(slot.switchTo(tree)).rejects.toMatchObject({
    code: "ENVIRONMENT_FAILED",
    message: expect.stringContaining(message) as string,
  });
  await slot.release();
  expect(existsSync(join(slot.tree, "..", "services"))).toBe(false);
});

test("an interrupted start stops what it began", async () => {
  const interrupt = new AbortController();
  const slot = await slotWith({ up: `${UP}; sleep 60` }, 60_000, interrupt.signal);
  const refusal = slot.switchTo(tree).catch((error: unknown) => error);
  const begun = (): boolean => existsSync(join(slot.tree, "..", "services", "data", "pid")) && pidOf(slot) > 0;
  while (!begun()) await new Promise((go) => setTimeout(go, 20));
  const pid = pidOf(slot);
  interrupt.abort();
  expect(await refusal).toMatchObject({ code: "INTERRUPTED" });
  await slot.release();
  expect(isAlive(pid)).toBe(false);
});

test("where they cannot be stopped, the slot is free all the same, and the next one asks again, also after a kill", async () => {
  const log = join(state, "log");
  const services = { up: UP, down: `echo down >> '${log}'; [ -e '${log}.ok' ]` };
  const slot = await slotWith(services);
  await slot.switchTo(tree);
  const pid = pidOf(slot);
  // Whose environment they run in is nobody's to read there.
  const record = join(slot.tree, "..", "services", "services.json");
  expect(Object.keys(JSON.parse(readFileSync(record, "utf8")) as object)).toEqual(["down", "own"]);
  expect(readFileSync(record, "utf8")).not.toContain(process.env["PATH"] ?? "PATH");
  await expect(slot.release()).rejects.toMatchObject({ code: "ENVIRONMENT_FAILED" });
  expect(isAlive(pid)).toBe(false);
  writeFileSync(`${log}.ok`, "");
  // Without services of its own: whoever comes later may have another configuration.
  const next = await slotWith({ up: "true" });
  expect(next.tree).toBe(slot.tree);
  expect(readFileSync(log, "utf8")).toBe("down\ndown\n");
  await next.release();
});
