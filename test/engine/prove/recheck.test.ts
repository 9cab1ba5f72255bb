import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkBaseline, recheck } from "../../../src/engine/prove/recheck.ts";
import { createRepository } from "../../support/repository.ts";

test("what is run once more runs in another slot than the first time", async () => {
  const stateDirectory = mkdtempSync(join(tmpdir(), "baton-again-"));
  const places = join(stateDirectory, "places");
  const repository = createRepository({
    "package.json": '{"type":"module","scripts":{"test":"node --test"}}',
    "test/a.test.js": `import { appendFileSync } from "node:fs"; import { test } from "node:test";
test("a", () => appendFileSync(${JSON.stringify(places)}, process.cwd() + "\\n"));`,
  });
  const options = { repository: repository.directory, revision: "HEAD", stateDirectory, env: process.env, once: true };
  await checkBaseline(options);
  const again = { ...options, commands: [], knownRed: new Set<string>() };
  await recheck(again);
  await recheck(again);
  const [first, second, third] = readFileSync(places, "utf8").trim().split("\n");
  expect([second === first, third === second]).toEqual([false, true]);
  repository.remove();
  rmSync(stateDirectory, { recursive: true });
}, 60_000);
