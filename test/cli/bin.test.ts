import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packageRoot } from "../../src/util/package-root.ts";

const version = (JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")) as { version: string }).version;

it.each(["--version", "-V"])("the installed program answers %s by itself, and prepares nothing for it", (flag) => {
  const bin = join(packageRoot(), "bin", "baton.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, flag], {
    encoding: "utf8",
    env: { BATON_STATE: "/nonexistent" },
  });
  expect([status, stdout, stderr]).toEqual([0, `${version}\n`, ""]);
});
