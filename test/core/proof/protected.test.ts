import { expect, test } from "vitest";
import { createPathRoles } from "../../../src/core/proof/paths.ts";
import { judgeProtectedPaths } from "../../../src/core/proof/protected.ts";
import { Policy } from "../../../src/schema/config.ts";
import type { Signal } from "../../../src/schema/source.ts";

const roleOf = createPathRoles([]);

/** `error CODE`, `person CODE`, `info CODE`, or `nothing`, for one change of one file. */
function judged(
  path: string,
  base: string | null,
  head: string | null,
  options: { policy?: Partial<Policy>; signals?: Signal[]; folders?: string[]; guarded?: boolean } = {},
): string {
  const [finding] = judgeProtectedPaths(
    [{ path, role: roleOf(path), base, head, approval: "id", signals: options.signals ?? [] }],
    Policy.parse(options.policy ?? {}),
    { baseFolders: new Set(options.folders), guarded: options.guarded ?? false },
  );
  return finding === undefined ? "nothing" : `${finding.severity} ${finding.code}`;
}

/** The same, for several files of one change. */
function judgedTogether(files: readonly (readonly [path: string, base: string | null, head: string])[]): string[] {
  const changes = files.map(
    ([path, base, head]) => ({ path, role: roleOf(path), base, head, approval: "id", signals: [] }) as const,
  );
  const facts = { baseFolders: new Set<string>(), guarded: false };
  return judgeProtectedPaths(changes, Policy.parse({}), facts).map(({ severity, code }) => `${severity} ${code}`);
}

const json = (value: unknown): string => JSON.stringify(value);
const manifest = {
  name: "x",
  version: "1.0.0",
  scripts: { test: "vitest run", build: "tsc" },
  dependencies: { a: "1.0.0" },
};
const NOTHING = "nothing";
const ALLOWED = "info PROTECTED_PATH";
const ASKED = "person PROTECTED_PATH";

test.each<[string, object, string]>([
  ["a new version", { ...manifest, version: "1.1.0" }, ALLOWED],
  ["a new entry point", { ...manifest, exports: { ".": "./x.js" }, bin: "x.js" }, ALLOWED],
  ["a new ordinary script", { ...manifest, scripts: { ...manifest.scripts, start: "node ." } }, ALLOWED],
  ["a new dependency", { ...manifest, dependencies: { a: "1.0.0", b: "^2.0.0" } }, ALLOWED],
  ["the test script changed", { ...manifest, scripts: { ...manifest.scripts, test: "true" } }, ASKED],
  ["a script removed", { ...manifest, scripts: { test: "vitest run" } }, ASKED],
  ["pretest added", { ...manifest, scripts: { ...manifest.scripts, pretest: "node x" } }, ASKED],
  ["a dependency moved", { ...manifest, dependencies: { a: "2.0.0" } }, ASKED],
  ["a dependency from elsewhere", { ...manifest, dependencies: { a: "1.0.0", b: "file:../b" } }, ASKED],
  ["jest configuration", { ...manifest, jest: { testMatch: ["x"] } }, ASKED],
  ["overrides", { ...manifest, overrides: { a: "0.1.0" } }, ASKED],
  ["another module type", { ...manifest, type: "module" }, ASKED],
  ["its first workspaces", { ...manifest, workspaces: ["packages/*"] }, ALLOWED],
  ["a workspace that leaves packages out", { ...manifest, workspaces: ["packages/*", "!packages/a"] }, ASKED],
])("package.json: %s", (_, head, verdict) => {
  expect(judged("package.json", json(manifest), json(head))).toBe(verdict);
});

test.each<[string, unknown, string]>([
  ["one more", ["tools", "packages/*", "packages/b"], ALLOWED],
  ["another in its place", ["packages/b", "tools"], ASKED],
  ["none any more", undefined, ASKED],
])("workspaces of package.json: %s", (_, workspaces, verdict) => {
  const base = json({ ...manifest, workspaces: ["packages/*", "tools"] });
  expect(judged("package.json", base, json({ ...manifest, workspaces }))).toBe(verdict);
});

test.each([
  ["a name of its own", "@shop/cart", ALLOWED],
  ["the name of a runner", "vitest", ASKED],
  ["the name of a part of a runner", "@jest/expect", ASKED],
])("a new package with %s", (_, name, verdict) => {
  expect(judged("packages/new/package.json", null, json({ name, main: "index.js" }))).toBe(verdict);
});

test("new dependencies follow the policy", () => {
  const head = json({ ...manifest, dependencies: { a: "1.0.0", b: "1.0.0" } });
  expect(judged("package.json", json(manifest), head, { policy: { dependencies: "ask" } })).toBe(ASKED);
  expect(judged("package.json", json(manifest), head, { policy: { dependencies: "deny" } })).toBe(
    "error SCOPE_EXCEEDED",
  );
});

const cargo = (extra = "", features = ""): string =>
  `[package]\nname = "a"\nversion = "0.1.0"\n[dependencies]\nserde = "1"\n${extra}\n[features]\n${features}`;

test.each<[string, string, string]>([
  ["a new version", cargo().replace("0.1.0", "0.2.0"), ALLOWED],
  ["a new dependency", cargo('rand = { version = "0.8", features = ["std"] }'), ALLOWED],
  ["a dependency of the workspace", cargo("rand.workspace = true"), ALLOWED],
  ["a new program", `${cargo()}\n[[bin]]\nname = "b"\npath = "src/b.rs"\n`, ALLOWED],
  ["a dependency moved", cargo().replace('"1"', '"2"'), ASKED],
  ["a dependency on a crate of the project", cargo('units = { path = "crates/units" }'), ALLOWED],
  ["a dependency from a folder elsewhere", cargo('rand = { path = "../fake" }'), ASKED],
  ["a dependency from a folder under another name", cargo('rand = { path = "fake", package = "b" }'), ASKED],
  ["members, the first ones", `${cargo()}\n[workspace]\nmembers = ["units"]\n`, ALLOWED],
  ["what members share", `${cargo()}\n[workspace]\nresolver = "1"\n`, ASKED],
  ["a dependency under another name", cargo('rand = { version = "1", package = "fake" }'), ASKED],
  ["a feature", cargo("", 'default = ["slow"]'), ASKED],
  ["a main of its own for a test", `${cargo()}\n[[test]]\nname = "a"\nharness = false\n`, ASKED],
  ["no tests of the library", `${cargo()}\n[lib]\ntest = false\n`, ASKED],
  ["tests that are not found by themselves", `package.autotests = false\n${cargo()}`, ASKED],
  ["another edition", cargo().replace("version", 'edition = "2018"\nversion'), ASKED],
  ["a crate patched", `${cargo()}\n[patch.crates-io]\nserde = { path = "fake" }\n`, ASKED],
  ["a profile", `${cargo()}\n[profile.test]\ndebug-assertions = false\n`, ASKED],
  ["no TOML", "[package", ASKED],
])("Cargo.toml: %s", (_, head, verdict) => {
  expect(judged("Cargo.toml", cargo(), head)).toBe(verdict);
});

const pom = (more = "", dependency = "<version>1</version>"): string =>
  `<project><version>1</version><properties><a.version>1</a.version></properties><dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId>${dependency}</dependency></dependencies>${more}</project>`;
const another = (inner = ""): string =>
  pom().replace(
    "</dependencies>",
    `<dependency><groupId>g</groupId><artifactId>b</artifactId>${inner}</dependency></dependencies>`,
  );

test.each([
  ["a new version", pom().replace("<version>1</version><p", "<version>2</version><p"), ALLOWED],
  ["a new dependency", another("<version>1</version>"), ALLOWED],
  ["other white space", pom().replaceAll("><", ">\n  <"), ALLOWED],
  ["a new module", pom("<modules><module>x</module></modules>"), ALLOWED],
  ["a property for a version", pom().replace("<properties>", "<properties><guava.version>1</guava.version>"), ALLOWED],
  ["a dependency moved", pom("", "<version>2</version>"), ASKED],
  ["a dependency from a file", another("<systemPath>x.jar</systemPath>"), ASKED],
  ["a property that skips tests", pom().replace("<properties>", "<properties><skipTests>true</skipTests>"), ASKED],
  [
    "another version of the runner",
    pom().replace("<properties>", "<properties><surefire.version>2</surefire.version>"),
    ASKED,
  ],
  ["a property changed", pom().replace("<a.version>1", "<a.version>2"), ASKED],
  ["a plugin", pom("<build><plugins/></build>"), ASKED],
  [
    "settings that are joined otherwise",
    pom().replace("<artifactId>a<", '<artifactId combine.self="override">a<'),
    ASKED,
  ],
  ["a profile", pom("<profiles><profile/></profiles>"), ASKED],
  ["broken XML", "<project>", ASKED],
  ["a document type", `<!DOCTYPE project>${pom()}`, ASKED],
])("pom.xml: %s", (_, head, verdict) => {
  expect(judged("pom.xml", pom(), head)).toBe(verdict);
});

const GRADLE = `plugins { id("java") }
dependencies {
    implementation("com.example:a:1.0")
}
test { useJUnitPlatform() }
`;
const withLine = (line: string): string => GRADLE.replace("}\ntest", `${line}\n}\ntest`);
test.each([
  ["a dependency", withLine('    implementation("com.example:b:2.0") // needed'), ALLOWED],
  ["one without brackets", withLine("testImplementation 'com.example:b:2.0'"), ALLOWED],
  [
    "of the catalog, of the build, of a platform",
    withLine('api(libs.b.core)\napi(project(":b"))\n// why\nimplementation(platform("b:b"))'),
    ALLOWED,
  ],
  ["a version that is worked out", withLine('implementation("com.example:b:${evil()}")'), ASKED],
  ["a file of this machine", withLine('implementation(files("libs/b.jar"))'), ASKED],
  ["what runs in the compiler", withLine('annotationProcessor("com.example:b:2.0")'), ASKED],
  ["a closure", withLine('implementation("com.example:b:2.0") { exclude() }'), ASKED],
  ["something behind it", withLine('implementation("com.example:b:2.0"); test.enabled = false'), ASKED],
  ["another version", GRADLE.replace("1.0", "1.1"), ASKED],
  ["a line less", GRADLE.replace('    implementation("com.example:a:1.0")\n', ""), ASKED],
  ["tests left out", GRADLE.replace("useJUnitPlatform()", "useJUnitPlatform(); exclude '**/ATest*'"), ASKED],
])("build.gradle.kts: %s", (_, head, verdict) => {
  expect(judged("app/build.gradle.kts", GRADLE, head)).toBe(verdict);
  expect(judged("buildSrc/build.gradle.kts", GRADLE, head)).toBe(ASKED);
});

const CATALOG = '[versions]\na = "1"\n[libraries]\na = { module = "x:a", version.ref = "a" }\n[plugins]\np = "x:1"\n';
test.each([
  [
    "a library and its version",
    CATALOG.replace("[libraries]", 'b = "2"\n[libraries]\nb = { module = "x:b", version.ref = "b" }'),
    ALLOWED,
  ],
  ["another version", CATALOG.replace('"1"', '"2"'), ASKED],
  ["a plugin", `${CATALOG}q = "y:1"\n`, ASKED],
  ["something else", "[", ASKED],
])("the catalog of versions: %s", (_, head, verdict) => {
  expect(judged("gradle/libs.versions.toml", CATALOG, head)).toBe(verdict);
});

test("a new module decides about itself; settings of Maven and Gradle, and of JUnit's platform, are control", () => {
  expect(judged("b/pom.xml", null, pom())).toBe(ALLOWED);
  for (const path of [".mvn/maven.config", "mvnw", "build.gradle.kts", "gradle/wrapper/gradle-wrapper.properties"])
    expect(judged(path, null, "x")).toBe(ASKED);
  expect(judged("src/test/resources/junit-platform.properties", null, "x")).toBe(ASKED);
});

test("a new module that joins what base builds brings code and dependencies; what it runs besides is control", () => {
  const joining = (head: string): string[] =>
    judgedTogether([
      ["pom.xml", pom(), pom("<modules><module>b</module></modules>")],
      ["b/pom.xml", null, head],
    ]);
  const named =
    "<modelVersion>4.0.0</modelVersion><parent><artifactId>a</artifactId></parent><artifactId>b</artifactId>";
  expect(
    joining(
      pom()
        .replace("<version>", `${named}<version>`)
        .replace("<a.version>", "<maven.compiler.release>17</maven.compiler.release><a.version>"),
    ),
  ).toEqual([ALLOWED, ALLOWED]);
  for (const head of [
    pom("<build><plugins/></build>"),
    pom().replace("<a.version>", "<skipTests>true</skipTests><a.version>"),
  ])
    expect(joining(head)).toEqual([ALLOWED, ASKED]);
});

test("the Python that a project asks for is no dependency; what stands beside it is", () => {
  const setup = (python: string, needed = "a>=1"): string =>
    `[options]\npython_requires = ${python}\ninstall_requires =\n    ${needed}\n`;
  expect(judged("setup.cfg", setup(">=3.8"), setup(">=3.9"))).toBe(ALLOWED);
  expect(judged("setup.cfg", setup(">=3.8"), setup(">=3.9", "a>=2"))).toBe(ASKED);
});

test("the workspace's own packages may take a new version together; nothing else moves with them", () => {
  const released = (version: string, range: string, other = "1.0.0"): string[] =>
    judgedTogether([
      ["packages/core/package.json", json({ name: "@x/core", version: "0.3.0" }), json({ name: "@x/core", version })],
      [
        "packages/cli/package.json",
        json({ name: "@x/cli", dependencies: { "@x/core": "^0.3.0", a: "1.0.0" } }),
        json({ name: "@x/cli", dependencies: { "@x/core": range, a: other } }),
      ],
    ]);
  expect(released("0.4.0", "^0.4.0")).toEqual([ALLOWED, ALLOWED]);
  expect(released("0.4.0", "workspace:~0.4.0")).toEqual([ALLOWED, ALLOWED]);
  for (const range of ["^0.5.0", "file:../evil", "npm:evil@0.4.0", "*"])
    expect(released("0.4.0", range)).toEqual([ALLOWED, ASKED]);
  expect(released("0.4.0", "^0.4.0", "1.0.1")).toEqual([ALLOWED, ASKED]);

  const python = (range: string, other = "2"): string[] =>
    judgedTogether([
      [
        "events/pyproject.toml",
        '[project]\nname = "x-events"\nversion = "2.1.0"\n',
        '[project]\nname = "x-events"\nversion = "2.2.0"\n',
      ],
      [
        "audit/pyproject.toml",
        '[project]\nname = "audit"\ndependencies = ["x_events>=2", "a>=2"]\n',
        `[project]\nname = "audit"\ndependencies = ["${range}", "a>=${other}"]\n`,
      ],
    ]);
  expect(python("x-events>=2.2,<3")).toEqual([ALLOWED, ASKED]);
  expect(python("x_events >=2.2, <3")).toEqual([ALLOWED, ALLOWED]);
  expect(python("x_events>=2.2", "3")).toEqual([ALLOWED, ASKED]);
  expect(python("x_events @ https://evil/x")).toEqual([ALLOWED, ASKED]);

  const cargo = (core: string): string[] =>
    judgedTogether([
      [
        "core/Cargo.toml",
        '[package]\nname = "core"\nversion = "0.3.0"\n',
        '[package]\nname = "core"\nversion = "0.4.0"\n',
      ],
      [
        "cli/Cargo.toml",
        '[dependencies]\ncore = { path = "../core", version = "0.3.0" }\n',
        `[dependencies]\ncore = ${core}\n`,
      ],
    ]);
  expect(cargo('{ path = "../core", version = "0.4.0" }')).toEqual([ALLOWED, ALLOWED]);
  for (const core of ['{ path = "../evil", version = "0.4.0" }', '{ path = "../core", version = "0.5.0" }', '"0.4.0"'])
    expect(cargo(core)).toEqual([ALLOWED, ASKED]);

  const lock = (core: object, more: object = {}): string =>
    json({
      packages: {
        "packages/core": { name: "@x/core", version: "0.3.0", ...core },
        "node_modules/@x/core": { resolved: "packages/core", link: true },
        "packages/cli/node_modules/a": { version: "1.0.0", integrity: "x" },
        ...more,
      },
    });
  expect(judged("package-lock.json", lock({}), lock({ version: "0.4.0" }))).toBe(ALLOWED);
  expect(
    judged("package-lock.json", lock({}), lock({}, { "node_modules/@x/core": { resolved: "https://evil/x" } })),
  ).toBe(ASKED);
  expect(
    judged(
      "package-lock.json",
      lock({}),
      lock({}, { "packages/cli/node_modules/a": { version: "1.0.1", integrity: "y" } }),
    ),
  ).toBe(ASKED);
  expect(judged("package-lock.json", lock({}), json({ packages: {} }))).toBe(ASKED);
});

test("what a project has committed of its dependencies is theirs, unless it is data of tests", () => {
  expect(judged("node_modules/a/index.js", "a", "b")).toBe(ASKED);
  expect(judged("node_modules/a/more.js", null, "b", { folders: ["node_modules/a"] })).toBe(ASKED);
  expect(judged("node_modules/a/index.js", null, "b")).toBe("error TEST_TAMPERED");
  expect(judged("test/fixtures/node_modules/a/index.js", "a", "b")).toBe(NOTHING);
  expect(judged("src/_pytest/main.py", "a", "b")).toBe(NOTHING);
});

test("code that nobody can read is control, unless it is data of tests", () => {
  for (const path of ["libs/shop.jar", "shop/fast.so", "shop/__pycache__/a.cpython-312.pyc", "tests/__pycache__/a.pyc"])
    expect(judged(path, null, null)).toBe(ASKED);
  expect(judged("src/test/resources/old.jar", null, null)).toBe(NOTHING);
  expect(judged(".yarn/releases/yarn-4.0.0.cjs", "a", "b")).toBe(ASKED);
});

test("what picks another interpreter is control", () => {
  for (const path of [".python-version", "api/.nvmrc", "mise.toml", ".tool-versions"])
    expect(judged(path, null, "3.9\n")).toBe(ASKED);
});

test("a new crate decides about itself, unless it takes the place of others; build scripts and cargo's settings are control", () => {
  expect(judged("b/Cargo.toml", null, cargo())).toBe(ALLOWED);
  expect(judged("b/Cargo.toml", null, `${cargo()}\n[lib]\nproc-macro = true\n`)).toBe(ASKED);
  expect(judged("b/Cargo.toml", null, `${cargo()}\n[patch.crates-io]\nserde = { path = "fake" }\n`)).toBe(ASKED);
  for (const path of ["build.rs", "b/build.rs", ".cargo/config.toml", "rust-toolchain"])
    expect(judged(path, null, "x")).toBe(ASKED);
  expect(judged("src/build.rs", null, "x")).toBe(NOTHING);
  const workspace = (members: string): string => `[workspace]\nmembers = [${members}]\n`;
  expect(judged("Cargo.toml", workspace('"a"'), workspace('"a", "b"'))).toBe(ALLOWED);
  expect(judged("Cargo.toml", workspace('"a", "b"'), workspace('"a"'))).toBe(ASKED);
});

const entry = { version: "1.0.0", integrity: "sha512-x" };
const lock = (packages: object): string => json({ lockfileVersion: 3, packages });

test.each<[string, object, string]>([
  ["an entry added with integrity", { "node_modules/a": entry, "node_modules/b": entry }, ALLOWED],
  ["an entry moved", { "node_modules/a": { ...entry, version: "2.0.0" } }, ASKED],
  ["an entry removed", {}, ASKED],
  ["an entry without integrity", { "node_modules/a": entry, "node_modules/b": { version: "1.0.0" } }, ASKED],
  [
    "an entry with an install script",
    { "node_modules/a": entry, "node_modules/b": { ...entry, hasInstallScript: true } },
    ASKED,
  ],
  ["an entry from git", { "node_modules/a": entry, "node_modules/b": { ...entry, resolved: "git+ssh://x" } }, ASKED],
])("package-lock.json: %s", (_, packages, verdict) => {
  expect(judged("package-lock.json", lock({ "node_modules/a": entry }), lock(packages))).toBe(verdict);
});

const REGISTRY = 'source = "registry+https://example.org"\nchecksum = "abc"';
const crate = (name: string, version: string, rest = ""): string =>
  `[[package]]\nname = "${name}"\nversion = "${version}"\n${rest}\n`;

test.each<[string, string, string]>([
  ["its own version", crate("own", "1.1.0") + crate("a", "1.0.0", REGISTRY), ALLOWED],
  ["an entry added", crate("own", "1.0.0") + crate("a", "1.0.0", REGISTRY) + crate("b", "2.0.0", REGISTRY), ALLOWED],
  ["an entry moved", crate("own", "1.0.0") + crate("a", "2.0.0", REGISTRY), ASKED],
  ["an entry that becomes the repository's own", crate("own", "1.0.0") + crate("a", "1.0.0"), ASKED],
  [
    "an entry from git",
    crate("own", "1.0.0") + crate("a", "1.0.0", REGISTRY) + crate("b", "2.0.0", 'source = "git+https://example.org/b"'),
    ASKED,
  ],
])("Cargo.lock: %s", (_, head, verdict) => {
  expect(judged("Cargo.lock", crate("own", "1.0.0") + crate("a", "1.0.0", REGISTRY), head)).toBe(verdict);
});

const hook: Signal = { kind: "runner_hook", path: "conftest.py", line: 3, excerpt: "def pytest_runtest_makereport" };

test.each<[string, string, string | null, string | null, Parameters<typeof judged>[3], string]>([
  ["code is nobody's protected path", "src/a.ts", "1", "2", {}, NOTHING],
  ["tests have rules of their own", "test/a.test.ts", "1", "2", {}, NOTHING],
  ["runner configuration", "vitest.config.ts", "1", "2", {}, ASKED],
  ["new runner configuration", "vitest.config.ts", null, "2", {}, ASKED],
  ["a conftest with fixtures only", "conftest.py", null, "import pytest", {}, ALLOWED],
  ["a conftest with a hook", "conftest.py", null, "x", { signals: [hook] }, ASKED],
  ["CI", ".github/workflows/ci.yml", "1", "2", {}, ASKED],
  ["a folder that shadows the runner", "pytest/__init__.py", null, "", {}, "error TEST_TAMPERED"],
  ["the same folder when base has it", "pytest/new.py", null, "", { folders: ["pytest"] }, NOTHING],
  ["the feature list after init", "feature_list.json", "1", "2", { guarded: true }, "error CONTROL_TOUCHED"],
  ["the same name elsewhere", "feature_list.json", "1", "2", {}, NOTHING],
  [
    "pytest options",
    "pyproject.toml",
    "[project]\nname='x'\n",
    "[project]\nname='x'\n[tool.pytest.ini_options]\naddopts='-k a'\n",
    {},
    ASKED,
  ],
  [
    "marks that tests may have",
    "pyproject.toml",
    "[tool.pytest.ini_options]\naddopts='--strict-markers'\nmarkers = [\n  'slow: takes [long]',\n]\n",
    "[tool.pytest.ini_options]\naddopts='--strict-markers'\nmarkers = [\n  'slow: takes [long]',\n  \"windows\",\n]\n",
    {},
    ALLOWED,
  ],
  [
    "stricter options of tests and types",
    "pyproject.toml",
    "[tool.pytest.ini_options]\ntestpaths=['tests']\n[tool.mypy]\npackages=['x']\n",
    "[tool.pytest.ini_options]\ntestpaths=['tests']\naddopts = \"-ra --strict-markers\"\nfilterwarnings = [\"error\"]\n[tool.mypy]\npackages=['x']\nstrict = true\n",
    {},
    ALLOWED,
  ],
  [
    "a type checker that is told less",
    "pyproject.toml",
    "[tool.basedpyright]\ninclude = ['src']\n",
    "[tool.basedpyright]\ninclude = ['src']\nreportReturnType = false\n",
    {},
    ASKED,
  ],
  [
    "stricter options in the place of others",
    "pyproject.toml",
    "[tool.pytest.ini_options]\naddopts = '-W error'\n",
    "[tool.pytest.ini_options]\naddopts = '--strict-markers'\n",
    {},
    ASKED,
  ],
  [
    "stricter options beside a narrower choice",
    "pyproject.toml",
    "[tool.pytest.ini_options]\n",
    "[tool.pytest.ini_options]\naddopts = '--strict-markers -k a'\n",
    {},
    ASKED,
  ],
  [
    "marks, and what runs of them",
    "pyproject.toml",
    "[tool.pytest.ini_options]\nmarkers = ['slow']\n",
    "[tool.pytest.ini_options]\nmarkers = ['slow']\naddopts='-m \"not slow\"'\n",
    {},
    ASKED,
  ],
  [
    "another description",
    "pyproject.toml",
    "[project]\ndescription='x'\n",
    "[project]\ndescription='y'\n",
    {},
    ALLOWED,
  ],
])("%s", (_, path, base, head, options, verdict) => {
  expect(judged(path, base, head, options)).toBe(verdict);
});

test.each<[string, string, string]>([
  ['"lib": ["ES2022"]', '"lib": ["ES2024", "DOM"]', ALLOWED],
  ['"lib": ["es2023.array", "DOM"]', '"lib": ["ESNext.array", "dom", "WebWorker"]', ALLOWED],
  ['"lib": ["ES2022", "DOM"]', '"lib": ["ES2024"]', ASKED],
  ['"lib": ["ES2024"]', '"lib": ["ES2022"]', ASKED],
  ['"lib": ["ES2022"]', '"lib": ["ES2024"], "skipLibCheck": true', ASKED],
  ['"strict": true', '"strict": false', ASKED],
  ['"target": "ES2022"', '"lib": ["ES2022"]', ASKED],
])("tsconfig.json: %s, then %s", (base, head, verdict) => {
  expect(judged("tsconfig.json", `{ "compilerOptions": { ${base} } }`, `{ "compilerOptions": { ${head} } }`)).toBe(
    verdict,
  );
});
