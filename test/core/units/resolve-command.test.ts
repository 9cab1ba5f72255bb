import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scriptsOf } from "../../../src/core/units/manifest.ts";
import { resolveCommand, type ResolvedCommand, wholeArgs } from "../../../src/core/units/resolve-command.ts";

const resolve = (command: string, scripts: Readonly<Record<string, string>> = {}): ResolvedCommand =>
  resolveCommand(
    command,
    Object.assign((directory: string, name: string) => (directory === "pkg" ? (scripts[name] ?? null) : null), {
      names: () => Object.keys(scripts),
    }),
    "pkg",
  );

const P3 = { env: {}, files: [], nameFilter: null, before: [], level: "P3" };

describe("a command that names its runner", () => {
  it.each<[string, Partial<ResolvedCommand>]>([
    ["vitest", { runner: "vitest", args: [] }],
    ["vitest run src/a.test.ts -t adds", { runner: "vitest", args: [], files: ["src/a.test.ts"], nameFilter: "adds" }],
    ["npx --no-install vitest run --config v.ts", { runner: "vitest", args: ["--config=v.ts"] }],
    ["npx --yes jest -i a.test.js", { runner: "jest", args: ["--runInBand"], files: ["a.test.js"] }],
    ["pnpm exec jest --projects a b", { runner: "jest", args: ["--projects=a", "--projects=b"] }],
    [
      "yarn mocha -r ts-node/register -g 'the sum'",
      { runner: "mocha", args: ["--require=ts-node/register"], nameFilter: "the sum" },
    ],
    [
      "npx playwright test e2e/a.spec.ts -g adds --project=chromium -x",
      {
        runner: "playwright",
        args: ["--project=chromium", "--max-failures=1"],
        files: ["e2e/a.spec.ts"],
        nameFilter: "adds",
      },
    ],
    ["playwright install", { runner: "command", args: [], level: "P2" }],
    ["mocha --fgrep a.b", { runner: "mocha", args: [], nameFilter: "a\\.b" }],
    ["npm exec -- mocha 'test/**/*.js'", { runner: "mocha", args: [], files: ["test/**/*.js"] }],
    ["node --test", { runner: "node-test", args: [] }],
    ["node --test test/*.test.js", { runner: "node-test", args: [], files: ["test/*.test.js"] }],
    [
      "node --import tsx --test --test-name-pattern=x a.ts",
      { runner: "node-test", args: ["--import=tsx"], files: ["a.ts"], nameFilter: "x" },
    ],
    ["tsx --test a.ts", { runner: "node-test", args: ["--import=tsx"], files: ["a.ts"] }],
    ["node node_modules/.bin/vitest run", { runner: "vitest", args: [] }],
    [
      "node --experimental-vm-modules node_modules/jest/bin/jest.js a",
      { runner: "jest", args: [], files: ["a"], env: { NODE_OPTIONS: "--experimental-vm-modules" } },
    ],
    ["TZ=UTC LANG=C vitest", { runner: "vitest", args: [], env: { TZ: "UTC", LANG: "C" } }],
    ["cross-env NODE_ENV=test jest", { runner: "jest", args: [], env: { NODE_ENV: "test" } }],
    ["c8 --reporter lcov -r text mocha test", { runner: "mocha", args: [], files: ["test"] }],
    ["nyc mocha", { runner: "mocha", args: [] }],
    [
      "python -m pytest tests/test_a.py::test_x -k name",
      { runner: "pytest", args: [], files: ["tests/test_a.py::test_x"], nameFilter: "name" },
    ],
    ["pytest -q -n 4 tests", { runner: "pytest", args: ["-q", "-n4"], files: ["tests"] }],
    ["uv run pytest", { runner: "pytest", args: [] }],
    ["coverage run --branch -m pytest -x", { runner: "pytest", args: ["-x"] }],
    [
      "python3.12 -m unittest discover -s tests -p '*_check.py' -v",
      {
        runner: "unittest",
        args: ["--start-directory=tests", "--pattern=*_check.py", "--verbose", "discover"],
      },
    ],
    ["uv run python -m unittest discover tests", { runner: "unittest", args: ["discover", "tests"] }],
    ["python -m unittest", { runner: "unittest", args: [] }],
    [
      "python -m unittest tests.test_cart.CartTest.test_total tests.test_cart.CartTest.test_empty -k tax",
      {
        runner: "unittest",
        args: [],
        files: ["tests/test_cart.py"],
        nameFilter: "test_total or test_empty or tax",
      },
    ],
    [
      "coverage run -m unittest -b tests.test_cart.CartTest tests/test_tax.py",
      { runner: "unittest", args: ["--buffer"], files: ["tests/test_cart.py", "tests/test_tax.py"] },
    ],
    ["python -m unittest tests.cart", { runner: "unittest", args: ["tests.cart"], files: ["tests/cart"] }],
    ["python manage.py test shop/", { runner: "django", args: ["manage.py", "shop/"], files: ["shop/"] }],
    [
      "python -m unittest tests.test_cart.CartTest tests.test_cart.TaxTest.test_rate",
      { runner: "unittest", args: [], files: ["tests/test_cart.py"] },
    ],
    [
      "python -m unittest tests -k total",
      { runner: "unittest", args: ["tests"], files: ["tests"], nameFilter: "total" },
    ],
    [
      "python manage.py test shop.tests.CartTest --settings shop.settings",
      { runner: "django", args: ["--settings=shop.settings", "manage.py"], files: ["shop/tests.py"] },
    ],
    [
      "./manage.py test shop --parallel 4",
      { runner: "django", args: ["--parallel=4", "manage.py", "shop"], files: ["shop"] },
    ],
    ["python -Wa manage.py test", { runner: "django", args: ["manage.py"] }],
    ["python -X dev -W error -b manage.py test", { runner: "django", args: ["manage.py"] }],
    ["python -W error::ResourceWarning -m coverage run -m pytest -x", { runner: "pytest", args: ["-x"] }],
    ["python -m django test", { runner: "django", args: ["django"] }],
    ["python manage.py migrate", { runner: "command", args: [], level: "P2" }],
    ["cargo test --workspace -F slow", { runner: "cargo-test", args: ["--workspace", "--features=slow"] }],
    [
      "cargo +stable t --test it adds -- --exact --test-threads 1",
      {
        runner: "cargo-test",
        args: ["--", "--exact", "--test-threads=1"],
        files: ["tests/it.rs"],
        nameFilter: "adds",
      },
    ],
    ["cargo test -- tests::adds", { runner: "cargo-test", args: [], nameFilter: "tests::adds" }],
    [
      "gradle clean :app:check -x lint -Pci",
      { runner: "gradle", args: ["--exclude-task=lint", "-Pci", "clean", ":app:check"] },
    ],
    [
      "./gradlew test --tests shop.CartTest.adds --tests 'OtherTest$Inner.x*' -i",
      {
        runner: "gradle",
        args: ["--info", "test"],
        files: ["**/shop/CartTest.*", "**/OtherTest.*"],
        nameFilter: "\\b(?:adds|x.*)(?![\\w$])",
      },
    ],
    [
      "gradle test --tests '*CartTest'",
      { runner: "gradle", args: ["test"], files: ["**/CartTest.*"], nameFilter: null },
    ],
    [
      "gradle test --tests '*adds*'",
      { runner: "gradle", args: ["--tests=*adds*", "test"], files: [], nameFilter: null },
    ],
    ["mvn -q -B clean verify -P ci", { runner: "maven", args: ["-q", "-B", "--activate-profiles=ci"] }],
    [
      "./mvnw test '-Dtest=shop.CartTest#adds+re*,OtherTest$Inner#x' -Dslow=true",
      {
        runner: "maven",
        args: ["-Dslow=true"],
        files: ["**/shop/CartTest.*", "**/OtherTest.*"],
        nameFilter: String.raw`\b(?:adds|re.*|x)(?![\w$])`,
      },
    ],
  ])("%s is started by us", (command, expected) => {
    expect(resolve(command)).toEqual({ ...P3, ...expected });
  });
});

describe("a command that names a script", () => {
  it("is followed, with the words given to it as the selection and the script's own as arguments", () => {
    const scripts = { test: "vitest run src --pool forks" };
    expect(resolve("npm test", scripts)).toEqual({ ...P3, runner: "vitest", args: ["--pool=forks", "src"] });
    expect(resolve("npm test -- a.test.ts -t sum", scripts)).toEqual({
      ...P3,
      runner: "vitest",
      args: ["--pool=forks", "src"],
      files: ["a.test.ts"],
      nameFilter: "sum",
    });
    expect(resolve("npm --silent run test -- --retry=2", scripts).args).toEqual(["--pool=forks", "--retry=2", "src"]);
  });

  it.each(["npm run unit -- a.js", "pnpm unit a.js", "yarn unit a.js", "yarn run unit a.js", "pnpm run unit a.js"])(
    "is followed through %s",
    (command) => {
      expect(resolve(command, { unit: "npm run inner", inner: "jest" })).toEqual({
        ...P3,
        runner: "jest",
        args: [],
        files: ["a.js"],
      });
    },
  );

  it("keeps what is set before the script", () => {
    expect(resolve("A=1 npm test", { test: "B=2 vitest" }).env).toEqual({ A: "1", B: "2" });
  });

  it("drops linters and type checks around the runner and keeps other steps", () => {
    const scripts = {
      test: "npm run lint && tsc --noEmit && tsc -p build && node gen.js 'a b' && mocha && c8 report",
      lint: "eslint . && prettier --check .",
    };
    expect(resolve("npm test", scripts)).toEqual({
      ...P3,
      runner: "mocha",
      args: [],
      before: ["tsc -p build", "node gen.js 'a b'"],
    });
  });

  it.each([
    "run-s lint test:*",
    "npm-run-all --silent lint build --parallel test:*",
    "run-p -n 'test:unit -- --retry=2' lint",
    "npm run test:unit && npm run test:types",
  ])("finds the runner of %s", (command) => {
    const scripts = {
      lint: "eslint .",
      build: "tsup",
      "test:unit": "vitest run src",
      "test:types": "flow check",
      "test:e2e:all": "playwright test",
    };
    const { runner, files, args, before, level } = resolve(command, scripts);
    expect([runner, [...files, ...args], before, level]).toEqual([
      "vitest",
      command.includes("retry") ? ["--retry=2", "src"] : ["src"],
      command.includes("build") ? ["tsup"] : [],
      "P3",
    ]);
  });

  it("starts a script once that two trees have", () => {
    const text = '{"scripts":{"test":"run-s test:*","test:unit":"vitest run"}}';
    const tree = { paths: new Set(["package.json"]), read: () => text };
    expect(resolveCommand("npm test", scriptsOf(tree, tree), "").runner).toBe("vitest");
  });

  it("runs a lifecycle script before, without its checks", () => {
    expect(resolve("npm test", { pretest: "eslint . && npm run build", build: "tsc", test: "jest" }).before).toEqual([
      "tsc",
    ]);
    expect(resolve("npm test", { pretest: "rm -rf x; mkdir x", test: "jest" }).before).toEqual(["rm -rf x; mkdir x"]);
  });
});

describe("a command we do not start ourselves", () => {
  it.each([
    "make test",
    "tox",
    "npx turbo run test",
    "nx test app",
    "lerna run test",
    "npm test -w packages/a",
    "pnpm -r test",
    "yarn workspace a test",
    "vitest run | tee log",
    "vitest run || true",
    "vitest; exit 0",
    "(vitest)",
    "vitest $ARGS",
    "vitest run && node --test",
    "vitest run && ./after.sh",
    "cd app && vitest",
    "vitest bench",
    "run-s unknown",
    "run-p --race test:*",
    "react-scripts test",
    "npx -p vitest vitest",
    "npm test",
    "node test.js",
  ])("%s is run as it is, at P2 at best", (command) => {
    expect(resolve(command)).toEqual({ ...P3, runner: "command", args: [], level: "P2" });
  });

  it.each([
    "true",
    "exit 0",
    "echo ok",
    "echo no tests; exit 0",
    "true || echo x",
    "eslint .",
    "tsc --noEmit && xo",
    ":",
  ])("%s can only answer with its exit code", (command) => {
    expect(resolve(command)).toEqual({ ...P3, runner: "command", args: [], level: "P1" });
  });

  it("is one when a script calls itself", () => {
    expect(resolve("npm test", { test: "npm test" }).runner).toBe("command");
  });
});

describe("resolving", () => {
  it("gives the arguments that run the same again", () => {
    expect(wholeArgs(resolve("vitest run --pool forks src -t sum"))).toEqual([
      "--pool=forks",
      "--testNamePattern=sum",
      "src",
    ]);
    expect(wholeArgs(resolve("pytest -k sum tests"))).toEqual(["-ksum", "tests"]);
    expect(wholeArgs(resolve("gradle test --tests shop.ATest.a --tests BTest"))).toEqual([
      "test",
      "--tests=*shop.ATest",
      "--tests=*BTest",
    ]);
    expect(wholeArgs(resolve("gradle :b:test --tests BTest.c"))).toEqual([":b:test", "--tests=*BTest.c"]);
    expect(wholeArgs(resolve("mvn test -Dtest=ATest#a+b,BTest#c"))).toEqual(["-Dtest=**/ATest#a+b+c,**/BTest#a+b+c"]);
    expect(wholeArgs(resolve("make test"))).toEqual([]);
  });

  it("answers for any text", () => {
    const word = fc.constantFrom(
      "npm",
      "test",
      "run",
      "&&",
      "vitest",
      "node",
      "--test",
      "-t",
      "--",
      "'",
      '"',
      "c8",
      "-r",
      "A=b",
      "|",
      "$x",
      "npx",
      "-m",
      "python",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(word).map((words) => words.join(" ")),
        ),
        (command) => {
          expect(["P1", "P2", "P3"]).toContain(resolve(command, { test: command }).level);
        },
      ),
    );
  });
});
