import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCalculator, type Calculator } from "../support/calculator.ts";
import { baton } from "../support/cli.ts";

interface Entry {
  readonly path: string;
  readonly sha256: string;
}

const SECRET = "the-word-that-must-go";
let calculator: Calculator;
beforeAll(async () => {
  calculator = await createCalculator(`echo "// ${SECRET}" > src/mul.js; envelope`, undefined, "--no-checks");
  await calculator.cli("run", "--agent", calculator.agent, "--max-turns", "1");
});
afterAll(() => calculator.remove());

const directory = (): string => join(calculator.repository.directory, "runs", calculator.runId);
const evidence = async (): Promise<Entry[]> =>
  (await calculator.cli("evidence", "list")).json.data["evidence"] as Entry[];
const holding = (...folders: string[]): string[] =>
  execFileSync("sh", ["-c", 'grep -rl -- "$0" "$@" || true', SECRET, ...folders], { encoding: "utf8" })
    .split("\n")
    .filter((path) => path !== "" && !path.includes("/git/"));

test("evidence show prints what was recorded, by path or by the beginning of its hash", async () => {
  const { cli } = calculator;
  const entries = await evidence();
  const result = entries.find(({ path }) => path.endsWith("/result.json"));
  expect(result).toBeDefined();
  const content = readFileSync(join(directory(), result?.path ?? ""), "utf8");
  for (const name of [result?.path, result?.sha256.slice(0, 8), `runs/${calculator.runId}/${result?.path}`]) {
    const { code, json } = await cli("evidence", "show", name ?? "");
    expect([code, json.data]).toEqual([0, expect.objectContaining({ ...result, encoding: "utf8", content })]);
  }
  const report = await cli("evidence", "show", "executor_report.json");
  expect(report.json.data["content"]).toBe(readFileSync(join(directory(), "executor_report.json"), "utf8"));
  expect((await cli("evidence", "show", "artifacts/nothing")).json.error?.code).toBe("EVIDENCE_UNKNOWN");
  expect((await cli("evidence", "show", "")).json.error?.code).toBe("EVIDENCE_UNKNOWN");
});

test("evidence erase removes blob and published copies, once; verify names it as erased, here and in a copy", async () => {
  const { cli, repository, outside } = calculator;
  const truth = join(repository.directory, ".git", "baton");
  const entry = (await evidence()).find(({ path }) => path.endsWith("/change.diff.txt"));
  const { path = "", sha256 = "" } = entry ?? {};
  const published = join(directory(), path);
  const blob = join(truth, "blobs", sha256.slice(0, 2), sha256.slice(2));
  const content = readFileSync(published);
  const erase = ["evidence", "erase", sha256.slice(0, 16), "--reason", "a private word"];
  expect((await cli(...erase, "--dry-run")).json.data).toMatchObject({ dry_run: true, runs: [{ paths: [path] }] });
  expect([existsSync(published), existsSync(blob)]).toEqual([true, true]);

  expect((await cli(...erase)).code).toBe(0);
  expect([existsSync(published), existsSync(blob)]).toEqual([false, false]);
  expect(holding(directory(), join(truth, "blobs"))).toEqual([]);
  const gone = { path, sha256, reason: "a private word" };
  expect((await cli("verify")).json).toMatchObject({ ok: true, data: { problems: [], erased: [gone] } });
  const copy = join(outside, "copy");
  cpSync(directory(), copy, { recursive: true });
  expect((await cli("evidence", "verify", copy)).json.data["erased"]).toEqual([gone]);
  expect((await cli("evidence", "show", path)).json.error?.code).toBe("EVIDENCE_ERASED");
  expect(readFileSync(join(directory(), "state", "EVIDENCE_LOG.md"), "utf8")).toMatch(
    /change\.diff\.txt.*\(erased\)$/m,
  );

  // From another work tree it is taken away where the run lies, too.
  const other = join(outside, "other");
  repository.git("worktree", "add", "-q", "--detach", other);
  writeFileSync(published, content);
  const from = async (...command: string[]) => (await baton([...command, "--json"], { cwd: other })).json;
  expect((await from("verify")).error?.code).toBe("ERASURE_UNFINISHED");
  expect((await from(...erase)).ok).toBe(true);
  expect([existsSync(published), (await from("verify")).ok]).toEqual([false, true]);
  repository.git("worktree", "remove", "--force", other);

  // What a kill after the event leaves: the content is still there, and asking again takes it away.
  for (const place of [blob, published]) {
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, content);
  }
  expect((await cli("verify")).json.error?.code).toBe("ERASURE_UNFINISHED");
  expect((await cli(...erase)).code).toBe(0);
  expect([existsSync(published), existsSync(blob)]).toEqual([false, false]);
  const journal = readFileSync(join(directory(), "journal.jsonl"), "utf8");
  expect(journal.match(/"type":"erased"/g)).toHaveLength(1);

  rmSync(join(directory(), "artifacts"), { recursive: true });
  expect((await cli("repair")).code).toBe(0);
  expect(existsSync(published)).toBe(false);
});

test("what no run names, and the spec of a run that goes on, is not erased", async () => {
  const { cli } = calculator;
  const erase = async (hash: string): Promise<string | undefined> =>
    (await cli("evidence", "erase", hash, "--reason", "no")).json.error?.code;
  expect(await erase("ab".repeat(32))).toBe("EVIDENCE_UNKNOWN");
  const spec = /"spec":\{"name":"[^"]*","sha256":"([0-9a-f]{64})"/.exec(
    readFileSync(join(directory(), "journal.jsonl"), "utf8"),
  )?.[1];
  expect(await erase(spec ?? "")).toBe("EVIDENCE_NEEDED");
  const report = (await evidence()).find(({ path }) => path === "executor_report.json");
  expect(await erase(report?.sha256 ?? "")).toBe("EVIDENCE_UNKNOWN");
});
