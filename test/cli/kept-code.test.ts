import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { withKeptCode } from "../../src/cli/kept-code.ts";
import { packageRoot } from "../../src/util/package-root.ts";

interface Words {
  readonly say: (word: string) => string;
}

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "baton-kept-"))));
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, words: string): string {
  const path = join(folder, name);
  writeFileSync(path, `const greet = (word) => ${words};\nmodule.exports = { say: (word) => greet(word) };\n`);
  return path;
}

async function run(path: string, purpose = "say", kept: string | null = folder, exitCode = 0): Promise<string> {
  let said = "";
  const work = async ({ say }: Words): Promise<number> => {
    said = say("you");
    return exitCode;
  };
  expect(await withKeptCode(path, { folder: kept, purpose }, work)).toBe(exitCode);
  return said;
}

/** In a process of its own: V8 remembers what one has compiled, and asks for no kept code then. */
function runApart(path: string): string {
  const script = `
    const { withKeptCode } = await import(${JSON.stringify(join(packageRoot(), "src", "cli", "kept-code.ts"))});
    await withKeptCode(${JSON.stringify(path)}, { folder: ${JSON.stringify(folder)}, purpose: "say" }, async ({ say }) => (console.log(say("you")), 0));`;
  return execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
}

const keptIn = (): string[] =>
  readdirSync(folder)
    .filter((name) => !name.endsWith(".cjs"))
    .toSorted();

it("what V8 made of a script is kept for each purpose, and is the user's alone", async () => {
  const path = write("words-A1.cjs", "`hello ${word}`");
  expect([await run(path), await run(path), await run(path, "other")]).toEqual(Array(3).fill("hello you"));
  expect(keptIn()).toEqual(["words-A1.other", "words-A1.say"]);
  expect(statSync(join(folder, "words-A1.say")).mode & 0o777).toBe(0o600);
});

it("kept code is what runs: it is not made again while the script has the same name and length", async () => {
  const path = write("words-A1.cjs", "`hello ${word}`");
  await run(path);
  const kept = readFileSync(join(folder, "words-A1.say"));
  write("words-A1.cjs", "`adieu ${word}`");
  expect(await run(path)).toBe("hello you");
  expect(readFileSync(join(folder, "words-A1.say")).equals(kept)).toBe(true);
});

it.each([
  ["a bit flips in either copy", (both: Buffer) => both.map((byte, at) => (at === both.length >> 2 ? byte ^ 4 : byte))],
  ["its end is cut", (both: Buffer) => both.subarray(0, -1000)],
  ["it is empty", () => Buffer.alloc(0)],
  ["it is something else", () => Buffer.from("ab".repeat(4096))],
])("code is made anew where %s", (_, damage) => {
  const path = write("words-A1.cjs", "`hello ${word}`");
  runApart(path);
  const kept = join(folder, "words-A1.say");
  const both = readFileSync(kept);
  writeFileSync(kept, damage(both));
  expect(runApart(path)).toBe("hello you\n");
  const half = both.length / 2;
  const again = readFileSync(kept);
  expect([again.length, again.subarray(0, half).equals(again.subarray(half))]).toEqual([both.length, true]);
});

it("a newer script takes the place of the older one's code", async () => {
  await run(write("words-A1.cjs", "`hello ${word}`"));
  await run(write("words-A1.cjs", "`hello ${word}`"), "other");
  expect(await run(write("words-B2.cjs", "`hello, ${word}`"))).toBe("hello, you");
  expect(keptIn()).toEqual(["words-B2.say"]);
});

it.each([
  ["nothing is to be kept", null],
  ["the folder is not there", "/nonexistent/baton"],
])("a script runs where %s", async (_, kept) => {
  expect(await run(write("words-A1.cjs", "`hello ${word}`"), "say", kept)).toBe("hello you");
  expect(keptIn()).toEqual([]);
});

it("nothing is kept of work that came to an error", async () => {
  expect(await run(write("words-A1.cjs", "`hello ${word}`"), "say", folder, 4)).toBe("hello you");
  expect(keptIn()).toEqual([]);
});

it("what the work throws comes out, and nothing is kept of it", async () => {
  const path = write("words-A1.cjs", "word.none.at.all");
  await expect(run(path)).rejects.toThrow(TypeError);
  expect(keptIn()).toEqual([]);
});
