import { describe, expect, it } from "vitest";
import { playwrightCommand } from "../../../src/checks/runners/playwright.ts";
import { createProject, errors, outline } from "./project.ts";

const KINDS = `
import { expect, test } from "@playwright/test";
test.describe("calc", () => { test("adds", () => {}); test("fails", () => { expect(1 + 1).toBe(3); }); });
test("type error", () => { undefined.foo(); });
test("is late", async () => { test.setTimeout(50); await new Promise((done) => setTimeout(done, 3000)); });
test.skip("skipped", () => {});
test.fixme("to mend", () => {});
test("known to fail", () => { test.fail(); expect(1).toBe(2); });
test("said to fail", () => { test.fail(); });
test.describe("set-up", () => { test.beforeEach(() => { expect(1).toBe(2); }); test("never", () => {}); });
test("waited in vain", () => { throw Object.assign(new Error("locator.click: Timeout 100ms exceeded.\\nCall log:\\n  - waiting for getByRole('button')"), { name: "TimeoutError" }); });
`;

const FILES = {
  "package.json": '{"type":"module"}',
  "playwright.config.js":
    'export default { testDir: "e2e", retries: 2, maxFailures: 1, reporter: "dot", workers: 2, projects: [{ name: "" }] };',
  "e2e/kinds.spec.js": KINDS,
  "e2e/other.spec.js":
    'import { expect, test } from "@playwright/test"; test("own environment", () => { expect(Object.keys(process.env).filter((key) => /BATON_(?!PROCESS)|NODE_OPTIONS/.test(key))).toEqual([]); });',
};

describe("Playwright Test", () => {
  it("is run whole and once, whatever the configuration says about reports, retries and the first failure", async () => {
    const project = createProject("playwright", FILES);
    const { report, code } = await project.run(playwrightCommand(project.request()));
    project.remove();
    expect(code).toBe(1);
    expect(report.complete).toBe(true);
    expect(outline(report)).toEqual([
      "e2e/kinds.spec.js::calc > adds | passed",
      "e2e/kinds.spec.js::calc > fails | failed | assertion | Error",
      "e2e/kinds.spec.js::is late | failed | timeout | Error",
      "e2e/kinds.spec.js::known to fail | xfail",
      "e2e/kinds.spec.js::said to fail | failed | error | UnexpectedPass",
      "e2e/kinds.spec.js::set-up > never | failed | fixture | Error",
      "e2e/kinds.spec.js::skipped | skipped",
      "e2e/kinds.spec.js::to mend | skipped",
      "e2e/kinds.spec.js::type error | failed | error | TypeError",
      "e2e/kinds.spec.js::waited in vain | failed | assertion | TimeoutError",
      "e2e/other.spec.js::own environment | passed",
    ]);
  });

  it("runs one file and one name of it, and no other whose path is like it", async () => {
    const project = createProject("playwright", { ...FILES, "e2e/my-other.spec.js": FILES["e2e/other.spec.js"] });
    const { report } = await project.run(
      playwrightCommand(project.request({ files: ["e2e/kinds.spec.js"], nameFilter: "adds" })),
    );
    const other = await project.run(playwrightCommand(project.request({ files: ["e2e/other.spec.js"] })));
    project.remove();
    expect(outline(report)).toEqual(["e2e/kinds.spec.js::calc > adds | passed"]);
    expect(outline(other.report)).toEqual(["e2e/other.spec.js::own environment | passed"]);
  });

  it("names a file that cannot be loaded, and what belongs to no test", async () => {
    const broken = { ...FILES, "e2e/broken.spec.js": 'import { gone } from "./gone.js";\n' };
    const project = createProject("playwright", broken);
    const { report, code } = await project.run(playwrightCommand(project.request()));
    project.remove();
    expect(code).toBe(1);
    expect([...errors(report.fileErrors), ...errors(report.runErrors)].join("\n")).toContain("gone.js");
  });

  it("gets a port of its own where its configuration asks for one, and stands alone where it says one itself", async () => {
    const served = (port: string, name: string) => ({
      "package.json": '{"type":"module"}',
      "playwright.config.js": `const port = ${port};
export default { testDir: "e2e", use: {}, projects: [{ name: "" }], webServer: { command: "node server.js", port, env: { PORT: String(port) } } };`,
      // It stays until both runs had their chance to meet.
      "server.js": `import { createServer } from "node:http";
createServer((_, answer) => answer.end("${name}")).listen(Number(process.env.PORT), "127.0.0.1");`,
      "e2e/a.spec.js": `import { expect, test } from "@playwright/test";
test("asks its own server", async () => {
  const answer = await fetch("http://127.0.0.1:" + (process.env.PORT ?? 39117));
  expect(await answer.text()).toBe("${name}");
});`,
    });
    const asking = [1, 2].map((at) =>
      createProject("playwright", served("Number(process.env.PORT ?? 39117)", `${at}`)),
    );
    const runs = await Promise.all(asking.map(async (each) => each.run(playwrightCommand(each.request()))));
    expect(runs.map(({ code, report }) => [code, ...outline(report), ...errors(report.runErrors)])).toEqual([
      [0, "e2e/a.spec.js::asks its own server | passed"],
      [0, "e2e/a.spec.js::asks its own server | passed"],
    ]);
    const fixed = createProject("playwright", served("39117", "3"));
    const [alone, given] = await Promise.all([
      playwrightCommand(fixed.request()),
      playwrightCommand(asking[0]?.request({ env: { ...fixed.request().env, PORT: "4000" } }) ?? fixed.request()),
    ]);
    for (const each of [...asking, fixed]) each.remove();
    expect([alone?.isAlone, alone?.env["PORT"], given?.isAlone, given?.env["PORT"]]).toEqual([
      true,
      undefined,
      true,
      "4000",
    ]);
  });

  it("is missing where the project has not installed it", async () => {
    const project = createProject("playwright", {});
    const elsewhere = { ...project.request(), treeDirectory: "/", unit: project.unit({ directory: "usr" }) };
    project.remove();
    expect(await playwrightCommand(elsewhere)).toBeNull();
  });
});
