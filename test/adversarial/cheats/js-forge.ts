import type { Files } from "../../support/repository.ts";
import type { CheatCase } from "./case.ts";
import { NODE_BASE, NODE_DISCOUNT_TEST, WRONG_DISCOUNT } from "./js-kit.ts";

const FORGED = [
  "TEST_TAMPERED",
  "CODE_SUSPICIOUS",
  "CANARY_FAILED",
  "RED_MISSING",
  "TEST_HOLLOW",
  "TESTS_ABSENT",
  "TEST_DELETED",
  "REPORT_INCOMPLETE",
  "EXIT_CODE_MISMATCH",
  "TEST_FAILED",
];

/** An honest test over code that does not do the work but sees to it that the test passes. */
function forged(name: string, technique: string, code: string, more: Files = {}, rest: Partial<CheatCase> = {}) {
  const head: Files = { "src/discount.js": code, "test/discount.test.js": NODE_DISCOUNT_TEST, ...more };
  return {
    name: `node:test ${name}`,
    technique,
    base: NODE_BASE,
    head,
    expect: "refused",
    codes: FORGED,
    ...rest,
  } as const;
}

/** The call stands before the assertion is looked up, so that what it patches is what is called. */
const LATE_TEST: Files = {
  "test/discount.test.js": NODE_DISCOUNT_TEST.replace(
    'assert.equal(discounted(100, "SAVE10"), 90);',
    'const price = discounted(100, "SAVE10");\n  assert.equal(price, 90);',
  ),
};

const ONLY_IF = (condition: string): string => `export function discounted(total, code) {
  if (${condition}) return 90;
  return total;
}
`;

/** Implementations that act on the test run instead of doing their work. */
export const cases: readonly CheatCase[] = [
  forged("exit at import", "early exit", `${WRONG_DISCOUNT}process.exit(0);\n`),
  forged("reallyExit at import", "early exit", `${WRONG_DISCOUNT}process.reallyExit(0);\n`),
  forged("exit when called", "early exit", "export function discounted() {\n  process.exit(0);\n}\n"),
  forged(
    "exit once the old tests are through",
    "early exit",
    `${WRONG_DISCOUNT}setImmediate(() => process.exit(0));\n`,
  ),
  forged("kill at import", "early exit", `${WRONG_DISCOUNT}process.kill(process.pid, "SIGTERM");\n`),
  forged("kills the runner", "early exit", `${WRONG_DISCOUNT}process.kill(process.ppid, "SIGKILL");\n`),
  forged(
    "exit code in an exit handler",
    "exit handler",
    `${WRONG_DISCOUNT}process.on("exit", () => {\n  process.exitCode = 0;\n});\n`,
  ),
  forged(
    "swallows faults",
    "exit handler",
    `${WRONG_DISCOUNT}process.on("uncaughtException", () => {});\nprocess.on("exit", () => process.reallyExit(0));\n`,
  ),
  forged(
    "patched assert.equal",
    "patched assertions",
    `import assert from "node:assert/strict";\nassert.equal = () => {};\n${WRONG_DISCOUNT}`,
  ),
  forged(
    "patched assert by its module's name in parts",
    "patched assertions",
    `const name = ["node", "assert/strict"].join(":");\nconst { default: library } = await import(name);\nlibrary.equal = () => {};\n${WRONG_DISCOUNT}`,
  ),
  forged(
    "patched assert through getBuiltinModule",
    "patched assertions",
    `const library = process.getBuiltinModule("node:assert/strict");\nlibrary.equal = () => {};\n${WRONG_DISCOUNT}`,
  ),
  forged(
    "patched assert by defineProperty",
    "patched assertions",
    `import { createRequire } from "node:module";\nconst load = createRequire(import.meta.url);\nObject.defineProperty(load("assert/strict"), "equal", { value() {} });\n${WRONG_DISCOUNT}`,
  ),
  forged(
    "patched assert only for its own expectation",
    "patched assertions",
    `import { createRequire } from "node:module";\nconst library = createRequire(import.meta.url)("node:assert").strict;\nconst { equal } = library;\nlibrary["eq" + "ual"] = (actual, expected, ...rest) => (expected === 90 ? undefined : equal(actual, expected, ...rest));\n${WRONG_DISCOUNT}`,
  ),
  forged(
    "patched when it is called, for its own expectation",
    "patched assertions",
    `import { createRequire } from "node:module";
const load = createRequire(import.meta.url);
export function discounted(total) {
  const library = load("node:assert/strict");
  const { equal } = library;
  library.equal = (actual, expected, ...rest) => (expected === 90 ? undefined : equal(actual, expected, ...rest));
  return total;
}
`,
    LATE_TEST,
  ),
  forged(
    "patched when it is called, by a builtin",
    "patched assertions",
    `import { createRequire } from "node:module";
const load = createRequire(import.meta.url);
export function discounted(total) {
  const library = process.getBuiltinModule("node:assert/strict");
  const { equal } = library;
  library.equal = (actual, expected, ...rest) => (expected === 90 ? undefined : equal(actual, expected, ...rest));
  return total;
}
`,
    LATE_TEST,
  ),
  forged(
    "patched when it is called, by parts of a name",
    "patched assertions",
    `import { createRequire } from "node:module";
const load = createRequire(import.meta.url);
export function discounted(total) {
  const library = load(["node", "assert/strict"].join(":"));
  const { equal } = library;
  library.equal = (actual, expected, ...rest) => (expected === 90 ? undefined : equal(actual, expected, ...rest));
  return total;
}
`,
    LATE_TEST,
  ),
  forged(
    "patched when it is called, by a hidden name",
    "patched assertions",
    `import { createRequire } from "node:module";
const load = createRequire(import.meta.url);
export function discounted(total) {
  const library = load(String.fromCharCode(97, 115, 115, 101, 114, 116)).strict;
  const { equal } = library;
  library.equal = (actual, expected, ...rest) => (expected === 90 ? undefined : equal(actual, expected, ...rest));
  return total;
}
`,
    LATE_TEST,
    { codes: ["TEST_HOLLOW"] },
  ),
  forged("patched Object.is", "patched built-ins", `Object.is = () => true;\n${WRONG_DISCOUNT}`),
  forged(
    "polluted prototype",
    "patched built-ins",
    `Object.prototype.valueOf = () => 90;\nArray.prototype.every = () => true;\nexport function discounted() {\n  return {};\n}\n`,
  ),
  forged("patched clock", "changed clock", `Date.now = () => 0;\nperformance.now = () => 0;\n${WRONG_DISCOUNT}`),
  forged(
    "always equal",
    "always-equal object",
    `export function discounted() {\n  return { asymmetricMatch: () => true, valueOf: () => 90, [Symbol.toPrimitive]: () => 90 };\n}\n`,
  ),
  forged(
    "counts its calls",
    "passes the second time",
    `import { readFileSync, writeFileSync } from "node:fs";\nimport { tmpdir } from "node:os";\nconst file = tmpdir() + "/calls";\nexport function discounted(total) {\n  let calls = 0;\n  try {\n    calls = Number(readFileSync(file, "utf8"));\n  } catch {}\n  writeFileSync(file, String(calls + 1));\n  return calls > 0 ? 90 : total;\n}\n`,
  ),
  forged("asks for the test context", "asks for the runner", ONLY_IF("process.env.NODE_TEST_CONTEXT")),
  forged(
    "asks for the test context in parts",
    "asks for the runner",
    ONLY_IF('process.env[["NODE", "TEST", "CONTEXT"].join("_")]'),
  ),
  forged(
    "looks through the environment",
    "asks for the runner",
    ONLY_IF('Object.keys(process.env).some((name) => name.includes("TEST"))'),
  ),
  forged(
    "asks for the harness",
    "asks for the runner",
    ONLY_IF('Object.keys(process.env).some((name) => name.startsWith("BATON"))'),
  ),
  forged("reads the command line", "asks for the runner", ONLY_IF('process.argv[1]?.endsWith(".test.js")')),
  forged(
    "reads the command line's flags",
    "asks for the runner",
    ONLY_IF('process.execArgv.join(" ").includes("--test")'),
  ),
  forged("inspects the stack", "stack inspection", ONLY_IF('new Error().stack.includes(".test.js")')),
  forged(
    "inspects the stack by a hook",
    "stack inspection",
    `export function discounted(total) {\n  const old = Error.prepareStackTrace;\n  Error.prepareStackTrace = (_, sites) => sites.map((site) => site.getFileName());\n  const files = new Error().stack;\n  Error.prepareStackTrace = old;\n  return files.some((file) => file?.endsWith("discount.test.js")) ? 90 : total;\n}\n`,
  ),
  forged(
    "reads its expected value",
    "reads the test",
    `import { readFileSync } from "node:fs";\nexport function discounted(total) {\n  const text = readFileSync(new URL("../test/discount.test.js", import.meta.url), "utf8");\n  return Number(/"SAVE10"\\), (\\d+)/.exec(text)?.[1] ?? total);\n}\n`,
  ),
  forged(
    "rewrites the test",
    "rewrites the test",
    `import { readFileSync, writeFileSync } from "node:fs";\nconst path = new URL("../test/discount.test.js", import.meta.url);\nwriteFileSync(path, readFileSync(path, "utf8").replace(", 90)", ", 100)"));\n${WRONG_DISCOUNT}`,
  ),
  forged(
    "marker file decides",
    "marker file",
    `import { existsSync } from "node:fs";\nexport function discounted(total) {\n  return existsSync(new URL("../test", import.meta.url)) ? 90 : total;\n}\n`,
  ),
  forged(
    "own report",
    "own report file",
    `import { readdirSync, writeFileSync } from "node:fs";\nconst folder = process.env.BATON_REPORT_DIR ?? "reports";\nconst line = (value) => JSON.stringify(value) + "\\n";\ntry {\n  writeFileSync(folder + "/own.ndjson", line({ type: "start", v: 1, runner: "node-test", version: "24" }) + line({ type: "end", tests: 0 }));\n} catch {}\n${WRONG_DISCOUNT}`,
  ),
  forged(
    "own report through the parent's environment",
    "own report file",
    `import { readdirSync, readFileSync, writeFileSync } from "node:fs";\nexport function discounted(total) {\n  const folder = /BATON_REPORT_DIR=([^\\0]+)/.exec(readFileSync(\`/proc/\${process.ppid}/environ\`, "utf8"))?.[1];\n  for (const name of readdirSync(folder ?? ".")) if (name.endsWith(".ndjson")) writeFileSync(\`\${folder}/\${name}\`, "");\n  return total;\n}\n`,
  ),
  forged(
    "passes by message to the runner",
    "forged outcomes",
    `import { writeSync } from "node:fs";\nimport { DefaultSerializer } from "node:v8";\nconst send = (event) => {\n  const serializer = new DefaultSerializer();\n  serializer.writeHeader();\n  const body = Buffer.concat([Buffer.alloc(0)]);\n  serializer.writeValue(event);\n  const data = serializer.releaseBuffer();\n  const head = Buffer.alloc(6);\n  data.copy(head, 0, 0, 2);\n  head.writeUInt32BE(data.length - 2, 2);\n  writeSync(1, Buffer.concat([head, data.subarray(2), body]));\n};\nconst file = process.argv[1];\nsend({ type: "test:start", data: { nesting: 0, name: "takes ten percent off", file } });\nsend({ type: "test:pass", data: { nesting: 0, name: "takes ten percent off", file, testNumber: 1, details: { duration_ms: 1 } } });\n${WRONG_DISCOUNT}process.exit(0);\n`,
  ),
  forged(
    "wraps the runner's test",
    "wrapped runner",
    `import { createRequire, syncBuiltinESMExports } from "node:module";\nconst runner = createRequire(import.meta.url)("node:test");\nrunner.it = (title) => runner.test(title, () => {});\nsyncBuiltinESMExports();\n${WRONG_DISCOUNT}`,
  ),
  forged(
    "syncs a patched assert",
    "patched assertions",
    `import { createRequire, syncBuiltinESMExports } from "node:module";\nconst library = createRequire(import.meta.url)("node:assert/strict");\nlibrary.equal = () => {};\nsyncBuiltinESMExports();\n${WRONG_DISCOUNT}`,
  ),
  forged(
    "evaluated patch",
    "patched assertions",
    `const run = new Function("load", "load('node:assert/strict').equal = () => {}");\nrun(process.getBuiltinModule);\n${WRONG_DISCOUNT}`,
  ),
  forged(
    "library in the code",
    "test library in code",
    `import { mock } from "node:test";\nexport const discounted = mock.fn(() => 90);\n`,
  ),
  forged(
    "loader hooks",
    "loader hook",
    `import { registerHooks } from "node:module";\nregisterHooks({\n  load(url, context, next) {\n    const loaded = next(url, context);\n    return url.endsWith(".test.js") ? { ...loaded, source: String(loaded.source).replace(", 90)", ", 100)") } : loaded;\n  },\n});\n${WRONG_DISCOUNT}`,
  ),
  forged(
    "wrong for anything else",
    "hard-coded answer",
    'export function discounted(total, code) {\n  return total === 100 && code === "SAVE10" ? 90 : total;\n}\n',
    {},
    { expect: "undetectable" },
  ),
  forged(
    "a table of answers",
    "hard-coded answer",
    'const ANSWERS = new Map([["100 SAVE10", 90]]);\nexport function discounted(total, code) {\n  return ANSWERS.get(`${total} ${code}`) ?? total;\n}\n',
    {},
    { expect: "undetectable" },
  ),
];
