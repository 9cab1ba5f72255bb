import { expect, test } from "vitest";
import type { GitCall } from "../../../src/util/git/git.ts";
import { createGitMemory, remembered } from "../../../src/util/git/remembered.ts";

const [ONE, TWO] = ["1".repeat(40), "2".repeat(40)];

/** How often git is asked when a call is made twice; what it answers is `says`. */
function asked(args: readonly string[], options: GitCall = {}, says = "answer\n"): number {
  let times = 0;
  const git = remembered(() => {
    times += 1;
    return Buffer.from(says);
  }, createGitMemory());
  expect([git(args, options).toString(), git(args, options).toString()]).toEqual([says, says]);
  return times;
}

test.each<[string, readonly string[], GitCall, number]>([
  ["a tree's list", ["ls-tree", "-r", ONE], {}, 1],
  ["a list of what a branch names", ["ls-tree", "-r", "refs/heads/main"], {}, 2],
  ["a difference of two objects", ["diff-tree", "-r", ONE, TWO], {}, 1],
  ["the same in some paths", ["diff-tree", "-r", ONE, TWO, "--", "src"], {}, 1],
  ["paths that look like objects, of a branch", ["diff-tree", "HEAD", ONE, "--", ONE, TWO], {}, 2],
  ["a commit's tree", ["rev-parse", "--verify", `${ONE}^{tree}`], {}, 1],
  ["whether a commit is there", ["rev-parse", "--verify", "--quiet", `${ONE}^{commit}`], {}, 2],
  ["the tree of a branch", ["rev-parse", "--verify", "main^{tree}"], {}, 2],
  ["a tree in another place for objects", ["ls-tree", ONE], { env: { GIT_ALTERNATE_OBJECT_DIRECTORIES: "/o" } }, 1],
  ["blobs", ["cat-file", "--batch"], { input: `${ONE}\n${TWO}\n` }, 1],
  ["a blob by its path", ["cat-file", "--batch"], { input: `${ONE}:src/a.js\n` }, 2],
  ["what an index says", ["ls-tree", ONE], { index: "/tmp/index" }, 2],
  ["what has effects", ["update-ref", ONE, TWO], {}, 2],
])("git is asked about %s so often in two calls", (_, args, options, times) => {
  expect(asked(args, options)).toBe(times);
});

test("what was missing is asked for again, and so is what is too long to keep", () => {
  const blob = [["cat-file", "--batch"], { input: `${ONE}\n` }] as const;
  expect(asked(...blob, `${ONE} missing\n`)).toBe(2);
  expect(asked(...blob, "x".repeat(3 * 2 ** 20))).toBe(2);
});

test("all answers together stay below a bound, and what was wanted lately stays", () => {
  const memory = createGitMemory();
  let times = 0;
  const git = remembered(() => {
    times += 1;
    return Buffer.alloc(2 ** 20);
  }, memory);
  const list = (n: number) => git(["ls-tree", n.toString(16).padStart(40, "0")]);
  for (let n = 0; n < 8; n += 1) list(n);
  list(0);
  list(8);
  expect([times, memory.bytes, memory.answers.size]).toEqual([9, 8 * 2 ** 20, 8]);
  list(0);
  expect(times).toBe(9);
  list(1);
  expect(times).toBe(10);
});
