import type { Git } from "./git.ts";

const FILE = /^\+\+\+ (?:b\/(.*)|\/dev\/null)$/;
const HUNK = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/;

/** Lines that head has and base has not, by path; renamed files are compared with what they were. */
export function changedLines(git: Git, base: string, head: string, paths: readonly string[]): Map<string, number[]> {
  if (paths.length === 0) return new Map();
  const args = [
    "diff-tree",
    "-r",
    "-p",
    "-U0",
    "-M",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--src-prefix=a/",
    "--dst-prefix=b/",
  ];
  const changed = new Map<string, number[]>();
  let lines: number[] | null = null;
  let inHunk = 0;
  for (const line of git([...args, base, head]).split("\n")) {
    if (inHunk > 0 && /^[-+\\]/.test(line)) {
      inHunk -= line.startsWith("\\") ? 0 : 1;
      continue;
    }
    const path = FILE.exec(line)?.[1];
    if (path !== undefined) {
      lines = [];
      changed.set(path, lines);
      continue;
    }
    const [hunk, from, count = "1"] = HUNK.exec(line) ?? [];
    if (hunk === undefined || lines === null) continue;
    const removed = Number(/^@@ -\d+(?:,(\d+))?/.exec(hunk)?.[1] ?? 1);
    inHunk = removed + Number(count);
    for (let at = 0; at < Number(count); at += 1) lines.push(Number(from) + at);
  }
  const wanted = new Set(paths);
  return new Map([...changed].filter(([path]) => wanted.has(path)));
}
