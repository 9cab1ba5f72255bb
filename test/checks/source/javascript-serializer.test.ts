import { expect, it } from "vitest";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";

const tool = createJavaScriptSource();

async function kinds(head: string): Promise<string[]> {
  const signals = await tool.signals([{ path: "test/a.test.ts", base: null, head }], "test");
  return signals.map(({ kind }) => kind);
}

it.each([
  `expect.addSnapshotSerializer({ test: () => true, print: () => "a value" });`,
  `expect.addSnapshotSerializer({ test() { return true; }, serialize() { return "a value"; } });`,
  `module.exports = { test: (value) => typeof value === "object" && value !== null, print: (value, serialize) => "a value" };`,
  `const print = () => TEXT;\nfunction test(value) { return Boolean(value); }\nexport default { test, print };`,
])("%s prints everything alike", async (text) => {
  expect(await kinds(text)).toEqual(["always_equal"]);
});

it.each([
  `expect.addSnapshotSerializer({ test: (value) => value instanceof Date, print: () => "a date" });`,
  `expect.addSnapshotSerializer({ test: (value) => typeof value === "string", print: (value) => value.replace(ROOT, "") });`,
  `expect.addSnapshotSerializer({ test: ({ id }) => id !== undefined, print: () => "a row" });`,
  `expect.addSnapshotSerializer({ test: (value) => value && value.$$type === "node", print: () => "a node" });`,
  `const rule = { test: /a/, print: () => "a" };`,
])("%s does not", async (text) => {
  expect(await kinds(text)).toEqual([]);
});
