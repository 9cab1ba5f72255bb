import { join } from "node:path";
import { expect, test } from "vitest";
import type { SourceTool } from "../../../../src/checks/source/port.ts";
import { removeBodies } from "../../../../src/engine/prove/runs/body-removal.ts";
import { openTree } from "../../../../src/engine/prove/tree-reader.ts";
import { createGitAt } from "../../../../src/util/git/git.ts";
import { createRepository } from "../../../support/repository.ts";
import { suiteRun } from "../../../support/suite-run.ts";

const mutants = Array.from({ length: 9 }, (_, at) => ({
  path: "a.js",
  text: `// without f${at}\n`,
  symbol: `f${at}`,
  line: at + 1,
  end_line: at + 1,
}));
const tool = { extensions: [".js"], mutants: () => Promise.resolve(mutants) } as unknown as SourceTool;

test.each([
  [1, 5],
  [4, 5],
  [8, 5],
])("over %i lanes no more functions are tried than the budget has runs for", async (lanes, most) => {
  const repository = createRepository({ "a.js": "1;\n" });
  try {
    const git = createGitAt(join(repository.directory, ".git"));
    let [atOnce, peak] = [0, 0];
    const removal = await removeBodies({
      git,
      head: openTree(git, git(["rev-parse", "HEAD^{tree}"]).trim()),
      tools: [tool],
      changed: [{ path: "a.js", base: null, head: "1;\n" }],
      groups: [["a.test.js::a"]],
      reaches: () => true,
      threshold: 80,
      lanes,
      budget: { runs: most, seconds: Infinity },
      async run() {
        peak = Math.max(peak, (atOnce += 1));
        await new Promise((resolve) => setTimeout(resolve, 5));
        atOnce -= 1;
        return { run: suiteRun({ "a.test.js::a": "failed" }), cited: false };
      },
    });
    expect([removal.mutants.length, removal.left_out, peak]).toEqual([
      most,
      mutants.length - most,
      Math.min(lanes, most),
    ]);
    expect(removal.mutants.map(({ symbol }) => symbol)).toEqual(mutants.slice(0, most).map(({ symbol }) => symbol));
  } finally {
    repository.remove();
  }
});
