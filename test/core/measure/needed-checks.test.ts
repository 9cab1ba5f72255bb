import { expect, test } from "vitest";
import { coverageGap, findTools, neededChecks } from "../../../src/core/measure/find-tools.ts";
import { CheckSettings } from "../../../src/schema/check-settings.ts";
import type { Unit } from "../../../src/schema/unit.ts";

const MOCHA: Unit = {
  directory: "",
  stack: "node",
  runner: "mocha",
  command: "mocha",
  level: "P3",
  args: [],
  env: {},
  before: [],
};

test.each([
  ["commonjs", "nyc", true],
  ["module", "nyc", false],
  ["module", "c8", true],
  ["commonjs", "chai", false],
])("mocha of a %s project with %s gates by coverage: %s", (type, tool, gates) => {
  const manifest = JSON.stringify({ type, devDependencies: { mocha: "11", [tool]: "1" } });
  const tree = {
    paths: new Set(["package.json"]),
    read: (path: string) => (path === "package.json" ? manifest : null),
  };
  const needed = neededChecks(tree, CheckSettings.parse({}), { units: [MOCHA], counting: [], programs: new Set() });
  expect(needed.includes("coverage")).toBe(gates);
});

test("what a command of the configuration measures is asked for, and no format measures what it knows nothing of", () => {
  const tree = { paths: new Set<string>(), read: () => null };
  const command = (check: string, format: string) => ({ check, format, name: "own", command: "own" });
  const commands = [command("coverage", "jacoco"), command("mutation", "pit"), command("accessibility", "axe")];
  const settings = CheckSettings.parse({ commands });
  const needed = neededChecks(tree, settings, { units: [], counting: [], programs: new Set() });
  expect(needed).toEqual(["coverage", "mutation", "security", "accessibility"]);
  for (const wrong of [
    command("lint", "lcov"),
    command("coverage", "sarif"),
    command("lint", "osv"),
    command("tests", "junit"),
  ])
    expect(CheckSettings.safeParse({ commands: [wrong] }).success).toBe(false);
});

const needsCoverage = (unit: Unit, counting: readonly Unit[], files: Record<string, string>): boolean => {
  const tree = { paths: new Set(Object.keys(files)), read: (path: string) => files[path] ?? null };
  const found = { units: [unit], counting, programs: new Set<string>() };
  return neededChecks(tree, CheckSettings.parse({}), found).includes("coverage");
};

test("a Rust project gates by coverage where its toolchain counts, a Maven project where it names JaCoCo", () => {
  const rust: Unit = { ...MOCHA, stack: "rust", runner: "cargo-test", command: "cargo test" };
  const java: Unit = { ...MOCHA, stack: "java", runner: "maven", command: "mvn test" };
  expect(needsCoverage(rust, [], { "Cargo.toml": "" })).toBe(false);
  expect(needsCoverage(rust, [rust], { "Cargo.toml": "" })).toBe(true);
  expect(needsCoverage(java, [], { "pom.xml": "<project/>" })).toBe(false);
  expect(needsCoverage(java, [], { "core/pom.xml": "<artifactId>jacoco-maven-plugin</artifactId>" })).toBe(true);
});

test("where some tests can be counted and others cannot, it is said why coverage gates nothing", () => {
  const python: Unit = { ...MOCHA, directory: "api", stack: "python", runner: "pytest", command: "pytest" };
  const go: Unit = { ...MOCHA, stack: "go", runner: "go-test", command: "go test ./..." };
  const gapOf = (units: Unit[], files: Record<string, string>, settings = {}): string | null => {
    const tree = { paths: new Set(Object.keys(files)), read: (path: string) => files[path] ?? null };
    return coverageGap(tree, CheckSettings.parse(settings), { units, counting: [], programs: new Set() });
  };
  expect(gapOf([go, python], {})).toContain("coverage gates nothing: pytest in api cannot count");
  expect(gapOf([go, python], { "api/requirements.txt": "pytest-cov\n" })).toBeNull();
  expect(gapOf([go, python], {}, { need: { coverage: "never" } })).toBeNull();
  expect(gapOf([python], {})).toBeNull();
});

test("linters and type checkers of a Python project are found in whatever folder configures them", () => {
  const files: Record<string, string> = {
    "package.json": "{}",
    "backend/pyproject.toml": "[tool.ruff]\nline-length = 100\n[tool.mypy]\nstrict = true\n",
    "backend/api/ruff.toml": "",
    "tools/setup.cfg": "[flake8]\n",
    "docs/pyproject.toml": "[project]\n",
  };
  const tree = { paths: new Set(Object.keys(files)), read: (path: string) => files[path] ?? null };
  const found = findTools(tree, CheckSettings.parse({}), new Set());
  expect(found.map(({ tool, directory }) => [tool, directory])).toEqual([
    ["ruff", "backend"],
    ["flake8", "tools"],
    ["mypy", "backend"],
  ]);
});
