import type { Files } from "../../support/repository.ts";
import type { HonestCase } from "./case.ts";

/** How a file is written: ES modules, CommonJS, or TypeScript. */
export type Kind = "esm" | "cjs" | "ts";

/** A case of one module and its test, each in a file of its own. */
export const pair = (
  t: Dialect,
  name: string,
  kind: Kind,
  names: string,
  source: string,
  test: string,
): HonestCase => ({
  name,
  head: { ...t.source(kind, "src/subject", source), ...t.test(kind, "test/subject", names, "../src/subject", test) },
});

const TEST_NAMES = [
  "describe",
  "context",
  "suite",
  "it",
  "test",
  "specify",
  "before",
  "after",
  "beforeEach",
  "afterEach",
  "beforeAll",
  "afterAll",
];

/** How one runner's users write what all runners can say. Every member answers source text. */
export interface Dialect {
  readonly family: string;
  is(actual: string, expected: string): string;
  equal(actual: string, expected: string): string;
  ok(value: string): string;
  notOk(value: string): string;
  throws(call: string, pattern: string): string;
  throwsType(call: string, type: string): string;
  notThrows(call: string): string;
  rejects(promise: string, pattern: string): string;
  matches(text: string, pattern: string): string;
  readonly before: string;
  readonly after: string;
  readonly spy: string;
  calls(spy: string): string;
  readonly timers: { readonly start: string; readonly stop: string; tick(ms: number): string };
  source(kind: Kind, stem: string, text: string): Files;
  /** A test file beside or away from its subject; `from` is the subject's path without extension. */
  test(kind: Kind, stem: string, names: string, from: string, body: string): Files;
}

interface Style {
  readonly family: string;
  /** Lines that load what a body uses; by kind, since CommonJS writes them otherwise. */
  readonly imports: (kind: Kind, body: string) => string;
  readonly extension: (kind: Kind) => string;
  /** How the subject is imported where the runner has its own module system. */
  readonly alwaysImports?: boolean;
}

function files(style: Style): Pick<Dialect, "family" | "source" | "test"> {
  const { family, extension } = style;
  return {
    family,
    source: (kind, stem, text) => ({ [`${stem}.${extension(kind)}`]: `${text.trim()}\n` }),
    test(kind, stem, names, from, body) {
      const path = `${from}.${extension(kind)}`;
      const isRequired = kind === "cjs" && style.alwaysImports !== true;
      const subject = isRequired ? `const ${names} = require("${path}");` : `import ${names} from "${path}";`;
      const own = kind === "cjs" && style.alwaysImports === true ? "js" : extension(kind);
      const text = [style.imports(kind, body), names === "" ? "" : subject, "", body.trim(), ""].join("\n");
      return { [`${stem}.test.${own}`]: text.trimStart() };
    },
  };
}

const used = (names: readonly string[], body: string): string[] =>
  names.filter((name) => new RegExp(`\\b${name}[.(]`).test(body));

const load = (kind: Kind, names: string, module: string): string =>
  kind === "cjs" ? `const ${names} = require("${module}");\n` : `import ${names} from "${module}";\n`;

const jestLike = {
  is: (actual: string, expected: string) => `expect(${actual}).toBe(${expected});`,
  equal: (actual: string, expected: string) => `expect(${actual}).toEqual(${expected});`,
  ok: (value: string) => `expect(${value}).toBe(true);`,
  notOk: (value: string) => `expect(${value}).toBe(false);`,
  throws: (call: string, pattern: string) => `expect(() => ${call}).toThrow(${pattern});`,
  throwsType: (call: string, type: string) => `expect(() => ${call}).toThrow(${type});`,
  notThrows: (call: string) => `expect(() => ${call}).not.toThrow();`,
  rejects: (promise: string, pattern: string) => `await expect(${promise}).rejects.toThrow(${pattern});`,
  matches: (text: string, pattern: string) => `expect(${text}).toMatch(${pattern});`,
  before: "beforeAll",
  after: "afterAll",
  calls: (spy: string) => `${spy}.mock.calls`,
};

export const vitest: Dialect = {
  ...jestLike,
  ...files({
    family: "vitest",
    alwaysImports: true,
    extension: (kind) => ({ esm: "js", cjs: "cjs", ts: "ts" })[kind],
    imports: (_kind, body) => `import { ${used([...TEST_NAMES, "expect", "vi"], body).join(", ")} } from "vitest";`,
  }),
  spy: "vi.fn()",
  timers: { start: "vi.useFakeTimers();", stop: "vi.useRealTimers();", tick: (ms) => `vi.advanceTimersByTime(${ms});` },
};

export const jest: Dialect = {
  ...jestLike,
  ...files({
    family: "jest",
    extension: (kind) => ({ esm: "js", cjs: "js", ts: "ts" })[kind],
    imports: () => "",
  }),
  spy: "jest.fn()",
  timers: {
    start: "jest.useFakeTimers();",
    stop: "jest.useRealTimers();",
    tick: (ms) => `jest.advanceTimersByTime(${ms});`,
  },
};

const assertCalls = {
  is: (actual: string, expected: string) => `assert.strictEqual(${actual}, ${expected});`,
  equal: (actual: string, expected: string) => `assert.deepStrictEqual(${actual}, ${expected});`,
  ok: (value: string) => `assert.ok(${value});`,
  notOk: (value: string) => `assert.equal(${value}, false);`,
  throws: (call: string, pattern: string) => `assert.throws(() => ${call}, ${pattern});`,
  throwsType: (call: string, type: string) => `assert.throws(() => ${call}, ${type});`,
  notThrows: (call: string) => `assert.doesNotThrow(() => ${call});`,
  rejects: (promise: string, pattern: string) => `await assert.rejects(${promise}, ${pattern});`,
  matches: (text: string, pattern: string) => `assert.match(${text}, ${pattern});`,
};

const nativeExtension = (kind: Kind): string => ({ esm: "js", cjs: "cjs", ts: "ts" })[kind];

export const nodeTest: Dialect = {
  ...assertCalls,
  ...files({
    family: "node-test",
    extension: nativeExtension,
    imports: (kind, body) =>
      load(kind, `{ ${used([...TEST_NAMES, "mock"], body).join(", ")} }`, "node:test") +
      load(kind, "assert", kind === "ts" ? "node:assert" : "node:assert/strict").trimEnd(),
  }),
  before: "before",
  after: "after",
  spy: "mock.fn()",
  calls: (spy) => `${spy}.mock.calls.map((call) => call.arguments)`,
  timers: {
    start: 'mock.timers.enable({ apis: ["setTimeout", "setInterval"] });',
    stop: "mock.timers.reset();",
    tick: (ms) => `mock.timers.tick(${ms});`,
  },
};

const mochaCommon = {
  before: "before",
  after: "after",
  spy: "sinon.fake()",
  calls: (spy: string) => `${spy}.args`,
  timers: {
    start: "clock = sinon.useFakeTimers();",
    stop: "clock.restore();",
    tick: (ms: number) => `clock.tick(${ms});`,
  },
};

const mochaFiles = (assertion: string, module: string) =>
  files({
    family: "mocha",
    extension: nativeExtension,
    imports: (kind, body) =>
      load(kind, assertion, module) +
      (/\bassert\.(rejects|doesNotReject)/.test(body) && module !== "node:assert/strict"
        ? load(kind, "assert", "node:assert/strict")
        : "") +
      (/\bsinon\./.test(body)
        ? `${load(kind, "sinon", "sinon")}${body.includes("clock") ? "\nlet clock;\n" : ""}`
        : ""),
  });

/** mocha with chai's expect. */
export const mochaExpect: Dialect = {
  ...assertCalls,
  ...mochaCommon,
  ...mochaFiles("{ expect }", "chai"),
  is: (actual, expected) => `expect(${actual}).to.equal(${expected});`,
  equal: (actual, expected) => `expect(${actual}).to.deep.equal(${expected});`,
  ok: (value) => `expect(${value}).to.be.true;`,
  notOk: (value) => `expect(${value}).to.be.false;`,
  throws: (call, pattern) => `expect(() => ${call}).to.throw(${pattern});`,
  throwsType: (call, type) => `expect(() => ${call}).to.throw(${type});`,
  notThrows: (call) => `expect(() => ${call}).not.to.throw();`,
  matches: (text, pattern) => `expect(${text}).to.match(${pattern});`,
};

/** mocha with node's assert. */
export const mochaAssert: Dialect = {
  ...assertCalls,
  ...mochaCommon,
  ...mochaFiles("assert", "node:assert/strict"),
};
