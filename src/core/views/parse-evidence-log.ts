import { headingOf, ROLE_ORDER, type EvidenceLine, type EvidenceLog } from "./evidence-log.ts";
import { between, valueOf } from "./parse-gates-ledger.ts";
import { decodedPath, unescaped } from "./text.ts";

export interface ParsedEvidenceLog extends EvidenceLog {
  /** Lines of the index that do not have its grammar. */
  readonly unreadable: readonly string[];
}

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

function parseLine(role: EvidenceLine["role"], line: string): EvidenceLine | null {
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
