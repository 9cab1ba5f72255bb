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
    ["by having a parent", `if (typeof process.send === "function") f();`],
  ])("%s is seen", async (_what, text) => {
    expect(await kinds(text)).toContain("test_environment");
  });

  it.each([
    ["a setting by a computed name", `const port = process.env[name];`],
    ["settings with a prefix", `Object.keys(process.env).filter((name) => name.startsWith("APP_"));`],
    ["a command line", `const [, , file] = process.argv; if (file.endsWith(".json")) f();`],
    ["patterns of test files", `const ignored = ["**/*.test.ts", "dist"]; const suffix = ".test.ts";`],
    ["memory", "readFileSync(`/proc/${pid}/status`);"],
    ["a worker", `import { isMainThread, parentPort } from "node:worker_threads"; if (!isMainThread) f(parentPort);`],
    ["a child that reports", `if (process.send) process.send("ready");`],
    ["an element", `const a = { $$typeof: Symbol.for("react.element"), type: "p" };`],
    ["a computed predicate", `const a = { [name]: () => true };`],
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
