import { EVIDENCE_KEYS } from "../../schema/envelope.ts";
import type { PartialEnvelope, Violation } from "../../schema/envelope.ts";
import { asOnDisk, flawOnDisk } from "../text/on-disk.ts";
import type { Judged } from "./judged.ts";

/** What the harness found at a cited path, symbolic links not followed out of the folder. */
export type EvidenceFact =
  "file" | "missing" | "empty" | "directory" | "outside" | "linked" | "unreadable" | "too_large";

/** Looked up by the caller for the paths of `citedPaths`; a path that is not listed counts as missing. */
export interface EnvelopeFacts {
  readonly evidence: Readonly<Record<string, EvidenceFact>>;
  /** Those of INPUTS_USED that were part of the assignment or the repository. */
  readonly inputs: ReadonlySet<string>;
}

/** The largest file that a run keeps a copy of, in bytes. */
export const CITED_LIMIT_BYTES = 20 * 2 ** 20;

const BASE64_LIMIT = 1024;
const EVIDENCE_WORDS: Readonly<Record<Exclude<EvidenceFact, "file">, string>> = {
  missing: "does not exist",
  empty: "is empty",
  directory: "is a folder",
  outside: "leads out of artifacts/",
  linked: "has another name besides (a hard link), under which it could change",
  unreadable: "cannot be read",
  too_large: `is over ${CITED_LIMIT_BYTES / 2 ** 20} MiB, more than is kept: an excerpt will do`,
};

/** The paths whose facts `validateEnvelope` asks for. */
export function citedPaths(envelope: PartialEnvelope): { evidence: string[]; inputs: string[] } {
  const evidence = EVIDENCE_KEYS.flatMap((key) => envelope.EVIDENCE?.[key] ?? []);
  return { evidence: evidence.filter(isInsideArtifacts), inputs: (envelope.INPUTS_USED ?? []).map(inputPath) };
}

/** An input may carry a line or an anchor: `src/a.ts:12`, `docs/a.md#part`. */
function inputPath(input: string): string {
  return input.replace(/(?::\d+(?:[-:]\d+)?|#[^/]*)$/, "").replace(/^\.\//, "");
}

export function evidenceViolations(judged: Judged): Violation[] {
  return [...pathViolations(judged), ...inputViolations(judged), ...embeddedViolations(judged)];
}

function pathViolations({ envelope, facts, report }: Judged): Violation[] {
  const all = EVIDENCE_KEYS.flatMap((key) => envelope.EVIDENCE?.[key] ?? []);
  return EVIDENCE_KEYS.flatMap((key) =>
    (envelope.EVIDENCE?.[key] ?? []).flatMap((path) => {
      const wrong = (message: string): Violation[] => [
        report("ENVELOPE_EVIDENCE_MISSING", "EVIDENCE", `${key}: "${shown(path)}" ${message}`),
      ];
      if (!isInsideArtifacts(path)) return wrong('is no relative path inside artifacts/; write "artifacts/…"');
      const flaw = flawOnDisk(path);
      if (flaw !== null) return wrong(`${flaw}; give the file another name`);
      const twin = all.find((other) => other !== path && asOnDisk(other) === asOnDisk(path));
      if (twin !== undefined)
        return wrong(`and "${twin}" differ only by case or accents, so some disks hold one file; rename one`);
      const fact = facts === null ? "file" : (facts.evidence[path] ?? "missing");
      return fact === "file" ? [] : wrong(`${EVIDENCE_WORDS[fact]}; write the file there or remove the entry`);
    }),
  );
}

/** What is wrong with a path is said behind it. */
const shown = (path: string): string => (path.length <= 200 ? path : `${path.slice(0, 100)}…${path.slice(-60)}`);

function isInsideArtifacts(path: string): boolean {
  const parts = path.split("/");
  return parts[0] === "artifacts" && parts.length > 1 && parts.every((part) => !["", ".", ".."].includes(part));
}
/** A path in a repository that every file system takes. */
const isPlain = (path: string): boolean => !path.split("/").includes("") && flawOnDisk(path) === null;

function inputViolations({ envelope, facts, report }: Judged): Violation[] {
  if (facts === null) {
    const outside = (envelope.INPUTS_USED ?? []).filter((input) => !isPlain(inputPath(input)));
    return outside.map((input) =>
      report(
        "ENVELOPE_INPUT_UNKNOWN",
        "INPUTS_USED",
        `${JSON.stringify(input)} is no path in a repository; write one from its root`,
      ),
    );
  }
  const unknown = (envelope.INPUTS_USED ?? []).filter((input) => !facts.inputs.has(inputPath(input)));
  return unknown.map((input) =>
    report(
      "ENVELOPE_INPUT_UNKNOWN",
      "INPUTS_USED",
      `"${input}" was neither in the assignment nor in the repository when the work began; remove it, or write its path: what was made since goes into OUTPUT`,
    ),
  );
}

/** In the letters of any language: they may stand in a path (H3A-31 refuses only what some disk cannot keep). */
const NAMED_ARTIFACT = /(?<![\p{L}\p{M}\p{N}_./-])(?:\.?\/)?(artifacts\/[\p{L}\p{M}\p{N}_./-]*[\p{L}\p{M}\p{N}_])/gu;

function embeddedViolations({ envelope, report }: Judged): Violation[] {
  const output = envelope.OUTPUT ?? "";
  const listed = new Set(
    EVIDENCE_KEYS.flatMap((key) => envelope.EVIDENCE?.[key] ?? []).map((path) => path.normalize("NFC")),
  );
  const wrong = (message: string): Violation => report("ENVELOPE_EVIDENCE_EMBEDDED", "OUTPUT", message);
  const found: Violation[] = [];
  if (/\bdata:[\w.+-]+\/[\w.+-]+[;,]/.test(output)) {
    found.push(wrong("OUTPUT holds a data URL; write the file below artifacts/ and list it in EVIDENCE"));
  }
  if (hasLongBase64(output)) {
    found.push(
      wrong("OUTPUT holds more than 1 KiB of base64; write the file below artifacts/ and list it in EVIDENCE"),
    );
  }
  const cited = new Set([...output.matchAll(NAMED_ARTIFACT)].map(([, path = ""]) => path));
  for (const path of cited) {
    if (!listed.has(path.normalize("NFC")))
      found.push(wrong(`OUTPUT names "${path}", which EVIDENCE does not list; list it there or leave it out`));
  }
  return found;
}

/** Runs of base64 characters, also broken into lines or items of any width. Names of tests, one a line, are none. */
function hasLongBase64(text: string): boolean {
  let wide = 0;
  let joined = "";
  for (const line of text.split("\n")) {
    const word = line.replace(/^[\s>]*(?:(?:[-*+•]|\d+[.)])\s+)?/, "").trim();
    if (word === "") continue;
    const longest = Math.max(0, ...[...word.matchAll(/[A-Za-z0-9+/_-]{64,}={0,2}/g)].map((match) => match[0].length));
    const isRun = /^[A-Za-z0-9+/_-]+={0,2}$/.test(word);
    wide = isRun && word.length >= 40 ? wide + word.length : 0;
    joined = isRun ? joined + word : "";
    if (Math.max(wide, longest) > BASE64_LIMIT || (joined.length > BASE64_LIMIT && isDense(joined))) return true;
  }
  return false;
}

/** Encoded bytes are capitals for two fifths; words and names in any style have fewer. */
const isDense = (joined: string): boolean => joined.replaceAll(/[^A-Z]/g, "").length > joined.length / 4;
