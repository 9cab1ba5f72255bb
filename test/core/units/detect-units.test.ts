import { describe, expect, it } from "vitest";
import { detectUnits } from "../../../src/core/units/detect-units.ts";

type Files = Readonly<Record<string, string | object>>;

function outline(files: Files): string[] {
  const texts = new Map(
    Object.entries(files).map(([path, text]) => [path, typeof text === "string" ? text : JSON.stringify(text)]),
  );
  return detectUnits({ paths: texts.keys(), read: (path) => texts.get(path) ?? null }).map(
    ({ directory, stack, command, runner, level, args }) =>
      `${directory || "."} ${stack} ${runner} ${level} (${command})${args.map((argument) => ` ${argument}`).join("")}`,
  );
}

const NO_TEST = 'echo "Error: no test specified" && exit 1';
const nodeTest = "import test from 'node:test';";

const UNITTEST = "import unittest\n\n\nclass ATest(unittest.TestCase):\n    def test_a(self):\n        pass\n";

describe("finding where tests run", () => {
  it.each<[string, Files, string[]]>([
    ["nothing", { "README.md": "" }, []],
    [
      "the test script's runner",
      { "package.json": { scripts: { test: "vitest run src" } } },
      [". node vitest P3 (npm test) src"],
    ],
    [
      "pnpm's command",
      { "package.json": { scripts: { test: "jest" } }, "pnpm-lock.yaml": "" },
      [". node jest P3 (pnpm test)"],
    ],
    ["a script we cannot follow", { "package.json": { scripts: { test: "ava" } } }, [". node command P2 (npm test)"]],
    ["a script that runs nothing", { "package.json": { scripts: { test: "true" } } }, [". node command P1 (npm test)"]],
    [
      "the runner behind a script that runs nothing",
      { "package.json": { scripts: { test: "exit 0" } }, "jest.config.js": "" },
      [". node jest P3 (npx jest)"],
    ],
    [
      "a configuration when npm's placeholder is the script",
      { "package.json": { scripts: { test: NO_TEST } }, "vitest.config.ts": "" },
      [". node vitest P3 (npx vitest run)"],
    ],
    ["nothing behind npm's placeholder alone", { "package.json": { scripts: { test: NO_TEST } } }, []],
    [
      "a dependency without configuration",
      { "package.json": { devDependencies: { mocha: "1" } } },
      [". node mocha P3 (npx mocha)"],
    ],
    ["jest's key in the manifest", { "package.json": { jest: {} } }, [". node jest P3 (npx jest)"]],
    [
      "node:test by the files that use it",
      { "package.json": {}, "test/a.js": nodeTest },
      [". node node-test P3 (node --test)"],
    ],
    ["no node:test in files that only look so", { "package.json": {}, "test/a.js": "export {}" }, []],
    [
      "workspaces below a script that fans out",
      {
        "package.json": { workspaces: ["packages/*", "!packages/c"], scripts: { test: "turbo run test" } },
        "packages/a/package.json": { scripts: { test: "vitest" } },
        "packages/b/package.json": { scripts: { test: "node --test" } },
        "packages/c/package.json": { scripts: { test: "vitest" } },
        "packages/d/package.json": {},
      },
      ["packages/a node vitest P3 (npm test)", "packages/b node node-test P3 (npm test)"],
    ],
    [
      "pnpm's workspaces without a root script",
      {
        "package.json": { devDependencies: { vitest: "1" } },
        "pnpm-workspace.yaml": "packages:\n  - ./libs/*\n",
        "pnpm-lock.yaml": "",
        "libs/a/package.json": { scripts: { test: "vitest" } },
      },
      ["libs/a node vitest P3 (pnpm test)"],
    ],
    [
      "the root alone when its script runs everything itself",
      {
        "package.json": { workspaces: ["packages/*"], scripts: { test: "vitest" } },
        "packages/a/package.json": { scripts: { test: "vitest" } },
      },
      [". node vitest P3 (npm test)"],
    ],
    [
      "the root's command when what it fans out to has no tests",
      { "package.json": { workspaces: ["p/*"], scripts: { test: "lerna run test" } }, "p/a/package.json": {} },
      [". node command P2 (npm test)"],
    ],
    [
      "separate packages below no root package, examples left out",
      {
        "web/package.json": { scripts: { test: "vitest" } },
        "examples/package.json": { scripts: { test: "vitest" } },
        "web/node_modules/x/package.json": { scripts: { test: "vitest" } },
      },
      ["web node vitest P3 (npm test)"],
    ],
    [
      "a front end's node:test suite in its own folder, beside a root that is no package",
      {
        "requirements.txt": "",
        "tests/test_a.py": "def test_a():\n    pass\n",
        "web/package.json": { scripts: { test: "node --test" } },
        "web/test/a.test.js": nodeTest,
      },
      ["web node node-test P3 (npm test)", ". python pytest P3 (python -m pytest)"],
    ],
    [
      "packages with scripts below a root package without one, whose own files decide for it alone",
      {
        "package.json": { devDependencies: { prettier: "3" } },
        "web/package.json": { scripts: { test: "node --test" } },
        "web/test/a.test.js": nodeTest,
      },
      ["web node node-test P3 (npm test)"],
    ],
    [
      "the root's own files of node:test, where a package below them only says of which kind they are",
      { "package.json": {}, "test/package.json": { type: "module" }, "test/a.test.js": nodeTest },
      [". node node-test P3 (node --test)"],
    ],
    [
      "Java, Rust and Go in packages that are called as material is, which is left out",
      {
        "pom.xml": "",
        "src/test/java/com/example/samples/ATest.java": "import org.junit.jupiter.api.Test;",
        "examples/old/pom.xml": "",
        "examples/old/src/test/java/BTest.java": "import org.junit.jupiter.api.Test;",
        "crate/Cargo.toml": "[package]\nname = 'a'\n",
        "crate/src/fixtures/mod.rs": "#[cfg(test)]\nmod tests { #[test] fn a() {} }",
        "module/go.mod": "module a\n",
        "module/sample/a_test.go": "package sample",
        "tools/go.mod": "module b\n",
        "tools/examples/go.mod": "module c\n",
        "tools/examples/c_test.go": "package c",
      },
      [
        "module go go-test P3 (go test ./...)",
        "crate rust cargo-test P3 (cargo test --workspace) --workspace",
        ". java maven P3 (mvn -B test)",
      ],
    ],
    [
      "what lies among material, where nothing else has tests",
      { "examples/package.json": { scripts: { test: "vitest" } }, "README.md": "" },
      ["examples node vitest P3 (npm test)"],
    ],
    [
      "pytest by its configuration",
      { "pyproject.toml": "[tool.pytest.ini_options]\n" },
      [". python pytest P3 (python -m pytest)"],
    ],
    [
      "pytest by a file of its own, whatever classes its tests have",
      { "pytest.toml": "[pytest]\n", "test_a.py": UNITTEST },
      [". python pytest P3 (python -m pytest)"],
    ],
    [
      "a reusable app of Django by the script that runs its tests",
      {
        "setup.py": "",
        "runtests.py": "",
        "tests/__init__.py": "",
        "tests/test_a.py":
          "from django.test import SimpleTestCase\nclass A(SimpleTestCase):\n    def test_a(self): pass\n",
      },
      [". python command P2 (python runtests.py)"],
    ],
    ["pytest by setup.cfg", { "setup.cfg": "[tool:pytest]\n" }, [". python pytest P3 (python -m pytest)"]],
    ["pytest by tox.ini", { "tox.ini": "[tox]\n[pytest]\n" }, [". python pytest P3 (python -m pytest)"]],
    ["pytest by its files", { "tests/test_a.py": "" }, [". python pytest P3 (python -m pytest)"]],
    ["no pytest in a project without tests", { "pyproject.toml": "[project]\n", "a.py": "" }, []],
    [
      "pytest in the projects that have tests",
      {
        "api/pyproject.toml": "",
        "api/tests/test_a.py": "",
        "lib/setup.py": "",
        "lib/a_test.py": "",
        "web/setup.py": "",
      },
      ["api python pytest P3 (python -m pytest)", "lib python pytest P3 (python -m pytest)"],
    ],
    [
      "unittest where nothing speaks of pytest",
      {
        "setup.py": "",
        "tests/__init__.py": "",
        "tests/test_a.py": UNITTEST,
        "tests/sub/__init__.py": "",
        "tests/sub/test_b.py": UNITTEST,
      },
      [". python unittest P3 (python -m unittest)"],
    ],
    [
      "unittest from the folder where it finds its tests",
      { "checks/test_a.py": UNITTEST, "checks/test_data.py": "ROWS = []\n" },
      [". python unittest P3 (python -m unittest discover -s checks) --start-directory=checks discover"],
    ],
    [
      "unittest for one file that is called test.py, for which pytest does not look",
      { "setup.py": "", "test.py": UNITTEST, "slug/__init__.py": "" },
      [". python unittest P3 (python -m unittest)"],
    ],
    [
      "unittest for an application whose tests stand in tests.py",
      { "requirements.txt": "flask\n", "app/__init__.py": "", "shop.py": "", "tests.py": UNITTEST },
      [". python unittest P3 (python -m unittest)"],
    ],
    ["nothing for a tests.py of a package that asserts by itself", { "a/tests.py": "assert 1\n" }, []],
    ["nothing for a test.py that is a script", { "setup.py": "", "test.py": "print(1)\n" }, []],
    [
      "pytest where the tests lie in folders that unittest does not reach together",
      { "a/test_a.py": UNITTEST, "b/test_b.py": UNITTEST },
      [". python pytest P3 (python -m pytest)"],
    ],
    [
      "pytest where a test is a plain function",
      { "test_a.py": UNITTEST, "test_b.py": "def test_b():\n    assert 1\n" },
      [". python pytest P3 (python -m pytest)"],
    ],
    [
      "pytest where it is required",
      { "test_a.py": UNITTEST, "requirements-dev.txt": "pytest>=7\n" },
      [". python pytest P3 (python -m pytest)"],
    ],
    [
      "Django where its program is, for the tests in its own files, too",
      { "web/manage.py": "", "web/shop/tests.py": "from django.test import TestCase\n" },
      ["web python django P3 (python manage.py test) manage.py"],
    ],
    [
      "what the project itself says of its tests, where it is whole",
      {
        "tox.ini":
          "[testenv]\ncommands =\n  python -m unittest tests.test_a.ATest\n  coverage run -m unittest discover {toxinidir}/checks {posargs}\n",
        "checks/test_a.py": UNITTEST,
      },
      [". python unittest P3 (coverage run -m unittest discover checks) discover checks"],
    ],
    [
      "unittest by where its tests are, where the project runs them in parts",
      {
        Makefile: "test:\n\tpython -m unittest tests.unit -v\n\tpython -m unittest tests.whole\n",
        "tests/__init__.py": "",
        "tests/unit/__init__.py": "",
        "tests/unit/test_a.py": UNITTEST,
        "tests/whole/__init__.py": "",
        "tests/whole/test_b.py": UNITTEST,
      },
      [". python unittest P3 (python -m unittest)"],
    ],
    [
      "Django for an app without a program, by the command that the project says",
      {
        ".github/workflows/ci.yml": "      - run: python -Wa -m django test --settings=tests.settings\n",
        "tests/test_a.py": UNITTEST.replace("import unittest", "from django.test import TestCase"),
      },
      [". python django P3 (python -Wa -m django test --settings=tests.settings) --settings=tests.settings django"],
    ],
    [
      "Django by the command that runs the most of its tests, with the settings and the labels that its file says",
      {
        Makefile:
          "demo:\n\tpython -m django test demo --settings=demo.settings\n\ntest:\n\tDJANGO_SETTINGS_MODULE=tests.settings \\\n\t\tpython -b -W always -m django test $${TEST_ARGS:-tests}\n",
        "tox.ini":
          "[testenv]\nsetenv =\n  DJANGO_SETTINGS_MODULE = tests.settings\ncommands = python -m coverage run -m django test -v2 {posargs:tests}\n",
        "demo/test_a.py": UNITTEST.replace("import unittest", "from django.test import TestCase"),
        "tests/test_a.py": UNITTEST.replace("import unittest", "from django.test import TestCase"),
        "tests/test_b.py": UNITTEST,
      },
      [
        ". python django P3 (DJANGO_SETTINGS_MODULE=tests.settings python -b -W always -m django test tests) django tests",
      ],
    ],
    [
      "a script that runs tests",
      { "runtests.py": "", "tests/test_a.py": `from django import test\n\n\n${UNITTEST}` },
      [". python command P2 (python runtests.py)"],
    ],
    [
      "pytest for an app of Django that says nothing",
      { "tests/test_a.py": `from django import test\n\n\n${UNITTEST}` },
      [". python pytest P3 (python -m pytest)"],
    ],
    [
      "several stacks at once",
      { "package.json": { scripts: { test: "jest" } }, "conftest.py": "" },
      [". node jest P3 (npm test)", ". python pytest P3 (python -m pytest)"],
    ],
    [
      "pytest once when npm starts it",
      { "package.json": { scripts: { test: "pytest" } }, "conftest.py": "" },
      [". python pytest P3 (npm test)"],
    ],
    [
      "a Cargo workspace as one, packages outside of it by themselves, those without tests not at all",
      {
        "Cargo.toml": '[workspace]\nmembers = ["a"]\n',
        "a/Cargo.toml": "[package]\n",
        "a/src/lib.rs": "#[test]\nfn a() {}\n",
        "b/Cargo.toml": "[package]\n",
        "vendor/c/Cargo.toml": "[package]\n",
        "vendor/c/src/lib.rs": "#[test]\nfn c() {}\n",
      },
      [". rust cargo-test P3 (cargo test --workspace) --workspace"],
    ],
    [
      "a crate whose only tests are the examples in its documentation",
      {
        "a/Cargo.toml": "[package]\n",
        "a/src/lib.rs": "//! Adds.\n//!\n//! ```\n//! assert_eq!(a::one(), 1);\n//! ```\n",
        "b/Cargo.toml": "[package]\n",
        "b/src/lib.rs": "/// ```text\n/// no example\n/// ```\npub fn b() {}\n",
      },
      ["a rust cargo-test P3 (cargo test --workspace) --workspace"],
    ],
    [
      "Cargo packages in folders, beside others",
      {
        "go.mod": "module a\n",
        "a_test.go": "",
        "native/Cargo.toml": "[package]\n",
        "native/tests/it.rs": "#[tokio::test]\nasync fn it() {}\n",
        "tool/Cargo.toml": "[package]\n",
        "tool/src/main.rs": "fn main() {}\n",
      },
      [". go go-test P3 (go test ./...)", "native rust cargo-test P3 (cargo test --workspace) --workspace"],
    ],
    [
      "a Maven reactor as one, with its wrapper, modules outside of it by themselves",
      {
        "shop/pom.xml": "<project><modules><module>a</module></modules></project>",
        "shop/mvnw": "",
        "shop/a/pom.xml": "<project/>",
        "shop/a/src/test/java/ATest.java": "import org.junit.jupiter.api.Test;",
        "tool/pom.xml": "<project/>",
        "tool/src/test/java/BTest.java": "import org.junit.jupiter.api.Test;",
        "bare/pom.xml": "<project/>",
      },
      ["shop java maven P3 (./mvnw -B test)", "tool java maven P3 (mvn -B test)"],
    ],
    [
      "a Gradle build as one, by what its tests or its scripts name",
      {
        "settings.gradle.kts": "",
        gradlew: "",
        "app/build.gradle.kts": "",
        "app/src/test/java/BTest.java": "import org.junit.jupiter.api.Test;",
      },
      [". java gradle P3 (./gradlew test)"],
    ],
    [
      "tests of JUnit 4, of Kotlin's library and of TestNG, and those of what is not known as commands",
      {
        "old/pom.xml": "<project/>",
        "old/src/test/java/ATest.java": "import org.junit.Test;",
        "older/build.gradle": "",
        "older/src/test/java/BTest.java": "class BTest extends junit.framework.TestCase {}",
        "kotlin/build.gradle.kts": "tasks.test { useJUnitPlatform() }",
        "kotlin/src/test/kotlin/CTest.kt": "import kotlin.test.Test",
        "ng/build.gradle": "",
        "ng/src/test/java/DTest.java": "import org.testng.annotations.Test;",
        "own/pom.xml": "<project/>",
        "own/src/test/java/ETest.java": "class ETest {}",
      },
      [
        "kotlin java gradle P3 (gradle test)",
        "ng java gradle P3 (gradle test)",
        "old java maven P3 (mvn -B test)",
        "older java gradle P3 (gradle test)",
        "own java command P1 (mvn -B test)",
      ],
    ],
    ["nothing in a broken manifest", { "package.json": "{" }, []],
  ])("finds %s", (_what, files, expected) => {
    expect(outline(files)).toEqual(expected);
  });
});
