import type { EvidenceEntry, RunState } from "../run/state.ts";
import { remembered } from "./growing.ts";
import { between, valueOf } from "./parse-gates-ledger.ts";
import { decodedPath, encodedPath, escaped, lineOf, unescaped } from "./text.ts";

type Role = EvidenceEntry["role"];

export interface EvidenceLine {
  readonly role: Role;
  readonly path: string;
  /** The first 16 hex digits of its SHA-256. */
  readonly hash: string;
  readonly at: string;
  readonly description: string;
}

/** What `state/EVIDENCE_LOG.md` says: lines by role, in the order they came; every text is one line. */
export interface EvidenceLog {
  readonly createdAt: string;
  readonly entries: readonly EvidenceLine[];
  readonly mapping: readonly { readonly name: string; readonly paths: readonly string[] }[];
}

export interface ParsedEvidenceLog extends EvidenceLog {
  /** Lines of the index that do not have its grammar. */
  readonly unreadable: readonly string[];
}

const ROLES: Readonly<Record<Role, string>> = { planner: "Planner", executor: "Executor", validator: "Validator" };
const ROLE_ORDER: readonly Role[] = ["planner", "executor", "validator"];
const HASH_LENGTH = 16;

export function evidenceLog(state: RunState): EvidenceLog {
  const mapping = new Map<string, Set<string>>();
  for (const { mapping: text, path } of state.evidence) {
    const name = lineOf(text).replaceAll("*", "");
    if (name !== "") mapping.set(name, (mapping.get(name) ?? new Set()).add(path.toWellFormed()));
  }
  const byRole = Map.groupBy(state.evidence, ({ role }) => role);
  return {
    createdAt: state.createdAt,
    entries: ROLE_ORDER.flatMap((role) => (byRole.get(role) ?? []).map(lineFor)),
    mapping: [...mapping].map(([name, paths]) => ({ name, paths: [...paths] })),
  };
}

/** What an agent says of itself is marked: it is no evidence. */
const lineFor = remembered(({ role, path, sha256, at, description, kind, erased }: EvidenceEntry): EvidenceLine => {
  const text = `${lineOf(description) || "No description"}${erased === undefined ? "" : " (erased)"}`;
  return {
    role,
    path: path.toWellFormed(),
    hash: sha256.slice(0, HASH_LENGTH),
    at,
    description: kind === "claim" ? `${text} (claim of the agent)` : text,
  };
});

export function renderEvidenceLog({ createdAt, entries, mapping }: EvidenceLog): string {
  const byRole = Map.groupBy(entries, ({ role }) => role);
  return [
    "# H3A Evidence Log",
    `**Run Initialized:** ${createdAt}`,
    "",
    "---",
    "",
    "## Purpose",
    "Authoritative index of all artifacts with SHA-256 hashes for integrity verification.",
    "",
    "---",
    "",
    "## Artifact Index",
    "",
    ...ROLE_ORDER.flatMap((role) => [headingOf(role), ...(byRole.get(role) ?? []).map(textOf), ""]),
    "---",
    "",
    "## Hash Verification",
    "```bash",
    "# Verify artifact integrity",
    `sha256sum <file> | cut -c1-${HASH_LENGTH}  # Linux/Mac`,
    "```",
    "",
    "---",
    "",
    "## Compliance Mapping",
    ...mapping.map(
      ({ name, paths }) => `- **${escaped(name)}:** ${paths.map((path) => `\`${encodedPath(path)}\``).join(", ")}`,
    ),
    "",
  ].join("\n");
}

const textOf = remembered(
  ({ path, hash, at, description }: EvidenceLine): string =>
    `- \`${encodedPath(path)}\` - [hash:${hash}] - ${at} - ${escaped(description)}`,
);

const headingOf = (role: Role): string => `### ${ROLES[role]} Artifacts`;

/** Reads `state/EVIDENCE_LOG.md` back. What is foreign is named, never guessed. */
export function parseEvidenceLog(text: string): ParsedEvidenceLog {
  const lines = text.split("\n");
  const index = between(lines, "## Artifact Index", "---");
  const read = ROLE_ORDER.flatMap((role) =>
    between(index, headingOf(role), "").map((line) => ({ line, entry: parseLine(role, line) })),
  );
  const known = new Set([...read.map(({ line }) => line), ...ROLE_ORDER.map(headingOf), ""]);
  return {
    createdAt: valueOf(lines, "Run Initialized"),
    entries: read.flatMap(({ entry }) => (entry === null ? [] : [entry])),
    mapping: between(lines, "## Compliance Mapping", "").flatMap(parseMapping),
    unreadable: [
      ...read.flatMap(({ line, entry }) => (entry === null ? [line] : [])),
      ...index.filter((line) => !known.has(line)),
    ],
  };
}

const LINE = /^- `([^`]+)` - \[hash:([0-9a-f]{16})\] - (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ) - (.*)$/;

function parseLine(role: Role, line: string): EvidenceLine | null {
  const [, path, hash = "", at = "", description = ""] = LINE.exec(line) ?? [];
  return path === undefined ? null : { role, path: decodedPath(path), hash, at, description: unescaped(description) };
}

function parseMapping(line: string): EvidenceLog["mapping"][number][] {
  const [, name, paths = ""] = /^- \*\*(.+?):\*\* (.+)$/.exec(line) ?? [];
  if (name === undefined) return [];
  return [
    { name: unescaped(name), paths: [...paths.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => decodedPath(path)) },
  ];
}
