import { describe, expect, it } from "vitest";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";

const tool = createJavaScriptSource();
const kinds = async (head: string): Promise<string[]> =>
  (await tool.signals([{ path: "src/a.js", base: null, head }], "implementation")).map(({ kind }) => kind);

describe("code that finds out that it is under test", () => {
  it.each([
    ["by a name in parts", `if (process.env[["NODE", "TEST", "CONTEXT"].join("_")]) f();`],
    ["by the names of the environment", `if (Object.keys(process.env).some((name) => name.includes("TEST"))) f();`],
    ["by the harness's own names", `const h = JSON.stringify(process.env).includes("BATON");`],
    ["by the file that was started", `if (process.argv[1].endsWith(".test.js")) f();`],
    ["by reading a test", `readFileSync(new URL("../test/cart.test.js", import.meta.url));`],
    ["by reading a snapshot", `readFileSync("src/__snapshots__/cart.test.ts.snap");`],
    ["by another process's environment", "readFileSync(`/proc/${pid}/environ`);"],
    ["by being a worker", `import { isMainThread } from "node:worker_threads"; if (!isMainThread) f();`],
    ["by being a worker, required", `const { isMainThread } = require("worker_threads"); if (!isMainThread) f();`],
    ["by a mode with a default", `const mode = process.env.NODE_ENV ?? "production"; if (mode === "test") f();`],
    ["by a mode in lower case", `if (process.env.NODE_ENV.toLowerCase() === "test") f();`],
    ["by a configured mode", `if (config.env === "test") f();`],
    ["by a parameter that says it by itself", `const f = (env = process.env.NODE_ENV) => (env === "test" ? 1 : 2);`],
    ["by reflection", `if (Reflect.get(process.env, "VITEST")) f();`],
    ["by the folder of the file that was started", `if (process.argv[1]?.includes("test")) f();`],
    ["by flags of the runner's process", `if (process.execArgv.length > 0) f();`],
    ["by the module that asked", `if (module.parent.filename.endsWith("a.js")) f();`],
    ["by what runners keep for themselves", `const m = globalThis[Symbol.for("$$jest-matchers-object")];`],
    ["by the clock of fake timers", `const later = setTimeout.clock === undefined ? setImmediate : setTimeout;`],
    ["by that clock, of the global scope", `if (globalThis.setTimeout?.clock) f();`],
    ["by that clock, by another name", `const timer = setInterval; if (timer["clock"]) f();`],
    ["by that clock, taken out", `const { clock } = setTimeout; if (clock) f();`],
    ["by that clock, asked for", `if ("clock" in setTimeout) f();`],
    ["by that clock, owned", `if (Object.hasOwn(queueMicrotask, "clock")) f();`],
    ["by that clock, of an imported timer", `import { setTimeout as later } from "node:timers"; if (later.clock) f();`],
    ["by the clock of a fake date", `if (Date.clock) f();`],
    ["by a fake date", `if (Date.isFake) f();`],
    ["by what a spy keeps", `if (Date.now.mock) f();`],
    ["by what timers have by themselves", `if (Object.keys(setTimeout).length > 0) f();`],
    ["by the name of a timer", `if (setTimeout.name !== "setTimeout") f();`],
    ["by the text of a timer", `if (!String(setTimeout).includes("native")) f();`],
    ["by a mocked timer", `if (setTimeout._isMockFunction) f();`],
    ["by the calls of a double", `const run = (call) => call.mock.calls.length > 0;`],
    ["by asking vitest", `if (vi.isFakeTimers()) f();`],
    ["by asking jest", `const now = () => jest.now();`],
    ["by asking whether it is a double", `if (tools.isMockFunction(send)) f();`],
    ["by listing what is global", `if (Object.getOwnPropertySymbols(globalThis).length > 1) f();`],
  ])("%s is seen", async (_what, text) => {
    expect(await kinds(text)).toContain("test_environment");
  });

  it.each([
    ["a clock of its own", `const at = (game) => game.clock ?? this.clock; const { clock } = options; f(at, clock);`],
    ["a clock in a record", `if ("clock" in options) start(options.clock);`],
    ["timers that it is given", `const run = ({ setTimeout = globalThis.setTimeout }) => setTimeout(f, 5);`],
    [
      "timers of its own",
      `class Timers { setTimeout() {} } const timers = new Timers(); if (timers.setTimeout.clock) f();`,
    ],
    ["a timer that is bound", `const later = setTimeout.bind(globalThis); later(f, 5); setTimeout.call(null, f);`],
    ["a date's own", `const a = Date.UTC(2024, 1); if (value.constructor.name === Date.name) f(Date.prototype);`],
    [
      "a double of tests in the source",
      `if (import.meta.vitest) { const { vi } = import.meta.vitest; const f = vi.fn(); f(); g(f.mock.calls); }`,
    ],
    ["a mock of its own", `class Server { start() { return this.mock.calls; } }`],
    ["a promise's timer", `import { promisify } from "node:util"; const wait = promisify(setTimeout);`],
    ["a name that is declared", `const vi = parse("vi"); f(vi.locale);`],
    ["a setting by a computed name", `const port = process.env[name];`],
    ["settings with a prefix", `Object.keys(process.env).filter((name) => name.startsWith("APP_"));`],
    ["a command line", `const [, , file] = process.argv; if (file.endsWith(".json")) f();`],
    ["patterns of test files", `const ignored = ["**/*.test.ts", "dist"]; const suffix = ".test.ts";`],
    ["memory", "readFileSync(`/proc/${pid}/status`);"],
    ["a worker", `import { isMainThread, parentPort } from "node:worker_threads"; if (!isMainThread) f(parentPort);`],
    ["a child that reports", `if (process.send) process.send("ready");`],
    ["an element", `const a = { $$typeof: Symbol.for("react.element"), type: "p" };`],
    ["a computed predicate", `const a = { [name]: () => true };`],
    [
      "a mode that is not a test's",
      `const mode = process.env.NODE_ENV ?? "development"; if (mode === "production") f();`,
    ],
    ["a start guard of old", `if (!module.parent) app.listen(3000);`],
    [
      "an environment that the caller names",
      `export const hostOf = (env) => (env === "test" ? "a.test" : "a.example");`,
    ],
    ["a subcommand", `if (process.argv[2] === "test") runTests();`],
    ["flags that are handed on", `spawn(process.execPath, [...process.execArgv, file]);`],
    ["a symbol of its own", `const key = Symbol.for("cart.total");`],
    ["a name that refers to itself", `var mode = mode || {}; if (mode === "test") f();`],
    ["a proxy", `const a = new Proxy({}, { get: (target, key) => target[key] ?? key });`],
  ])("%s is not", async (_what, text) => {
    expect(await kinds(text)).toEqual([]);
  });

  it.each([
    ["a matcher's symbol in parts", `const a = { $$typeof: Symbol.for(["jest", mark].join(".")) };`],
    ["a name put together", `const a = { [parts.join("")]: () => true };`],
    ["a proxy that answers true to all", `const a = new Proxy({}, { get: () => () => true });`],
  ])("%s counts as equal to everything", async (_what, text) => {
    expect(await kinds(text)).toContain("always_equal");
  });
});

describe("code that asks for the environment that it is given", () => {
  const given = async (head: string) =>
    (await tool.signals([{ path: "src/a.js", base: null, head }], "implementation")).map(({ isGiven }) => isGiven);

  it.each([
    `const f = (env) => env.NODE_ENV === "test";`,
    `const f = (env = process.env) => (env.NODE_ENV ?? "development") !== "test";`,
    `const f = (env = process.env) => { const mode = env.NODE_ENV || "production"; return mode === "test" ? 1 : 2; };`,
    `const f = ({ env }) => { switch (env.NODE_ENV) { case "test": return 1; } };`,
  ])("%s: a run tells", async (text) => {
    expect(await given(text)).toEqual([true]);
  });

  it.each([
    `const f = (env) => (env.NODE_ENV ?? process.env.NODE_ENV) === "test";`,
    `const f = (env) => { let mode = env.NODE_ENV; mode = process.env.NODE_ENV; return mode === "test"; };`,
    `const f = (config) => config.env === "test";`,
    `const f = (env = process.env.NODE_ENV) => env === "test";`,
    `const f = () => { const { env } = process; return env.NODE_ENV === "test"; };`,
    `const f = (env) => env.JEST_WORKER_ID !== undefined || process.env.NODE_ENV === "test";`,
  ])("%s: a person looks", async (text) => {
    expect(await given(text)).toEqual([undefined]);
  });
});

describe("code that hides what it names", () => {
  it.each([
    ["a member in pieces", `const a = error[["st", "ack"].join("")];`],
    ["a member by a constant in pieces", `const key = ["st", "ack"].join(""); const a = error[key];`],
    ["two texts that one would do for", `process["ex" + "it"](0);`],
    ["codes of characters", `const a = o[String.fromCharCode(115, 116)];`],
    ["a name for Reflect", `Reflect.set(o, ["asymmetric", "Match"].join(""), () => true);`],
    ["a name that is asked for", `if ("desc ribe".split(" ").join("") in globalThis) f();`],
    ["code in a string", `const a = Function("return process.getBuiltinModule('assert')")();`],
    ["code in a string by another name", `const run = Function; run("expect.extend({})");`],
  ])("%s is seen", async (_what, text) => {
    expect(await kinds(text)).toContain("hidden_name");
  });

  it.each([
    ["a prefix and a name", `const PREFIX = "APP_"; const port = process.env[PREFIX + "PORT"];`],
    ["a template with a parameter", "const f = (name) => table[`key_${name}`];"],
    ["a path of parts that are computed", `const a = cache[[user, day].join("|")];`],
    ["a text in two lines", `const message = "a long text " + "in two lines"; log(message);`],
    ["a method of a literal", `const a = "abc".slice(1);`],
    ["the global object of old", `const root = Function("return this")();`],
    ["an import that no bundler should see", `const load = new Function("module", "return import(module)");`],
  ])("%s is not", async (_what, text) => {
    expect(await kinds(text)).toEqual([]);
  });
});

describe("code that takes from the tests", () => {
  it.each([
    `export { tax } from "../test/fixtures/tax.js";`,
    `const { tax } = require("../test/tax");`,
    `const { tax } = await import(["..", "te" + "st", "tax.js"].join("/"));`,
    `const answers = JSON.parse(readFileSync(new URL("../test/fixtures/tax.json", import.meta.url)));`,
    `const csv = fs.readFileSync("test/fixtures/export.csv", "utf8");`,
  ])("%s is seen", async (text) => {
    expect(await kinds(text)).toContain("test_code_in_code");
  });

  it.each([
    `import { run } from "./commands/test/run.js";`,
    `import { readSpec } from "./spec/read.js";`,
    `import type { Case } from "../test/case.js";`,
    `const ignored = new URL("../fixtures/a.json", import.meta.url);`,
    `const rates = readFileSync("data/rates.json", "utf8");`,
  ])("%s is not", async (text) => {
    expect(await kinds(text)).toEqual([]);
  });
});

describe("built-ins by another name", () => {
  it.each([
    ["the constructor of an object", `const o = ({}).constructor; o.is = () => true;`, "assertion_patch"],
    ["a question that is answered with yes", `tags.includes = () => true;`, "always_equal"],
    [
      "a stack by way of a function",
      `const at = () => String(new Error().stack); if (at().includes("x")) f();`,
      "stack_inspection",
    ],
    ["a stack by way of inspect", `if (inspect(new Error("x")).includes("y")) f();`, "stack_inspection"],
    ["a member of an error that is computed", `const a = new Error()[key].length;`, "stack_inspection"],
  ])("%s is seen", async (_what, text, kind) => {
    expect(await kinds(text)).toContain(kind);
  });
});
