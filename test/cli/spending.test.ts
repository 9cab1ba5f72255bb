import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openProject } from "../../src/engine/run/project.ts";
import { AssignmentPacket } from "../../src/schema/packet.ts";
import type { RecordedTurn } from "../../src/schema/recording.ts";
import { UNKNOWN_USAGE } from "../../src/schema/usage-sums.ts";
import type { Usage } from "../../src/schema/usage.ts";
import { baton as cli } from "../support/cli.ts";
import { UNREVIEWED } from "../support/calc-project.ts";
import { honestWork, openScene, type Scene } from "../support/scene.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

async function scene(): Promise<Scene> {
  const opened = await openScene("exit 1", { base: UNREVIEWED });
  scenes.push(opened);
  return opened;
}

const used = (tokens: number): Usage => ({ ...UNKNOWN_USAGE, label: "reported", tokens, requests: 2 });

/** A recording with these turns, each of the first feature unless it says otherwise. */
function recording({ outside, list }: Scene, ...turns: Partial<RecordedTurn>[]): string {
  const [first] = list().features;
  const whole = turns.map((turn, at) => ({
    type: "turn",
    task_id: "T001",
    feature_id: first?.id,
    attempt: at + 1,
    answer_only: 0,
    end: "answered",
    text: "done",
    diagnostics: "",
    duration_ms: 1,
    changes: [],
    ...turn,
  }));
  const path = join(outside, "recording.jsonl");
  const lines = [{ type: "recording", v: 1, agent: "claude" }, ...whole];
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return `replay:${path}`;
}

const changes = Object.entries(honestWork("mul")).map(([path, content]) => ({
  path,
  content: content ?? "",
  mode: "100644" as const,
  encoding: "utf8" as const,
}));

/** What agents were given, oldest first. */
function packets({ repository, events }: Scene): AssignmentPacket[] {
  const project = openProject(repository.directory);
  try {
    return events().flatMap((event) =>
      event.type === "attempt_started"
        ? [AssignmentPacket.parse(JSON.parse(project.blobs.get(event.packet).toString("utf8")))]
        : [],
    );
  } finally {
    project.close();
  }
}

const turnsOf = (data: Record<string, unknown>): unknown[] =>
  (data["turns"] as { outcome: string; findings: { code: string }[] }[]).map(({ outcome, findings }) => [
    outcome,
    ...findings.map(({ code }) => code),
  ]);

test("ONE-11 no attempt begins once the run's tokens are used, and the next packet says what is left", async () => {
  const opened = await scene();
  const agent = recording(opened, { usage: used(700) }, { changes, usage: used(500) });
  const spent = await opened.baton(["run", "--agent", agent, "--max-tokens", "1200"]);
  expect([spent.code, spent.json.error?.code]).toEqual([10, "BUDGET_SPENT"]);
  expect(spent.json.data).toMatchObject({
    completed: 1,
    usage: { tokens: 1200, reported: { attempts: 2, requests: 4 }, left: { tokens: 0 }, budget: { tokens: 1200 } },
  });
  expect(packets(opened).map(({ budget }) => budget.tokens)).toEqual([1200, 500]);
  const status = await opened.baton(["status"]);
  expect(status.json.data["usage"]).toEqual(spent.json.data["usage"]);
  const raised = await opened.baton(["run", "--agent", agent, "--max-tokens", "none"]);
  expect(raised.json.error?.code).toBe("REPLAY_MISSING");
});

test("an agent whose login is refused ends the run at once, and a person is told what to type", async () => {
  const opened = await scene();
  const refused = { end: "unauthorized" as const, text: "", diagnostics: "401 invalid x-api-key" };
  const agent = recording(opened, refused, { changes }, { changes });
  const first = await opened.baton(["run", "--agent", agent, "--max-attempts", "1"]);
  expect([first.code, first.json.error?.code]).toEqual([12, "AGENT_UNAUTHORIZED"]);
  expect(first.json.error?.hint).toContain("claude auth login");
  expect(turnsOf(first.json.data)).toEqual([["lost", "AGENT_UNAUTHORIZED"]]);
  const told = await cli(["status"], { cwd: opened.repository.directory });
  expect(told.stdout).toContain("used: 0 of 1 attempt ");
  const resumed = await opened.baton(["resume", "--max-turns", "1"]);
  expect(turnsOf(resumed.json.data)).toEqual([["proven", "ENVELOPE_FIELD_MISSING"]]);
});

test("a provider that fails costs an attempt and the next one begins; a budget spent outside ends the run", async () => {
  const opened = await scene();
  const agent = recording(opened, { end: "provider_failed" }, { end: "budget_spent" }, { changes });
  const { code, json } = await opened.baton(["run", "--agent", agent]);
  expect([code, json.error?.code]).toEqual([10, "BUDGET_SPENT"]);
  expect(turnsOf(json.data)).toEqual([
    ["lost", "PROVIDER_FAILED"],
    ["lost", "BUDGET_SPENT"],
  ]);
});

test("what an agent said and did is kept as a claim, without secrets", async () => {
  const opened = await scene();
  const transcript = `{"said":"key sk-ant-api03-${"aB3dE5fG7hI9jK1lM3n".repeat(2)}"}\n`;
  const agent = recording(opened, { changes, transcript });
  await opened.baton(["run", "--agent", agent, "--max-turns", "1"]);
  const listed = await opened.baton(["evidence", "list"]);
  const kept = JSON.stringify(listed.json.data);
  expect(kept).toContain("artifacts/executor/T001/1/transcript.jsonl");
  const run = join(opened.repository.directory, "runs", String(listed.json.data["run_id"]));
  const path = join(run, "artifacts/executor/T001/1/transcript.jsonl");
  expect(readFileSync(path, "utf8")).toBe('{"said":"key [redacted]"}\n');
});

test("a person is told each reason once, and that a limit keeps the rest back", async () => {
  const place = await openScene("envelope", { init: ["--no-checks"] });
  scenes.push(place);
  const args = ["run", "--agent", place.agent, "--max-attempts", "2"];
  const { code, stdout } = await cli(args, { cwd: place.repository.directory });
  expect(code).toBe(12);
  expect(stdout).toMatch(
    /^ {2}\? T001: failed 2 times: .*\n1 task waits for a person: T001; the run's limit of 2 attempts is used up\nNext: Read .*\. What costs goes on with a higher limit: baton run --max-attempts N, .*\.$/m,
  );
  const json = await place.run();
  expect(json.json.error?.message).toMatch(/: T001 \(failed 2 times: .*\); the run's limit of 2 attempts is used up$/);
});
