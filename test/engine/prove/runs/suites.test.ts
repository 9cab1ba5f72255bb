import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSuitesFor, withSuites } from "../../../../src/engine/prove/runs/suites.ts";
import { openSubject } from "../../../../src/engine/prove/subject.ts";
import { planUnits, wholeUnit } from "../../../../src/engine/prove/units.ts";
import { layerOf } from "../../../../src/engine/prove/context.ts";
import { createRepository } from "../../../support/repository.ts";

test("a run that may be cited is made once, also where it is asked for while it is under way", async () => {
  const stateDirectory = mkdtempSync(join(tmpdir(), "baton-suites-"));
  const repository = createRepository({
    "package.json": '{"type":"module","scripts":{"test":"node --test"}}',
    "one.test.js": 'import { test } from "node:test";\ntest("one", () => {});\n',
  });
  repository.commit("head", { "two.test.js": 'import { test } from "node:test";\ntest("two", () => {});\n' });
  try {
    const options = {
      repository: repository.directory,
      base: "HEAD~1",
      head: "HEAD",
      stateDirectory,
      env: process.env,
    };
    const subject = openSubject(options);
    const { head: units } = planUnits(subject.base, subject.head, subject.config, null);
    const suites = openSuitesFor(subject, { PATH: process.env["PATH"] ?? "" }, options);
    const call = {
      tree: subject.head.tree,
      layer: layerOf(subject.head, subject.config, false),
      selections: units.map(wholeUnit),
      timeoutMs: 60_000,
    };
    await withSuites(suites, async () => {
      const [first, other, anew] = await Promise.all([
        suites.run({ ...call, reuse: true }),
        suites.run({ ...call, reuse: true }),
        suites.run(call),
      ]);
      expect([first.reused, other.reused, anew.reused]).toEqual([false, true, false]);
      expect(other.run).toEqual(first.run);
      expect(first.run.report.tests).toHaveLength(2);
    });
  } finally {
    repository.remove();
    rmSync(stateDirectory, { recursive: true, force: true });
  }
});
