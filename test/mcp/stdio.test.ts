import { createInterface } from "node:readline";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { baton } from "../support/cli.ts";
import { UNREVIEWED } from "../support/calc-project.ts";
import { openScene, type Scene } from "../support/scene.ts";
import { ended, overStdio, startMcp } from "./support.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

async function scene(): Promise<Scene> {
  const opened = await openScene("honest", { base: UNREVIEWED });
  scenes.push(opened);
  return opened;
}

/** A conservative count: models' tokenizers take more than three and a half characters of such JSON as one token. */
const CHARACTERS_A_TOKEN = 3.5;

test("at most 12 tools, their whole list within 2,000 tokens, and those that only read say so", async () => {
  const { repository } = await scene();
  const { client, close } = await overStdio(repository.directory);
  const list = await client.listTools();
  await close();
  const tokens = Math.ceil(JSON.stringify(list).length / CHARACTERS_A_TOKEN);
  expect(list.tools.length).toBeLessThanOrEqual(12);
  expect(tokens).toBeLessThanOrEqual(2000);
  const readers = list.tools.filter(({ annotations }) => annotations?.readOnlyHint === true).map(({ name }) => name);
  expect(readers.toSorted()).toEqual(["baton_assignment", "baton_status", "baton_wait"]);
});

test("what is no message is survived: the next one is answered, and standard output carries the protocol alone", async () => {
  const { repository } = await scene();
  const child = startMcp(repository.directory);
  const lines = createInterface({ input: child.stdout ?? process.stdin })[Symbol.asyncIterator]();
  const send = (text: string): void => void child.stdin?.write(`${text}\n`);
  for (const text of ["", "{", "nonsense", "[]", "null", '{"jsonrpc":"1.0"}', '{"jsonrpc":"2.0","id":{},"method":5}'])
    send(text);
  const client = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: client }));
  expect(JSON.parse(String((await lines.next()).value))).toMatchObject({
    id: 1,
    result: { serverInfo: { name: "proofbaton" } },
  });
  send(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
  send(JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "no_such_tool" } }));
  expect(JSON.parse(String((await lines.next()).value))).toMatchObject({ id: 2, error: { code: -32_602 } });
  child.stdin?.end();
  expect(await ended(child)).toBe(0);
  expect((await lines.next()).done).toBe(true);
});

test("when the client goes away in the middle of a proof, its tests are ended, and the next process goes on from there", async () => {
  const { repository, outside } = await scene();
  const { call, close } = await overStdio(repository.directory);
  const next = await call("baton_next");
  const workspace = String(next.data["workspace"]);
  const mark = join(outside, "started");
  writeFileSync(join(workspace, "src/mul.js"), "export const mul = (a, b) => a * b;\n");
  writeFileSync(
    join(workspace, "test/mul.test.js"),
    `import { existsSync, writeFileSync } from "node:fs";\nimport assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { mul } from "../src/mul.js";\ntest("mul", async () => {\n  assert.equal(mul(8, 2), 16);\n  if (!existsSync(${JSON.stringify(mark)})) {\n    writeFileSync(${JSON.stringify(mark)}, "");\n    await new Promise((resolve) => setTimeout(resolve, 60_000));\n  }\n});\n`,
  );
  const submitted = call("baton_submit", { task_id: "T001", attempt: 1 }).catch((error: unknown) => String(error));
  while (!existsSync(mark)) await new Promise((resolve) => setTimeout(resolve, 50));
  await close();
  expect(await submitted).toEqual(expect.any(String));
  const went = await baton(["next", "--json"], { cwd: repository.directory });
  expect(went.json).toMatchObject({ ok: true, data: { task_id: "T002" } });
});

test("a run that is not there is refused before a client is listened to", async () => {
  const { repository } = await scene();
  for (const [run, code] of [
    ["nosuch", "RUN_ID_INVALID"],
    ["20260131-090000-8b6f8b9a-7c9f-4c5e-8c6a-2f0f0d2e9c1a", "RUN_UNKNOWN"],
  ] as const)
    expect((await baton(["mcp", "--run", run], { cwd: repository.directory })).stderr).toContain(code);
});

test("--json and a port without --http are refused: standard output belongs to the protocol", async () => {
  const { repository } = await scene();
  for (const args of [
    ["mcp", "--json"],
    ["mcp", "--port", "1", "--json"],
    ["mcp", "--http", "--port", "x", "--json"],
  ]) {
    const refused = await baton(args, { cwd: repository.directory });
    expect([args, refused.code, refused.json.error?.code]).toEqual([args, 2, "USAGE_INVALID"]);
  }
});
