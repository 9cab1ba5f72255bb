import { describe, expect, it } from "vitest";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";
import { SURROUNDINGS } from "../../../src/schema/source.ts";

const tool = createJavaScriptSource();
const disguise = async (head: string, base: string | null = null, path = "src/a.js") =>
  (await tool.disguise?.([{ path, base, head }], SURROUNDINGS)) ?? [];
const about = async (head: string, base: string | null = null) =>
  (await disguise(head, base, "src/a.ts")).flatMap(({ asks }) => asks.map((one) => one.about));

describe("what code asks of its surroundings", () => {
  it.each([
    ["terminal", "export const a = () => process.stdout.isTTY;"],
    ["terminal", 'import { isatty } from "node:tty"; export const a = () => isatty(1);'],
    ["terminal", "export const a = (stream = process.stdout) => stream.isTTY;"],
    ["mode", 'export const a = () => process.env.NODE_ENV !== "production";'],
    ["mode", "export const a = () => import.meta.env.DEV;"],
    ["mode", 'export const a = (env) => env.NODE_ENV === "test";'],
    ["environment", "export const a = (env = process.env) => Boolean(env.NODE_TEST_CONTEXT);"],
    ["environment", "export const a = (env) => Boolean(env.VITEST);"],
    ["environment", "export const a = () => process.env.CI;"],
    ["environment", "export const a = (name) => process.env[name];"],
    ["environment", "const { CI } = process.env; export const a = CI;"],
    ["environment", 'import { env } from "process"; export const a = () => Object.keys(env);'],
    ["start", "export const a = () => process.argv[1];"],
    ["start", "const { execArgv: flags } = process; export const a = () => flags;"],
    ["start", "exports.a = () => require.main.filename;"],
    ["process", 'export const a = () => process.listenerCount("exit");'],
    ["globals", "export const a = (name) => name in globalThis;"],
    ["stack", "export const a = () => new Error().stack.length;"],
    ["files", 'import { existsSync } from "node:fs"; export const a = () => existsSync("test");'],
  ] as const)("%s: %s", async (expected, text) => {
    expect(await about(text)).toContain(expected);
  });

  it.each([
    ["a variable of its own", "export const a = () => process.env.APP_PORT;"],
    ["variables of its own", "export const a = (name) => process.env[`FEATURE_${name}`];"],
    ["what it was given", "export const a = () => process.argv.slice(2);"],
    ["where it writes", 'export const a = () => process.stdout.write("a");'],
    ["the platform", 'export const a = () => process.platform === "win32" && process.exit(1);'],
    ["a global of the host", "export const a = () => globalThis.fetch;"],
    ["another member of what it is given", 'export const a = (config) => config.env === "test";'],
    ["a parameter of that name", "export const a = (process) => process.stdout.isTTY;"],
    ["a guard of a server", 'if (process.env.NODE_ENV !== "test") server.listen(1);'],
    ["files of its own", 'import { existsSync } from "node:fs"; export const a = () => existsSync("settings.json");'],
    ["a type", "export type A = typeof process.env;"],
  ])("%s is no such question", async (_what, text) => {
    expect(await about(text)).toEqual([]);
  });

  it("only what base did not ask counts, and only that is answered", async () => {
    const old = "export const a = () => process.stdout.isTTY;\n";
    expect(await about(old, old)).toEqual([]);
    const [file] = await disguise(`${old}export const b = () => process.env.CI;\n`, old);
    expect(file?.asks.map(({ line }) => line)).toEqual([2]);
    expect(file?.text).toContain("a = () => process.stdout.isTTY;");
  });

  it("keeps the lines where they are", async () => {
    const [file] = await disguise("\nexport const a = () => process.stdout.isTTY;\n// last\n");
    expect(file?.text.split("\n")[2]).toBe("// last");
  });
});
