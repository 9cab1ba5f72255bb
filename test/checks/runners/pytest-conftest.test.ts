import { afterAll, expect, it } from "vitest";
import { pytestCommand } from "../../../src/checks/runners/pytest.ts";
import { isSince } from "../../support/versions.ts";
import { createProject, errors, outline } from "./project.ts";

const project = createProject("pytest", {
  "pytest.ini": "[pytest]\n",
  "tests/new/conftest.py": "import not_there_yet\n",
  "tests/new/test_new.py": "def test_new():\n    assert True\n",
  "tests/test_old.py": "def test_old():\n    assert True\n",
});
afterAll(() => project.remove());

// Before version 8 pytest itself collects nothing any more.
const goesOn = isSince("python3", ["-m", "pytest", "--version"], [8, 0]);

it.each([
  ["the files are named", ["tests/new/test_new.py", "tests/test_old.py"]],
  ["everything is run", null],
])("a conftest that cannot be imported hides only its own folder when %s", async (_, files) => {
  const env = { ...project.request().env, PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };
  const { report } = await project.run(await pytestCommand(project.request({ files, env })));
  expect(report.complete).toBe(true);
  expect(outline(report)).toEqual(goesOn ? ["tests/test_old.py::test_old | passed"] : []);
  expect(errors(report.fileErrors)).toEqual([
    expect.stringContaining("tests/new/conftest.py: ModuleNotFoundError: No module named 'not_there_yet'"),
  ]);
});
