import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { composeTexts } from "../../../src/engine/prove/compose.ts";
import { openTree } from "../../../src/engine/prove/tree-reader.ts";
import { findRepository } from "../../../src/util/git/discover.ts";
import { openGit } from "../../../src/util/git/git.ts";
import { listTree, readBlobs, resolveCommit, treeOf } from "../../../src/util/git/trees.ts";
import { createRepository } from "../../support/repository.ts";

test("a text that is changed keeps the encoding of its file: UTF-8, or byte for byte whatever else it is", () => {
  const repository = createRepository({ "utf8.py": "# é\n" });
  writeFileSync(
    join(repository.directory, "latin1.py"),
    Buffer.from("# -*- coding: latin-1 -*-\nname = 'é'\n", "latin1"),
  );
  repository.commit("head");
  const git = openGit(findRepository(repository.directory), join(repository.directory, ".git", "own"), "own");
  const head = openTree(git, treeOf(git, resolveCommit(git, "HEAD")));
  const paths = ["latin1.py", "utf8.py"];
  const tree = composeTexts(
    git,
    head,
    paths.map((path) => ({ path, text: `${head.read(path)}more = 1\n` })),
  );
  const oids = listTree(git, tree).map(({ oid }) => oid);
  const [latin1, utf8] = oids.map((oid) => readBlobs(git, [oid]).get(oid));
  expect([latin1?.toString("latin1"), utf8?.toString("utf8")]).toEqual([
    "# -*- coding: latin-1 -*-\nname = 'é'\nmore = 1\n",
    "# é\nmore = 1\n",
  ]);
  repository.remove();
});
