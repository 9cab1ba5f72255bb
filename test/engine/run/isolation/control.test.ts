import { appendFileSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createControl, type Control } from "../../../../src/engine/run/isolation/control.ts";
import { openJournal, type RunJournal } from "../../../../src/engine/run/record/journal.ts";
import { stillLeft } from "../../../../src/engine/run/landing/left-behind.ts";
import { openProject, type Project } from "../../../../src/engine/run/project.ts";
import { createPublisher } from "../../../../src/engine/run/record/publish.ts";
import { openScene, type Scene } from "../../../support/scene.ts";

const WHOSE = { task_id: "T001", attempt: 1 };

let scene: Scene;
let project: Project;
let journal: RunJournal;
let control: Control;
beforeEach(async () => {
  scene = await openScene("");
  project = openProject(scene.repository.directory);
  const [runId = ""] = project.store.runs();
  journal = openJournal(project.store, runId, "baton", { now: () => new Date() });
  control = createControl(project, journal, createPublisher(project, journal, scene.outside), (text) => text);
});
afterEach(() => {
  project.close();
  scene.remove();
});

const pathOf = (name: string): string => join(scene.repository.directory, name);
const touched = (work: () => void): string[] => {
  const watched = control.watch(true, WHOSE);
  work();
  return watched.end().findings.map(({ code, path }) => `${code} ${path}`);
};

test("what nobody touched is not touched, and what somebody touches is named", () => {
  expect(touched(() => {})).toEqual([]);
  expect(touched(() => writeFileSync(pathOf("init.sh"), "exit 0\n"))).toEqual(["CONTROL_TOUCHED init.sh"]);
});

test("what git notes beside the index is nothing that anybody staged", () => {
  const now = new Date();
  expect(
    touched(() => {
      utimesSync(pathOf("package.json"), now, now);
      scene.repository.git("status");
    }),
  ).toEqual([]);
});

test("ONE-09 a person who goes on working is asked about it, with the commits that came on top of the branch", () => {
  const watched = control.watch(true, WHOSE);
  scene.repository.commit("note the licence", { "LICENSE.md": "MIT\n" });
  expect(watched.end().findings).toEqual([
    {
      code: "CONTROL_TOUCHED",
      severity: "person",
      approval: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
      path: ".git/index",
      message: expect.stringMatching(
        /: \.git\/index, your branch \([0-9a-f]{7,} .*: note the licence\); if that was you, say so when asked \(baton approve\); if not, the agent did it$/,
      ) as string,
    },
  ]);
});

test("a branch that is moved back is no work of a person's", () => {
  const watched = control.watch(true, WHOSE);
  scene.repository.git("update-ref", "refs/heads/main", "HEAD~1");
  expect(watched.end().findings.map(({ severity }) => severity)).toEqual(["error"]);
});

test.each([
  ["to a new branch", ["switch", "-qc", "other"], "other is checked out"],
  ["to a branch that follows another", ["switch", "-qc", "other", "--track", "main"], "other is checked out"],
  ["to a commit from before the run", ["switch", "-q", "--detach", "HEAD~1"], /[0-9a-f]{7} is checked out/],
])("ONE-09 a person who switches %s is asked about it, and the agent is blamed for nothing", (_, args, words) => {
  const watched = control.watch(true, WHOSE);
  scene.repository.git(...args);
  const [finding, ...others] = watched.end().findings;
  expect([finding?.severity, others]).toEqual(["person", []]);
  expect(finding?.message).toMatch(/^changed from outside while the agent worked: .*\.git\/HEAD/);
  expect(finding?.message).toMatch(words);
});

test.each([
  ["a file of the harness written beside it", () => writeFileSync(pathOf("feature_list.json"), "{}\n")],
  ["a HEAD that no git writes", () => writeFileSync(pathOf(".git/HEAD"), "ref: refs/heads/../config\n")],
  ["a program for git", () => scene.repository.git("config", "core.fsmonitor", "./run.sh")],
  [
    "a program for git, behind a bracket in a comment",
    () => appendFileSync(pathOf(".git/config"), '\t# [branch "x"\n\tfsmonitor = ./run.sh\n'),
  ],
  [
    "an address where a branch's remote stands",
    () => appendFileSync(pathOf(".git/config"), '[branch "other"]\n\tremote = ext::./run.sh\n'),
  ],
  [
    "a program for git, in the line of a branch",
    () => appendFileSync(pathOf(".git/config"), '[branch "other"] [core] fsmonitor = ./run.sh\n'),
  ],
])("a switch with %s is no person's work", (_, also) => {
  const watched = control.watch(true, WHOSE);
  scene.repository.git("switch", "-qc", "other");
  also();
  expect(watched.end().findings.map(({ severity }) => severity)).toEqual(["error"]);
});

test("what the harness moves by itself is its own", () => {
  const bytes = readFileSync(pathOf("claude-progress.txt"));
  writeFileSync(pathOf("claude-progress.txt"), "as it was rendered before");
  const move = (): void => {
    writeFileSync(pathOf("claude-progress.txt"), bytes);
    scene.repository.git("update-index", "--refresh");
    scene.repository.git("branch", "baton/other");
  };
  expect(touched(() => control.own(move))).toEqual([]);
});

test.each([
  ["claude-progress.txt", "claude-progress.txt"],
  [".git/HEAD", ".git/HEAD"],
  [".git/config", ".git/config"],
])("an agent that writes %s while the harness moves things is seen", (name, path) => {
  const text = readFileSync(pathOf(name), "utf8");
  expect(touched(() => control.own(() => writeFileSync(pathOf(name), `${text}# mine\n`)))).toEqual([
    `CONTROL_TOUCHED ${path}`,
  ]);
  writeFileSync(pathOf(name), text);
});

test("the published journal may only grow by what the store got, and no hook may be planted", () => {
  const [runId = ""] = project.store.runs();
  const journal = join("runs", runId, "journal.jsonl");
  const text = readFileSync(pathOf(journal), "utf8");
  for (const edited of [`${text}{"hash":"forged"}\n`, text.replace("run_created", "run_forged"), text.slice(0, -10)]) {
    expect(touched(() => writeFileSync(pathOf(journal), edited))).toEqual([`CONTROL_TOUCHED ${journal}`]);
    writeFileSync(pathOf(journal), text);
  }
  expect(touched(() => writeFileSync(pathOf(".git/hooks/post-commit"), "#!/bin/sh\n"))).toEqual([
    "CONTROL_TOUCHED .git/hooks",
  ]);
  expect(touched(() => writeFileSync(pathOf(".git/hooks/update.sample"), ""))).toEqual([]);
});

test("what another process publishes meanwhile is the harness's own", () => {
  const [runId = ""] = project.store.runs();
  expect(
    touched(() => {
      const other = openJournal(project.store, runId, "human", { now: () => new Date() });
      other.append(() => [{ type: "note_added", task_id: "T001", text: "0".repeat(64) }]);
      createPublisher(project, other, scene.outside).publish();
    }),
  ).toEqual([]);
});

const left = (): string[] => stillLeft(project, journal.state).map(({ change, undo }) => `${change}: ${undo}`);
const messageOf = (work: () => void): string => {
  const watched = control.watch(true, WHOSE);
  work();
  return watched
    .end()
    .findings.map(({ message }) => message)
    .join("\n");
};

test("what changed for git is named key by key, without secrets, and stays said until it is as it was", () => {
  const { git } = scene.repository;
  git("config", "user.name", "Ann O'Neil");
  const message = messageOf(() => {
    git("config", "core.hooksPath", "/tmp/evil");
    git("config", "user.name", "Bob");
    git("config", "http.extraHeader", "Authorization: Basic c2VjcmV0OnNlY3JldA==");
    writeFileSync(pathOf(".git/hooks/post-commit"), "#!/bin/sh\n");
  });
  expect(message).toContain("core.hookspath = /tmp/evil (it was not set)");
  expect(message).not.toContain("c2VjcmV0");
  expect(left()).toEqual([
    "core.hookspath = /tmp/evil (it was not set): git config --unset-all core.hookspath",
    "http.extraheader = [redacted] (it was not set): git config --unset-all http.extraheader",
    "user.name = Bob (it was Ann O'Neil): git config user.name 'Ann O'\\''Neil'",
    "the hook post-commit is new: rm -r .git/hooks/post-commit",
  ]);
  // The next attempt begins with it: nothing is new, and it is said all the same.
  expect(touched(() => {})).toEqual([]);
  expect(left()).toHaveLength(4);
  git("config", "--unset-all", "core.hookspath");
  git("config", "--unset-all", "http.extraheader");
  git("config", "user.name", "Ann O'Neil");
  rmSync(pathOf(".git/hooks/post-commit"));
  expect(left()).toEqual([]);
});

test("who puts back what an earlier attempt left is in no attempt's way; what is changed twice goes back to its beginning", () => {
  const { git } = scene.repository;
  touched(() => git("config", "core.pager", "one"));
  touched(() => git("config", "core.pager", "two"));
  expect(left()).toEqual(["core.pager = two (it was one): git config --unset-all core.pager"]);
  expect(touched(() => git("config", "--unset-all", "core.pager"))).toEqual([]);
  expect(left()).toEqual([]);
});

test("of several at work nobody is blamed for what any of them may have done, and one alone is", () => {
  const { git } = scene.repository;
  const [one, other] = [control.watch(true, WHOSE), control.watch(true, { task_id: "T002", attempt: 1 })];
  git("config", "core.pager", "one");
  expect(one.end()).toMatchObject({ isShared: true, findings: [{ code: "CONTROL_TOUCHED", severity: "error" }] });
  expect(control.watch(true, WHOSE).end().findings).toEqual([]);
  git("config", "core.pager", "two");
  expect(other.end()).toMatchObject({ isShared: false, findings: [{ severity: "error" }] });
  expect(journal.state.leftBehind.map(({ task_id: id, change }) => `${id} ${change}`)).toEqual([
    "T002 core.pager = two (it was not set)",
  ]);
});
