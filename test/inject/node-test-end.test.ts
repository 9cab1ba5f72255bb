import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { injectPath } from "../../src/util/package-root.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "baton-end-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const IMPORTS = 'import test, { after } from "node:test";\nimport { createServer } from "node:http";\n';
function runs(text: string): { readonly status: number | null; readonly told: number; readonly said: string } {
  writeFileSync(join(folder, "some.test.mjs"), IMPORTS + text);
  writeFileSync(join(folder, "child.cjs"), 'console.log("hi")\n');
  const flags = ["--require", injectPath("node-test-end.cjs"), "--test", "--test-reporter=tap", "--test-timeout=5000"];
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...env } = process.env;
  const options = { cwd: folder, env, encoding: "utf8", timeout: 60_000 } as const;
  const { status, stdout } = spawnSync(process.execPath, [...flags, "some.test.mjs"], options);
  return { status, told: stdout.match(/^ *(?:not )?ok \d+ - t\d+/gm)?.length ?? 0, said: stdout };
}

test("a file that leaves a server open ends once its tests, and what comes after them, are over", () => {
  const { status, told, said } = runs(`
    after(async () => { await new Promise((done) => setTimeout(done, 1500)); console.log("tidied"); });
    test("t1", () => void createServer(() => {}).listen(0));
  `);
  expect({ status, told }).toEqual({ status: 0, told: 1 });
  expect(said).toContain("tidied");
});

test("every one of hundreds of tests is told of, however they end", () => {
  const each =
    "for (let at = 0; at < 400; at += 1) test(`t${at}`, () => { if (at % 3 === 0) throw new Error('no'); });";
  for (let round = 0; round < 3; round += 1) expect(runs(each)).toMatchObject({ status: 1, told: 400 });
});

test("processes and threads that tests start are left alone, also with the runner's own flags", () => {
  const { status, told } = runs(`
    import assert from "node:assert";
    import { fork, spawnSync } from "node:child_process";
    import { once } from "node:events";
    import { Worker } from "node:worker_threads";
    const child = [...process.execArgv, "child.cjs"];
    test("t1", () => assert.equal(spawnSync(process.execPath, child, { encoding: "utf8" }).stdout, "hi\\n"));
    test("t2", async () => {
      const forked = fork("./child.cjs", { silent: true });
      let said = "";
      forked.stdout.on("data", (data) => (said += data));
      await once(forked, "close");
      assert.equal(said, "hi\\n");
    });
    test("t3", async () => void (await once(new Worker("./child.cjs"), "exit")));
  `);
  expect({ status, told }).toEqual({ status: 0, told: 3 });
});
