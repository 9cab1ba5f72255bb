import { expect, it, test } from "vitest";
import { unlockedManifests } from "../../../src/core/measure/unlocked.ts";

const unlocked = (files: Record<string, string>): string[] =>
  unlockedManifests({ paths: Object.keys(files), read: (path) => files[path] ?? null });

const LODASH = JSON.stringify({ dependencies: { lodash: "4.17.0" } });

it.each([
  ["package.json", LODASH],
  ["package.json", JSON.stringify({ devDependencies: { vitest: "^3" } })],
  ["pyproject.toml", '[project]\nname = "a"\ndependencies = ["requests"]\n'],
  ["pyproject.toml", '[dependency-groups]\ndev = ["pytest"]\n'],
  ["pyproject.toml", '[tool.poetry.dependencies]\npython = "^3.12"\nrequests = "*"\n'],
  ["setup.py", 'setup(name="a", install_requires=["requests"])'],
  ["setup.cfg", "[options]\ninstall_requires =\n  requests\n"],
  ["Pipfile", '[packages]\nrequests = "*"\n'],
  ["Cargo.toml", '[dependencies]\nserde = "1"\n'],
  ["Cargo.toml", "[target.'cfg(unix)'.dependencies]\nlibc = \"0.2\"\n"],
  ["go.mod", "module a\n\nrequire (\n\tgithub.com/b/c v1.0.0\n)\n"],
  ["build.gradle", 'dependencies {\n  testImplementation "junit:junit:4.13"\n}\n'],
  ["build.gradle.kts", "dependencies {\n  implementation(platform(libs.spring.bom))\n}\n"],
])("H3A-18 %s that declares dependencies without a lock file is named", (name, text) => {
  expect(unlocked({ [name]: text })).toEqual([name]);
});

it.each([
  ["package.json", '{ "scripts": { "test": "node --test" }, "dependencies": {} }'],
  ["package.json", '{ "dependencies": { "b": "workspace:*" } }'],
  ["package.json", "no JSON"],
  ["pyproject.toml", '[project]\nname = "a"\n[tool.poetry.dependencies]\npython = "^3.12"\n'],
  ["setup.py", 'setup(name="a", install_requires=[])'],
  ["Cargo.toml", '[package]\nname = "a"\n[dependencies]\nb = { path = "../b" }\n'],
  ["go.mod", "module a\n\ngo 1.24\n"],
  ["build.gradle", 'plugins { id "java" }\ndependencies {\n  implementation project(":core")\n}\n'],
  ["node_modules/a/package.json", LODASH],
])("%s that declares none of others' is not: %s", (name, text) => {
  expect(unlocked({ [name]: text })).toEqual([]);
});

test("a lock file counts beside the manifest and below its folder, and for no other stack", () => {
  const packages = { "package.json": "{}", "packages/a/package.json": LODASH };
  expect(unlocked(packages)).toEqual(["packages/a/package.json"]);
  expect(unlocked({ ...packages, "pnpm-lock.yaml": "" })).toEqual([]);
  expect(unlocked({ ...packages, "packages/b/package-lock.json": "{}" })).toEqual(["packages/a/package.json"]);
  expect(unlocked({ ...packages, "requirements.txt": "" })).toEqual(["packages/a/package.json"]);
});
