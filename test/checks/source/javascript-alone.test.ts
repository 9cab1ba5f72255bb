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
  readonly base?: string | null;
  readonly fake?: string;
  readonly oldFake?: string;
  readonly path?: string;
  readonly above?: string;
}

async function alone(tests: string, given: Given = {}): Promise<string[]> {
  const { base = null, fake = FAKE, oldFake, path = "test/locking.test.ts", above = ABOVE } = given;
  const texts: Readonly<Record<string, string>> = { ...CODE, "test/support/fake-api.ts": fake, [path]: above + tests };
  const signals = await tool.together?.({
    code: ["src/server.ts", "src/client.ts"].map((one) => ({ path: one, text: texts[one] ?? "" })),
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
