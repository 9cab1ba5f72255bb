import { expect, test } from "vitest";
import { judgeCoverageTool } from "../../../../src/core/proof/looks/coverage-tool.ts";

const judged = (path: string, head: string, base: string | null = null, basePaths: string[] = []): string[] =>
  judgeCoverageTool([{ path, base, head }], basePaths, (words) => words).map(({ message }) => message);

const FIXTURE = `import pytest
import coverage

@pytest.fixture(scope="session", autouse=True)
def forged():
    yield
    coverage.Coverage.current().get_data().add_lines({"shop.py": {1, 2}})
`;

test.each([
  ["a fixture", "tests/conftest.py", FIXTURE],
  ["a name of its own", "tests/conftest.py", "import os, coverage as c\n"],
  ["a part of it", "tests/test_a.py", "def test_a():\n    from coverage import Coverage\n"],
  ["a module by its name", "tests/test_a.py", 'c = importlib.import_module("coverage")\n'],
  ["a plugin", "tests/conftest.py", 'config.pluginmanager.getplugin("_cov").cov_controller\n'],
  ["the tracer", "shop.py", "tracer = sys.gettrace()\n"],
  ["where the data lies", "tests/test_a.py", 'open(os.environ["COVERAGE_FILE"])\n'],
  ["Istanbul's counters", "test/a.test.js", "globalThis.__coverage__[file].s[0] = 1;\n"],
  ["V8's counters", "test/a.test.ts", 'session.post("Profiler.startPreciseCoverage");\n'],
  ["V8's folder", "test/a.test.mjs", "writeFileSync(process.env.NODE_V8_COVERAGE, all);\n"],
  ["Go's counters", "a_test.go", 'import "runtime/coverage"\n'],
  ["Go's profile", "a_test.go", 'flag.Lookup("test.coverprofile")\n'],
  ["JaCoCo", "src/test/java/ATest.java", "import org.jacoco.agent.rt.RT;\n"],
  ["LLVM's profile", "tests/a.rs", 'std::env::var("LLVM_PROFILE_FILE")\n'],
])("what takes hold of what measures coverage asks a person: %s", (_, path, text) => {
  expect(judged(path, text)).toEqual([
    expect.stringMatching(`^${path.replaceAll(".", "\\.")}:\\d+ takes hold of what measures coverage: `),
  ]);
});

test.each([
  ["a module below another", "tests/test_a.py", "from insurance.coverage import premium\nimport shop.coverage\n"],
  ["a longer name", "tests/test_a.py", "import coverage_rules\nfrom coverages import one\n"],
  ["words", "tests/test_a.py", 'assert report == {"coverage": 90}  # coverage must not fall\n'],
  ["other words", "test/a.test.js", 'assert.equal(run("--coverage"), 0);\n'],
  ["another language", "README.md", "import coverage\n"],
])("%s needs nobody", (_, path, text) => {
  expect(judged(path, text)).toEqual([]);
});

test("a module of the project's own may be called so", () => {
  expect(judged("tests/test_a.py", "import coverage\n", null, ["coverage/__init__.py"])).toEqual([]);
});

test("what base took hold of is nothing new", () => {
  expect(judged("tests/conftest.py", `${FIXTURE}\n`, FIXTURE)).toEqual([]);
});
