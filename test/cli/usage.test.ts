import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { nearest } from "../../src/util/nearest.ts";
import { BATON } from "../support/command.ts";

const folder = mkdtempSync(join(tmpdir(), "baton-usage-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function baton(...args: string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BATON, ...args], { cwd: folder, encoding: "utf8" });
  return { code: status, out: stdout, err: stderr };
}

describe("wrong usage", () => {
  it.each([
    [["prov"], 2, "Did you mean prove?"],
    [["xyzzy"], 2, "There are prove"],
    [["baton", "feature", "add"], 2, "There are prove"],
    [["feature", "ad", "list"], 2, "Did you mean add?"],
    [["feature", "xyzzy", "task"], 2, "There are list, add"],
    [["approve", "x", "--as", ""], 2, "Say who: --as NAME"],
    [["init", "--spec", "/tmp"], 2, "is a folder"],
    [["init", "--spec", "/nowhere.md"], 2, "it is not there"],
    [["prove", "--tset", "x"], 2, "Did you mean --test?"],
    [["help", "statsu"], 2, "Did you mean `baton help status`?"],
    [["schema", "polcy"], 2, "Did you mean policy?"],
    [["prove", "--feature"], 2, "--feature"],
    [["prove", "a..b..c"], 2, "BASE..HEAD"],
    [["prove"], 4, "git init"],
    [["init"], 2, "baton init --help"],
    [["init", "todo.md"], 2, "baton init --spec todo.md"],
    [["init", "--spec", process.execPath], 2, "not UTF-8"],
    [["init", "--spec", "/dev/null"], 2, "empty"],
    [["run", "--agent", "nobody"], 2, "command:PROGRAM"],
    [["ask", "--agents", "claude", "what is it?"], 2, "Put it first, `baton ask TEXT …`, or after --"],
    [["ask", "--set", "a=b", "what is it?"], 2, "--agents, --set take every word up to there"],
    [["ask", ""], 2, "Write the question in quotes"],
    [["reject"], 2, "baton reject ID --reason TEXT; see"],
    [["--repo", "a b", "reject", "T001"], 2, "baton --repo 'a b' reject T001 --reason TEXT; see"],
    [["close", "--reason", "enough"], 2, "baton close --reason enough --as partial; see"],
    [["task", "release", "T001", "--attempt=2"], 2, "baton task release T001 --attempt=2 --reason TEXT; see"],
    [["start"], 4, "git init"],
    [["wait"], 4, "git init"],
  ])("baton %j ends with %i and says what to type", (args, code, words) => {
    const answer = baton(...args, "--json");
    expect(answer).toMatchObject({ code, err: "" });
    expect(JSON.parse(answer.out)).toMatchObject({ v: 1, ok: false, error: { code: expect.any(String) as string } });
    expect(answer.out).toContain(words);
  });

  it("is told to people on standard error, with what to type next", () => {
    const { code, out, err } = baton("prov");
    expect([code, out]).toEqual([2, ""]);
    expect(err).toBe("✗ USAGE_INVALID: unknown command 'prov'\n  Next: Did you mean prove? See `baton help`.\n");
  });
});

describe("help", () => {
  it.each([[[]], [["--help"]], [["help"]]])("baton %j shows the commands", (args) => {
    expect(baton(...args)).toMatchObject({ code: 0, err: "", out: expect.stringContaining("Commands:") as string });
  });

  it("tells the command tree as data, whatever way it is asked for", () => {
    const trees = [["help", "--json"], ["--json"], ["--help", "--json"]].map((args) => baton(...args).out);
    expect(new Set(trees).size).toBe(1);
    expect(JSON.parse(trees[0] ?? "")).toMatchObject({ ok: true, data: { name: "baton" } });
  });

  it("gives the version as data when JSON is asked for", () => {
    expect(JSON.parse(baton("--version", "--json").out)).toMatchObject({ ok: true, command: "version" });
  });

  it("takes the options of every command before its name as well", () => {
    expect(baton("--json", "schema").out).toBe(baton("schema", "--json").out);
  });
});

describe("nearest", () => {
  it("finds what was meant through a missing, a doubled, a wrong and two swapped letters", () => {
    const names = ["prove", "status", "doctor", "schema"];
    expect(["prov", "statuss", "doktor", "shcema"].map((given) => nearest(given, names))).toEqual(names);
  });

  it("stays silent when nothing is near", () => {
    expect(nearest("xyzzy", ["prove", "status"])).toBeNull();
  });
});
