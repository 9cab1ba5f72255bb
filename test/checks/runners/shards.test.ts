import { afterEach, describe, expect, it } from "vitest";
import { mochaCommand } from "../../../src/checks/runners/mocha.ts";
import type { RunnerCommand, RunnerRequest } from "../../../src/checks/runners/port.ts";
import { pytestCommand } from "../../../src/checks/runners/pytest.ts";
import { unittestCommand } from "../../../src/checks/runners/unittest.ts";
import type { RunnerName } from "../../../src/schema/unit.ts";
import { createProject, errors, hasPackage, outline, type Project } from "./project.ts";

type Starting = (request: RunnerRequest) => RunnerCommand | null | Promise<RunnerCommand | null>;

let project: Project;
afterEach(() => project.remove());

/** What each of so many shards tells. */
async function dealtOut(
  runner: RunnerName,
  start: Starting,
  files: Readonly<Record<string, string>>,
  of: number,
): Promise<{ readonly tests: string[]; readonly broken: string[]; readonly code: number | null }[]> {
  project = createProject(runner, files, runner === "mocha" ? null : []);
  const told = [];
  for (let at = 0; at < of; at += 1) {
    const { report, code } = await project.run(start(project.request({ shard: { at, of } })));
    expect(report.complete).toBe(true);
    told.push({ tests: outline(report), broken: errors(report.fileErrors), code });
  }
  return told;
}

const NONE = { tests: [], broken: [] };
const SEES_NOTHING = "[key for key in os.environ if key == 'BATON_SHARD']";

describe("shards of pytest", () => {
  it("have each file whole and once, the longest first, and see nothing of it", async () => {
    const shards = await dealtOut(
      "pytest",
      pytestCommand,
      {
        "tests/test_a.py": "def test_one(): pass\ndef test_two(): pass\ndef test_three(): pass\n",
        "tests/test_b.py": `import os\ndef test_one(): assert ${SEES_NOTHING} == []\ndef test_two(): assert 1 == 2\n`,
        "tests/test_c.py": "def test_one(): pass\n",
      },
      2,
    );
    expect(shards.map(({ tests }) => tests)).toEqual([
      [
        "tests/test_a.py::test_one | passed",
        "tests/test_a.py::test_three | passed",
        "tests/test_a.py::test_two | passed",
      ],
      [
        "tests/test_b.py::test_one | passed",
        "tests/test_b.py::test_two | failed | assertion | AssertionError",
        "tests/test_c.py::test_one | passed",
      ],
    ]);
    expect(shards.map(({ code }) => code)).toEqual([0, 1]);
  });

  it("may have nothing to do, and tell alike of what none can load", async () => {
    const files = { "test_a.py": "def test_one(): pass\n", "test_broken.py": "import nothere\n" };
    const broken = ["test_broken.py: ModuleNotFoundError: No module named 'nothere'"];
    expect(await dealtOut("pytest", pytestCommand, files, 2)).toMatchObject([
      { tests: ["test_a.py::test_one | passed"], broken },
      { ...NONE, broken },
    ]);
  });
});

describe("shards of unittest", () => {
  it("have each file whole and once, and tell alike of what none can load", async () => {
    const of = (...names: string[]): string =>
      `import os, unittest\n\nclass Some(unittest.TestCase):\n${names.map((name) => `    def test_${name}(self): self.assertEqual(${SEES_NOTHING}, [])\n`).join("")}`;
    const files = {
      "test_a.py": of("one", "two"),
      "test_b.py": of("one"),
      "test_c.py": of("one"),
      "test_broken.py": "import nothere\n",
    };
    const broken = ["test_broken.py: ModuleNotFoundError: No module named 'nothere'"];
    expect(await dealtOut("unittest", unittestCommand, files, 3)).toMatchObject([
      { tests: ["test_a.py::Some > test_one | passed", "test_a.py::Some > test_two | passed"], broken },
      { tests: ["test_b.py::Some > test_one | passed"], broken },
      { tests: ["test_c.py::Some > test_one | passed"], broken },
    ]);
  });
});

describe.runIf(hasPackage("mocha"))("shards of mocha", () => {
  it("have each file whole and once, those that come first by --file all of them", async () => {
    const seen =
      'require("node:assert").deepEqual(Object.keys(process.env).filter((key) => key === "BATON_SHARD"), []);';
    const files = {
      "package.json": "{}",
      ".mocharc.json": '{"spec":["spec/*.js"],"file":["set-up.js"]}',
      "set-up.js": "globalThis.ready = true;\n",
      "spec/a.js": `it("one", () => {}); it("two", () => { ${seen} if (!globalThis.ready) throw new Error(); });`,
      "spec/b.js": 'it("one", () => {});',
    };
    expect(await dealtOut("mocha", mochaCommand, files, 3)).toMatchObject([
      { tests: ["spec/a.js::one | passed", "spec/a.js::two | passed"] },
      { tests: ["spec/b.js::one | passed"] },
      { ...NONE, code: 0 },
    ]);
  });
});
