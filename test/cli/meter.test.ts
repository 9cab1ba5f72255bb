import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { baton } from "../support/cli.ts";
import { UNREVIEWED } from "../support/calc-project.ts";
import { openScene, type Scene } from "../support/scene.ts";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Asks a model once; says what came back. */
const ASK = `node --input-type=module -e '
const answer = await fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", { method: "POST", body: JSON.stringify({ model: "claude-sonnet-4" }) });
console.error(answer.status, await answer.text());
'`;

interface Metered extends Scene {
  readonly env: Record<string, string>;
  /** How often the provider was asked. */
  readonly asked: () => number;
}

/** A provider that gives 1,000 tokens of answer for nothing asked, and a run whose agent asks it. */
async function scene(script: string, onNoted?: () => void, address?: string, status = 200): Promise<Metered> {
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume();
    asked += 1;
    response.writeHead(status).end(JSON.stringify({ usage: { input_tokens: 0, output_tokens: 1000 } }));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const env = { ANTHROPIC_BASE_URL: address ?? `http://127.0.0.1:${port}` };
  const opened = await openScene(script, { env, base: UNREVIEWED });
  ends.push(
    () => opened.remove(),
    () => void server.close(),
  );
  if (onNoted !== undefined) void noted(opened).then(onNoted);
  return { ...opened, env, asked: () => asked };
}

/** Until a harness has noted what its attempt used. */
async function noted({ repository }: Scene): Promise<void> {
  const folder = join(repository.directory, ".git/baton/meter");
  while (!existsSync(folder) || !readdirSync(folder).some((name) => name.endsWith(".json"))) await sleep(20);
}

test("ONE-11 with --meter a run's cost is counted, told, and ends it before it is overspent", async () => {
  const { run, asked, baton: type } = await scene(`${ASK}; honest; envelope`);
  const first = await run("--meter", "--max-cost", "0.015", "--max-turns", "1");
  const used = { attempts: 1, tokens: 1000, requests: 1, cost: "0.015" };
  expect(first.json.data["usage"]).toMatchObject({ metered: used, left: { cost: "0" } });
  const second = await type(["resume"]);
  expect([second.code, second.json.error?.code, asked()]).toEqual([10, "BUDGET_SPENT", 1]);
  const status = await type(["status"]);
  expect(status.json.data["usage"]).toEqual(first.json.data["usage"]);
});

test("an agent that is refused in the middle of its work loses the attempt, not the count of its failures", async () => {
  const { run, asked } = await scene(`${ASK}; ${ASK}; echo "no more"`);
  const { code, json } = await run("--meter", "--max-tokens", "500");
  expect([code, json.error?.code, asked()]).toEqual([10, "BUDGET_SPENT", 1]);
  const [turn] = json.data["turns"] as { outcome: string; findings: { code: string; message: string }[] }[];
  expect(turn).toMatchObject({ outcome: "lost", findings: [{ code: "BUDGET_SPENT" }] });
  expect(turn?.findings[0]?.message).toContain("the budget of 500 tokens is spent");
});

test("a model without a price is refused with what to type, and an address that is none before anything begins", async () => {
  const { run, asked, events } = await scene(`${ASK.replace("claude-sonnet-4", "unheard-of")}; exit 7`);
  const { code, json } = await run("--meter", "--max-cost", "1");
  expect([code, json.error?.code, asked()]).toEqual([10, "PRICE_UNKNOWN", 0]);
  expect([json.error?.message, json.error?.hint]).toEqual([
    expect.stringContaining("unheard-of"),
    expect.stringContaining("--price MODEL=INPUT,OUTPUT"),
  ]);
  const wrong = await scene("honest; envelope", undefined, "nonsense");
  const refused = await wrong.run("--meter");
  expect(refused.json.error?.code).toBe("METER_UPSTREAM");
  const began = (type: string): boolean => type === "attempt_started";
  expect([events, wrong.events].map((read) => read().filter(({ type }) => began(type)).length)).toEqual([1, 0]);
});

test.each([
  [401, 12, "AGENT_UNAUTHORIZED"],
  [402, 10, "BUDGET_SPENT"],
] as const)(
  "a program whose provider answers %i spends no attempt, whatever its own exit code",
  async (status, ...end) => {
    const { run, baton: type } = await scene(`${ASK}; exit 1`, undefined, undefined, status);
    for (const _ of [1, 2]) {
      const { code, json } = await run("--meter", "--max-attempts", "1");
      expect([code, json.error?.code]).toEqual(end);
    }
    expect((await type(["status"])).json.data["usage"]).toMatchObject({ metered: { attempts: 2, requests: 0 } });
  },
);

test("a limit of cost without a meter is refused before anything begins, also one of an earlier call", async () => {
  const { run, events } = await scene("honest; envelope");
  const refused = [await run("--max-cost", "1")];
  await run("--meter", "--max-cost", "1", "--max-turns", "1");
  refused.push(await run("--no-meter"));
  expect(refused.map(({ code, json }) => [code, json.error?.code])).toEqual([
    [2, "METER_NEEDED"],
    [2, "METER_NEEDED"],
  ]);
  expect(events().filter(({ type }) => type === "attempt_started")).toHaveLength(1);
  for (const wrong of [
    ["--max-cost", "0"],
    ["--max-cost", "1e3"],
    ["--max-tokens", "0"],
    ["--meter", "--price", "x"],
  ])
    expect((await run(...wrong)).json.error?.code).toBe("USAGE_INVALID");
  expect((await run("--no-meter", "--max-cost", "none")).code).toBe(0);
});

test("ONE-11 what an attempt used before its harness was killed is counted by the next one", async () => {
  const killer = new AbortController();
  const opened = await scene(`${ASK}; sleep 600`, () => killer.abort());
  const args = ["run", "--agent", opened.agent, "--meter", "--json"];
  await baton(args, { cwd: opened.repository.directory, env: opened.env, kill: killer.signal });
  const { json } = await opened.run("--max-tokens", "1000");
  expect([json.error?.code, opened.asked()]).toEqual(["BUDGET_SPENT", 1]);
  expect(json.data["usage"]).toMatchObject({ metered: { attempts: 1, tokens: 1000 } });
});
