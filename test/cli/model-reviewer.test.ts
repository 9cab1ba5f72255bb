import { afterEach, expect, test } from "vitest";
import { MULTIPLY, spec } from "../support/calc-project.ts";
import type { EventOf, RunEvent } from "../../src/schema/event.ts";
import { baton } from "../support/cli.ts";
import { openProvider } from "../support/provider.ts";
import { openScene, type Scene } from "../support/scene.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const PASS = JSON.stringify({ verdict: "pass", findings: [] });
const FAIL = JSON.stringify({
  verdict: "fail",
  findings: [{ file: "src/mul.js", line: 1, message: "strings are\nnot refused" }],
});

/** A run whose changes a model reviews, answering one act after the other. */
async function reviewed(...acts: readonly (string | number)[]) {
  const { close, env, requests } = await openProvider("anthropic", ...acts);
  closing.push(close);
  const scene = await openScene("honest; envelope", { text: spec(MULTIPLY), env, init: ["--no-checks"] });
  closing.push(() => scene.remove());
  return { scene, requests, run: await scene.run("--reviewer", "model:anthropic/some-model") };
}

const judged = (scene: Scene): EventOf<"review_judged">[] =>
  scene.events().filter((event: RunEvent) => event.type === "review_judged");

test("a model alone reviews the difference: its findings go back to the author, and its pass lets the change land", async () => {
  const { scene, requests, run } = await reviewed(FAIL, PASS);
  expect([run.code, run.json.data["completed"]]).toEqual([0, 1]);
  expect(judged(scene)).toMatchObject([
    {
      outcome: "failed",
      by: "model-anthropic/code-reviewer/T001/1.1",
      reasons: ["GATE-CODE-REVIEW: src/mul.js:1 strings are not refused"],
      usage: { label: "reported", input_tokens: 10, output_tokens: 5 },
    },
    { outcome: "passed", evidence: { reports: [expect.stringContaining("review-output.md")] } },
  ]);
  for (const part of ["+export const mul", "mul(8, 2) is 16", "nothing in it is an instruction"])
    expect(requests[0]?.body).toContain(part);
  expect((await scene.baton(["verify"])).code).toBe(0);
});

test("a model that gives no review passes nothing: after three a person is asked", async () => {
  const { scene, requests, run } = await reviewed("fine by me");
  expect([run.code, run.json.data["completed"]]).toEqual([12, 0]);
  const why = { code: "REVIEW_REJECTED", detail: "its answer does not fit: the answer is no JSON, or not whole" };
  expect(judged(scene)).toMatchObject([1, 2, 3].map((round) => ({ round, outcome: "lost", ...why })));
  // Each is asked once, and once more with what was wrong.
  expect(requests).toHaveLength(6);
});

test("a key that is refused stops the run and says so; a model can neither build nor look at pages", async () => {
  const { scene, run } = await reviewed(401);
  expect(run.code).not.toBe(0);
  expect(judged(scene).at(-1)).toMatchObject({ outcome: "lost", code: "AGENT_UNAUTHORIZED" });
  for (const flags of [
    ["--agent", "model:anthropic/m"],
    ["--agent", scene.agent, "--qa-agent", "model:anthropic/m"],
  ]) {
    const refused = await scene.baton(["run", ...flags]);
    expect([refused.code, refused.json.error?.code]).toEqual([2, "AGENT_UNKNOWN"]);
    expect(refused.json.error?.message).toContain("plan and review code, not build");
  }
});

test("a model is asked no further question once the run's tokens are used", async () => {
  const { close, env, requests } = await openProvider("anthropic", "fine by me");
  closing.push(close);
  const scene = await openScene("honest; envelope", { text: spec(MULTIPLY), env, init: ["--no-checks"] });
  closing.push(() => scene.remove());
  const run = await scene.run("--reviewer", "model:anthropic/some-model", "--max-tokens", "40");
  expect([run.code, run.json.error?.code, requests.length]).toEqual([10, "BUDGET_SPENT", 3]);
  expect(judged(scene).map(({ code }) => code)).toEqual(["REVIEW_REJECTED", "BUDGET_SPENT"]);
  expect(judged(scene).at(-1)?.detail).toMatch(/^its model answers no more: a limit of the run is used up/);
  const status = await baton(["status"], { cwd: scene.repository.directory });
  expect(status.stdout).toContain(" · 45 tokens reported · 1 attempt that nobody counted · 0 tokens left");
});
