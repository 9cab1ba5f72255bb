import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
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
    slot.release();
  }
}

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
