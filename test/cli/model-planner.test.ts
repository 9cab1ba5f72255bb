import { afterEach, expect, test } from "vitest";
import { baton, type CliResult } from "../support/cli.ts";
import { CALCULATOR, DIVIDE, MULTIPLY, spec } from "../support/calc-project.ts";
import { openProvider } from "../support/provider.ts";
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

async function provider(vendor: string, ...acts: readonly (string | number)[]) {
  const { close, ...opened } = await openProvider(vendor, ...acts);
  closing.push(close);
  return opened;
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
