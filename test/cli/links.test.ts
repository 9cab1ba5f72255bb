import {
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdtempSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CALCULATOR, MULTIPLY, spec } from "../support/calc-project.ts";
import { createCalculator, type Calculator } from "../support/calculator.ts";
import { baton, fingerprintBelow } from "../support/cli.ts";
import { createRepository } from "../support/repository.ts";

/** What lies outside of the repository, and is nobody's to write. */
let victim = "";
beforeEach(() => (victim = mkdtempSync(join(tmpdir(), "baton-victim-"))));
const opened: { remove(): void }[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.remove();
  rmSync(victim, { recursive: true, force: true });
});

async function calculator(): Promise<Calculator> {
  const made = await createCalculator("envelope", spec(MULTIPLY), "--no-checks");
  opened.push(made);
  return made;
}

/** Moves a folder of the repository out of it, and leaves a link there. */
function linkOut(root: string, path: string): () => void {
  const outside = join(victim, "folder");
  if (existsSync(join(root, path))) renameSync(join(root, path), outside);
  else mkdirSync(outside);
  symlinkSync(outside, join(root, path));
  return () => {
    rmSync(join(root, path));
    if (path !== "archive") renameSync(outside, join(root, path));
    rmSync(outside, { recursive: true, force: true });
  };
}

const LINKED = { code: "STATE_UNWRITABLE", message: expect.stringContaining("is a symbolic link") };

test.each(["runs", ".git/info", ".git/info/exclude"])(
  "init refuses where %s is a link, and writes nothing",
  async (path) => {
    const repository = createRepository(CALCULATOR);
    opened.push(repository);
    const { directory } = repository;
    rmSync(join(directory, path), { recursive: true, force: true });
    if (path === "runs" || path === ".git/info") linkOut(directory, path);
    else {
      writeFileSync(join(victim, "bashrc"), "export A=1\n");
      symlinkSync(join(victim, "bashrc"), join(directory, path));
    }
    const before = [fingerprintBelow(victim, []), repository.git("log", "--oneline")];
    const { code, json } = await baton(["init", "--spec", "-", "--json"], { cwd: directory, input: spec(MULTIPLY) });
    expect([code, json.error]).toEqual([1, expect.objectContaining(LINKED)]);
    expect([fingerprintBelow(victim, []), repository.git("log", "--oneline")]).toEqual(before);
    expect((await baton(["status", "--json"], { cwd: directory })).json.error?.code).toBe("NOT_INITIALIZED");
  },
);

test("an exclude file that is a link is left as it is where it has the line already", async () => {
  const repository = createRepository(CALCULATOR);
  opened.push(repository);
  const file = join(repository.directory, ".git/info/exclude");
  rmSync(file, { force: true });
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(join(victim, "shared"), "/runs/\n");
  symlinkSync(join(victim, "shared"), file);
  const { code } = await baton(["init", "--spec", "-", "--json"], {
    cwd: repository.directory,
    input: spec(MULTIPLY),
  });
  expect([code, readFileSync(join(victim, "shared"), "utf8")]).toEqual([0, "/runs/\n"]);
});

test("publishing, repair, erasing, archive and adopt refuse each folder of a run that a link leads to", async () => {
  const { cli, repository, runId, outside } = await calculator();
  const root = repository.directory;
  const own = `runs/${runId}`;
  writeFileSync(join(outside, "shot.txt"), "seen");
  expect((await cli("evidence", "add", join(outside, "shot.txt"), "--as", "Bo")).code).toBe(0);
  const evidence = (await cli("evidence", "list")).json.data["evidence"] as { path: string; sha256: string }[];
  const shot = evidence.find(({ path }) => path.endsWith("shot.txt")) ?? { path: "", sha256: "" };
  const deep = `${own}/${dirname(shot.path)}`;
  const refused = async (path: string, ...words: string[]): Promise<void> => {
    const putBack = linkOut(root, path);
    const before = fingerprintBelow(victim, []);
    const { json } = await cli(...words);
    expect([path, words, json.error]).toEqual([path, words, expect.objectContaining(LINKED)]);
    expect([path, words, fingerprintBelow(victim, [])]).toEqual([path, words, before]);
    putBack();
  };
  for (const path of ["runs", own, `${own}/state`]) await refused(path, "note", "T001", `through ${path}`);
  for (const path of ["runs", `${own}/artifacts`, deep]) await refused(path, "repair");
  for (const path of [own, deep]) await refused(path, "evidence", "erase", shot.sha256, "--reason", "private");
  expect((await cli("close", "--as", "partial", "--reason", "enough")).code).toBe(0);
  for (const path of ["archive", own]) await refused(path, "archive");

  const copy = mkdtempSync(join(tmpdir(), "baton-copy-"));
  opened.push({ remove: () => rmSync(copy, { recursive: true, force: true }) });
  cpSync(join(root, own), join(copy, runId), { recursive: true });
  for (const name of ["runs", ".git/baton"]) rmSync(join(root, name), { recursive: true });
  await refused("runs", "adopt", join(copy, runId));
});

test("a link, or another name of a file, in the place of one that is written is taken away or left, and never written through", async () => {
  const { cli, repository, runId, agent } = await calculator();
  const own = (path: string): string => join(repository.directory, "runs", runId, path);
  const file = join(victim, "bashrc");
  writeFileSync(file, "export A=1\n");
  for (const path of ["README.md.tmp", "state.json.tmp", "state/ROADMAP.md.tmp", "journal.jsonl.tmp"])
    symlinkSync(file, own(path));
  expect((await cli("note", "T001", "one")).code).toBe(0);
  const journal = join(victim, "journal");
  linkSync(own("journal.jsonl"), journal);
  const before = readFileSync(journal);
  rmSync(own("README.md"));
  symlinkSync(file, own("README.md"));
  expect((await cli("note", "T001", "two")).code).toBe(0);
  expect([readFileSync(journal).equals(before), readFileSync(own("journal.jsonl")).length > before.length]).toEqual([
    true,
    true,
  ]);
  expect((await cli("repair")).code).toBe(0);
  const meter = join(repository.directory, ".git/baton/meter");
  mkdirSync(meter, { recursive: true });
  symlinkSync(file, join(meter, `${runId}-T001-1.json.tmp`));
  expect((await cli("run", "--agent", agent)).code).not.toBe(1);
  expect(readFileSync(file, "utf8")).toBe("export A=1\n");
  expect(lstatSync(own("README.md")).isSymbolicLink()).toBe(false);
  expect((await cli("verify")).code).toBe(0);
});
