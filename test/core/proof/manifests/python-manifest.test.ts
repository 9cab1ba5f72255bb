import { expect, test } from "vitest";
import { manifestVerdict } from "../../../../src/core/proof/manifests/manifests.ts";
import { ownVersions } from "../../../../src/core/proof/manifests/own-versions.ts";
import { createPathRoles } from "../../../../src/core/proof/paths.ts";

const judged = (path: string, base: string | null, head: string, own = ownVersions([])): string => {
  const { kind, reason } = manifestVerdict(path, base, head, { inNewFolder: false, joins: false, own });
  return `${kind}: ${reason}`;
};

const REQUIREMENTS = "# What it needs\nFlask>=3.0  # web\nrequests==2.31 \\\n    --hash=sha256:aa\n-r more.txt\n";

test.each([
  ["only comments", "flask>=3.0\nrequests==2.31\n", "nothing that decides how tests run", "additive: only adds:"],
  [
    "a new one",
    `${REQUIREMENTS}my_lib[cli]~=1.2; python_version < "3.12"\n`,
    'new dependencies my-lib; python_version < "3.12"',
    "additive: only adds:",
  ],
  ["a file beside it", `${REQUIREMENTS}-c bounds.txt\n`, "nothing that decides how tests run", "additive: only adds:"],
  ["other hashes", REQUIREMENTS.replace("aa", "bb"), "nothing that decides how tests run", "additive: only adds:"],
  [
    "another version",
    REQUIREMENTS.replace("3.0", "2.0"),
    "dependency flask goes from Flask>=3.0 to Flask>=2.0",
    "control:",
  ],
  ["one less", REQUIREMENTS.replace("requests", "# requests"), "dependency requests is removed", "control:"],
  [
    "an address",
    `${REQUIREMENTS}pytest @ https://example.org/pytest.whl\n`,
    "the new dependency pytest is not from a registry: pytest @ https://example.org/pytest.whl",
    "control:",
  ],
  [
    "a path",
    `${REQUIREMENTS}./vendor/pytest\n`,
    "the new dependency ./vendor/pytest is not from a registry: ./vendor/pytest",
    "control:",
  ],
  ["a project that is linked", `${REQUIREMENTS}-e fake\n`, '"-e fake" is added', "control:"],
  [
    "another registry",
    `--index-url https://example.org\n${REQUIREMENTS}`,
    '"--index-url https://example.org" is added',
    "control:",
  ],
  ["a file beside it less", REQUIREMENTS.replace("-r more.txt\n", ""), '"-r more.txt" is removed', "control:"],
])("requirements with %s", (what, head, reason, kind) => {
  const base = what === "only comments" ? "Flask>=3.0 # web\nrequests==2.31\n" : REQUIREMENTS;
  expect(judged("requirements.txt", base, what === "only comments" ? head.replace("flask", "Flask") : head)).toBe(
    `${kind} ${reason}`,
  );
});

test("the extras of the project itself say nothing here", () => {
  expect(judged("requirements.txt", "-e .[cli]\n", "-e .[cli,http2]\n")).toMatch(/^additive/);
  expect(judged("requirements.txt", "-e .[cli]\n", "-e ./fake\n")).toMatch(/^control/);
});

test("a new file of requirements may name what a registry has, and follows the project's own version", () => {
  expect(judged("requirements-dev.txt", null, "-r requirements.txt\npytest>=8\n")).toBe(
    "additive: only adds: new dependencies pytest",
  );
  expect(judged("requirements-dev.txt", null, "-e ./fake\n")).toBe('control: "-e ./fake" is added');
  const version = (of: string): string => `[project]\nname = "shop"\nversion = "${of}"\n`;
  const own = ownVersions([{ path: "pyproject.toml", base: version("1.0"), head: version("1.1") }]);
  expect(judged("api/requirements.txt", "shop==1.0\n", "shop==1.1\n", own)).toMatch(/^additive/);
});

const PIPFILE =
  '[[source]]\nurl = "https://pypi.org/simple"\nverify_ssl = true\nname = "pypi"\n[packages]\nflask = "*"\n[dev-packages]\n';

test.each([
  ["one more", `${PIPFILE}pytest = ">=8"\n`, "additive: only adds: new dependencies pytest"],
  [
    "one from elsewhere",
    `${PIPFILE}pytest = {git = "https://example.org/p.git"}\n`,
    'control: the new dependency pytest is not from a registry: {"git":"https://example.org/p.git"}',
  ],
  ["another version", PIPFILE.replace('"*"', '"==2.0"'), "control: dependency flask goes from * to ==2.0"],
  ["another registry", PIPFILE.replace("pypi.org", "example.org"), "control: [source] is changed"],
  ["scripts", `${PIPFILE}[scripts]\ntest = "true"\n`, "control: [scripts] is changed"],
])("a Pipfile with %s", (_, head, verdict) => {
  expect(judged("Pipfile", PIPFILE, head)).toBe(verdict);
  expect(judged("Pipfile", null, PIPFILE)).toBe("additive: only adds: new dependencies flask");
});

const SETUP =
  'from setuptools import setup\n\nsetup(\n    name="shop",\n    version="1.0",\n    install_requires=[\n        "flask>=3",\n    ],\n)\n';

test.each([
  ["its version", SETUP.replace("1.0", "1.1"), "additive: only adds: nothing that decides how tests run"],
  [
    "one more requirement",
    SETUP.replace('"flask>=3",', '"flask>=3",\n        "attrs",  # data'),
    "additive: only adds: new dependencies attrs",
  ],
  [
    "one from elsewhere",
    SETUP.replace('"flask>=3",', '"flask>=3",\n        "pytest @ https://example.org/p.whl",'),
    "control: the new dependency pytest @ https://example.org/p.whl is not from a registry: pytest @ https://example.org/p.whl",
  ],
  ["another version of one", SETUP.replace("flask>=3", "flask>=2"), 'control: "flask>=3" is changed or removed'],
  [
    "a program",
    SETUP.replace("setup(", "import os; os.system('true')\nsetup("),
    `control: "import os; os.system('true')" is changed`,
  ],
  [
    "another entry",
    SETUP.replace(")\n", '    cmdclass={"test": Nothing},\n)\n'),
    'control: "cmdclass={"test": Nothing}," is changed',
  ],
])("a setup.py that has %s changed", (_, head, verdict) => {
  expect(judged("setup.py", SETUP, head)).toBe(verdict);
  expect(judged("setup.py", null, SETUP)).toBe("control: is a program that installs the project");
});

test("these are manifests where they say what tests have around them", () => {
  const roleOf = createPathRoles([]);
  const all = [
    "requirements.txt",
    "dev-requirements.in",
    "requirements/dev.txt",
    "api/requirements.txt",
    "constraints.txt",
    "Pipfile",
    "setup.py",
    "tox.toml",
  ];
  expect(all.filter((path) => roleOf(path) !== "manifest")).toEqual([]);
  expect(
    [
      "tests/data/requirements.txt",
      "docs/requirements.txt",
      "example/requirements.txt",
      "shop/setup.py",
      "notes.txt",
    ].map((path) => roleOf(path)),
  ).toEqual(["test", "documentation", "implementation", "implementation", "implementation"]);
});

test("a list of pyproject.toml that gains an entry only adds, on one line or on several", () => {
  const listed = (entries: string): string => `[project.optional-dependencies]\ntest = [${entries}]\n`;
  const one = listed('"pytest>=7"');
  for (const more of ['"pytest>=7", "hypothesis>=6"', '\n  "hypothesis>=6",\n  "pytest>=7",\n'])
    expect(judged("pyproject.toml", one, listed(more))).toMatch(/^additive: /);
  expect(judged("pyproject.toml", one, listed('"hypothesis>=6"'))).toMatch(/^control: an existing dependency/);
});
