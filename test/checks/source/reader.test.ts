import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createReader } from "../../../src/checks/source/reader.ts";

const PATIENCE_MS = 20_000;
// Says who it is and what it was asked; one word ends it, another keeps it busy.
const PROGRAM = `
let asked = 0;
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  if (line === "die") { console.error("cannot"); process.exit(3); }
  if (line === "sleep") return;
  console.log(JSON.stringify([process.pid, ++asked, line]));
});`;
const reader = createReader(() => Promise.resolve({ argv: [process.execPath, "-e", PROGRAM], env: {} }));
const ask = async (line: string) => {
  const answer = await reader.ask(line, PATIENCE_MS);
  return typeof answer === "string" ? (JSON.parse(answer) as [number, number, string]) : answer;
};
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

afterEach(() => reader.close());

describe("a program that reads source", () => {
  it("is one for all questions, and answers each in its turn, however long", async () => {
    const long = "x".repeat(2 ** 20);
    const answers = (await Promise.all(["a", long, "c"].map(ask))) as [number, number, string][];
    expect(answers.map(([, count, line]) => [count, line])).toEqual([
      [1, "a"],
      [2, long],
      [3, "c"],
    ]);
    expect(new Set(answers.map(([pid]) => pid)).size).toBe(1);
  });

  it("tells how it ended, also when it answers nothing in its time, and another takes its place", async () => {
    expect(await ask("die")).toMatchObject({ end: "exited", code: 3, stderr: "cannot\n" });
    expect(await ask("again")).toMatchObject([expect.any(Number), 1, "again"]);
    expect(await reader.ask("sleep", 50)).toMatchObject({ end: "timeout" });
    expect(await ask("again")).toMatchObject([expect.any(Number), 1, "again"]);
  });

  it("is gone once it is closed", async () => {
    const [pid] = (await ask("a")) as [number, number, string];
    expect(isAlive(pid)).toBe(true);
    await reader.close();
    expect(isAlive(pid)).toBe(false);
  });

  describe("in a program of its own", () => {
    const source = join(import.meta.dirname, "..", "..", "..", "src", "checks", "source", "reader.ts");
    const ends = (then: string) => {
      const script = `
        const { createReader } = await import(${JSON.stringify(source)});
        const reader = createReader(() => Promise.resolve({ argv: [process.execPath, "-e", ${JSON.stringify(PROGRAM)}], env: {} }));
        console.log(await reader.ask("a", ${PATIENCE_MS}));
        ${then}`;
      const options = { encoding: "utf8", timeout: PATIENCE_MS } as const;
      return spawnSync(process.execPath, ["--input-type=module", "-e", script], options);
    };

    it("keeps nobody from ending who forgot to close it, and ends with him", async () => {
      const { status, stdout } = ends("");
      expect(status).toBe(0);
      const [pid] = JSON.parse(stdout) as [number];
      await expect.poll(() => isAlive(pid), { timeout: PATIENCE_MS }).toBe(false);
    });

    it("is waited for where it does not answer in its time", () => {
      const { status, stdout } = ends(`console.log((await reader.ask("sleep", 50)).end);`);
      expect([status, stdout.trimEnd().split("\n").at(-1)]).toEqual([0, "timeout"]);
    });

    it("is waited for where it is closed: what comes after comes", () => {
      const { status, stdout } = ends(`await reader.close(); console.log("after");`);
      expect([status, stdout.trimEnd().split("\n").at(-1)]).toEqual([0, "after"]);
    });
  });
});
