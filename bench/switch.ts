import { join } from "node:path";
import { openSlot } from "../src/checks/slots/slot.ts";
import { findRepository } from "../src/util/git/discover.ts";
import { openGit } from "../src/util/git/git.ts";
import { treeOf } from "../src/util/git/trees.ts";
import { createRepository, createState } from "./places.ts";
import { bestOfBoth, rowOf, type Row } from "./row.ts";

const FILES = 3000;
const CHANGED = 300;
const ROUNDS = 12;

/** Switching a slot between two trees, against `git checkout` of the same two in the user's own work tree. */
export async function switchRow(): Promise<Row> {
  const repository = createRepository();
  const files = (count: number, text: string): Record<string, string> =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`src/part_${at % 60}/file_${at}.js`, `${text} ${at}\n`.repeat(40)]),
    );
  const commits = [
    repository.commit("one", files(FILES, "const one =")),
    repository.commit("two", files(CHANGED, "let two =")),
  ];
  const stateDirectory = createState();
  const git = openGit(findRepository(repository.directory), join(stateDirectory, "git"), "own");
  const trees = commits.map((commit) => treeOf(git, commit));
  const slot = await openSlot({
    slotsDirectory: join(stateDirectory, "slots"),
    git,
    layer: { key: "no dependencies here", prepare: null, generate: [], isGuessed: true },
    tree: trees[1] ?? "",
    env: { PATH: process.env["PATH"] ?? "" },
    prepareTimeoutMs: 60_000,
  });
  try {
    const best = await bestOfBoth(
      ROUNDS,
      (round) => slot.switchTo(trees[round % 2] ?? ""),
      (round) => repository.git("checkout", "--quiet", commits[round % 2] ?? ""),
    );
    const name = `switch a slot between two trees of ${FILES} files, ${CHANGED} differ, against git checkout`;
    return rowOf({ name, unit: "ms", ...best, atMost: 1.5 });
  } finally {
    await slot.release();
  }
}
