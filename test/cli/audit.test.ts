import { bundleFromJSON } from "@sigstore/bundle";
import { toSignedEntity, Verifier } from "@sigstore/verify";
import { execFileSync } from "node:child_process";
import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { appendFileSync, cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PROGRESS_FILE } from "../../src/runs/progress-file.ts";
import { Audit } from "../../src/schema/audit.ts";
import { baton, type CliResult } from "../support/cli.ts";
import { DIVIDE, MULTIPLY, spec } from "../support/calc-project.ts";
import { createCalculator } from "../support/calculator.ts";
import { openScene, type Scene } from "../support/scene.ts";

const EVIL = "not wanted <script>alert(1)</script>\u202E & more";

/** git names nobody in these repositories. */
const AUTHOR = "baton@localhost";

let scene: Scene;
let runDirectory: string;
beforeAll(async () => {
  scene = await openScene("honest\nenvelope", { text: spec(MULTIPLY, DIVIDE, "## Root\n- root(4) is 2\n") });
  const feature = scene.list().features.at(-1)?.id ?? "";
  await scene.baton(["feature", "drop", feature, "--reason", EVIL]);
  await scene.run();
  const folder = join(scene.repository.directory, "runs");
  runDirectory = join(folder, readdirSync(folder)[0] ?? "");
});
afterAll(() => scene.remove());

const out = (name: string): string => join(scene.outside, name);
const read = (folder: string, name: string): string => readFileSync(join(out(folder), name), "utf8");
const auditIn = (folder: string): Audit => Audit.parse(JSON.parse(read(folder, "audit.json")));

test("H3A-22 a run is exported as a page and as data, with what speaks to each framework and what persons decided", async () => {
  const { code, json } = await scene.baton(["audit"]);
  expect([code, json.data["holds"], json.data["signed"]]).toEqual([0, true, false]);
  expect(json.data["out"]).toBe(`${runDirectory}-audit`);
  cpSync(`${runDirectory}-audit`, out("plain"), { recursive: true });

  const audit = auditIn("plain");
  expect(audit.features.map(({ passes, out_of_plan: away }) => [passes, away])).toEqual([
    [true, null],
    [true, null],
    [false, "dropped"],
  ]);
  expect(audit.series.features_proven.map(({ value }) => value)).toEqual([1, 2]);
  expect(audit.decisions).toEqual([
    expect.objectContaining({
      kind: "feature_moved",
      reason: `dropped: ${EVIL}`,
      by: AUTHOR,
    }),
  ]);
  expect(new Set(audit.compliance.map(({ framework }) => framework))).toEqual(
    new Set(["GDPR", "SOC 2", "ISO 42001", "OWASP ASVS", "EU AI Act"]),
  );
  // Each artifact that a rule points to is there.
  const named = audit.compliance.flatMap(({ artifacts }) => artifacts);
  expect(named.filter((path) => !existsSync(join(runDirectory, path)))).toEqual([]);
  const statusOf = (reference: string): unknown => audit.compliance.find((row) => row.reference === reference)?.status;
  expect([statusOf("Art. 12"), statusOf("A.6.2.4"), statusOf("V14.2")]).toEqual([
    "evidenced",
    "evidenced",
    "not_evidenced",
  ]);
  // The scene's reviewer is the program that did the work, started afresh.
  expect(audit.compliance.find(({ reference }) => reference === "CC5.1")).toMatchObject({
    status: "partial",
    note: expect.stringContaining("2 of them reviewed by the program that made them"),
  });
  expect(audit.proofs.map(({ task_id: id }) => id)).toEqual(["T001", "T002"]);
  expect(audit.proofs[0]).toMatchObject({
    status: "proven",
    proof_level: "P3",
    environment: {
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      tools: expect.arrayContaining([
        { name: "node", version: process.version },
        { name: "node-test", version: process.versions.node },
      ]),
    },
    runs: {
      R0: { times: expect.any(Number) as number },
      R1: { exit_codes: [1] },
      R2: { exit_codes: [0] },
      R4: { counts: { failed: 1 } },
    },
  });
  // Verifying the run is not disturbed by the export, nor the repository.
  expect((await scene.baton(["verify"])).code).toBe(0);
  expect(execFileSync("git", ["status", "--porcelain"], { cwd: scene.repository.directory }).toString()).toBe("");
});

test("H3A-22 the page holds words from outside as text alone, no script, and nothing from the network", () => {
  const page = read("plain", "audit.html");
  expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt; &amp; more");
  expect(page).not.toMatch(/<script|\u202E|src=|href=|url\(/);
  expect(page).toContain("<svg");
  expect(page).toContain("<dt>Features proven</dt><dd>2 of 3, 1 dropped</dd>");
  expect(page).toContain("Not measured in this run.");
});

test("the list of hashes is one that sha256sum checks in the run directory", () => {
  execFileSync("sha256sum", ["-c", "--quiet", "--strict", join(out("plain"), "manifest.sha256")], {
    cwd: runDirectory,
  });
  const listed = read("plain", "manifest.sha256").trimEnd().split("\n").length;
  const files = readdirSync(runDirectory, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== PROGRESS_FILE,
  );
  expect(listed).toBe(files.length);
});

test("H3A-22 a signed export is accepted by Sigstore's verifier and by openssl alone, and neither takes a changed payload", async () => {
  const { code, json } = await scene.baton(["audit", "--sign", "--out", out("signed")]);
  expect([code, json.data["signed"]]).toEqual([0, true]);
  const key = createPublicKey(read("signed", "audit.pub"));
  const verifier = new Verifier(
    {
      certificateAuthorities: [],
      timestampAuthorities: [],
      tlogs: [],
      ctlogs: [],
      publicKey: () => ({ publicKey: key, validFor: () => true }),
    },
    { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 },
  );
  for (const name of ["verdict", "test_result"]) {
    const bundle = JSON.parse(read("signed", `${name}.sigstore.json`)) as {
      mediaType: string;
      dsseEnvelope: { payload: string };
    };
    expect(bundle.mediaType).toBe("application/vnd.dev.sigstore.bundle.v0.3+json");
    verifier.verify(toSignedEntity(bundleFromJSON(bundle)));
    const statement = JSON.parse(Buffer.from(bundle.dsseEnvelope.payload, "base64").toString()) as Statement;
    expect(statement._type).toBe("https://in-toto.io/Statement/v1");
    const said = name === "verdict" ? { proofs: auditIn("signed").proofs } : { failedTests: [] };
    expect(statement.predicate).toMatchObject(said);
    expect(statement.subject.map(({ digest }) => Object.keys(digest)[0])).toEqual(["gitCommit", "sha256"]);

    const changed = structuredClone(bundle);
    changed.dsseEnvelope.payload = Buffer.from(JSON.stringify({ ...statement, subject: [] })).toString("base64");
    expect(() => verifier.verify(toSignedEntity(bundleFromJSON(changed)))).toThrow(/signature/);

    openssl(name);
    appendFileSync(join(out("signed"), `${name}.signed`), " ");
    expect(() => openssl(name)).toThrow(/Verification failure|Command failed/);
  }
});

test("H3A-22 a directory alone is enough, and the same key signs again", async () => {
  const copy = out("copy");
  cpSync(runDirectory, copy, { recursive: true });
  const { code, json } = await baton(["audit", copy, "--sign", "--json"], { cwd: scene.outside });
  expect([code, json.data["holds"]]).toEqual([0, true]);
  expect(read("copy-audit", "audit.pub")).toBe(read("signed", "audit.pub"));
});

test("a record that does not hold is exported with its problems, exits 11 and is never signed", async () => {
  const copy = out("damaged");
  cpSync(runDirectory, copy, { recursive: true });
  appendFileSync(join(copy, "validator_report.json"), " ");
  const { code, json } = await baton(["audit", copy, "--sign", "--json"], { cwd: scene.outside });
  expect([code, json.error?.code, json.data["signed"]]).toEqual([11, "ARTIFACT_CHANGED", false]);
  expect(auditIn("damaged-audit").integrity).toMatchObject({ holds: false, problems: [{ code: "ARTIFACT_CHANGED" }] });
  expect(read("damaged-audit", "audit.html")).toContain("The record does not hold");
  expect(readdirSync(out("damaged-audit"))).not.toContain("verdict.sigstore.json");
});

test("an export that replaces an earlier one leaves no signature of that beside it", async () => {
  const copy = out("resigned");
  cpSync(runDirectory, copy, { recursive: true });
  const audit = async (...flags: string[]): Promise<CliResult> =>
    baton(["audit", copy, ...flags, "--json"], { cwd: scene.outside });
  const filesLeft = (): string[] => readdirSync(out("resigned-audit")).toSorted();
  expect((await audit("--sign")).code).toBe(0);
  expect(filesLeft()).toContain("verdict.sig");
  writeFileSync(join(out("resigned-audit"), "mine.txt"), "kept");
  const plain = ["audit.html", "audit.json", "manifest.sha256", "mine.txt"];
  expect([(await audit("--force")).code, filesLeft()]).toEqual([0, plain]);

  expect((await audit("--sign", "--force")).json.data["files"]).toHaveLength(12);
  appendFileSync(join(copy, "README.md"), "x\n");
  const damaged = await audit("--sign", "--force");
  expect([damaged.code, damaged.json.data["signed"], filesLeft()]).toEqual([11, false, plain]);
  expect(damaged.json.warnings).toContain("not signed: the record does not hold, and nobody vouches for that");
});

test("an earlier export is not written over unless asked; a key that is none, or --key alone, is refused", async () => {
  const again = await scene.baton(["audit"]);
  expect([again.code, again.json.error?.code]).toEqual([5, "AUDIT_EXISTS"]);
  writeFileSync(out("file"), "mine");
  const overFile = await scene.baton(["audit", "--out", out("file")]);
  expect([overFile.code, overFile.json.error?.message]).toEqual([2, expect.stringContaining("--out names a folder")]);
  const belowFile = await scene.baton(["audit", "--out", join(out("file"), "below")]);
  expect([belowFile.code, belowFile.json.error]).toEqual([
    1,
    expect.objectContaining({ code: "STATE_UNWRITABLE", hint: "Name a folder that can be written: --out DIR" }),
  ]);
  expect((await scene.baton(["audit", "--force"])).code).toBe(0);
  writeFileSync(out("none.pem"), "no key");
  const { privateKey } = generateKeyPairSync("ed25519");
  writeFileSync(out("other.pem"), privateKey.export({ type: "pkcs8", format: "pem" }));
  for (const name of ["none.pem", "other.pem"]) {
    const { json } = await scene.baton(["audit", "--sign", "--key", out(name), "--out", out(`by-${name}`)]);
    expect([json.error?.code, existsSync(out(`by-${name}`))]).toEqual(["KEY_INVALID", false]);
  }
  const lonely = await scene.baton(["audit", "--key", out("none.pem")]);
  const inside = await scene.baton(["audit", "--out", runDirectory]);
  expect([lonely.json.error?.code, inside.json.error?.code]).toEqual(["USAGE_INVALID", "USAGE_INVALID"]);
  const misplaced = await scene.baton(["audit", "--sign", join(runDirectory, "journal.jsonl")]);
  expect(misplaced.json.error?.hint).toMatch(/--key .*journal\.jsonl/);
});

test("the key that is made is readable by its owner alone", async () => {
  const state = out("state");
  const { code } = await scene.baton(["audit", "--sign", "--out", out("own-key")]);
  expect([code, existsSync(state)]).toEqual([0, false]);
  const { openSigner } = await import("../../src/runs/attest.ts");
  openSigner(state, null);
  expect(statSync(join(state, "keys", "audit.pem")).mode & 0o777).toBe(0o600);
});

interface Statement {
  readonly _type: string;
  readonly subject: readonly { readonly digest: Record<string, string> }[];
  readonly predicate: unknown;
}

function openssl(name: string): void {
  const args = ["dgst", "-sha256", "-verify", "audit.pub", "-signature", `${name}.sig`, `${name}.signed`];
  execFileSync("openssl", args, { cwd: out("signed"), stdio: "pipe" });
}

test("every command that writes a person's decision takes who it was, else the run's author, and the audit names them", async () => {
  const other = await createCalculator("envelope", undefined, "--no-checks");
  try {
    const { cli, outside, repository, runId } = other;
    const decides = async (...args: string[]): Promise<unknown> => {
      const { code, stderr, stdout } = await cli(...args);
      return code === 0 ? code : [args, stderr, stdout];
    };
    const why = ["--reason", "because"];
    expect((await cli("note", "T002", "x", "--as", " ")).json.error).toMatchObject({ message: "--as is empty" });
    const [feature = ""] = ((await cli("feature", "list")).json.data["features"] as { id: string }[]).map(
      ({ id }) => id,
    );
    expect([
      await decides("note", "T001", "use the slash", "--as", "Cy"),
      await decides("task", "retry", "T001", "--note", "once more", "--as", "Dan"),
      await decides("task", "reject", "T002", ...why, "--as", "Eve"),
      await decides("feature", "edit", feature, "--detail", "more", ...why, "--as", "Flo"),
      await decides("feature", "defer", feature, ...why, "--as", "Gus"),
      await decides("feature", "reopen", feature, ...why),
      await decides("task", "split", "T003", "--into", "one", "--into", "two", ...why, "--as", "Hal"),
      await decides("pause", "--as", "Ida"),
      await decides("close", "--as", "partial", "--by", "Jo", ...why),
    ]).toEqual(Array<number>(9).fill(0));
    const text = readdirSync(join(repository.directory, "runs", runId, "texts"))[0]?.replace(/\..*$/, "") ?? "";
    expect([
      await decides("evidence", "erase", text, ...why, "--as", "Kim"),
      await decides("archive", "--as", "Lea"),
    ]).toEqual([0, 0]);
    expect((await cli("audit", "--out", join(outside, "named"))).code).toBe(0);
    const audit = Audit.parse(JSON.parse(readFileSync(join(outside, "named", "audit.json"), "utf8")));
    expect(audit.decisions.map(({ kind, by }) => [kind, by])).toEqual([
      ["note_added", "Cy"],
      ["task_retried", "Dan"],
      ["handoff_rejected", "Eve"],
      ["feature_edited", "Flo"],
      ["feature_moved", "Gus"],
      ["feature_moved", AUTHOR],
      ["task_split", "Hal"],
      ["run_paused", "Ida"],
      ["run_closed", "Jo"],
      ["erased", "Kim"],
      ["run_archived", "Lea"],
    ]);
    const ledger = readFileSync(join(repository.directory, "archive", runId, "state", "GATES_LEDGER.md"), "utf8");
    expect(ledger).toContain("T001: by Dan: once more");
  } finally {
    other.remove();
  }
});
