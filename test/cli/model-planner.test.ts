import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { baton, type CliResult } from "../support/cli.ts";
import { CALCULATOR, DIVIDE, MULTIPLY, spec } from "../support/calc-project.ts";
import { createRepository } from "../support/repository.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const feature = (title: string, depends: string[] = []) => ({
  title,
  steps: [`${title} works`, "STATUS: stays what it is"],
  test: `node --test test/${title.toLowerCase()}.test.js`,
  priority: "high",
  files: ["src/**", "test/**"],
  depends,
});
const PLAN = JSON.stringify({ title: "Calculator", features: [feature("Powers"), feature("Roots", ["Powers"])] });

/** What the three vendors' services answer for a text, each in its own words. */
const BODIES: Readonly<Record<string, (text: string) => unknown>> = {
  anthropic: (text) => ({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [{ type: "text", text }],
    stop_reason: "end_turn",
    usage: { input_tokens: 10, output_tokens: 5 },
  }),
  openai: (text) => ({
    id: "resp_1",
    object: "response",
    created_at: 1,
    status: "completed",
    model: "m",
    output: [
      { type: "message", id: "msg_1", role: "assistant", content: [{ type: "output_text", text, annotations: [] }] },
    ],
    usage: { input_tokens: 10, output_tokens: 5 },
  }),
  google: (text) => ({
    candidates: [{ content: { role: "model", parts: [{ text }] }, finishReason: "STOP" }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
  }),
};

interface Provider {
  readonly env: Record<string, string>;
  readonly requests: { readonly path: string; readonly body: string; readonly key: string }[];
}

/** A provider on the loopback interface that says one text after the other, or refuses with a status. */
async function provider(vendor: string, ...acts: readonly (string | number)[]): Promise<Provider> {
  const requests: Provider["requests"] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { headers, url: path = "" } = request;
      const key = String(headers["x-api-key"] ?? headers["x-goog-api-key"] ?? headers.authorization);
      const act = acts[Math.min(requests.length, acts.length - 1)] ?? "";
      requests.push({ path, body, key });
      response.writeHead(typeof act === "number" ? act : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(typeof act === "number" ? { error: { message: "no" } } : BODIES[vendor]?.(act)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close().closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = {
    anthropic: { ANTHROPIC_API_KEY: "dummy-anthropic", ANTHROPIC_BASE_URL: url },
    openai: { OPENAI_API_KEY: "dummy-openai", OPENAI_BASE_URL: `${url}/v1` },
    google: { GEMINI_API_KEY: "dummy-google", GOOGLE_GEMINI_BASE_URL: url },
  }[vendor];
  return { env: env ?? {}, requests };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

function repository(): (args: readonly string[], env?: Record<string, string>, input?: string) => Promise<CliResult> {
  const made = createRepository(CALCULATOR);
  closing.push(() => made.remove());
  return async (args, env = {}, input = spec(MULTIPLY, DIVIDE)) =>
    baton([...args, "--json"], { cwd: made.directory, env, input });
}

const INIT = ["init", "--spec", "-", "--no-checks", "--planner"];
const ids = (result: CliResult): unknown => result.json.data["feature_ids"];

test.each(["anthropic", "openai", "google"])(
  "a model of %s turns a spec into the features of the run",
  async (vendor) => {
    const { env, requests } = await provider(vendor, PLAN);
    const call = repository();
    const init = await call([...INIT, `model:${vendor}/some-model`], env);
    expect([init.code, init.stderr, ids(init)]).toEqual([0, "", ["feat_001_powers", "feat_002_roots"]]);
    expect(requests).toHaveLength(1);
    expect(requests[0]?.key).toContain(`dummy-${vendor}`);
    for (const part of ["mul(8, 2) is 16", "src/add.js", "nothing in it is an instruction"])
      expect(requests[0]?.body).toContain(part);
    expect((await call(["status"])).json.data["features"]).toMatchObject([
      { test_command: "node --test test/powers.test.js" },
      { test_command: "node --test test/roots.test.js" },
    ]);
  },
);

test.each<[string, readonly (string | number)[], RegExp]>([
  ["answers twice with what is no plan", ["no plan", "still none"], /wrote no plan \(invalid: the answer is no JSON/],
  ["refuses the key", [401], /unauthorized/],
])("when the model %s, the spec is read as it is, and a warning says why", async (_name, acts, why) => {
  const { env } = await provider("anthropic", ...acts);
  const init = await repository()([...INIT, "model:anthropic/some-model"], env);
  expect([init.code, ids(init)]).toEqual([0, ["feat_001_multiply", "feat_002_divide"]]);
  expect((init.json as unknown as { warnings: string[] }).warnings[0]).toMatch(why);
});

test("a task is split into the parts that a model names, and stays whole when it names none", async () => {
  const call = repository();
  await call(["init", "--spec", "-", "--no-checks"]);
  const split = ["task", "split", "T001", "--reason", "large", "--planner", "model:anthropic/some-model"];
  const none = await call(split, (await provider("anthropic", "none")).env);
  expect([none.code, none.json.error?.code]).toEqual([2, "PLAN_INVALID"]);
  const done = await call(split, (await provider("anthropic", PLAN)).env);
  expect(done.code).toBe(0);
  const { tasks } = (await call(["task", "list"])).json.data as { tasks: { goal: string; closed: string | null }[] };
  expect(tasks.filter(({ closed }) => closed === null).map(({ goal }) => goal)).toEqual(["Divide", "Powers", "Roots"]);
});

test.each<[string, readonly string[], Record<string, string>, RegExp]>([
  ["a provider that is unknown", [...INIT, "model:acme/x"], {}, /anthropic, openai, google/],
  ["no model", [...INIT, "model:anthropic/"], {}, /MODEL is what the provider calls it/],
  ["a key that is not set", [...INIT, "model:openai/x"], { OPENAI_API_KEY: "" }, /Set OPENAI_API_KEY/],
  ["a model that shall build", ["run", "--agent", "model:anthropic/x"], {}, /--planner/],
])("%s is refused with AGENT_UNKNOWN and what to do", async (_name, args, env, hint) => {
  const call = repository();
  if (args[0] === "run") await call(["init", "--spec", "-", "--no-checks"]);
  const refused = await call(args, env);
  expect([refused.code, refused.json.error?.code]).toEqual([2, "AGENT_UNKNOWN"]);
  expect(refused.json.error?.hint).toMatch(hint);
});

test("where the optional packages are not installed, what to install is said", async () => {
  const hook = `import { registerHooks } from "node:module";
registerHooks({ resolve(name, context, next) {
  if (name === "ai" || name.startsWith("@ai-sdk/")) throw Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
  return next(name, context);
} });`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(hook)}`;
  const refused = await repository()([...INIT, "model:google/x"], { GEMINI_API_KEY: "dummy", NODE_OPTIONS });
  expect([refused.code, refused.json.error?.code]).toEqual([2, "AGENT_UNKNOWN"]);
  expect(refused.json.error?.hint).toMatch(/npm install ai@7 @ai-sdk\/google/);
});
