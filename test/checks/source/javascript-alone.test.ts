import { describe, expect, it } from "vitest";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";

const tool = createJavaScriptSource();

const FAKE = `import { reply, type Handler } from "../../src/http";
import { Note } from "../../src/server";
export const assert = (a: number, b: number) => { if (a !== b) throw new Error("other"); };
export class FakeStore { put() { return 428; } }
export function fakeApi(text: string, send?: Handler, note?: Note) {
  return { send: send ?? (async (request: unknown) => reply(412)), requests: [] as unknown[], edit(next: string) { text = next; } };
}
`;
const CODE = {
  "src/http.ts": `export const reply = (status) => ({ status });`,
  "src/server.ts": `import { reply } from "./http";\nexport const createServer = () => () => reply(200);`,
  "src/client.ts": `export class Client {}`,
};
const ABOVE = `import { beforeEach, describe, expect, test } from "vitest";
import { Client } from "../src/client";
import { createServer } from "../src/server";
import { fakeApi, FakeStore } from "./support/fake-api";
`;
const ALONE = `test("a", async () => {\n  const api = fakeApi("one");\n  expect((await api.send({ method: "PUT" })).status).toBe(412);\n});\n`;
const REAL = `test("b", () => { expect(new Client(fakeApi("one").send)).toBeDefined(); });\n`;

interface Given {
  /** Code that the change adds, and code that it leaves alone. */
  readonly outbox?: string;
  readonly store?: string;
  readonly base?: string | null;
  readonly fake?: string;
  readonly oldFake?: string;
  readonly path?: string;
  readonly above?: string;
}

async function alone(tests: string, given: Given = {}): Promise<string[]> {
  const { base = null, fake = FAKE, oldFake, path = "test/locking.test.ts", above = ABOVE } = given;
  const { outbox, store } = given;
  const own = {
    ...(outbox === undefined ? {} : { "src/outbox.ts": outbox }),
    ...(store === undefined ? {} : { "src/store.ts": store }),
  };
  const texts: Readonly<Record<string, string>> = {
    ...CODE,
    ...own,
    "test/support/fake-api.ts": fake,
    [path]: above + tests,
  };
  const signals = await tool.together?.({
    code: ["src/server.ts", "src/client.ts", ...(outbox === undefined ? [] : ["src/outbox.ts"])].map((one) => ({
      path: one,
      text: texts[one] ?? "",
    })),
    before: [],
    tests: [
      ...(oldFake === fake ? [] : [{ path: "test/support/fake-api.ts", base: oldFake ?? null, head: fake }]),
      { path, base: base === null ? null : above + base, head: above + tests },
    ],
    paths: new Set(Object.keys(texts)),
    testPaths: Object.keys(texts).filter((one) => one.startsWith("test/")),
    read: (paths) => paths.flatMap((one) => (texts[one] === undefined ? [] : [{ path: one, text: texts[one] }])),
  });
  return (signals ?? []).map(({ kind, line }) => `${kind} ${line - above.split("\n").length + 1}`);
}

describe("a test of a double that its own change brings", () => {
  it.each([
    ALONE,
    `test("a", async () => { const { send } = fakeApi("one"); expect((await send()).status).toBe(412); });`,
    `test("a", () => { expect(new FakeStore().put()).toBe(428); });`,
    `describe("api", () => { let api; beforeEach(() => { api = fakeApi("one"); }); test("a", () => { expect(api.requests).toEqual([]); }); });`,
    `const put = (api) => api.send({ method: "PUT" });\ntest("a", async () => { expect((await put(fakeApi("one"))).status).toBe(412); });`,
    `test.each([428])("%s", async (status) => { expect(new FakeStore().put()).toBe(status); });`,
  ])("is asked about: %s", async (tests) => {
    expect((await alone(tests)).join()).toMatch(/^double_alone \d+$/);
    expect((await alone(tests + REAL)).join()).toMatch(/^double_alone \d+$/);
  });

  it("is asked about where a file of the change loads it with require", async () => {
    const above = `const { fakeApi } = require("./support/fake-api");\nconst { Client } = require("../src/client");\n`;
    expect(await alone(ALONE + REAL, { above })).toEqual(["double_alone 1"]);
  });

  it("is asked about where an older double answers it since this change", async () => {
    expect(await alone(ALONE, { oldFake: FAKE.replace("412", "200") })).toEqual(["double_alone 1"]);
    expect(await alone(ALONE, { oldFake: FAKE })).toEqual([]);
  });

  it.each([
    ["code beside it", REAL],
    ["code by a hook", `let client; beforeEach(() => { client = new Client(); });\n${ALONE}`],
    [
      "code by a variable of the suite",
      `describe("a", () => { const server = createServer(); test("b", async () => { expect(fakeApi("a", server).send).toBe(server); }); });`,
    ],
    [
      "code by a function of the file",
      `const put = (api) => createServer()(api);\ntest("a", async () => { expect(await put(fakeApi("one"))).toBe(412); });`,
    ],
    [
      "code loaded on the way",
      `test("a", async () => { const { x } = await import("../src/x"); expect(x(fakeApi("one"))).toBe(1); });`,
    ],
    [
      "a program",
      `import { spawnSync } from "node:child_process";\ntest("a", () => { expect(spawnSync("cli", [fakeApi("a").text]).status).toBe(0); });`,
    ],
    [
      "a request",
      `test("a", async () => { fakeApi("a"); expect((await fetch("http://localhost/")).status).toBe(412); });`,
    ],
    ["what a fixture gives", `test("a", async ({ page }) => { fakeApi("a"); expect(page.title()).toBe("a"); });`],
    ["nothing that the change brings", `test("a", () => { expect(1 + 1).toBe(2); });`],
    ["a helper that asserts", `import { assert } from "./support/fake-api";\ntest("a", () => { assert(1, 1); });`],
    ["no assertion", `test("a", () => { fakeApi("one"); });`],
  ])("is none: %s", async (_, tests) => {
    expect(await alone(tests)).toEqual([]);
  });

  it("is none where the helper leads to code that changes", async () => {
    const fake = `import { createServer } from "../../src/server";\nexport const fakeApi = () => ({ send: createServer() });\nexport class FakeStore {}`;
    expect(await alone(ALONE, { fake })).toEqual([]);
    expect(
      await alone(ALONE, { fake: `export * from "./inner";\n${FAKE.replace("../../src/http", "../../src")}` }),
    ).toEqual([]);
  });

  it.each(["test/fake-api.test.ts", "test/support/fake-api.test.ts", "test/support.test.ts"])(
    "is none in the helper's own tests: %s",
    async (path) => {
      const above = ABOVE.replace("./support/", path.includes("support/") ? "./" : "./support/");
      expect(await alone(ALONE, { path, above })).toEqual([]);
    },
  );

  it("is none where base has the test", async () => {
    expect(await alone(ALONE + REAL, { base: ALONE })).toEqual([]);
    expect(await alone(REAL + ALONE.replace('"a"', '"other"'), { base: ALONE })).toEqual([]);
  });
});

const OUTBOX = `export class Unknown extends Error { name = "Unknown"; }
export abstract class Outbox {
  readonly kind = "outbox";
  constructor(path: string) { this.path = path; }
  abstract put(text: string): void;
  count(): number { throw new Error("not implemented"); }
  list = async () => Promise.reject(new Error("not implemented"));
}
`;
const DOUBLE = `class TestingOutbox extends Outbox {
  rows: string[] = [];
  put(text: string) { if (text === "") throw new Unknown(text); this.rows.push(text); }
  count() { return this.rows.length; }
}
`;
const IMPORT = `import { Outbox, Unknown } from "../src/outbox";\n`;
const EXTENDING = `test("a", () => { const box: Outbox = new TestingOutbox(""); box.put("a"); expect(box.count()).toBe(1); });
test("b", () => { expect(() => new TestingOutbox("").put("")).toThrow(Unknown); });
`;
const BOTH = /^double_alone \d+,double_alone \d+$/;

describe("a double that extends a class of the project", () => {
  const inTest = async (outbox: string, tests = DOUBLE + EXTENDING): Promise<string> =>
    (await alone(tests, { outbox, above: ABOVE + IMPORT })).join();

  it("reaches no code of a class that only says what others have to do", async () => {
    expect(await inTest(OUTBOX)).toMatch(BOTH);
    expect(
      await inTest(`${OUTBOX.replace("class Outbox", "class Keeper")}export class Outbox extends Keeper {}`),
    ).toMatch(BOTH);
    expect(await inTest(`export { Outbox, Unknown } from "./store";`)).toBe("");
  });

  it("reaches none of what it answers itself, or of an interface", async () => {
    expect(await inTest(OUTBOX.replace('throw new Error("not implemented")', "return this.path.length"))).toMatch(BOTH);
    const implementing = DOUBLE.replace("extends", "implements") + EXTENDING;
    expect(await inTest(OUTBOX, implementing)).toMatch(BOTH);
    expect(await inTest(OUTBOX, DOUBLE.replace("extends Outbox", "") + EXTENDING)).toBe("");
  });

  it("reaches none by what it is imported as", async () => {
    const given = { outbox: OUTBOX, above: `import * as all from "../src/outbox";\n` };
    const tests = (DOUBLE + EXTENDING).replaceAll(/(?<=extends |new |toThrow.)(?=Outbox|Unknown)/g, "all.");
    expect((await alone(tests, given)).join()).toMatch(BOTH);
    const above = `const { Outbox, Unknown } = require("../src/outbox");\n`;
    expect((await alone(DOUBLE + EXTENDING, { outbox: OUTBOX, above })).join()).toMatch(BOTH);
  });

  it("reaches none of code that the change leaves alone", async () => {
    const above = ABOVE + IMPORT.replace("outbox", "store");
    expect((await alone(DOUBLE + EXTENDING, { store: OUTBOX, above })).join()).toMatch(BOTH);
  });

  it("reaches none by the helper that it stands in", async () => {
    const fake = `import { Outbox, Unknown } from "../../src/outbox";\nexport ${DOUBLE}`;
    const above = `${IMPORT}import { TestingOutbox } from "./support/fake-api";\n`;
    expect((await alone(EXTENDING, { outbox: OUTBOX, fake, above })).join()).toMatch(BOTH);
    const asking = fake.replace("{ return this.rows.length; }", "{ return Outbox.length + this.rows.length; }");
    expect(await alone(EXTENDING, { outbox: OUTBOX, fake: asking, above })).toEqual([]);
  });

  it("is none where base has the class", async () => {
    expect(await alone(DOUBLE + EXTENDING, { outbox: OUTBOX, above: ABOVE + IMPORT, base: DOUBLE })).toEqual([]);
  });

  it.each([
    [
      "a body that it leaves alone",
      OUTBOX.replace("abstract put", "add(text) { this.put(text); }\n  abstract put"),
      DOUBLE,
    ],
    [
      "a body that it calls",
      OUTBOX.replace('throw new Error("not implemented")', "return 3"),
      DOUBLE.replace("this.rows.length", "super.count()"),
    ],
    ["a constructor that works", OUTBOX.replace("= path;", "= open(path);"), DOUBLE],
    ["a value that is made", OUTBOX.replace('"outbox"', "make()"), DOUBLE],
    ["a base that nobody knows", OUTBOX.replace("class Outbox", "class Outbox extends EventEmitter"), DOUBLE],
    ["a decorator", OUTBOX.replace("export abstract class Outbox", "@kept export abstract class Outbox"), DOUBLE],
    [
      "a class without any",
      "export class Unknown {}\nexport class Outbox {}",
      `${DOUBLE}new Outbox();\n`.replace("put(text", "wrap() { return new Outbox(); }\n  put(text"),
    ],
  ])("reaches code by %s", async (_, outbox, double) => {
    expect(await inTest(outbox, double + EXTENDING)).toBe("");
  });
});
