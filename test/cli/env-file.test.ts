import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { baton } from "../support/cli.ts";
import { createRepository } from "../support/repository.ts";

const folder = mkdtempSync(join(tmpdir(), "baton-env-"));
const path = join(folder, "baton", "env");
mkdirSync(join(folder, "baton"));
const shop = createRepository({
  "package.json": '{"scripts":{"test":"node --test"}}',
  "baton.config.json": '{"environment":{"env":["SHOP_TOKEN"]}}',
  "test/a.test.js": `const { test } = require("node:test"); const { deepEqual } = require("node:assert");
test("a", () => deepEqual([process.env.SHOP_TOKEN, process.env.OTHER_TOKEN], ["from-a-file", undefined]));
`,
});
afterAll(() => {
  shop.remove();
  rmSync(folder, { recursive: true });
});

async function checked(mode: number, env: Record<string, string> = {}) {
  writeFileSync(path, "SHOP_TOKEN=from-a-file\nOTHER_TOKEN=from-a-file\n");
  chmodSync(path, mode);
  const { json } = await baton(["doctor", "--checks", "--json"], {
    cwd: shop.directory,
    env: { XDG_CONFIG_HOME: folder, ...env },
  });
  const { baseline } = (json.data ?? {}) as { baseline?: { green: string[]; red_known: string[] } };
  return { baseline, error: json.error };
}

test("tests get what they name from the user's file, and of the shell first", async () => {
  expect((await checked(0o600)).baseline).toMatchObject({ green: ["test/a.test.js::a"], red_known: [] });
  expect((await checked(0o600, { SHOP_TOKEN: "from the shell" })).baseline?.green).toEqual([]);
});

test("a file that others can read is refused, with what to type", async () => {
  const { error } = await checked(0o640);
  const refusal = ["ENVIRONMENT_FAILED", expect.stringContaining(`chmod 600 ${path}`)];
  expect([error?.code, error?.hint]).toEqual(refusal);
  const status = await baton(["status", "--json"], { cwd: shop.directory, env: { XDG_CONFIG_HOME: folder } });
  expect([status.json.error?.code, status.json.error?.hint, status.stderr]).toEqual([...refusal, ""]);
});
