import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { findInitFacts } from "../../src/runs/init-facts.ts";
import type { Tree } from "../../src/runs/init-facts.ts";
import { detectUnits } from "../../src/core/units/detect-units.ts";
import { initScript, preparationOf } from "../../src/runs/init-script.ts";

type Files = Readonly<Record<string, string>>;
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function treeOf(files: Files): Tree {
  return { paths: new Set(Object.keys(files)), read: (path) => files[path] ?? null };
}

const preparation = (files: Files): string | null => preparationOf(treeOf(files), detectUnits(treeOf(files)));

/** The files in a fresh folder with the script generated for them; the folder's name needs quoting. */
function project(files: Files): string {
  const folder = join(mkdtempSync(join(tmpdir(), "baton-init-")), "a 'b' $c");
  folders.push(dirname(folder));
  for (const [path, text] of Object.entries({ ...files, "init.sh": initScript(treeOf(files), []) })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

function run(folder: string, env: Record<string, string> = {}): { status: number | null; output: string } {
  const PATH = `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`;
  const environment = { ...process.env, PATH, ...env };
  const result = spawnSync("sh", [join(folder, "init.sh")], { cwd: tmpdir(), env: environment, encoding: "utf8" });
  return { status: result.status, output: `${result.stdout}${result.stderr}` };
}

const LOCAL_DEPENDENCY: Files = {
  "package.json": JSON.stringify({
    name: "app",
    scripts: { test: "node --test", start: "node server.js" },
    dependencies: { local: "file:./local" },
  }),
  "local/package.json": JSON.stringify({ name: "local", version: "1.0.0" }),
};
const PYTHON_PACKAGE: Files = {
  "pyproject.toml":
    '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n\n[project]\nname = "my-pkg"\nversion = "1"\n\n[tool.setuptools.packages.find]\nwhere = ["src"]\n',
  "src/my_pkg/__init__.py": "ANSWER = 42\n",
  "tests/test_a.py": "def test_a():\n    pass\n",
};

const STACKS: readonly (readonly [string, Files])[] = [
  ["nothing known", { "README.md": "" }],
  ["npm without lock file", LOCAL_DEPENDENCY],
  ["npm with lock file", { ...LOCAL_DEPENDENCY, "package-lock.json": "{}" }],
  ["pnpm", { ...LOCAL_DEPENDENCY, "pnpm-lock.yaml": "" }],
  ["yarn", { ...LOCAL_DEPENDENCY, "yarn.lock": "" }],
  ["yarn berry", { ...LOCAL_DEPENDENCY, "yarn.lock": "", ".yarnrc.yml": "" }],
  ["bun", { ...LOCAL_DEPENDENCY, "bun.lock": "" }],
  ["a Python package", PYTHON_PACKAGE],
  ["Python requirements", { "requirements.txt": "x\n", "requirements-dev.txt": "y\n", "app.py": "" }],
  ["Python without anything to install", { "a.py": "", "test_a.py": "", "pyproject.toml": "[tool.pytest]\n" }],
  [
    "a front end and a back end",
    { ...PYTHON_PACKAGE, "frontend/package.json": LOCAL_DEPENDENCY["package.json"] ?? "" },
  ],
  ["Java", { "pom.xml": "<project/>", "src/test/java/ATest.java": "" }],
  ["scripts with quotes", { "package.json": JSON.stringify({ scripts: { start: "echo '; rm -rf /" } }) }],
];

test.each(STACKS)("the script for %s is valid POSIX shell and stops at the first failure", (_, files) => {
  const script = initScript(treeOf(files), []);
  expect(script).toMatch(/^#!\/bin\/sh\n/);
  expect(script).toContain("set -eu\n");
  for (const shell of [["dash"], ["bash", "--posix"]]) {
    const [program = "sh", ...options] = shell;
    const result = spawnSync(program, [...options, "-n"], { input: script, encoding: "utf8" });
    expect([result.status, result.stderr]).toEqual([0, ""]);
  }
});

test("the lock file decides the package manager; without one no lock file is written", () => {
  const install = (files: Files) =>
    initScript(treeOf(files), [])
      .match(/^ {2}(?:npm_packages|pnpm|yarn|bun) [^|]*/m)?.[0]
      .trim();
  expect(STACKS.slice(1, 7).map(([, files]) => install(files))).toEqual([
    "npm_packages install --no-package-lock --include=dev --prefer-offline --no-audit --no-fund",
    "npm_packages ci --include=dev --prefer-offline --no-audit --no-fund",
    "pnpm install --frozen-lockfile --prefer-offline",
    "yarn install --frozen-lockfile --prefer-offline --non-interactive",
    "yarn install --immutable",
    "bun install --frozen-lockfile",
  ]);
});

test("it ends by saying how to activate, test and start; start commands stand there commented out", () => {
  const script = initScript(treeOf({ ...LOCAL_DEPENDENCY, ...PYTHON_PACKAGE, "manage.py": "" }), []);
  expect(script.slice(script.indexOf("# To start:"))).toBe(`# To start:
# npm run start &
# .venv/bin/python manage.py runserver &

echo 'Environment ready.'
echo 'To activate: . .venv/bin/activate'
echo 'To run tests: npm test'
echo 'To run tests: .venv/bin/python -m pytest'
echo 'To start: npm run start'
echo 'To start: .venv/bin/python manage.py runserver'
`);
});

test("Python's tests are run as the units of the tree are", () => {
  const tests = {
    "web/manage.py": "",
    "web/requirements.txt": "",
    "web/shop/tests.py": "from django.test import TestCase\n",
  };
  const tree = treeOf(tests);
  expect(initScript(tree, detectUnits(tree))).toContain("To run tests: (cd web && .venv/bin/python manage.py test)");
  const plain = treeOf({ "test_a.py": "import unittest\n\n\nclass ATest(unittest.TestCase):\n    pass\n" });
  expect(initScript(plain, detectUnits(plain))).toContain("To run tests: python3 -m unittest");
});

test("a flat Python package that names nothing to install is imported from its folder", () => {
  const metadata = '[build-system]\nrequires = ["setuptools"]\n\n[project]\nname = "my-pkg"\nversion = "1"\n';
  const flat = { "pyproject.toml": metadata, "my_pkg/__init__.py": "" };
  expect(preparation(flat)).toBeNull();
  expect(preparation({ ...flat, "pyproject.toml": `${metadata}dependencies = ["x"]\n` })).toContain("pip install");
});

test("a workspace is installed once, at its root; separate folders each for themselves", () => {
  const manifest = JSON.stringify({ dependencies: { a: "1" } });
  const separate = { "package.json": manifest, "frontend/package.json": manifest };
  expect(findInitFacts(treeOf(separate), []).node.map((one) => one.directory)).toEqual([".", "frontend"]);
  const workspace = { ...separate, "package.json": JSON.stringify({ workspaces: ["frontend"] }) };
  expect(findInitFacts(treeOf(workspace), []).node.map((one) => one.directory)).toEqual(["."]);
});

test("Node packages are installed, verified, and left alone the second time; no lock file appears", () => {
  const folder = project(LOCAL_DEPENDENCY);
  expect(run(folder)).toMatchObject({ status: 0 });
  expect(existsSync(join(folder, "node_modules/local/package.json"))).toBe(true);
  expect(existsSync(join(folder, "package-lock.json"))).toBe(false);
  expect(run(folder)).toMatchObject({ status: 0, output: expect.stringContaining("up to date") });
  rmSync(join(folder, "node_modules/local"), { recursive: true });
  expect(run(folder)).toMatchObject({ status: 1, output: expect.stringContaining("not installed: local") });
});

test("peers that conflict are let be where no lock file says otherwise", () => {
  const folder = project({
    "package.json": JSON.stringify({ name: "app", dependencies: { reader: "file:./reader", parser: "file:./parser" } }),
    "reader/package.json": JSON.stringify({ name: "reader", version: "1.0.0", peerDependencies: { parser: "^2.0.0" } }),
    "parser/package.json": JSON.stringify({ name: "parser", version: "1.0.0" }),
  });
  expect(run(folder, { npm_config_offline: "true" })).toMatchObject({ status: 0 });
  expect(existsSync(join(folder, "node_modules/reader/package.json"))).toBe(true);
});

/** A package that comes from a folder of its own, as npm unpacks one: a script that fails is no link's. */
function packed(name: string, scripts: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "baton-init-package-"));
  folders.push(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name, version: "1.0.0", scripts }));
  expect(spawnSync("npm", ["pack", "--offline"], { cwd: folder }).status).toBe(0);
  return `file:${join(folder, `${name}-1.0.0.tgz`)}`;
}

test("a package whose install script fails is gone on without; the other scripts run, the project's own have to", () => {
  const dependencies = {
    browser: packed("browser", { postinstall: "echo no network >&2; exit 1" }),
    native: packed("native", { install: "echo built >built.txt" }),
  };
  const app = (prepare: string): string =>
    project({ "package.json": JSON.stringify({ name: "app", dependencies, scripts: { prepare } }) });
  const folder = app("echo prepared >node_modules/prepared.txt");
  expect(run(folder, { npm_config_offline: "true" })).toMatchObject({
    status: 0,
    output: expect.stringContaining("init.sh: the install script of browser failed: going on without it"),
  });
  expect(existsSync(join(folder, "node_modules/native/built.txt"))).toBe(true);
  expect(existsSync(join(folder, "node_modules/prepared.txt"))).toBe(true);
  expect(run(app("echo broken build >&2; exit 1"), { npm_config_offline: "true" })).toMatchObject({
    status: 1,
    output: expect.stringMatching(/broken build[^]*init\.sh: npm could not install/),
  });
});

test("an optional package that no registry has is gone on without; a lock file that does not fit is not", () => {
  const optional = { "no-such-variant-of-local": "^1.0.0" };
  const files = {
    "package.json": JSON.stringify({ name: "app", version: "1.0.0", dependencies: { local: "file:./local" } }),
    "local/package.json": JSON.stringify({ name: "local", version: "1.0.0", optionalDependencies: optional }),
  };
  const locked = project(files);
  expect(spawnSync("npm", ["install", "--offline"], { cwd: locked }).status).toBe(0);
  const lock = readFileSync(join(locked, "package-lock.json"), "utf8");
  const folder = project({ ...files, "package-lock.json": lock });
  expect(run(folder, { npm_config_offline: "true" })).toMatchObject({ status: 0 });
  expect(existsSync(join(folder, "node_modules/local/package.json"))).toBe(true);
  expect(readFileSync(join(folder, "package-lock.json"), "utf8")).toBe(lock);
  const stale = project({
    ...files,
    "package.json": JSON.stringify({
      name: "app",
      version: "1.0.0",
      dependencies: { local: "file:./local", more: "file:./more" },
    }),
    "more/package.json": JSON.stringify({ name: "more", version: "2.0.0" }),
    "package-lock.json": lock,
  });
  expect(run(stale, { npm_config_offline: "true" })).toMatchObject({
    status: 1,
    output: expect.stringMatching(/Missing: more@[^]*init\.sh: npm could not install/),
  });
});

test("a package that cannot be installed stops the script loudly", () => {
  const folder = project({ "package.json": JSON.stringify({ dependencies: { local: "file:./nowhere/x.tgz" } }) });
  expect(run(folder)).toMatchObject({ status: 1, output: expect.stringContaining("init.sh: npm could not install") });
});

test("a missing tool is named with what to do", () => {
  const folder = project({ ...LOCAL_DEPENDENCY, "pnpm-lock.yaml": "" });
  const bin = join(dirname(folder), "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "node"), "#!/bin/sh\n", { mode: 0o755 });
  expect(run(folder, { PATH: `${bin}:/bin` })).toMatchObject({
    status: 1,
    output: expect.stringContaining("init.sh: pnpm is not installed; run: corepack enable"),
  });
});

test("a Python package is installed into .venv, found from anywhere, and leaves nothing that git would see", () => {
  const folder = project(PYTHON_PACKAGE);
  spawnSync("git", ["init", "--quiet"], { cwd: folder });
  spawnSync("git", ["add", "."], { cwd: folder });
  const offline = { PIP_NO_INDEX: "1", PIP_FIND_LINKS: "" };
  expect(run(folder, offline)).toMatchObject({ status: 0 });
  const python = join(folder, ".venv/bin/python");
  const answer = spawnSync(python, ["-B", "-c", "import my_pkg; print(my_pkg.ANSWER)"], {
    cwd: tmpdir(),
    encoding: "utf8",
  });
  expect(answer.stdout.trim()).toBe("42");
  expect(run(folder)).toMatchObject({ status: 0, output: expect.stringContaining("up to date") });
  const status = spawnSync("git", ["status", "--porcelain"], { cwd: folder, encoding: "utf8" });
  expect(status.stdout.split("\n").filter((line) => line.startsWith("??"))).toEqual([]);
  expect(readFileSync(join(folder, ".venv/.gitignore"), "utf8")).toBe("*\n");
});

test("a package whose builder cannot be had is linked by path, under the name and version of its manifest", () => {
  const manifest = PYTHON_PACKAGE["pyproject.toml"]?.replace('["setuptools"]', '["no-such-builder"]') ?? "";
  const unbuilt = manifest.replace("setuptools.build_meta", "no_such_builder").replace('"1"', '"1.2"');
  const folder = project({ ...PYTHON_PACKAGE, "pyproject.toml": unbuilt });
  expect(run(folder, { PIP_NO_INDEX: "1" }).status).toBe(0);
  const asked = "import importlib.metadata, my_pkg; print(my_pkg.ANSWER, importlib.metadata.version('my-pkg'))";
  const result = spawnSync(join(folder, ".venv/bin/python"), ["-c", asked], { cwd: tmpdir(), encoding: "utf8" });
  expect(`${result.stdout}${result.stderr}`).toBe("42 1.2\n");
});

test("a project whose version is in git's history is built in a copy of one tree, too, without an extra that cannot be had", () => {
  const metadata = PYTHON_PACKAGE["pyproject.toml"] ?? "";
  const folder = project({
    ...PYTHON_PACKAGE,
    "pyproject.toml": `${metadata
      .replace('["setuptools"]', '["setuptools", "setuptools-scm"]')
      .replace('"setuptools.build_meta"', '"backend"\nbackend-path = ["."]')}
[project.optional-dependencies]
tests = ["no-such-package-here"]
`,
    // Builds without the network, but not without a version.
    "backend.py": `import os, zipfile


def build_editable(directory, settings=None, metadata=None):
    with open("src/my_pkg/_version.py", "w") as file:
        file.write("version = %r" % os.environ["SETUPTOOLS_SCM_PRETEND_VERSION"])
    name, info = "my_pkg-1-py3-none-any.whl", "my_pkg-1.dist-info/"
    with zipfile.ZipFile(os.path.join(directory, name), "w") as wheel:
        wheel.writestr("my_pkg.pth", os.path.abspath("src"))
        extra = "Provides-Extra: tests\\nRequires-Dist: no-such-package-here; extra == 'tests'"
        wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: my-pkg\\nVersion: 1\\n%s\\n" % extra)
        wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr(info + "RECORD", "")
    return name
`,
  });
  // That pip builds with what is here is said so, whatever the option is called.
  const offline = { PIP_NO_INDEX: "1", PIP_FIND_LINKS: "", PIP_NO_BUILD_ISOLATION: "0", PIP_CONFIG_FILE: "/dev/null" };
  expect(run(folder, offline)).toMatchObject({ status: 0, output: expect.not.stringContaining("linked") });
  expect(readFileSync(join(folder, "src/my_pkg/_version.py"), "utf8")).toBe("version = '0.0.0'");
});

const WHEEL = `import sys, zipfile
with zipfile.ZipFile(sys.argv[1] + "/tiny-1-py3-none-any.whl", "w") as wheel:
    wheel.writestr("tiny.py", "")
    wheel.writestr("tiny-1.dist-info/METADATA", "Metadata-Version: 2.1\\nName: tiny\\nVersion: 1\\n")
    wheel.writestr("tiny-1.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr("tiny-1.dist-info/RECORD", "")
`;

test("of what tests need, and not all can be had, each that can is installed, and the others are named", () => {
  const groups = '[dependency-groups]\ndev = ["no-such-package-here>=1", "tiny"]\n';
  const folder = project({ ...PYTHON_PACKAGE, "pyproject.toml": `${PYTHON_PACKAGE["pyproject.toml"]}\n${groups}` });
  // pip's places are told apart by spaces.
  const wheels = mkdtempSync(join(tmpdir(), "baton-wheels-"));
  folders.push(wheels);
  expect(spawnSync("python3", ["-c", WHEEL, wheels]).status).toBe(0);
  const offline = { PIP_NO_INDEX: "1", PIP_FIND_LINKS: wheels, PIP_CONFIG_FILE: "/dev/null" };
  const { status, output } = run(folder, offline);
  expect(output).toContain("init.sh: pip could not install no-such-package-here>=1: going on without it");
  expect(output).not.toContain("could not install tiny");
  expect(status).toBe(0);
  expect(spawnSync(join(folder, ".venv/bin/python"), ["-c", "import tiny"]).status).toBe(0);
});

test("what tests need is installed for a project that needs nothing itself, too", () => {
  const metadata = '[project]\nname = "a"\nversion = "1"\n[dependency-groups]\ndev = ["no-such-package-here"]\n';
  const offline = { PIP_NO_INDEX: "1", PIP_FIND_LINKS: "", PIP_CONFIG_FILE: "/dev/null" };
  expect(run(project({ "pyproject.toml": metadata, "a.py": "" }), offline)).toMatchObject({
    status: 0,
    output: expect.stringContaining("init.sh: pip could not install no-such-package-here: going on without it"),
  });
});

test("a Python dependency that is not there stops the script, by name", () => {
  const metadata =
    '[project]\nname = "a"\nversion = "1"\ndependencies = ["pip", "no-such-package-here>=1 ; python_version>\\"2\\"", "no_such_one"]\n';
  const folder = project({ "pyproject.toml": metadata, "a.py": "" });
  // No index: what pip could not fetch must not pass for installed.
  const result = run(folder, { PIP_NO_INDEX: "1", PIP_FIND_LINKS: "", PIP_CONFIG_FILE: "/dev/null" });
  expect(result).toMatchObject({ status: 1, output: expect.stringContaining("not installed: no_such_one") });
});

test("what only linters or documentation need and cannot be had is named, and stops nothing", () => {
  const offline = { PIP_NO_INDEX: "1", PIP_FIND_LINKS: "", PIP_CONFIG_FILE: "/dev/null" };
  const tools = { "requirements.txt": "", "requirements-mypy.txt": "no-such-mypy==1\n", "a.py": "" };
  expect(run(project(tools), offline)).toMatchObject({
    status: 0,
    output: expect.stringContaining("pip could not install requirements-mypy.txt: going on without it"),
  });
});

/** Installs from a folder that has `tiny` and nothing else. */
function offline(): Record<string, string> {
  const wheels = mkdtempSync(join(tmpdir(), "baton-wheels-"));
  folders.push(wheels);
  expect(spawnSync("python3", ["-c", WHEEL, wheels]).status).toBe(0);
  return { PIP_NO_INDEX: "1", PIP_FIND_LINKS: wheels, PIP_CONFIG_FILE: "/dev/null" };
}
const NEEDS_TINY = { "requirements.txt": "tiny\n", "a.py": "" };

test("of what tests need each is installed that can be had", () => {
  const needed = project({
    ...NEEDS_TINY,
    "requirements-dev.txt": "# tools\n--requirement requirements.txt\nno-such-tool==1 # old",
  });
  expect(run(needed, offline())).toMatchObject({
    status: 0,
    output: expect.stringContaining("init.sh: pip could not install no-such-tool==1: going on without it"),
  });
  expect(spawnSync(join(needed, ".venv/bin/python"), ["-c", "import tiny"]).status).toBe(0);
});

test("what the project itself needs has to be had", () => {
  expect(run(project({ ...NEEDS_TINY, "requirements.txt": "no-such-tool\n" }), offline())).toMatchObject({
    status: 1,
    output: expect.stringMatching(
      /No matching distribution.*no-such-tool[^]*init\.sh: pip could not install requirements\.txt\n/,
    ),
  });
});

test("a package says in its metadata what it needs itself", () => {
  expect(run(project({ ...PYTHON_PACKAGE, "requirements.txt": "-e .\nno-such-tool\n" }), offline())).toMatchObject({
    status: 0,
    output: expect.stringContaining("init.sh: pip could not install no-such-tool: going on without it"),
  });
});

test("whoever names hashes wants those bytes and no others", () => {
  const hashed = `tiny==1 \\\n  --hash=sha256:${"0".repeat(64)}\n`;
  expect(run(project({ ...NEEDS_TINY, "requirements-dev.txt": hashed }), offline())).toMatchObject({
    status: 1,
    output: expect.stringContaining("pip could not install requirements-dev.txt"),
  });
});

test("of a folder of requirements what tests need is installed, else what the project needs", () => {
  const installed = (...names: string[]): string[] => {
    const files = Object.fromEntries(names.map((name) => [`requirements/${name}.txt`, ""]));
    return [...initScript(treeOf({ ...files, "app.py": "" }), []).matchAll(/^ {2}requirements (\S+)/gm)].map(
      ([, file = ""]) => file,
    );
  };
  expect(installed("base", "dev", "docs", "prod", "test")).toEqual(["requirements/dev.txt", "requirements/test.txt"]);
  expect(installed("production", "base")).toEqual(["requirements/base.txt"]);
  expect(installed("docs")).toEqual([]);
  const named = { "test_requirements.txt": "", "ci/more.txt": "", "tox.ini": "[testenv]\ndeps = -r ci/more.txt\n" };
  const script = initScript(treeOf({ ...named, "app.py": "" }), []);
  expect(script).toContain("requirements test_requirements.txt '' own");
  expect(script).toContain("requirements ci/more.txt '' own");
  const wheels = mkdtempSync(join(tmpdir(), "baton-wheels-"));
  folders.push(wheels);
  expect(spawnSync("python3", ["-c", WHEEL, wheels]).status).toBe(0);
  const offline = { PIP_NO_INDEX: "1", PIP_FIND_LINKS: wheels, PIP_CONFIG_FILE: "/dev/null" };
  const folder = project({
    "requirements/base.txt": "tiny\n",
    "requirements/dev.txt": "-r base.txt\nno-such-tool\n",
    "app.py": "",
  });
  expect(run(folder, offline).status).toBe(0);
  expect(spawnSync(join(folder, ".venv/bin/python"), ["-c", "import tiny"]).status).toBe(0);
});

test("Python with nothing to install makes no environment", () => {
  const folder = project({ "a.py": "", "test_a.py": "" });
  expect(run(folder)).toMatchObject({ status: 0, output: expect.stringContaining("To run tests: python3 -m pytest") });
  expect(existsSync(join(folder, ".venv"))).toBe(false);
});

// By a tag (`-Dgroups`) Surefire would download what runs JUnit 4 by tags, and not what runs it.
const MAVEN_NONE =
  "-q -B test -Dtest=*#batonNone -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false -DforkCount=0";

test.each([
  ["Maven", "pom.xml", "mvnw", MAVEN_NONE, "target"],
  ["Gradle", "build.gradle", "gradlew", "-q --no-daemon --continue test --tests baton.None", "build"],
])("%s downloads what tests need, runs none of them and leaves nothing built where nothing was", (tool, ...names) => {
  const [build, wrapper, words, built] = names;
  const folder = project({
    [`api/${build}`]: "",
    [`api/${wrapper}`]: `#!/bin/sh\necho "$@" > ../asked\nmkdir -p ${built}/classes kept/${built} "a b/${built}"\n`,
    "api/src/test/java/ATest.java": "",
    [`api/kept/${built}/own`]: "",
  });
  chmodSync(join(folder, "api", wrapper), 0o755);
  expect(run(folder)).toMatchObject({ status: 0, output: expect.stringContaining(`(cd api && ./${wrapper} test)`) });
  expect(readFileSync(join(folder, "asked"), "utf8")).toBe(`${words}\n`);
  expect([built, `a b/${built}`, `kept/${built}/own`].map((path) => existsSync(join(folder, "api", path)))).toEqual([
    false,
    false,
    true,
  ]);
  for (const said of [
    "Could not resolve org.example:a:1",
    'Exception in thread "main" java.net.UnknownHostException',
  ]) {
    writeFileSync(join(folder, "api", wrapper), `#!/bin/sh\necho '${said}' >&2\nexit 1\n`);
    expect(run(folder)).toMatchObject({
      status: 1,
      output: expect.stringContaining(`${tool} could not download what it needs in api`),
    });
  }
});

test("Rust crates are fetched where a manifest names any, under the lock that is there; none is left where there was none", () => {
  const manifest = '[package]\nname = "a"\nversion = "0.1.0"\n';
  expect(preparation({ "Cargo.toml": manifest })).toBeNull();
  const locked = preparation({ "Cargo.toml": `${manifest}[dependencies]\nserde = "1"\n`, "Cargo.lock": "" });
  expect(locked).toContain("cargo fetch --quiet --locked");
  const unlocked = initScript(
    treeOf({ "server/Cargo.toml": `${manifest}[dev-dependencies]\nserde = "1"\n`, "server/src/lib.rs": "#[test]" }),
    [],
  );
  expect(unlocked).toContain('cd "$root"/server');
  expect(unlocked).toContain("rm -f Cargo.lock");
  expect(unlocked).toContain("(cd server && cargo test)");
});

test("TAH-05 TAH-20 folders that are projects count where the root is none, and each app has its start command", () => {
  const script = initScript(
    treeOf({
      "README.md": "",
      "service/go.mod": "module example.com/service\n\ngo 1.22\n",
      "service/main.go": "package main\n\nfunc main() {}\n",
      "service/cmd/tool/main.go": "package main\n\nfunc main() {}\n",
      "service/main_test.go": "package main\n",
      "engine/Cargo.toml": '[package]\nname = "engine"\n',
      "engine/src/main.rs": "fn main() {}\n",
      "engine/src/bin/check.rs": "fn main() {}\n",
      "shop/pom.xml": "<artifactId>spring-boot-maven-plugin</artifactId>",
      "notes/list.txt": "",
    }),
    [],
  );
  expect(script.slice(script.indexOf("# To start:"), script.indexOf("echo 'To start"))).toBe(`# To start:
# (cd service && go run .) &
# (cd service && go run ./cmd/tool) &
# (cd engine && cargo run) &
# (cd engine && cargo run --bin check) &
# (cd shop && mvn spring-boot:run) &

echo 'Environment ready.'
echo 'To activate: nothing to do'
echo 'To run tests: (cd service && go test ./...)'
`);
});

test("TAH-05 projects beside one at the root count wherever their tests run, each stack with its tool", () => {
  const files = {
    "package.json": JSON.stringify({ scripts: { test: "node --test" } }),
    "test/a.test.js": "",
    "svc/go.mod": "module example.com/svc\n\nrequire example.com/dep v1.0.0\n",
    "svc/a_test.go": "package svc\n",
    "svc/package.json": JSON.stringify({ dependencies: { a: "1" } }),
    "libs/core/Cargo.toml": '[package]\nname = "core"\n\n[dependencies]\nserde = "1"\n',
    "libs/core/src/lib.rs": "#[test]\nfn t() {}\n",
    "libs/core/tool/go.mod": "module example.com/tool\n",
    "shop/pom.xml": "<project/>",
    "shop/src/test/java/ATest.java": "import org.junit.jupiter.api.Test;",
    "jobs/requirements.txt": "x\n",
    "jobs/pytest.ini": "[pytest]\n",
    "jobs/test_a.py": "def test_a():\n    pass\n",
  };
  const tree = treeOf(files);
  const script = initScript(tree, detectUnits(tree));
  expect(script.match(/^need \w+|^# (?:Go|Rust|Java|Node\.js).*/gm)).toEqual(
    ["need node", "# Node.js", "# Go in svc", "need go", "# Rust in libs/core", "need cargo"].concat([
      "# Java in shop",
      "need javac",
      "need mvn",
    ]),
  );
  expect(script.match(/(?<=To run tests: ).*(?=')/g)).toEqual([
    "npm test",
    "(cd jobs && .venv/bin/python -m pytest)",
    "(cd svc && go test ./...)",
    "(cd libs/core && cargo test)",
    "(cd shop && mvn test)",
  ]);
  expect(preparation(files)).toContain("|| go mod download || fail 'Go modules could not be downloaded in svc'");
});

test("a library has nothing to start, and folders beside a project are its own affair", () => {
  const script = initScript(
    treeOf({ "go.mod": "module x\n", "x.go": "package x\n", "fuzz/Cargo.toml": '[package]\nname = "fuzz"\n' }),
    [],
  );
  expect(script).not.toContain("To start");
  expect(script).not.toContain("cargo");
  expect(script).toContain("To run tests: there are none yet");
});
