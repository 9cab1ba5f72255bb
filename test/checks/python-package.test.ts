import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pythonPackageVersion } from "../../src/checks/tools/python-package.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "baton-prefix-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program, and the folders that installers made beside it. */
function installed(program: string, ...packages: readonly string[]): string {
  const path = join(folder, program);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "");
  for (const name of packages) mkdirSync(join(folder, name), { recursive: true });
  return path;
}

const SITE = "venv/lib/python3.11/site-packages";

test("a program of a virtual environment is of the version that stands beside it", () => {
  const packages = ["ruff-0.16.9.dist-info", "ruff_lsp-1.0.dist-info", "pip_audit-2.7.3.post1.dist-info"];
  const path = installed("venv/bin/ruff", ...packages.map((name) => `${SITE}/${name}`));
  expect(pythonPackageVersion(path, "ruff")).toBe("0.16.9");
  expect(pythonPackageVersion(path, "pip-audit")).toBe("2.7.3.post1");
  expect(pythonPackageVersion(path, "mypy")).toBeNull();
});

test("a package of the system says its version with the Python that it is for, or without", () => {
  const packages = ["bandit-1.6.2.egg-info", "flake8-7.1.1-py3.11.egg-info"];
  const path = installed("usr/bin/bandit", ...packages.map((name) => `usr/lib/python3/dist-packages/${name}`));
  expect([pythonPackageVersion(path, "bandit"), pythonPackageVersion(path, "flake8")]).toEqual(["1.6.2", "7.1.1"]);
});

test("a link leads to the environment that it comes from", () => {
  const path = installed("venv/bin/mypy", `${SITE}/mypy-2.4.0.dist-info`);
  mkdirSync(join(folder, "local/bin"), { recursive: true });
  const link = join(folder, "local/bin/mypy");
  symlinkSync(path, link);
  expect(pythonPackageVersion(link, "mypy")).toBe("2.4.0");
});

test("two Pythons of one prefix that say different things say nothing", () => {
  const other = "venv/lib/python3/dist-packages/mypy-1.0.dist-info";
  expect(pythonPackageVersion(installed("venv/bin/mypy", other), "mypy")).toBe("1.0");
  expect(pythonPackageVersion(installed("venv/bin/mypy", `${SITE}/mypy-2.4.0.dist-info`), "mypy")).toBeNull();
});
