import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { createCalculator, type Calculator } from "../support/calculator.ts";
import { MULTIPLY, spec } from "../support/calc-project.ts";
import { baton, type CliResult } from "../support/cli.ts";

let calc: Calculator | null = null;
afterEach(() => calc?.remove());

const PAGE = fileURLToPath(new URL("../../docs/agents.md", import.meta.url));

/** Asks once for what it must know; told, it builds it. */
const WORK = `#!/bin/sh
if ! grep -q 'the factor is a'; then echo 'Which factor?'; echo 'a or b'; exit 0; fi
printf 'export const mul = (a, b) => a * b;\\n' > src/mul.js
printf 'import assert from "node:assert/strict";\\nimport { test } from "node:test";\\nimport { mul } from "../src/mul.js";\\ntest("mul", () => assert.equal(mul(8, 2), 16));\\n' > test/mul.test.js
`;

test("the program that the page on agents prints works, is reviewed, and can say that it is BLOCKED", async () => {
  const [, program = ""] = /```js\n(#!\/usr\/bin\/env node\n[\s\S]*?)```/.exec(readFileSync(PAGE, "utf8")) ?? [];
  calc = await createCalculator("", spec(MULTIPLY));
  const { outside, repository } = calc;
  const place = (name: string, content: string): string => {
    writeFileSync(join(outside, name), content);
    chmodSync(join(outside, name), 0o755);
    return join(outside, name);
  };
  place("work", WORK);
  const agent = `command:${place("program.mjs", program)}`;
  const env = { PATH: `${outside}${delimiter}${process.env["PATH"] ?? ""}` };
  const run = async (...args: string[]): Promise<CliResult> =>
    baton([...args, "--json"], { cwd: repository.directory, env });

  const asked = await run("run", "--agent", agent);
  expect([asked.code, asked.json.data["waiting"]]).toMatchObject([
    12,
    [{ id: "T001", reason: expect.stringContaining("Which factor? a or b") as unknown }],
  ]);
  await run("reject", "T001", "--reason", "the factor is a");
  const answered = await run("resume");
  expect([answered.code, answered.json.data]).toMatchObject([0, { completed: 1 }]);
});
