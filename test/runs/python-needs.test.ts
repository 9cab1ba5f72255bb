import { expect, test } from "vitest";
import { pythonNeeds, toxDeps } from "../../src/runs/python-needs.ts";

test.each([
  ["a table of extras", '[project.optional-dependencies]\ndocs = ["sphinx"]\n"tests" = ["pytest"]\n', "tests"],
  ["extras in a dotted key", '[project]\nname = "a"\noptional-dependencies.testing = [\n  "pytest",\n]\n', "testing"],
  ["the one that says more of tests", '[project.optional-dependencies]\ndev = ["ruff"]\ntest = ["pytest"]\n', "test"],
  ["extras for other things", '[project.optional-dependencies]\ndocs = ["sphinx"]\n', null],
  ["no TOML", "[project\n", null],
])("the extra for tests is found in %s", (_, text, extra) => {
  expect(pythonNeeds({ pyproject: text }).extra).toBe(extra);
});

test.each([
  [
    "a call of setup()",
    'setup(extras_require={"docs": ["sphinx"], "test": ["pytest[x]", \'httpx\']})',
    "test",
    ["pytest[x]", "httpx"],
  ],
  [
    "a table of its own, one of which is put together",
    'EXTRAS_REQUIRE = {\n    "tests": [\n        "pytest",  # "not this"\n        "simplejson",\n    ],\n}\nEXTRAS_REQUIRE["dev"] = EXTRAS_REQUIRE["tests"] + ["tox"]\nsetup(extras_require=EXTRAS_REQUIRE)\n',
    "tests",
    ["pytest", "simplejson"],
  ],
  ["what is put together alone", 'setup(extras_require={"dev": read("dev.txt")})', "dev", []],
  [
    "setup.cfg",
    "[options.extras_require]\ndocs = sphinx\ntesting =\n    pytest>=7\n    # why\n    freezegun\n[flake8]\ntest = no\n",
    "testing",
    ["pytest>=7", "freezegun"],
  ],
  ["setup.cfg, in one line", "[options.extras_require]\ntest = pytest; httpx\n", "test", ["pytest", "httpx"]],
  ["tests_require", 'setup(name="a", tests_require=["mock"])', null, ["mock"]],
  ["a script with a table of tests that is none of extras", 'DATA = {"test": ["a"]}\nsetup(name="a")', null, []],
])("what tests need is read in %s", (_, setup, extra, packages) => {
  const needs = pythonNeeds({ setup });
  expect([needs.extra, needs.packages]).toEqual([extra, packages]);
});

test.each([
  [
    "PEP 735, with groups of groups, one of them without end",
    '[dependency-groups]\ntest = ["pytest>=8", {include-group = "more"}]\nmore = ["freezegun", {include-group = "test"}]\ndocs = ["sphinx"]\n',
    ["pytest>=8", "freezegun"],
  ],
  [
    "an extra, but for the package itself,",
    '[project]\nname = "My_Pkg"\n[project.optional-dependencies]\ntest = ["pytest", "my.pkg[cli]"]\n',
    ["pytest"],
  ],
  ["uv", '[tool.uv]\ndev-dependencies = ["anyio", "-e file:///x", "a @ file:///y"]\n', ["anyio"]],
  ["PDM", '[tool.pdm.dev-dependencies]\ntest = ["httpx[cli]>=0.27"]\nlint = ["ruff"]\n', ["httpx[cli]>=0.27"]],
  [
    "Hatch",
    '[tool.hatch.envs.default]\ndependencies = ["respx"]\n[tool.hatch.envs.docs]\ndependencies = ["mkdocs"]\n',
    ["respx"],
  ],
  [
    "Poetry",
    '[tool.poetry.group.test.dependencies]\npython = "^3.10"\na = "^1.2"\nb = "^0.3.1"\nc = "~2.4.1"\nd = "*"\ne = {version = ">=1,<3"}\nf = {path = "../f"}\ng = "1.0"\nh = "^0.0"\n',
    ["a>=1.2,<2", "b>=0.3.1,<0.4", "c>=2.4.1,<2.5", "d", "e>=1,<3", "g==1.0", "h>=0.0,<0.1"],
  ],
])("what development needs is read as %s has it", (_, text, packages) => {
  expect(pythonNeeds({ pyproject: text }).packages).toEqual(packages);
});

test.each([
  ['[build-system]\nrequires = ["hatchling", "hatch-vcs"]\n', ""],
  ['[build-system]\nrequires = ["setuptools", "setuptools_scm[toml]>=8"]\n', ""],
  ["", "setup(use_scm_version=True)"],
  ["", "[options]\nsetup_requires = pbr"],
])("a version that is read from git is known by what builds the project: %s%s", (text, setup) => {
  expect(pythonNeeds({ pyproject: text, setup }).isVersionedByGit).toBe(true);
  expect(
    pythonNeeds({ pyproject: '[build-system]\nrequires = ["setuptools"]\n', setup: "setup()" }).isVersionedByGit,
  ).toBe(false);
});

test("what tox installs for all environments of tests is read, and nothing that is under a condition", () => {
  const tox =
    "[tox]\nenvlist = py3\n[testenv]\ndescription = tests\ndeps =\n    pytest>=8  # runner\n    # more\n    dj{42,50}: django\n    -r{toxinidir}/requirements/ci.txt\n\n    mock\ncommands = pytest {posargs}\n[testenv:docs]\ndeps = sphinx\n";
  expect(toxDeps(tox)).toEqual(["pytest>=8", "-rrequirements/ci.txt", "mock"]);
  expect(pythonNeeds({ tox }).packages).toEqual(["pytest>=8", "mock"]);
  expect(toxDeps("[testenv]\ndeps = pytest\n")).toEqual(["pytest"]);
});

test.each([
  ["tox.toml", { toxToml: '[env_run_base]\ndeps = ["pytest>=8", "-r dev.txt"]\n[env.docs]\ndeps = ["sphinx"]\n' }],
  ["pyproject.toml", { pyproject: '[tool.tox.env_run_base]\ndeps = ["pytest>=8"]\n' }],
  [
    "pyproject.toml, as a text",
    { pyproject: '[tool.tox]\nlegacy_tox_ini = """\n  [testenv]\n  deps =\n    pytest>=8\n"""\n' },
  ],
])("tox has what tests need in %s, too", (_, texts) => {
  expect(pythonNeeds(texts).packages).toEqual(["pytest>=8"]);
});

const PIPFILE = `[packages]
flask = "*"
requests = {extras = ["socks"], version = "~=2.31"}
own = {path = ".", editable = true}
[dev-packages]
pytest = ">=8"
[requires]
python_version = "3.11"
`;

test("Pipenv has it in its Pipfile, and the versions in its lock file", () => {
  expect(pythonNeeds({ pipfile: PIPFILE }).packages).toEqual(["flask", "requests[socks]~=2.31", "pytest>=8"]);
  const pipfileLock = JSON.stringify({
    _meta: { sources: [] },
    default: { flask: { version: "==3.0.0", markers: "python_version >= '3.8'" }, own: { path: "." } },
    develop: { pytest: { version: "==8.1.0" } },
  });
  expect(pythonNeeds({ pipfile: PIPFILE, pipfileLock }).packages).toEqual(["flask==3.0.0", "pytest==8.1.0"]);
});
