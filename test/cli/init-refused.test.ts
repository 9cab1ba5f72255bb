import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CALCULATOR, DIVIDE, MULTIPLY, spec } from "../support/calc-project.ts";
import { baton } from "../support/cli.ts";
import { removedAfterEach } from "../support/removed.ts";
import { createRepository, type Files } from "../support/repository.ts";
import { openScene, type Scene, type SceneOptions } from "../support/scene.ts";

const SPEC = spec(MULTIPLY, DIVIDE);

const scenes = removedAfterEach();

async function scene(script: string, options?: SceneOptions): Promise<Scene> {
  const opened = await openScene(script, options);
  scenes.push(opened);
  return opened;
}

test.each<[string, Files, string, string[], number, string]>([
  ["an empty spec", CALCULATOR, "", [], 2, "SPEC_INVALID"],
  ["a spec without features", CALCULATOR, "Just some words.\n", [], 2, "SPEC_INVALID"],
  ["a pattern beyond the repository", CALCULATOR, `${SPEC}Files: src/a.js, ../etc/passwd\n`, [], 2, "SPEC_INVALID"],
  ["a pattern that locks cannot compare", CALCULATOR, `${SPEC}Files: src/+(a|z).js\n`, [], 2, "SPEC_INVALID"],
  ["a binary spec", CALCULATOR, "\u0000\u0001\u0002", [], 2, "SPEC_INVALID"],
  ["a foreign feature list", { ...CALCULATOR, "feature_list.json": "{}" }, SPEC, [], 5, "FEATURE_LIST_FOREIGN"],
  ["a spec file that is not there", CALCULATOR, SPEC, ["--spec", "gone.md"], 2, "SPEC_INVALID"],
  [
    "a state folder that cannot be made",
    CALCULATOR,
    SPEC,
    ["--spec", "-", "--state", "/dev/null/state"],
    1,
    "STATE_UNWRITABLE",
  ],
])("init refuses %s and writes nothing", async (_, base, text, args, code, errorCode) => {
  const repository = createRepository(base);
  scenes.push(repository);
  const result = await baton(["init", ...(args.length > 0 ? args : ["--spec", "-"]), "--json"], {
    cwd: repository.directory,
    input: text,
  });
  expect([result.code, result.json.error?.code, result.stderr]).toEqual([code, errorCode, ""]);
  expect(repository.git("log", "--format=%s")).toBe("base");
  expect(repository.git("status", "--porcelain")).toBe("");
});

test("init prints every problem of a spec, each with its line and what to type, and of Task Master's file in its own words", async () => {
  const { repository } = await scene("");
  const told = async (text: string): Promise<string[]> =>
    (await baton(["init", "--spec", "-", "--dry-run"], { cwd: repository.directory, input: text })).stderr.split("\n");
  const wrong = spec(
    "## A\n\n- a\n\nTest: npm test\nDepends: Zed\n\n",
    "## B\n\n- b\n\nTest: npm test\nDepends: Q\nPriority: soon\n",
  );
  const lines = await told(wrong);
  expect(lines.filter((line) => /the spec:\d+: /.test(line))).toEqual([
    expect.stringMatching(/^✗ SPEC_INVALID: the spec:\d+: "A" depends on "Zed", which is no feature here/),
    expect.stringMatching(/^ {2}✗ the spec:\d+: "B" depends on "Q", which is no feature here/),
    expect.stringMatching(/^ {2}! the spec:\d+: "B": "soon" is not one of critical/),
  ]);
  expect(lines).toContain("      Write `Priority: critical`, `high`, `medium` or `low`.");
  expect(lines.at(-2)).toMatch(/^ {2}Next: Write the title, number or id .* in its `Depends:` line/);
  const task = (id: number, needs: number): object => ({
    id,
    title: `T${id}`,
    testStrategy: "t",
    dependencies: [needs],
  });
  const ofTaskMaster = (await told(JSON.stringify({ tasks: [task(1, 9), task(2, 3), task(3, 2)] }))).join("\n");
  expect(ofTaskMaster).toContain("Next: Give in its `dependencies` the id of a task of the same file.");
  expect(ofTaskMaster).toContain("      Take one of the `dependencies` away.");
  expect(ofTaskMaster).not.toContain("Depends:");
});

test("init refuses a spec whose Depends: names no feature of it, with its line and what was probably meant", async () => {
  const repository = createRepository(CALCULATOR);
  scenes.push(repository);
  const { code, json } = await baton(["init", "--spec", "-", "--json"], {
    cwd: repository.directory,
    input: "# C\n\n## Multiply numbers\n- a\n\n## Divide\n- b\n- Depends: Mutliply number\n",
  });
  expect([code, json.error]).toEqual([
    2,
    expect.objectContaining({
      code: "SPEC_INVALID",
      message: expect.stringMatching(
        /:8: "Divide" depends on "Mutliply number", which is no feature here.* Did you mean "Multiply numbers"\?$/,
      ) as string,
      details: {
        spec: "the spec",
        problems: [expect.objectContaining({ code: "DEPENDS_UNKNOWN", severity: "error" })],
      },
    }),
  ]);
  expect(repository.git("log", "--format=%s")).toBe("base");
});

test("what cannot be written is named by its place: another state folder helps that alone", async () => {
  const repository = createRepository(CALCULATOR);
  scenes.push(repository);
  const hintOf = async (...args: string[]): Promise<unknown> => {
    const { json } = await baton(["init", "--spec", "-", "--json", ...args], {
      cwd: repository.directory,
      input: SPEC,
    });
    expect(json.error?.code).toBe("STATE_UNWRITABLE");
    return json.error?.hint;
  };
  const own = join(repository.directory, ".git", "baton");
  mkdirSync(own);
  writeFileSync(join(own, "alive"), "in the way");
  expect(await hintOf()).toMatch(new RegExp(`^Make it writable: ${join(own, "alive")}`));
  rmSync(own, { recursive: true });
  expect(await hintOf("--state", "/dev/null/state")).toContain("give another with --state DIR");
  expect(await hintOf("--state", "/proc/no/such")).toContain("give another with --state DIR");
});
