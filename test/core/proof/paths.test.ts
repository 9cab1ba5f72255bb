import fc from "fast-check";
import { expect, test } from "vitest";
import { createPathRoles, goesWithTests, isHandWritten, type PathRole } from "../../../src/core/proof/paths.ts";

const roleOf = createPathRoles([]);

test.each<[PathRole, string[]]>([
  [
    "implementation",
    [
      "src/main/java/test/rotate/Log.java",
      "app/src/main/kotlin/org/spec/SpeedTest.kt",
      "src/main/resources/tools/checkstyle/messages.properties",
      "src/main/java/tools/checkstyle/Main.java",
      "src/a.ts",
      "lib/testing.js",
      "index.js",
      "pkg/mod.py",
      "src/contest.ts",
      "src/latest/a.js",
      "app.go",
    ],
  ],
  [
    "documentation",
    [
      "README.md",
      "docs/a.png",
      "LICENSE",
      "packages/a/CHANGELOG.md",
      ".github/ISSUE_TEMPLATE/bug.yml",
      ".github/pull_request_template.md",
    ],
  ],
  [
    "test",
    [
      "test/a.js",
      "src/a.test.ts",
      "src/a.spec.tsx",
      "src/a.bench.ts",
      "src/__tests__/a.js",
      "tests/test_a.py",
      "pkg/a_test.py",
      "pkg/test_a.py",
      "tests/data.json",
      "a_test.go",
      "src/cart/tests.rs",
      "tests/it.rs",
      "src/test/java/ATest.java",
      "app/src/integrationTest/kotlin/Helper.kt",
      "src/testFixtures/java/Shop.java",
      "test.js",
    ],
  ],
  ["snapshot", ["src/__snapshots__/a.test.ts.snap", "tests/__snapshots__/x.ambr", "src/a.test.js.snapshot"]],
  [
    "test_config",
    [
      "vitest.config.ts",
      "jest.config.js",
      ".mocharc.json",
      "spec/support/jasmine.mjs",
      "jasmine.json",
      "conftest.py",
      "tests/conftest.py",
      "pytest.ini",
      "pytest.toml",
      "karma.conf.js",
      "nyc.config.js",
      "vite.config.mts",
      "vitest.workspace.ts",
    ],
  ],
  [
    "manifest",
    [
      "package.json",
      "packages/a/package.json",
      "pyproject.toml",
      "setup.cfg",
      "tox.ini",
      "app/build.gradle.kts",
      "gradle/libs.versions.toml",
    ],
  ],
  ["implementation", ["src/abTest/choose.ts", ".dockerignore", "packages/a/.npmignore"]],
  ["lock", ["package-lock.json", "yarn.lock", "uv.lock"]],
  [
    "control",
    [
      ".github/workflows/ci.yml",
      "Makefile",
      "settings.gradle.kts",
      "buildSrc/src/main/java/Conventions.java",
      ".gitattributes",
      ".npmrc",
      ".scanignore",
      "packages/a/.markdownlintignore",
      "tsconfig.json",
      "eslint.config.js",
      "biome.jsonc",
      ".oxlintrc.json",
      "oxlint.config.ts",
      "clippy.toml",
      ".clippy.toml",
      "checkstyle.xml",
      "config/checkstyle/checkstyle.xml",
      "config/checkstyle/java.header",
      "etc/Project_Checkstyle-rules.xml",
      "checkstyle.java.header",
      "suppressions.xml",
      "src/checkstyle/import-control.xml",
      "pyrightconfig.json",
      "backend/.mypy.ini",
      "init.sh",
      "baton.config.json",
    ],
  ],
  ["harness", ["feature_list.json", "claude-progress.txt", "agent_state.json"]],
  ["forbidden", ["node_modules/x/index.js", "pytest.py", "pytest/__init__.py", "sitecustomize.py", ".venv/lib/a.py"]],
])("%s", (role, paths) => {
  expect(Object.fromEntries(paths.map((path) => [path, roleOf(path)]))).toEqual(
    Object.fromEntries(paths.map((path) => [path, role])),
  );
});

test("configured globs add tests, and take nothing protected away", () => {
  const configured = createPathRoles(["checks/**"]);
  expect(configured("checks/a.js")).toBe("test");
  expect(configured("checks/package.json")).toBe("manifest");
  expect(roleOf("checks/a.js")).toBe("implementation");
});

test("every path has exactly one role, and only code and documentation stay out of head's tests", () => {
  const part = fc.constantFrom("src", "test", "tests", "node_modules", "__snapshots__", "a", ".github", "docs", "pkg");
  const file = fc.constantFrom(
    "a.ts",
    "a.test.ts",
    "test_a.py",
    "conftest.py",
    "package.json",
    "README.md",
    "a.snap",
    "Makefile",
    "x",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), file, (folders, name) => {
      const role = roleOf([...folders, name].join("/"));
      expect(goesWithTests(role)).toBe(role !== "implementation" && role !== "documentation");
    }),
  );
});

test("lock files, snapshots, generated and vendored files are not hand-written", () => {
  const counts = (path: string): boolean => isHandWritten(path, roleOf(path));
  expect(["src/a.ts", "test/a.test.ts", "README.md"].filter(counts)).toHaveLength(3);
  expect(
    ["package-lock.json", "a.snap", "dist/a.js", "src/api.generated.ts", "a.min.js", "vendor/x.js"].filter(counts),
  ).toEqual([]);
});
