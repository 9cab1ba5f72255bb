import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { runProcess } from "../../src/util/process.ts";

test("ends what is left in the background before it answers, also what holds no pipe and takes its time to die", async () => {
  const { stdout } = await runProcess({
    argv: [
      "sh",
      "-c",
      "for i in 1 2 3; do node -e 'Buffer.alloc(3e8, 1); setInterval(() => {}, 9)' >/dev/null 2>&1 & echo $!; done; sleep 0.3",
    ],
    cwd: tmpdir(),
    env: { PATH: process.env["PATH"] ?? "" },
    timeoutMs: 60_000,
  });
  const pids = stdout.trim().split("\n");
  expect(pids).toHaveLength(3);
  expect(pids.filter(hasMemory)).toEqual([]);
});

/** One that nobody has waited for yet still has an id, but no memory to run in. */
function hasMemory(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/statm`, "utf8") !== "0 0 0 0 0 0 0\n";
  } catch {
    return false;
  }
}
