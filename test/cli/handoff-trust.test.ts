import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { importEvents } from "../../src/core/handoff/carry.ts";
import { renderBundle } from "../../src/core/handoff/render-bundle.ts";
import { evolve } from "../../src/core/run/fold/evolve.ts";
import type { RunState } from "../../src/core/run/state.ts";
import type { Continuation, HandoffBundle } from "../../src/schema/bundle.ts";
import type { JournalEntry } from "../../src/schema/journal.ts";
import { sealEntry } from "../../src/util/chain.ts";
import { MULTIPLY, spec } from "../support/calc-project.ts";
import { createCalculator, type Calculator } from "../support/calculator.ts";
import { baton, type CliResult } from "../support/cli.ts";

const places: { remove(): void }[] = [];
afterEach(() => {
  for (const place of places.splice(0)) place.remove();
});

interface Clone {
  readonly git: (...args: string[]) => string;
  readonly cli: (...args: string[]) => Promise<CliResult>;
}

function clone(calc: Calculator): Clone {
  const folder = mkdtempSync(join(tmpdir(), "baton-clone-"));
  const directory = join(folder, "project");
  places.push({ remove: () => rmSync(folder, { recursive: true, force: true }) });
  execFileSync("git", ["clone", "--quiet", calc.repository.directory, directory]);
  const env = { BATON_STATE: join(folder, "state") };
  return {
    git: (...args) => execFileSync("git", args, { cwd: directory, encoding: "utf8" }).trim(),
    cli: async (...args) => baton([...args, "--json"], { cwd: directory, env }),
  };
}

async function exported(calc: Calculator, forge: (continuation: Continuation) => void = () => {}): Promise<string> {
  const file = join(calc.outside, "bundle.json");
  expect((await calc.cli("handoff", "export", "--out", file)).code).toBe(0);
  const bundle = JSON.parse(readFileSync(file, "utf8")) as HandoffBundle & { readonly continuation: Continuation };
  forge(bundle.continuation);
  writeFileSync(file, JSON.stringify(consistent(bundle)));
  return file;
}

/** Whoever forges a continuation writes the rest of the bundle as it follows from that. */
function consistent(bundle: HandoffBundle & { readonly continuation: Continuation }): HandoffBundle {
  const { continuation, ledger, run_id } = bundle;
  let state: RunState | null = null;
  for (const event of importEvents(continuation, hash("sha256", "")))
    state = evolve(state, {
      run_id,
      position: 0,
      at: continuation.standing.updated_at,
      actor: "",
      version: 1,
      previous_hash: "",
      event,
    });
  const [first] = ledger;
  const timeoutSeconds = first?.timeout_seconds ?? 1;
  const heartbeatSeconds = first?.heartbeat_interval_seconds ?? 1;
  const facts = {
    beatOf: () => null,
    configured: { timeoutSeconds, heartbeatSeconds },
    blob: (sha256: string) => continuation.texts[sha256] ?? null,
  };
  return state === null ? bundle : { ...renderBundle(state, facts), continuation };
}

test("FCX-02 what a bundle says is proven and reviewed, and is not committed, is proven here or not at all", async () => {
  const calc = await createCalculator("work", spec(MULTIPLY));
  places.push(calc);
  const other = clone(calc);
  const tip = other.git("rev-parse", "HEAD");
  const identity = ["-c", "user.name=Eve", "-c", "user.email=eve@example.invalid"];
  const tree = other.git("rev-parse", `${tip}^{tree}`);
  const evil = other.git(...identity, "commit-tree", tree, "-p", tip, "-m", "nothing is multiplied");
  const file = await exported(calc, ({ standing, items }) => {
    standing.turns = 1;
    standing.verified = tip;
    for (const item of items) {
      if (item.kind === "feature") item.value.passes = true;
      if (item.kind === "task")
        Object.assign(item.value, {
          phase: "validated",
          lifecycle: "complete",
          gate: "G2_passed",
          envelope: "APPROVED",
          attempt: 1,
          owner: "x",
          harness: "h",
          base_commit: tip,
          candidate: evil,
          since: standing.updated_at,
          completed_at: standing.updated_at,
        });
    }
    items.push({ kind: "approval", value: "0123456789ab" });
  });
  expect((await other.cli("handoff", "validate", file)).json.data["problems"]).toEqual([]);
  expect((await other.cli("handoff", "import", file)).code).toBe(0);
  expect((await other.cli("status")).json.data).toMatchObject({ completed: 0 });
  await other.cli("resume", "--agent", "command:/bin/true", "--max-turns", "1");
  const { data } = (await other.cli("status")).json;
  expect([data["completed"], other.git("rev-parse", "main")]).toEqual([0, tip]);
  expect((await other.cli("verify")).code).toBe(0);
});

test("FCX-02 what was proven elsewhere and is not on the branch lands once a person says so", async () => {
  const calc = await createCalculator("work");
  places.push(calc);
  const other = clone(calc);
  const before = other.git("rev-parse", "main");
  expect((await calc.cli("run", "--agent", calc.agent, "--max-turns", "1")).json.data["completed"]).toBe(1);
  other.git("fetch", "--quiet", "origin", `baton/${calc.runId}`);
  const tip = other.git("rev-parse", "FETCH_HEAD");
  const imported = await other.cli("handoff", "import", await exported(calc));
  expect([imported.code, imported.json.data["waits"], imported.json["warnings"]]).toEqual([
    0,
    tip,
    [expect.stringContaining("baton land")],
  ]);
  const resumed = await other.cli("resume", "--agent", calc.agent);
  expect([resumed.json.data, other.git("rev-parse", "main")]).toMatchObject([{ completed: 2 }, before]);
  expect((await other.cli("land")).code).toBe(0);
  other.git("merge-base", "--is-ancestor", tip, "main");
});

test("FCX-02 a run directory whose chain holds is not adopted where no harness could have written it", async () => {
  const calc = await createCalculator("work", spec(MULTIPLY));
  places.push(calc);
  const other = clone(calc);
  const copy = join(calc.outside, "copy");
  cpSync(join(calc.repository.directory, "runs", calc.runId), copy, { recursive: true });
  const journal = join(copy, "journal.jsonl");
  const last = JSON.parse(readFileSync(journal, "utf8").trimEnd().split("\n").at(-1) ?? "") as {
    readonly hash: string;
    readonly entry: JournalEntry;
  };
  const [commit, tree] = other.git("log", "-1", "--format=%H %T").split(" ");
  const event = {
    type: "task_committed",
    task_id: "T001",
    commit: commit ?? "",
    tree: tree ?? "",
    parent: commit ?? "",
  };
  const { position, actor } = last.entry;
  const forged = sealEntry({ position, hash: last.hash }, { runId: calc.runId, at: new Date(), actor, event });
  appendFileSync(journal, `{"hash":"${forged.hash}","entry":${forged.line}}\n`);
  expect((await other.cli("verify", copy)).code).toBe(0);

  const adopted = await other.cli("adopt", copy);
  expect([adopted.code, adopted.json.error]).toMatchObject([
    11,
    { code: "JOURNAL_BROKEN", message: expect.stringContaining("task_committed, cannot stand there") as string },
  ]);
  expect((await other.cli("status")).json.error?.code).toBe("NOT_INITIALIZED");
});
