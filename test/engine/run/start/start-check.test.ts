import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { renderBundle } from "../../../../src/core/handoff/render-bundle.ts";
import type { RunState } from "../../../../src/core/run/state.ts";
import { checkStart, referencesLine, type StartLine } from "../../../../src/engine/run/start/start-check.ts";
import { findRepository } from "../../../../src/util/git/discover.ts";
import { openGit } from "../../../../src/util/git/git.ts";
import { packageRoot } from "../../../../src/util/package-root.ts";
import { added, created, featureId, fold, notProven, proven } from "../../../support/events.ts";
import { createRepository } from "../../../support/repository.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const lock = (task_id: string, pattern: string, attempt = 1) => ({
  lock_id: task_id,
  task_id,
  attempt,
  pattern,
  mode: "exclusive" as const,
  acquired_at: "2026-01-31T09:00:00Z",
});

function check(state: RunState, locks: ReturnType<typeof lock>[] = []): StartLine[] {
  const { directory } = createRepository({ "README.md": "# Calc\n" });
  folders.push(directory);
  const git = openGit(findRepository(directory), join(directory, ".git", "own"), "own");
  const facts = { beatOf: () => null, configured: { timeoutSeconds: 3600, heartbeatSeconds: 30 }, blob: () => null };
  const bundle = { ...renderBundle(state, facts), active_locks: locks };
  return checkStart(
    git,
    { source: "here", bundle, state, blob: () => null, heldOut: null, lost: null },
    new Date("2026-01-31T10:00:00Z"),
  );
}

const PLAN = [created(), added(1), added(2, { depends_on: [featureId(1)] })];

test("FCX-12 each line of the checklist is there, with what it found", () => {
  const lines = check(fold([...PLAN, ...notProven(1), ...notProven(1, 2)]));
  expect(lines.map(({ check: name, code }) => [name, code])).toEqual([
    ["loaded", null],
    ["schema", null],
    ["locks", null],
    ["blockers", null],
    ["packet", null],
    ["references", null],
  ]);
  const detail = (name: string): string | undefined => lines.find((line) => line.check === name)?.detail;
  expect(detail("blockers")).toBe("T001 PERSON_NEEDED: failed 2 times: TEST_FAILED: sum is 3 not 4");
  expect(detail("packet")).toBe("nothing to give out: person");
});

test("FCX-12 the next packet is made and validated before anything starts", () => {
  // Nothing was committed in this repository.
  const packet = (state: RunState): unknown => check({ ...state, tip: null }).find((line) => line.check === "packet");
  expect(packet(fold([...PLAN, ...proven(1)]))).toMatchObject({
    code: null,
    detail: "T002, attempt 1: Operation 2",
  });
  const [first] = PLAN;
  const twoLines = fold([...(first === undefined ? [] : [first]), added(1, {}, { goal: "one\ntwo" })]);
  expect(packet(twoLines)).toMatchObject({ code: "PACKET_INVALID", detail: "T001: goal: must be one line" });
  const spent = fold([
    created({ budget: { hours: 8, attempts: 9, tokens: 1000, cost: null } }),
    added(1),
    ...notProven(1),
  ]);
  expect(packet(spent)).toMatchObject({ code: "BUDGET_SPENT" });
});

test("FCX-12 locks that exclude each other do not pass", () => {
  const state = fold([created(), added(1), added(2), ...proven(1), ...proven(2)]);
  const locks = (...held: ReturnType<typeof lock>[]): unknown =>
    check(state, held).find((line) => line.check === "locks");
  expect(locks(lock("T001", "src/**"), lock("T002", "test/**"))).toMatchObject({ code: null });
  expect(locks(lock("T001", "src/**"), lock("T002", "src/*.ts"))).toMatchObject({ code: "LOCK_CONFLICT" });
  expect(locks(lock("T001", "src/**", 7))).toMatchObject({ code: "LEDGER_LOCK_ORPHANED" });
});

test("FCX-14 a start without one of the first four references is refused by a code that names it", () => {
  const root = mkdtempSync(join(tmpdir(), "baton-package-"));
  folders.push(root);
  for (const folder of ["assets", "references"])
    cpSync(join(packageRoot(), folder), join(root, folder), { recursive: true });
  expect(referencesLine(root).code).toBe(null);
  for (const path of [
    "references/roles/executor.md",
    "references/error-codes.md",
    "references/contracts.md",
    "assets/handoff-template.json",
  ]) {
    rmSync(join(root, path));
    expect(referencesLine(root)).toMatchObject({
      code: "REFERENCE_MISSING",
      detail: expect.stringContaining(path) as string,
    });
  }
});
