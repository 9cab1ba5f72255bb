import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
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

test("a program that no descriptor is left for is not started, and says so", () => {
  const script = `
    import { closeSync, openSync } from "node:fs";
    import { runProcess } from ${JSON.stringify(pathToFileURL("src/util/process.ts").href)};
    const taken = [];
    try { for (;;) taken.push(openSync("/dev/null")); } catch {}
    const running = runProcess({ argv: ["true"], cwd: "/", env: {}, timeoutMs: 9000, input: "read me" });
    for (const one of taken) closeSync(one);
    console.log(await running.catch(({ code, cause }) => code + " " + cause.code));
  `;
  const command = 'ulimit -n 128; exec "$0" --input-type=module -e "$1"';
  const { stdout, stderr } = spawnSync("sh", ["-c", command, process.execPath, script], { encoding: "utf8" });
  expect([stdout, stderr]).toEqual(["ENVIRONMENT_FAILED EMFILE\n", ""]);
});

/** One that nobody has waited for yet still has an id, but no memory to run in. */
function hasMemory(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/statm`, "utf8") !== "0 0 0 0 0 0 0\n";
  } catch {
    return false;
  }
}
