import { describe, expect, it } from "vitest";
import { findTools } from "../../../src/core/measure/find-tools.ts";
import { CheckSettings } from "../../../src/schema/check-settings.ts";

/** Tool, folder and arguments of each tool found among these files. */
function found(files: Record<string, string>, programs: readonly string[] = []): string[] {
  const tree = { paths: new Set(Object.keys(files)), read: (path: string) => files[path] ?? null };
  return findTools(tree, CheckSettings.parse({}), new Set(programs)).map(({ tool, check, directory, args }) =>
    [`${tool}:${check}`, directory === "" ? "." : directory, ...args].join(" "),
  );
}

const manifest = (lint: string, ...names: readonly string[]): string =>
  JSON.stringify({ scripts: { lint }, devDependencies: Object.fromEntries(names.map((name) => [name, "1"])) });

describe("linters of JavaScript", () => {
  it.each([".oxlintrc.json", "oxlint.config.ts"])(
    "oxlint is found by %s and its package, in whatever folder",
    (name) => {
      expect(found({ "package.json": manifest("", "oxlint"), [`app/${name}`]: "{}", "app/src/a.ts": "" })).toEqual([
        "oxlint:lint app .",
      ]);
      expect(found({ "package.json": manifest(""), [name]: "{}" })).toEqual([]);
      expect(found({ "package.json": manifest("", "oxlint"), "src/a.ts": "" })).toEqual([]);
    },
  );

  it.each(["biome.json", "biome.jsonc", ".biome.json"])("Biome is found by %s, unless it only formats", (name) => {
    const files = { "package.json": manifest("biome check --write src", "@biomejs/biome"), [name]: "{}" };
    expect(found(files)).toEqual(["biome:lint . src"]);
    const off = '{\n  // see "docs"\n  "$schema": "https://biomejs.dev/x.json",\n  "linter": { "enabled": false, },\n}';
    expect(found({ ...files, [name]: off })).toEqual([]);
    expect(found({ ...files, [name]: '{ "overrides": [{ "linter": { "enabled": false } }] }' })).toHaveLength(1);
    expect(found({ ...files, "package.json": manifest("") })).toEqual([]);
  });

  it("a folder of configurations is no project", () => {
    const files = { "package.json": manifest("", "oxlint"), "configs/oxlint.config.ts": "" };
    expect(found(files)).toEqual([]);
    expect(found({ ...files, "configs/package.json": "{}" })).toEqual(["oxlint:lint configs ."]);
  });

  it.each([
    ["eslint", "eslint .", "."],
    ["eslint", "eslint src --max-warnings 0 --fix", "src"],
    ["eslint", "eslint --ext .js,.ts src --cache --cache-location .cache", "--ext .js,.ts src"],
    ["eslint", "eslint src --rule no-eval:off", "."],
    ["eslint", "eslint src && tsc", "."],
    ["biome", "biome lint", "."],
    ["biome", "biome check --error-on-warnings src test", "src test"],
    ["biome", "biome ci --max-diagnostics 200 --skip lint/style .", "--skip lint/style ."],
    ["biome", "biome format src", "."],
    ["oxlint", "oxlint", "."],
    ["oxlint", "oxlint src test --ignore-path .gitignore --deny-warnings", "src test --ignore-path .gitignore"],
    [
      "oxlint",
      "oxlint -D correctness -A no-debugger --import-plugin -f stylish",
      "-D correctness -A no-debugger --import-plugin .",
    ],
    ["oxlint", "oxlint -c other.json src", "."],
  ])("%s looks at what `%s` names", (name, script, args) => {
    const config = { eslint: "eslint.config.js", biome: "biome.json", oxlint: ".oxlintrc.json" }[name] ?? "";
    const packageName = name === "biome" ? "@biomejs/biome" : name;
    const files = { "package.json": manifest(script, packageName), [config]: "" };
    expect(found(files)).toEqual([`${name}:lint . ${args}`]);
  });
});

describe("pyright", () => {
  const config = { "api/pyrightconfig.json": "{}" };
  const section = (name: string): string => `[tool.${name}]\ninclude = ["src"]\n`;
  it.each<[string, Record<string, string>, string[], string[]]>([
    [
      "is found by its file and npm's dependency",
      { ...config, "package.json": manifest("", "pyright") },
      [],
      ["pyright"],
    ],
    [
      "is found by its file and Python's dependency",
      { ...config, "requirements-dev.txt": "pyright[nodejs]==1.1.400\n" },
      [],
      ["pyright"],
    ],
    [
      "is found by its section and a group of dependencies",
      { "api/pyproject.toml": `${section("pyright")}[dependency-groups]\ndev = ["pyright>=1"]\n` },
      [],
      ["pyright"],
    ],
    ["is found by PATH", config, ["pyright"], ["pyright"]],
    ["is its kin where that alone is there", config, ["basedpyright"], ["basedpyright"]],
    [
      "is its kin where that is configured",
      { "api/pyproject.toml": section("basedpyright") },
      ["pyright", "basedpyright"],
      ["basedpyright"],
    ],
    ["is not asked where an editor alone uses it", { "api/pyproject.toml": section("pyright") }, [], []],
    ["is not asked where nothing configures it", { "requirements.txt": "pyright\n" }, ["pyright"], []],
  ])("%s", (_, files, programs, tools) => {
    expect(found(files, programs)).toEqual(tools.map((tool) => `${tool}:type_check api`));
  });
});

describe("linters that come with a toolchain", () => {
  it("Clippy looks at the outermost package, or workspace, where it answers", () => {
    const files = { "engine/Cargo.toml": "", "engine/crates/a/Cargo.toml": "", "engine/crates/a/src/lib.rs": "" };
    expect(found(files, ["cargo-clippy"])).toEqual(["clippy:lint engine"]);
    expect(found(files)).toEqual([]);
  });

  it("go vet looks at every module with tests, at an outer one also without", () => {
    const files = {
      "go.mod": "",
      "main.go": "",
      "api/go.mod": "",
      "api/a/a_test.go": "",
      "tools/go.mod": "",
      "tools/gen.go": "",
      "vendor/x/go.mod": "",
    };
    expect(found(files, ["go"])).toEqual(["go-vet:lint .", "go-vet:lint api"]);
    expect(found({ "go.mod": "" }, ["go"])).toEqual([]);
    expect(found(files)).toEqual([]);
  });
});
