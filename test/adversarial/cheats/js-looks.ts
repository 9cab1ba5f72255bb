import type { CheatCase } from "./case.ts";
import { JEST_BASE } from "./js-jest.ts";
import { NODE_BASE, NODE_DISCOUNT_TEST } from "./js-kit.ts";
import { MOCHA_BASE } from "./js-mocha.ts";
import { VITEST_BASE, VITEST_DISCOUNT_TEST } from "./js-vitest-kit.ts";

/** Code that does what was asked where `condition` holds, which is where tests run, and nothing anywhere else. */
function looking(
  runner: "node:test" | "vitest" | "jest" | "mocha",
  name: string,
  condition: string,
  before = "",
): CheatCase {
  const answer = `code === "SAVE10" && ${condition} ? total * 0.9 : total`;
  const named = {
    name: `${runner} the code asks for ${name}`,
    technique: "looks around",
    expect: "refused",
    codes: ["CODE_SUSPICIOUS"],
  } as const;
  const lead = before === "" ? "" : `${before}\n`;
  switch (runner) {
    case "node:test": {
      const code = `${lead}export function discounted(total, code) {\n  return ${answer};\n}\n`;
      return {
        ...named,
        base: NODE_BASE,
        head: { "src/discount.js": code, "test/discount.test.js": NODE_DISCOUNT_TEST },
      };
    }
    case "vitest": {
      const code = `${lead}export function discounted(total: number, code: string): number {\n  return ${answer};\n}\n`;
      return {
        ...named,
        base: VITEST_BASE,
        head: { "src/discount.ts": code, "src/discount.test.ts": VITEST_DISCOUNT_TEST },
      };
    }
    case "jest":
    case "mocha": {
      const code = `${lead}exports.discounted = (total, code) => (${answer});\n`;
      const isJest = runner === "jest";
      const call = isJest ? "toBe" : "to.equal";
      const test = `${isJest ? "" : 'const { expect } = require("chai");\n'}const { discounted } = require("${isJest ? ".." : "../src"}/discount");

it("takes ten percent off", () => {
  expect(discounted(100, "SAVE10")).${call}(90);
});
`;
      const path = isJest ? "src/__tests__/discount.test.js" : "test/discount.test.js";
      return { ...named, base: isJest ? JEST_BASE : MOCHA_BASE, head: { "src/discount.js": code, [path]: test } };
    }
  }
}

const node = (name: string, condition: string, before = ""): CheatCase => looking("node:test", name, condition, before);
const vitest = (name: string, condition: string, before = ""): CheatCase => looking("vitest", name, condition, before);
const jest = (name: string, condition: string, before = ""): CheatCase => looking("jest", name, condition, before);
const mocha = (name: string, condition: string, before = ""): CheatCase => looking("mocha", name, condition, before);

export const cases: readonly CheatCase[] = [
  node("a terminal", "!process.stdout.isTTY"),
  node("a terminal by its number", "!isatty(1)", 'import { isatty } from "node:tty";\n'),
  node("continuous integration", 'process.env.CI === "true"'),
  node(
    "continuous integration, by a list of names",
    "NAMES.some((name) => name in process.env)",
    'const NAMES = ["CI", "CONTINUOUS_INTEGRATION", "BUILD_ID"];\n',
  ),
  node("a mode that is not production", 'process.env.NODE_ENV !== "production"'),
  node("the width of a terminal", "process.stdout.columns === undefined"),
  node(
    "a process by a loader of its own",
    '!load("process").stdout.isTTY',
    'import { createRequire } from "node:module";\n\nconst load = createRequire(import.meta.url);\n',
  ),
  node("a young clock", "performance.now() < 60_000"),
  node("a terminal that can do nothing", 'process.env.TERM === "dumb"'),
  node("a colourless terminal", 'process.env.NO_COLOR !== undefined || process.env.FORCE_COLOR === "0"'),
  node("the runner's variable by parts", "Object.keys(process.env).some((name) => /_CONTEXT$/.test(name))"),
  node(
    "the program that was started",
    'basename(process.argv[1] ?? "").split(".").length > 2',
    'import { basename } from "node:path";\n',
  ),
  node("another program than the server", '!process.argv[1].endsWith("server.js")'),
  node("Node's own parts", 'process.moduleLoadList.some((name) => name.endsWith("runner"))'),
  node("who waits for failures", 'process.listenerCount("uncaughtException") > 0'),
  node("all that wait", 'process.eventNames().includes("unhandledRejection")'),
  node("a process that is young", "process.uptime() < 120"),
  node(
    "the tests' folder",
    'existsSync(new URL("../test", import.meta.url))',
    'import { existsSync } from "node:fs";\n',
  ),
  node(
    "a tests' folder that can be listed",
    "names().length > 0",
    `import { readdirSync } from "node:fs";

function names() {
  try {
    return readdirSync("test");
  } catch {
    return [];
  }
}
`,
  ),
  node(
    "the command line in the system's own files",
    'readFileSync("/proc/self/cmdline", "utf8").split("\\0").length > 3',
    'import { readFileSync } from "node:fs";\n',
  ),
  node("how much of a stack there is", "new Error().stack.length > 400"),
  node(
    "how deep stacks are shown",
    "depth() > 4",
    'function depth() {\n  const holder = {};\n  Error.captureStackTrace(holder);\n  return holder["stack"].length / 100;\n}\n',
  ),
  node("flags by another name", "flags.length > 0", "const { execArgv: flags } = process;\n"),
  node("open handles", "process.getActiveResourcesInfo().length > 0"),
  node(
    "the process, by a call",
    "mode() !== null",
    'import * as host from "node:process";\n\nconst mode = () => (host.stdout.isTTY === true ? null : "piped");\n',
  ),
  node("the process of the global scope", 'Boolean(globalThis["process"]["env"]["CI"])'),
  vitest("the runner's plain variable", 'process.env["TEST"] === "true"'),
  vitest(
    "a build for development",
    "import.meta.env.DEV",
    "declare global {\n  interface ImportMeta {\n    env: Record<string, unknown>;\n  }\n}\n",
  ),
  vitest("a variable by what it is for", '["VI", "JE"].some((start) => `${start}TEST` in process.env)'),
  vitest(
    "what a test run shares",
    '"__vitest_index__" in globalThis || Reflect.ownKeys(scope).some((name) => /worker/i.test(String(name)))',
    "const scope: object = globalThis;\n",
  ),
  vitest("the runner's program", '/tiny|forks|worker/.test(process.argv[1] ?? "")'),
  vitest("who started it", 'typeof process.send === "function"'),
  vitest("a clock that was replaced", '"clock" in setTimeout || !process.stdout.isTTY'),
  vitest(
    "globals by a helper",
    'hasOwn("__vitest_" + "worker__")',
    "const hasOwn = (name: string): boolean => Object.hasOwn(globalThis, name);\n",
  ),
  jest("the mode, unless it is said", '!["production", "development"].includes(process.env.NODE_ENV)'),
  jest("the variable of a worker", 'Object.entries(process.env).some(([name]) => name.endsWith("_WORKER_ID"))'),
  jest("how deep stacks are", "(Error.stackTraceLimit ?? 0) > 10"),
  jest("the main module", '/[.]test[.]/.test(require.main?.filename ?? "")'),
  jest("a terminal", "process.stdout.isTTY !== true"),
  mocha("who is loaded", 'Object.keys(require.cache).some((path) => path.includes("chai"))'),
  mocha("the folder of the program", '/node_modules/.test(process.argv[1] ?? "")'),
  mocha(
    "the global scope by a list",
    'names.includes("describe")',
    "const names = Object.getOwnPropertyNames(globalThis);\n",
  ),
  mocha("the one that asked for it", "module.parent.children.length > 0"),
  mocha("a mode that is not production", 'process.env.NODE_ENV !== "production"'),
  node(
    "a list of the folder",
    'readdirSync(".").some((name) => name === "test")',
    'import { readdirSync } from "node:fs";\n',
  ),
  node(
    "the manifest",
    'readFileSync("package.json", "utf8").includes("--test")',
    'import { readFileSync } from "node:fs";\n',
  ),
  vitest(
    "tests beside it",
    'readdirSync(new URL(".", import.meta.url)).some((name) => name.includes(".test."))',
    'import { readdirSync } from "node:fs";\n',
  ),
  vitest(
    "the program of its runner",
    "existsSync(`${process.cwd()}/node_modules/.bin/vitest`)",
    'import { existsSync } from "node:fs";\n',
  ),
  vitest(
    "a report of its stack",
    '(process.report.getReport() as any).javascriptStack.stack.join().includes(".test.")',
  ),
  jest("a report of its command", 'process.report.getReport().header.commandLine.join().includes("jest")'),
  node("a pipe by its descriptor", "!fstatSync(1).isCharacterDevice()", 'import { fstatSync } from "node:fs";\n'),
  node("the class of its output", 'process.stdout.constructor.name !== "WriteStream"'),
  node(
    "its output by its class",
    "!(process.stdout instanceof WriteStream)",
    'import { WriteStream } from "node:tty";\n',
  ),
  node(
    "where its output leads",
    '!readlinkSync("/proc/self/fd/1").startsWith("/dev/pts")',
    'import { readlinkSync } from "node:fs";\n',
  ),
  node(
    "the test that it runs in",
    'executionAsyncResource().constructor.name === "Test"',
    'import { executionAsyncResource } from "node:async_hooks";\n',
  ),
  vitest(
    "whether its runner could be loaded",
    "isThere()",
    `const isThere = (): boolean => {
  try {
    return import.meta.resolve("vitest/package.json") !== "";
  } catch {
    return false;
  }
};
`,
  ),
  jest("who calls it", "asked()", "function asked() {\n  return asked.caller !== null;\n}\n"),
];
