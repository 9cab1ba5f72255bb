import { expect, onTestFinished, test } from "vitest";
import { baton, type CliResult } from "../support/cli.ts";
import { createCalculator, type Calculator } from "../support/calculator.ts";

const open = async (script: string): Promise<Calculator> => {
  const calculator = await createCalculator(script, undefined, "--no-checks");
  onTestFinished(() => calculator.remove());
  return calculator;
};

test("FCX-10 wait --for output ends with the verdict, not with the answer, also begun after that; nobody at work is said", async () => {
  const { cli, repository, startRun, signal } = await open(
    'if says test/mul.test.js; then wait_for go; fi; [ -e "$OUTSIDE/go" ] && work; envelope',
  );
  const idle = await baton(["wait", "--for", "output", "--timeout", "0"], { cwd: repository.directory });
  expect([idle.code, idle.stderr]).toEqual([6, expect.stringContaining("Nobody is at work on the run now")]);
  expect(idle.stderr).toContain("baton run --agent AGENT");
  const run = await startRun();
  const before = String((await cli("status")).json.data["position"]);
  const answered = async (after: string): Promise<CliResult> => {
    const { events, position } = (await cli("wait", "--for", "change", "--after", after)).json.data;
    const isAnswered = JSON.stringify(events).includes("attempt_answered");
    return isAnswered ? cli("wait", "--for", "output") : answered(String(position));
  };
  const waits = [cli("wait", "--for", "output"), answered(before)];
  signal("go");
  for (const { json } of await Promise.all(waits))
    expect(json.data).toMatchObject({ what: "output", ended: [{ task_id: "T001", outcome: "proven" }] });
  await run.ended;
});

test("FCX-10 wait --for output ends when another process's attempt is judged; --for approval when a person is asked", async () => {
  const { cli, startRun, signal } = await open('wait_for go; echo "test(" > test/calc.test.js; work; envelope');
  const run = await startRun();
  const after = ["--after", String((await cli("status")).json.data["position"])];
  const [output, approval] = [cli("wait", "--for", "output", ...after), cli("wait", "--for", "approval", ...after)];
  expect((await cli("wait", "--for", "output", "--timeout", "1")).code).toBe(6);
  signal("go");
  expect((await output).json).toMatchObject({ ok: true, data: { what: "output" } });
  const { code, json } = await approval;
  expect([code, json.data["what"]]).toEqual([0, "approval"]);
  expect(json.data["waiting"]).not.toEqual([]);
  await run.ended;
  expect((await cli("wait", "--for", "approval")).json.data).toMatchObject({ what: "approval", events: [] });
});

test("wait --for change tells what was recorded after a position, also when it came before; out of time is exit 6", async () => {
  const { cli } = await open("");
  const { position } = (await cli("status")).json.data as { position: number };
  const waiting = cli("wait", "--for", "change", "--after", String(position));
  const none = await cli("wait", "--for", "change", "--timeout", "0");
  expect([none.code, none.json.error?.code, none.json.data["what"]]).toEqual([6, "WAIT_TIMEOUT", null]);
  await cli("note", "T001", "mind the sign");
  await cli("close", "--as", "partial", "--reason", "enough");
  expect((await waiting).json.data["what"]).toBe("change");
  const after = await cli("wait", "--for", "change", "--after", String(position));
  const events = after.json.data["events"] as { type: string; task_id: string | null }[];
  expect(events.find(({ type }) => type === "note_added")).toMatchObject({ position: position + 1, task_id: "T001" });
  for (const awaited of ["output", "approval"]) {
    const over = await cli("wait", "--for", awaited);
    expect([over.code, over.json.error?.code, over.json.data["what"]]).toEqual([4, "WAIT_OVER", "finished"]);
  }
  const beyond = await cli("wait", "--for", "change", "--after", "99999");
  expect([beyond.code, beyond.json.error?.code]).toEqual([2, "USAGE_INVALID"]);
  expect((await cli("wait", "--for", "rain")).code).toBe(2);
  expect((await cli("wait", "--for", "change", "--timeout", "soon")).code).toBe(2);
});
