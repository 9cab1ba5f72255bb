import { describe, expect, it } from "vitest";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";
import type { Signal } from "../../../src/schema/source.ts";

const tool = createJavaScriptSource();
type Role = "implementation" | "test";

async function signals(
  head: string,
  role: Role = "implementation",
  base: string | null = null,
  path = "src/a.ts",
): Promise<Signal[]> {
  return tool.signals([{ path, base, head }], role);
}

async function kinds(head: string, role?: Role, path?: string): Promise<string[]> {
  return [...new Set((await signals(head, role, null, path)).map((one) => one.kind))];
}

describe("signals in an implementation", () => {
  it.each([
    ["test_environment", `if (process.env.VITEST) f();`],
    ["test_environment", `const a = process?.env?.["JEST_" + "WORKER_ID"];`],
    ["test_environment", `const tell = (send) => { if ("mock" in send) send("a"); };`],
    ["test_environment", `const tell = (send) => { if (send.mock !== undefined) send("a"); };`],
    ["test_environment", `const isDouble = (call) => call._isMockFunction === true;`],
    ["test_environment", `const { NODE_TEST_CONTEXT: a } = process.env;`],
    ["test_environment", `import { env } from "node:process"; env.MOCHA_OPTIONS;`],
    ["test_environment", `"VITEST" in process.env`],
    ["test_environment", `process.env.NODE_ENV === "test"`],
    ["test_environment", `const mode = process.env.NODE_ENV; if ("test" == mode) f();`],
    ["test_environment", `if (process.env.NODE_ENV !== "test") answer = wrong;`],
    ["test_environment", `if (process.env.NODE_ENV !== "test") app.listen(1); else answer = right;`],
    ["test_environment", `function f() { if (process.env.NODE_ENV !== "test") log.info("a"); }`],
    ["test_environment", `switch (process.env.NODE_ENV) { case "test": f(); }`],
    ["test_environment", `["test", "ci"].includes(process.env.NODE_ENV)`],
    ["test_environment", `import.meta.env.VITEST`],
    ["test_environment", `if (import.meta.env.MODE === "test") f();`],
    ["test_environment", `const x = import.meta.vitest ? 1 : 2;`],
    ["test_environment", `export function f() { if (import.meta.vitest) return 42; return g(); }`],
    ["test_environment", `typeof describe === "function"`],
    ["test_environment", `typeof jest !== "undefined"`],
    ["test_environment", `if (globalThis.expect) f();`],
    ["test_environment", `globalThis.__vitest_worker__`],
    ["test_environment", `process.argv.some((a) => a.includes("vitest"))`],
    ["test_environment", `process.execArgv.includes("--test")`],
    ["test_environment", `const isJest = /jest/.test(process.argv[1]);`],
    ["stack_inspection", `new Error().stack.includes("test")`],
    ["stack_inspection", `/spec/.test(new Error("x").stack ?? "")`],
    ["stack_inspection", `const { stack } = new Error(); stack.split("\\n").length;`],
    ["stack_inspection", `const trace = Error().stack; if (trace.match(/a/)) f();`],
    ["stack_inspection", `const o = {}; Error.captureStackTrace(o); o.stack.indexOf("x");`],
    [
      "stack_inspection",
      `try { throw new Error("here"); } catch (thrown) { thrown.stack.split("\\n")[2].includes("a"); }`,
    ],
    ["stack_inspection", `Error.prepareStackTrace = (_, sites) => sites;`],
    ["stack_inspection", `import { getCallSites } from "node:util"; getCallSites();`],
    ["stack_inspection", `function f() { return arguments.callee.caller; }`],
    ["always_equal", `export const a = { asymmetricMatch: () => true };`],
    ["always_equal", `class A { asymmetricMatch() { return f(); } }`],
    ["always_equal", `export const a = { $$typeof: Symbol.for("jest.asymmetricMatcher") };`],
    ["always_equal", `class A { equals() { return true; } }`],
    ["always_equal", `A.prototype.equals = () => !0;`],
    ["always_equal", `class A { static [Symbol.hasInstance]() { return true; } }`],
    ["test_library_in_code", `import { vi } from "vitest";`],
    ["test_library_in_code", `const chai = require("chai");`],
    ["test_library_in_code", `await import("@jest/globals");`],
    ["test_library_in_code", `export { expect } from "@vitest/expect";`],
    ["test_library_in_code", `import test = require("node:test");`],
    ["assertion_patch", `globalThis.expect = () => ({ toBe() {} });`],
    ["assertion_patch", `global.it = (n, f) => {};`],
    ["assertion_patch", `import assert from "node:assert"; assert.equal = () => {};`],
    ["assertion_patch", `require("assert").deepEqual = () => {};`],
    ["assertion_patch", `(await import("node:assert")).default.ok = f;`],
    ["assertion_patch", `expect.extend({ toBe: () => ({ pass: true }) });`],
    ["assertion_patch", `Object.is = () => true;`],
    ["assertion_patch", `Object.prototype.equals = f;`],
    ["assertion_patch", `Array.prototype.every = () => true;`],
    ["assertion_patch", `String.prototype.asymmetricMatch = () => true;`],
    ["assertion_patch", `JSON.stringify = () => "";`],
    ["assertion_patch", `Date.now = () => 0;`],
    ["assertion_patch", `process.exit = () => {};`],
    ["assertion_patch", `Object.defineProperty(Object.prototype, "a", { get: f });`],
    ["early_exit", `process.exit(0)`],
    ["early_exit", `process.reallyExit(0)`],
    ["early_exit", `process.kill(process.pid, "SIGKILL")`],
    ["early_exit", `const { exit } = process; exit();`],
    ["early_exit", `import { abort } from "node:process"; abort();`],
    ["runner_hook", `process.on("exit", () => { process.exitCode = 0; });`],
    ["runner_hook", `process.exitCode = 0;`],
    ["suppression", `/* istanbul ignore next */ f();`],
    ["suppression", `// eslint-disable-next-line no-eval\nf();`],
    ["suppression", `// @ts-expect-error wrong\nf();`],
    ["suppression", `// Stryker disable all\nf();`],
    ["suppression", `f(); // NOSONAR`],
  ])("%s: %s", async (kind, text) => {
    expect(await kinds(text)).toContain(kind);
  });

  it.each([
    [
      "in-source tests",
      `if (import.meta.vitest) { const { it, expect } = import.meta.vitest; it("a", () => { expect(f()).toBe(1); }); }`,
    ],
    [
      "the start of a server that tests import",
      `if (process.env.NODE_ENV !== "test") app.listen(3000); if (process.env.NODE_ENV !== "test") { log.info("up"); }`,
    ],
    ["a method that no engine has", `Array.prototype.last = function () { return this.at(-1); };`],
    [
      "other variables",
      `process.env.PORT; process.env.NODE_ENV === "production"; import.meta.env.DEV; process.argv.slice(2)`,
    ],
    [
      "types of globals",
      `typeof window === "undefined"; typeof value === "string"; function f(test) { return typeof other; }`,
    ],
    ["a name of its own", `const expect = 1; typeof expect;`],
    [
      "a parameter",
      `function walk(test) { if (typeof test === "string") f(); test.name = 1; } for (const it of list) it.x = 1;`,
    ],
    ["an error that is printed", `try { f(); } catch (error) { print(error.stack.replace(root, "")); }`],
    [
      "errors that carry a stack",
      `class A extends Error { constructor() { super(); Error.captureStackTrace(this, A); } } log(err.stack);`,
    ],
    ["another kind of stack", `this.stack.includes(x); parser.stack.indexOf(node); stack.split(",")`],
    ["honest equality", `class A { equals(o) { return o.a === this.a; } }`],
    ["an element", `const e = { $$typeof: Symbol.for("react.element") };`],
    ["node's own assert", `import assert from "node:assert"; assert(f());`],
    ["types of a test library", `import type { Mock } from "vitest"; export type { Mock } from "vitest";`],
    [
      "members of its own",
      `config.expect = 1; this.test = f; JSON.stringify(a); Object.assign({}, b); Error.stackTraceLimit = 50;`,
    ],
    ["a server that stops at a signal", `process.on("SIGTERM", () => process.exit(0));`],
    ["a module that is run", `if (require.main === module) { main().then(() => process.exit(0)); }`],
    ["an exit code of failure", `process.exitCode = 1;`],
    ["other modules", `import lodash from "lodash"; lodash.prototype.x = 1; lodash.exit(0); worker.exit(0);`],
    ["a last duty", `process.on("exit", () => { cleanup(); }); process.on("exit", cleanup);`],
    [
      "an equality by reference",
      `class A { equals = other; } const b = { equals: other, isEqual() { return true && f(); } };`,
    ],
    ["plain comments", `// ignore the rest, istanbul is a city\nf();`],
  ])("are not seen in %s", async (_what, text) => {
    expect(await signals(text)).toEqual([]);
  });

  it("let a command line program exit", async () => {
    expect(await kinds(`process.exit(1)`, "implementation", "bin/run.js")).toEqual([]);
    expect(await kinds(`process.exit(1)`, "implementation", "src/cli/main.ts")).toEqual([]);
    expect(await kinds(`#!/usr/bin/env node\nprocess.exit(1)`)).toEqual([]);
    expect(await kinds(`process.exit(1)`, "implementation", "src/client/a.ts")).toEqual(["early_exit"]);
  });

  it("are what head adds to base, wherever it stands now", async () => {
    const base = `if (process.env.VITEST) f(); // eslint-disable-line\n`;
    expect(await signals(`g();\n\n${base}`, "implementation", base)).toEqual([]);
    expect(await signals(`${base}${base}`, "implementation", base)).toMatchObject([
      { kind: "test_environment", path: "src/a.ts", line: 2, excerpt: "process.env.VITEST" },
      { kind: "suppression", line: 2, excerpt: "eslint-disable-line" },
    ]);
  });

  it("show one short line", async () => {
    const [signal] = await signals(`process.on("exit", () => {\n  process.exitCode = 0;\n  ${"f();\n".repeat(60)}});`);
    expect(signal?.excerpt).toHaveLength(120);
    expect(signal?.excerpt).toMatch(/^process\.on\("exit", \(\) => \{ process\.exitCode = 0; f\(\).*…$/);
  });

  it("leave out a file that cannot be parsed", async () => {
    expect(await signals(`process.exit(0`)).toEqual([]);
  });
});

describe("signals in a test", () => {
  it.each([
    ["focused_test", `it.only("a", () => {})`],
    ["focused_test", `fdescribe("a", () => {})`],
    ["focused_test", `test("a", { only: true }, () => {})`],
    ["focused_test", `test.only.each([1])("a", () => {})`],
    ["assertion_patch", `import assert from "node:assert"; assert.equal = () => {};`],
    ["assertion_patch", `import { expect, vi } from "vitest"; vi.spyOn(expect, "extend");`],
    ["assertion_patch", `import assert from "assert"; mock.method(assert, "equal", () => {});`],
    ["assertion_patch", `const expect = (x) => ({ toBe() {} });`],
    ["assertion_patch", `describe("a", () => { const expect = make(); });`],
    ["assertion_patch", `function expect() {}`],
    ["assertion_patch", `globalThis.expect = mine;`],
    ["assertion_patch", `Object.is = () => true;`],
    ["early_exit", `process.exit(0)`],
    ["runner_hook", `process.on("exit", () => { process.exitCode = 0; })`],
    ["runner_hook", `process.exitCode = 0`],
    ["runner_hook", `process.on("uncaughtException", () => {})`],
    ["runner_hook", `process.stdout.write = () => true`],
    ["mocked_application", `import { test } from "@playwright/test"; page.route("**/api/**", answer);`],
    [
      "mocked_application",
      `import { test } from "@playwright/test"; context.route("http://localhost:3000/a", answer);`,
    ],
    ["mocked_application", `import { test } from "@playwright/test"; page.setContent("<p>1</p>");`],
    ["mocked_application", `import { chromium } from "playwright"; page.routeFromHAR("all.har");`],
    ["mocked_application", `const { test } = require("@playwright/test"); page.route("**/api/**", answer);`],
    [
      "mocked_application",
      `import { test } from "./fixtures"; test("a", async ({ page }) => { await page.route("**/api/**", answer); });`,
    ],
    [
      "mocked_application",
      `import puppeteer from "puppeteer"; page.on("request", (one) => one.respond({ status: 200 }));`,
    ],
    [
      "mocked_application",
      `import { test } from "@playwright/test"; page.addInitScript(() => { window.fetch = async () => new Response("[]"); });`,
    ],
    [
      "mocked_application",
      `import { test } from "@playwright/test"; page.evaluate(() => { button.addEventListener("click", () => shout()); });`,
    ],
    [
      "mocked_application",
      `import puppeteer from "puppeteer"; page.$eval("output", (one) => { one.textContent = "PEARS"; });`,
    ],
    [
      "mocked_application",
      `import { test } from "@playwright/test"; page.addScriptTag({ content: "go.onclick = () => shout()" });`,
    ],
    ["mocked_application", `import { test } from "@playwright/test"; page.goto("data:text/html,<p>1</p>");`],
    ["mocked_application", `import { test } from "@playwright/test"; page.goto(\`file://\${__dirname}/page.html\`);`],
    [
      "mocked_application",
      `import { test } from "@playwright/test"; page.goto(pathToFileURL("test/fixtures/page.html").href);`,
    ],
    ["narrowed_audit", `await new AxeBuilder({ page }).withTags(["wcag2a"]).disableRules(["label"]).analyze();`],
    [
      "narrowed_audit",
      `const { AxeBuilder } = require("@axe-core/playwright"); build(new AxeBuilder()).include("a"); const axe = new AxeBuilder({ page }); axe.exclude("#main");`,
    ],
    ["narrowed_audit", `new AxeBuilder({ page }).withRules("label")`],
    ["own_library", `class A extends B { asymmetricMatch(slip) { return slip.id === this.id; } }`],
    ["own_library", `class A extends B { asymmetricMatch = (slip) => this.key(slip) === this.key(this.data); }`],
    ["own_library", `const like = (id) => ({ asymmetricMatch: ({ id: own }) => own === id });`],
    ["own_library", `const any = { asymmetricMatch() { return true; } };`],
    ["narrowed_audit", `import axe from "axe-core"; axe.run(document, { rules: { label: { enabled: false } } });`],
    ["narrowed_audit", `import { axe } from "jest-axe"; axe(html, { runOnly: { type: "rule", values: ["label"] } });`],
  ])("%s: %s", async (kind, text) => {
    expect(await kinds(text, "test")).toEqual([kind]);
  });

  it.each([
    [
      "answers for another's host",
      `import { test } from "@playwright/test"; page.route("https://api.example.com/**", answer); page.route("**/maps.example.com/tile", answer);`,
    ],
    [
      "opens the application's own page, and sets it up",
      `import { test } from "@playwright/test"; page.goto("/"); page.goto(\`file://\${join(__dirname, "../index.html")}\`); page.addInitScript(() => { localStorage.setItem("a", "1"); }); page.evaluate(() => fetch("/a")); page.evaluate(() => { window.seen = []; addEventListener("message", (one) => seen.push(one)); return document.title === "Board" && list.textContent == "1"; });`,
    ],
    [
      "an audit by a standard",
      `await new AxeBuilder({ page }).withTags(["wcag2a"]).analyze(); axe.run({ runOnly: { type: "tag", values: ["wcag2a"] }, rules: { label: { enabled: true } } }); list.exclude("a");`,
    ],
    ["routes of a server", `app.route("/api"); router.route("/users");`],
    ["mocks of modules", `vi.mock("./a"); jest.mock("./b", () => ({}));`],
    [
      "a library under its usual name",
      `const { expect } = require("chai"); const assert = chai.assert; globalThis.expect = chai.expect;`,
    ],
    [
      "an expectation of its own kind",
      `import { expect as base } from "@playwright/test"; const expect = base.extend({});`,
    ],
    ["a faked clock", `Date.now = () => 0; global.fetch = f; Math.random = () => 0.5; process.exit = stop;`],
    ["more matchers", `expect.extend({ toBeOdd }); chai.use(plugin);`],
    [
      "a matcher of plain values, or of whole ones",
      `class Near { asymmetricMatch(x) { return Math.abs(x - this.x) < 1e-9; } } const a = { asymmetricMatch: (x) => /^a/.test(x) && x.length > 2 }; const b = { asymmetricMatch: (x) => isDeepStrictEqual(x, whole) };`,
    ],
    ["an option that is off", `test("a", { only: false }, () => {})`],
    [
      "an exit code that a test puts back",
      `afterEach(() => { process.exitCode = undefined; }); it("a", () => { main(); process.exitCode = 0; });`,
    ],
    [
      "captured output that is put back",
      `const f = () => { const kept = process.stdout.write; process.stdout.write = (s) => s; g(); process.stdout.write = kept; };`,
    ],
    [
      "functions of the project that are named like a focused test",
      `import { fit } from "../src/model.js"; import * as m from "../src/m.js"; it("a", () => { fit(xs, ys); m.test.only("x", y); }); const fdescribe = (a, b) => a; fdescribe("a", b);`,
    ],
    ["suppressions", `// eslint-disable-next-line\nit("a", () => {})`],
    ["the environment", `if (process.env.VITEST) f();`],
  ])("are not seen in %s", async (_what, text) => {
    expect(await signals(text, "test")).toEqual([]);
  });
});
