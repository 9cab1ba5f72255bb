import { parseSource } from "../../../src/checks/source/javascript/parse.ts";
import { createScope } from "../../../src/checks/source/javascript/registrations.ts";
import { replacedIn } from "../../../src/checks/source/javascript/replaced.ts";
import { describe, expect, it } from "vitest";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";

const tool = createJavaScriptSource();

type Files = Readonly<Record<string, string>>;

/** Where a change lets its tests answer for what it changes; files that `base` has as well are as they were. */
async function mocked(head: Files, base: Files = {}): Promise<string[]> {
  const isTest = (path: string): boolean => path.startsWith("test/");
  const changed = Object.entries(head).flatMap(([path, text]) =>
    base[path] === text ? [] : [{ path, base: base[path] ?? null, head: text }],
  );
  const signals = await tool.together?.({
    code: changed.filter(({ path }) => !isTest(path)).map(({ path, head: text }) => ({ path, text })),
    before: Object.entries(base).flatMap(([path, text]) =>
      isTest(path) || head[path] === text ? [] : [{ path, text }],
    ),
    tests: changed.filter(({ path }) => isTest(path)),
    paths: new Set(Object.keys(head)),
    testPaths: Object.keys(head).filter(isTest),
    read: (paths) => paths.flatMap((path) => (head[path] === undefined ? [] : [{ path, text: head[path] }])),
  });
  return (signals ?? []).map(({ path, line, kind }) => `${kind} ${path}:${line}`);
}

const WALLET = `import { round } from "./rates";\nexport const statement = (n) => \`\${round(n)} EUR\`;`;
const OLD_RATES = `export function rate() { return 1; }`;
const RATES = `${OLD_RATES}\nexport function round(n) { return Math.floor(n); }`;
const TEST = `import { statement } from "../src/wallet";\nit("a", () => expect(statement(1.5)).toBe("2 EUR"));\n`;
const CODE = { "src/wallet.ts": WALLET, "src/rates.ts": RATES };
const BASE = { "src/wallet.ts": "export const worth = 1;", "src/rates.ts": OLD_RATES };
const CLASS = `export class Rates { rate() { return 1; } round(n) { return Math.floor(n); } }`;
const OLD_CLASS = `export class Rates { rate() { return 1; } }`;

describe("a test that answers in the place of what its change adds", () => {
  it.each([
    ["a factory", `vi.mock("../src/rates", () => ({ round: (n) => Math.round(n) }));`],
    [
      "a factory beside the code",
      `vi.mock("../src/rates.ts", async (load) => ({ ...(await load()), round: () => 2 }));`,
    ],
    [
      "jest's",
      `jest.mock("../src/rates", () => { const real = jest.requireActual("../src/rates"); return { ...real, round: jest.fn((n) => 2) }; });`,
    ],
    ["a function of its own", `function round(n) { return 2; }\nvi.mock("../src/rates", () => ({ round }));`],
    [
      "a hoisted function",
      `const fakes = vi.hoisted(() => ({ round: vi.fn(() => 2) }));\nvi.mock("../src/rates", () => ({ round: fakes.round }));`,
    ],
    [
      "a hoisted function that is told",
      `const { round } = vi.hoisted(() => ({ round: vi.fn() }));\nvi.mock("../src/rates", () => ({ round }));\nround.mockReturnValue(2);`,
    ],
    ["a file of its own", `jest.mock("../src/rates", () => require("./fakes/rates"));`],
    [
      "an answer that it is told",
      `import { round } from "../src/rates";\nvi.mock("../src/rates");\nvi.mocked(round).mockReturnValue(2);`,
    ],
    [
      "an answer of a required module",
      `jest.mock("../src/rates");\nconst rates = require("../src/rates");\nrates.round.mockReturnValue(2);`,
    ],
    ["a spy", `import * as rates from "../src/rates";\nvi.spyOn(rates, "round").mockReturnValue(2);`],
    ["jasmine's spy", `import * as rates from "../src/rates";\nspyOn(rates, "round").and.returnValue(2);`],
    ["sinon's stub", `import * as rates from "../src/rates";\nsinon.stub(rates, "round").returns(2);`],
    ["node's module", `mock.module("../src/rates.ts", { namedExports: { round: () => 2 } });`],
    ["node's method", `const rates = require("../src/rates");\nmock.method(rates, "round", () => 2);`],
    ["an assignment", `const rates = require("../src/rates");\nrates.round = () => 2;`],
    ["an alias", `vi.mock("@/rates", () => ({ round: () => 2 }));`],
  ])("%s is seen", async (_what, text) => {
    expect(await mocked({ ...CODE, "test/a.test.ts": `${text}\n${TEST}` }, BASE)).toHaveLength(1);
  });

  it("a spy alone replaces nothing, but for jasmine's", async () => {
    const members = async (load: string, how = ""): Promise<string[]> => {
      const text = `${load}import * as rates from "../src/rates";\nspyOn(rates, "round")${how};\n`;
      const source = await parseSource({ path: "test/a.test.ts", text });
      return source === null ? [] : [...replacedIn(createScope(source)).members];
    };
    const bun = 'import { spyOn } from "bun:test";\n';
    expect(await members(bun)).toEqual([]);
    expect(await members(bun, ".mockReturnValue(2)")).toEqual(["rates#round"]);
    expect(await members("")).toEqual(["rates#round"]);
    expect(await members("", ".and.callThrough()")).toEqual([]);
  });

  it("is seen where it stands in a file that is loaded before all tests", async () => {
    const setup = `jest.mock("../src/rates", () => ({ round: () => 2 }));`;
    const real = `import { round } from "../src/rates";\nit("b", () => expect(round(1.5)).toBe(2));`;
    const files = { ...CODE, "test/setup.ts": setup, "test/a.test.ts": TEST, "test/rates.test.ts": real };
    expect(await mocked(files, BASE)).toEqual(["mocked_change test/setup.ts:1"]);
  });

  it("is seen where the module leans on what changed", async () => {
    const rates = (step: number): string => `const STEP = ${step};\nexport const round = (n) => Math.floor(n / STEP);`;
    const test = `vi.mock("../src/rates", () => ({ round: () => 2 }));\n${TEST}`;
    const files = { ...CODE, "src/rates.ts": rates(2), "test/a.test.ts": test };
    expect(await mocked(files, { ...BASE, "src/rates.ts": rates(1) })).toHaveLength(1);
  });

  it("is seen where a module hands it on", async () => {
    const test = `vi.mock("../src", () => ({ round: () => 2 }));\n${TEST}`;
    const index = { "src/index.ts": `export * from "./rates";` };
    expect(await mocked({ ...CODE, ...index, "test/a.test.ts": test }, { ...BASE, ...index })).toHaveLength(1);
  });

  it("is seen where a module hands it on as a member of its own", async () => {
    const test = `jest.mock("../src", () => ({ round: () => 2 }));\n${TEST}`;
    const files = {
      ...CODE,
      "src/round.js": "module.exports = (n) => Math.floor(n);",
      "src/index.js": `module.exports = { round: require("./round") };`,
    };
    expect(await mocked({ ...files, "test/a.test.ts": test }, BASE)).toHaveLength(1);
  });

  it("is seen of a method", async () => {
    const test = `import { Rates } from "../src/rates";\nvi.spyOn(Rates.prototype, "round").mockReturnValue(2);\n${TEST}`;
    const other = `import { Rates } from "../src/rates";\nit("b", () => expect(new Rates().rate()).toBe(1));`;
    const files = { ...CODE, "src/rates.ts": CLASS, "test/a.test.ts": test, "test/rates.test.ts": other };
    expect(await mocked(files, { ...BASE, "src/rates.ts": OLD_CLASS })).toHaveLength(1);
  });

  it.each([
    ["imports something else of it", `import { rate } from "../src/rates";\nit("b", () => expect(rate()).toBe(1));`],
    [
      "uses something else of it",
      `import * as rates from "../src/rates";\nit("b", () => expect(rates.rate()).toBe(1));`,
    ],
    [
      "asks whether it is there",
      `import { round } from "../src/rates";\nit("b", () => expect(typeof round).toBe("function"));`,
    ],
    [
      "mocks it, too",
      `import { round } from "../src/rates";\nvi.mock("../src/rates", () => ({ round: () => 2 }));\nit("b", () => expect(round()).toBe(2));`,
    ],
    [
      "has it mocked without a word",
      `import { round } from "../src/rates";\nvi.mock("../src/rates");\nit("b", () => expect(round()).toBe(undefined));`,
    ],
    ["is no test", `import { round } from "../src/rates";\nexport const two = round(2.1);`],
  ])("is seen beside a file that %s", async (_what, other) => {
    const test = `vi.mock("../src/rates", () => ({ round: (n) => 2 }));\n${TEST}`;
    const files = { ...CODE, "test/a.test.ts": test, "test/b.test.ts": other };
    expect(await mocked(files, BASE)).toContain("mocked_change test/a.test.ts:1");
  });
});

describe("a test that answers for what its code stands on", () => {
  const FACTORY = `vi.mock("../src/rates", () => ({ round: (n) => 2 }));\n${TEST}`;

  it("is none where the change leaves that as it is", async () => {
    expect(await mocked({ ...CODE, "test/a.test.ts": FACTORY }, { "src/rates.ts": RATES })).toEqual([]);
  });

  it("is none where the change leaves that part as it is", async () => {
    const test = `vi.mock("../src/rates", async (load) => ({ ...(await load()), rate: () => 2 }));\n${TEST}`;
    expect(await mocked({ ...CODE, "test/a.test.ts": test }, BASE)).toEqual([]);
  });

  it.each([
    ["by name", `import { round } from "../src/rates.js";\nit("b", () => expect(round(1.5)).toBe(2));`],
    ["by the module", `import * as rates from "../src/rates";\nit("b", () => expect(rates.round(1.5)).toBe(2));`],
    ["required", `const { round } = require("../src/rates");\nit("b", () => expect(round(1.5)).toBe(2));`],
    [
      "in a table",
      `import { round } from "../src/rates";\nit.each([[round, 2]])("b", (f, n) => expect(f(1.5)).toBe(n));`,
    ],
    [
      "loaded late",
      `it("b", async () => { const { round } = await import("../src/rates"); expect(round(1.5)).toBe(2); });`,
    ],
    [
      "beside a spy of its own",
      `import * as rates from "../src/rates";\nit("b", () => expect(rates.round(1.5)).toBe(2));\nit("c", () => { vi.spyOn(rates, "round").mockReturnValue(3); });`,
    ],
  ])("is none where another test asks for it: %s", async (_what, other) => {
    const files = { ...CODE, "test/a.test.ts": FACTORY, "test/rates.test.ts": other };
    expect(await mocked(files, BASE)).toEqual([]);
  });

  it("is none where another test asks for its method", async () => {
    const test = `import { Rates } from "../src/rates";\nvi.spyOn(Rates.prototype, "round").mockReturnValue(2);\n${TEST}`;
    const other = `import { Rates } from "../src/rates";\nit("b", () => expect(new Rates().round(1.5)).toBe(2));`;
    const files = { ...CODE, "src/rates.ts": CLASS, "test/a.test.ts": test, "test/rates.test.ts": other };
    expect(await mocked(files, { ...BASE, "src/rates.ts": OLD_CLASS })).toEqual([]);
  });

  it.each([
    ["a setter", "set side(n) { this.n = n; }", "rates.side = 4;"],
    ["a handler", "onError = () => {};", "rates.onError = (error) => seen.push(error);"],
    ["a field", "onError;", "rates.onError = (error) => seen.push(error);"],
  ])("is none that fills %s", async (_what, member, set) => {
    const rates = CLASS.replace("{", `{ ${member}`);
    const test = `import { Rates } from "../src/rates";\nconst rates = new Rates();\n${set}\n${TEST}`;
    expect(await mocked({ ...CODE, "src/rates.ts": rates, "test/a.test.ts": test }, BASE)).toEqual([]);
  });

  it("is none where that only moves", async () => {
    const test = FACTORY.replace("src/rates", "src/money/rates");
    const files = { "src/wallet.ts": WALLET.replace("./rates", "./money/rates"), "src/money/rates.ts": RATES };
    const old = { ...CODE, "test/a.test.ts": FACTORY };
    expect(await mocked({ ...files, "test/a.test.ts": test }, old)).toEqual([]);
  });

  it("is none where base gave the same answer", async () => {
    const files = { ...CODE, "test/a.test.ts": `${FACTORY}it("b", () => {});` };
    const old = { ...BASE, "src/rates.ts": RATES.replace("floor", "ceil"), "test/a.test.ts": FACTORY };
    expect(await mocked(files, old)).toEqual([]);
  });

  it.each([
    ["a log that keeps silent", `vi.mock("../src/rates", () => ({ round: vi.fn(), default: { round() {} } }));`],
    ["a spy", `import * as rates from "../src/rates";\nvi.spyOn(rates, "round");`],
    ["the module, watched", `vi.mock("../src/rates", { spy: true });`],
    [
      "the function, watched",
      `vi.mock("../src/rates", async (load) => { const real = await load(); return { ...real, round: vi.fn(real.round) }; });`,
    ],
    [
      "a function that is put back",
      `const rates = require("../src/rates");\nconst { round } = rates;\nafterEach(() => { rates.round = round; });`,
    ],
    ["a library", `vi.mock("rates", () => ({ round: () => 2 }));`],
  ])("%s is none", async (_what, text) => {
    expect(await mocked({ ...CODE, "test/a.test.ts": `${text}\n${TEST}` }, BASE)).toEqual([]);
  });
});
