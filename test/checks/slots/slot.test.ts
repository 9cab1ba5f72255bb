import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSlot, type Slot } from "../../../src/checks/slots/slot.ts";
import { findRepository } from "../../../src/util/git/discover.ts";
import { openGit } from "../../../src/util/git/git.ts";
import { treeOf } from "../../../src/util/git/trees.ts";
import { createRepository, type TestRepository } from "../../support/repository.ts";

let repository: TestRepository;
let state: string;
let trees: string[];

beforeEach(() => {
  repository = createRepository();
  state = mkdtempSync(join(tmpdir(), "baton-slot-"));
  const git = openGit(findRepository(repository.directory), join(state, "git"), "own");
  trees = ["1", "0", "1"].map((code, at) => treeOf(git, repository.commit(`c${at}`, { code, at: String(at) })));
});
afterEach(() => {
  repository.remove();
  rmSync(state, { recursive: true });
});

/** `generate` counts its runs outside the tree and exits with what the tree's file `code` says. */
async function withSlot(isGuessed: boolean, use: (slot: Slot, runs: () => number) => Promise<void>): Promise<void> {
  const count = join(state, "count");
  const slot = await openSlot({
    slotsDirectory: join(state, "slots"),
    git: openGit(findRepository(repository.directory), join(state, "git"), "own"),
    layer: { key: "k", prepare: null, generate: [`echo x >> '${count}'; exit $(cat code)`], isGuessed },
    tree: trees[0] ?? "",
    env: { PATH: process.env["PATH"] ?? "" },
    prepareTimeoutMs: 60_000,
  });
  try {
    await use(slot, () => (existsSync(count) ? readFileSync(count, "utf8").trim().split("\n").length : 0));
  } finally {
    await slot.release();
  }
}

describe("a slot", () => {
  const slotOf = async (key: string, own: TestRepository, gitDirectory: string, tree: string): Promise<Slot> =>
    openSlot({
      slotsDirectory: join(state, "slots"),
      git: openGit(findRepository(own.directory), join(state, gitDirectory), "own"),
      layer: { key, prepare: null, generate: [], isGuessed: false },
      tree,
      env: {},
      prepareTimeoutMs: 60_000,
    });

  it("is laid out anew where its index was torn, or is another kind of repository's", async () => {
    const first = await slotOf("k", repository, "git", trees[0] ?? "");
    const index = join(first.tree, "..", "index");
    writeFileSync(index, readFileSync(index).subarray(0, 40));
    await first.switchTo(trees[1] ?? "");
    expect(readFileSync(join(first.tree, "code"), "utf8")).toBe("0");
    await first.release();

    const other = createRepository();
    rmSync(join(other.directory, ".git"), { recursive: true });
    other.git("init", "--quiet", "--object-format=sha256");
    const commit = other.commit("c", { code: "2" });
    const git = openGit(findRepository(other.directory), join(state, "git-256"), "own");
    const second = await slotOf("k", other, "git-256", treeOf(git, commit));
    await second.switchTo(treeOf(git, commit));
    expect(readdirSync(second.tree)).toEqual(["code"]);
    expect(readFileSync(join(second.tree, "code"), "utf8")).toBe("2");
    expect(second.changes().source).toEqual([]);
    await second.release();
    other.remove();
  });
});

describe("what a run writes beside installed files", () => {
  const PREPARE =
    "mkdir -p node_modules/vitest/dist && echo 1 >node_modules/vitest/dist/index.js && printf '*' >node_modules/.gitignore";
  const openOwn = async (): Promise<Slot> =>
    openSlot({
      slotsDirectory: join(state, "slots"),
      git: openGit(findRepository(repository.directory), join(state, "git"), "own"),
      layer: { key: "k", prepare: PREPARE, generate: [], isGuessed: false },
      tree: trees[0] ?? "",
      env: { PATH: process.env["PATH"] ?? "" },
      prepareTimeoutMs: 60_000,
    });
  const tick = async (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 50));

  it("is no change where TypeScript notes its build there, and the next run does not find it", async () => {
    const slot = await openOwn();
    const info = join(slot.tree, "node_modules/vitest/dist/tsconfig.tmp.tsbuildinfo");
    for (const tree of trees.slice(0, 2)) {
      await slot.switchTo(tree);
      expect(existsSync(info)).toBe(false);
      await tick();
      writeFileSync(info, tree);
      expect(slot.changes().layer).toEqual([]);
    }
    await slot.release();
  });

  it("is put away after a kill, and nothing is installed anew for it", async () => {
    const killed = await openOwn();
    const checker = join(killed.tree, "node_modules/vitest/dist");
    await killed.release();
    await tick();
    writeFileSync(join(checker, "tsconfig.tmp.tsbuildinfo"), "{}");
    for (const _ of [1, 2]) {
      const next = await openOwn();
      expect([next.prepareMs, readdirSync(checker)]).toEqual([0, ["index.js"]]);
      await next.release();
      await tick();
    }
  });
});

describe("what a project's own command says when it fails", () => {
  it("is the lines that tell why, and its last word", async () => {
    const help = Array.from({ length: 30 }, (_, at) => `help ${at}`).join("\\n");
    const command = `printf 'npm error code EUSAGE\\nnpm error the lock file does not fit\\n${help}\\n'; exit 1`;
    await withSlot(true, async (slot) => {
      await expect(slot.prepare(trees[1] ?? "", command)).rejects.toThrow(
        /:\nnpm error code EUSAGE\nnpm error the lock file does not fit\nhelp 29$/,
      );
      const maven = `printf '\\033[0m[\\033[1;31mERROR\\033[m] no such plugin\\n${help}\\n'; exit 1`;
      await expect(slot.prepare(trees[1] ?? "", maven)).rejects.toThrow(/:\n\[ERROR\] no such plugin\nhelp 29$/);
      await expect(slot.prepare(trees[1] ?? "", `printf '${help}\\n'; exit 1`)).rejects.toThrow(
        /:\nhelp 18\n[^]*help 29$/,
      );
    });
  });
});

describe("what a tree generates", () => {
  it("is not held against it when it was only guessed, and is not tried again where it fails at once", async () => {
    await withSlot(true, async (slot, runs) => {
      for (const tree of trees) await slot.switchTo(tree);
      expect(runs()).toBe(1);
    });
  });

  it("is tried for each tree when it was guessed and once worked", async () => {
    await withSlot(true, async (slot, runs) => {
      for (const tree of trees.slice(1)) await slot.switchTo(tree);
      await slot.switchTo(trees[1] ?? "");
      expect(runs()).toBe(3);
    });
  });

  it("must work when somebody asked for it", async () => {
    await withSlot(false, async (slot) => {
      await expect(slot.switchTo(trees[0] ?? "")).rejects.toMatchObject({ code: "ENVIRONMENT_FAILED" });
    });
  });
});
