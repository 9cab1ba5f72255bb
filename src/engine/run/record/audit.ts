import { createHash } from "node:crypto";
import { existsSync, lstatSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { auditOf } from "../../../core/audit/audit.ts";
import { decisionsOf } from "../../../core/audit/decisions.ts";
import { proofsOf } from "../../../core/audit/proofs.ts";
import { renderAudit } from "../../../core/audit/render-html.ts";
import { manifestText, STATEMENT_TYPE, STATEMENTS, statementsOf } from "../../../core/audit/statements.ts";
import { ctrfOfRun } from "../../../core/ctrf/of-run.ts";
import { textPath } from "../../../core/run/notes.ts";
import { jsonText } from "../../../core/views/text.ts";
import { BatonError, coding } from "../../../errors.ts";
import { JOURNAL_FILE, readJournalFile } from "../../../runs/journal-file.ts";
import type { attest as Attesting, Signer } from "../../../runs/attest.ts";
import type { MarkReader } from "../../../runs/marks.ts";
import { presentIn } from "../../../runs/present.ts";
import { recordedIn } from "../../../runs/recorded.ts";
import { verifyRun, type Verification } from "../../../runs/verify.ts";
import type { Audit } from "../../../schema/audit.ts";
import type { Ctrf } from "../../../schema/ctrf.ts";
import { writeFileAtomic } from "../../../util/atomic-file.ts";
import { eventOf, fold } from "../start/adopt.ts";

export interface AuditOptions {
  readonly marks: MarkReader | null;
  readonly tool: string;
  readonly now: Date;
  /** The actor of entries that a person made. */
  readonly person: string;
}

export interface Examined {
  readonly audit: Audit;
  readonly verification: Verification;
  /** The tests of every task, as the harness last ran them. */
  readonly tests: () => Ctrf;
}

/**
 * Reads a run from its directory alone: no database, no git (H3A-22). Throws RUN_UNKNOWN, JOURNAL_BROKEN when what is left
 * of the journal cannot be read as a run, SCHEMA_UNSUPPORTED.
 */
export function examineRun(directory: string, { marks, tool, now, person }: AuditOptions): Examined {
  const verification = verifyRun(directory, { marks });
  const { entries } = readJournalFile(join(directory, JOURNAL_FILE));
  const state = fold(entries, entries.map(eventOf));
  const { problems, warnings, erased, head } = verification;
  const audit = auditOf({
    state,
    integrity: {
      holds: problems.length === 0,
      entries: entries.length,
      journal_position: head.position,
      journal_hash: head.hash,
      problems: problems.map(({ code, path, message }) => ({ code, path, message })),
      warnings: warnings.map(({ message }) => message),
      erased: [...erased],
    },
    decisions: decisionsOf(entries, {
      person,
      author: state.run.author.email,
      textOf: (sha256) => textIn(directory, sha256),
    }),
    proofs: proofsOf(state, ({ path, sha256 }) => fileIn(directory, path, sha256)),
    tool,
    exportedAt: `${now.toISOString().slice(0, 19)}Z`,
  });
  const tests = (): Ctrf =>
    ctrfOfRun(state, ({ path, sha256 }) => fileIn(directory, path, sha256), {
      at: now,
      tool,
      holds: audit.integrity.holds,
    });
  return { audit, verification, tests };
}

const textIn = (directory: string, sha256: string): string | null => fileIn(directory, textPath(sha256), sha256);

/** A file as it was recorded; a link leads out of the run directory and is not followed. */
function fileIn(directory: string, name: string, sha256: string): string | null {
  const path = join(directory, name);
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return null;
  const bytes = readFileSync(path);
  return createHash("sha256").update(bytes).digest("hex") === sha256 ? bytes.toString("utf8") : null;
}

const AUDIT_FILES = { json: "audit.json", html: "audit.html", manifest: "manifest.sha256" } as const;
const PUBLIC_KEY = "audit.pub";
const SIGNED_ENDINGS = ["sigstore.json", "dsse.json", "signed", "sig"] as const;

/** Every file that an export can consist of. */
const EXPORT_FILES: readonly string[] = [
  ...Object.values(AUDIT_FILES),
  PUBLIC_KEY,
  ...STATEMENTS.flatMap((name) => SIGNED_ENDINGS.map((ending) => `${name}.${ending}`)),
];

/**
 * Writes the audit into a folder of its own; answers the names. Of an earlier export nothing is left, its signatures neither: they
 * would vouch for a page that is there no more. Throws AUDIT_EXISTS, DISK_FULL, STATE_UNWRITABLE.
 */
export function writeAudit(directory: string, folder: string, audit: Audit, isForced: boolean): string[] {
  const files: readonly (readonly [string, string])[] = [
    [AUDIT_FILES.json, jsonText(audit)],
    [AUDIT_FILES.html, renderAudit(audit)],
    [AUDIT_FILES.manifest, manifestOf(directory)],
  ];
  const earlier = EXPORT_FILES.map((name) => join(folder, name)).filter((path) => existsSync(path));
  if (!isForced && earlier.length > 0) throw new BatonError("AUDIT_EXISTS", `${folder} holds an audit already`);
  for (const [name, content] of files) writeFileAtomic(join(folder, name), content);
  const written = new Set(files.map(([name]) => join(folder, name)));
  for (const path of earlier) if (!written.has(path)) coding(path, () => rmSync(path));
  return files.map(([name]) => name);
}

/** Each file of the run with the hash that it was recorded with, and the journal as it lies there. */
function manifestOf(directory: string): string {
  const { entries } = readJournalFile(join(directory, JOURNAL_FILE));
  const journal = presentIn(directory).get(JOURNAL_FILE)?.sha256 ?? "";
  const recorded = [...recordedIn(entries).files].filter(([, { erased }]) => erased === null);
  return manifestText(
    new Map([...recorded.map(([path, { sha256 }]) => [path, sha256] as const), [JOURNAL_FILE, journal]]),
  );
}

export interface Exported {
  readonly folder: string;
  readonly directory: string;
  readonly audit: Audit;
}

/** Answers what signs an export once it is written: the key is read before, so that a bad one leaves nothing. Throws KEY_INVALID. */
export async function openSigning(key: {
  readonly stateDirectory: string;
  readonly file: string | null;
}): Promise<(exported: Exported) => string[]> {
  const { attest, openSigner } = await import("../../../runs/attest.ts");
  const signer = openSigner(key.stateDirectory, key.file);
  return (exported) => signAudit(exported, signer, attest);
}

/** Two bundles, their envelopes, what openssl checks, and the public key. Answers the names. */
function signAudit({ folder, directory, audit }: Exported, signer: Signer, attest: typeof Attesting): string[] {
  const sha256 = createHash("sha256").update(manifestOf(directory)).digest("hex");
  const statements = statementsOf(audit, { name: AUDIT_FILES.manifest, sha256 });
  const files = STATEMENTS.flatMap((name) => {
    const { bundle, envelope, signed, signature } = attest(statements[name], STATEMENT_TYPE, signer);
    const contents: Record<(typeof SIGNED_ENDINGS)[number], string | Buffer> = {
      "sigstore.json": jsonText(bundle),
      "dsse.json": jsonText(envelope),
      signed,
      sig: signature,
    };
    return SIGNED_ENDINGS.map((ending) => [`${name}.${ending}`, contents[ending]] as const);
  });
  const all = [...files, [PUBLIC_KEY, signer.publicPem] as const];
  for (const [name, content] of all) writeFileAtomic(join(folder, name), content);
  return all.map(([name]) => name);
}
