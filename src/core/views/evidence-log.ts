import { isPersons } from "../run/people/release-files.ts";
import type { EvidenceEntry, RunState } from "../run/state.ts";
import { remembered } from "../run/remembered.ts";
import { createPieces, LINE_JOINTS, piece, type Piece, type Pieces } from "./growing.ts";
import { createSealer, type SealedFile, type SealedPart, type Sealing } from "./sealing.ts";
import { encodedPath, escaped, lineOf } from "./text.ts";

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

const ROLES: Readonly<Record<Role, string>> = { planner: "Planner", executor: "Executor", validator: "Validator" };
export const ROLE_ORDER: readonly Role[] = ["planner", "executor", "validator"];
const HASH_LENGTH = 16;
/** A line besides its path and description. */
const LINE_REST = 64;

/** What is said of these entries. */
export function evidenceLog(state: {
  readonly createdAt: string;
  readonly evidence: readonly EvidenceEntry[];
}): EvidenceLog {
  const mapping = new Map<string, Set<string>>();
  for (const entry of state.evidence) {
    const name = mappedTo(entry);
    if (name !== "") mapping.set(name, (mapping.get(name) ?? new Set()).add(entry.path.toWellFormed()));
  }
  const byRole = Map.groupBy(state.evidence, ({ role }) => role);
  return {
    createdAt: state.createdAt,
    entries: ROLE_ORDER.flatMap((role) => (byRole.get(role) ?? []).map(lineFor)),
    mapping: [...mapping].map(([name, paths]) => ({ name, paths: [...paths] })),
  };
}

const mappedTo = ({ mapping }: EvidenceEntry): string => lineOf(mapping).replaceAll("*", "");

/** Whose word a claim is, where its description does not say it: an agent's of itself is no evidence. Empty: nothing is to be added. */
export const wordOf = ({ kind, by, path }: Pick<EvidenceEntry, "kind" | "by" | "path">): string =>
  kind === "harness" || isPersons(path) ? "" : by === undefined ? "claim of the agent" : `word of ${by}`;

const lineFor = remembered((entry: EvidenceEntry): EvidenceLine => {
  const { role, path, sha256, at, description, erased } = entry;
  const word = lineOf(wordOf(entry));
  const text = `${lineOf(description) || "No description"}${erased === undefined ? "" : " (erased)"}`;
  return {
    role,
    path: path.toWellFormed(),
    hash: sha256.slice(0, HASH_LENGTH),
    at,
    description: word === "" ? text : `${text} (${word})`,
  };
});

export function renderEvidenceLog({ createdAt, entries, mapping }: EvidenceLog, notes: readonly string[] = []): string {
  const byRole = Map.groupBy(entries, ({ role }) => role);
  const frame = frameOf(createdAt, notes);
  return [
    frame.before,
    ...ROLE_ORDER.flatMap((role) => [
      `${headingOf(role)}\n`,
      ...(byRole.get(role) ?? []).map((line) => `${textOf(line)}\n`),
      "\n",
    ]),
    frame.between,
    ...mapping.map(({ name, paths }) => `${mappingStart(name)}${paths.map(mappedPath).join(", ")}\n`),
  ].join("");
}

const mappingStart = (name: string): string => `- **${escaped(name)}:** `;
const mappedPath = (path: string): string => `\`${encodedPath(path)}\``;

/** What stands before the index, and between it and the mapping. */
function frameOf(createdAt: string, notes: readonly string[]): { before: string; between: string } {
  const before = [
    "# H3A Evidence Log",
    `**Run Initialized:** ${createdAt}`,
    ...notes,
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
    "",
  ];
  const between = [
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
    "",
  ];
  return { before: before.join("\n"), between: between.join("\n") };
}

const textOf = remembered(
  ({ path, hash, at, description }: EvidenceLine): string =>
    `- \`${encodedPath(path)}\` - [hash:${hash}] - ${at} - ${escaped(description)}`,
);

export const headingOf = (role: Role): string => `### ${ROLES[role]} Artifacts`;

interface Rest {
  readonly roles: Readonly<Record<Role, Pieces>>;
  /** What each name is shown by; a path once. */
  readonly mapping: ReadonlyMap<string, { readonly paths: Set<string>; readonly pieces: Pieces }>;
}

const seal = createSealer<EvidenceEntry, string, Rest>((createdAt) => ({
  name: "EVIDENCE_LOG",
  extension: ".md",
  textOf: (entry) => textOf(lineFor(entry)),
  // An erasure says so in its line, and moves no cut.
  measured: ({ path, description }) => `${path}${description}${" ".repeat(LINE_REST)}`,
  open: openPart,
  partOf: (evidence, number) => renderEvidenceLog(evidenceLog({ createdAt, evidence }), [`**Part:** ${number}`]),
}));

function openPart(): { readonly add: (entry: EvidenceEntry, text: string) => void; readonly rest: Rest } {
  const lines = (): Pieces => createPieces(LINE_JOINTS);
  const roles = { planner: lines(), executor: lines(), validator: lines() };
  const mapping = new Map<string, { readonly paths: Set<string>; readonly pieces: Pieces }>();
  return {
    rest: { roles, mapping },
    add(entry, text) {
      roles[entry.role].add(text);
      const name = mappedTo(entry);
      if (name === "") return;
      const known = mapping.get(name) ?? {
        paths: new Set(),
        pieces: createPieces({ first: mappingStart(name), between: ", " }),
      };
      mapping.set(name, known);
      const path = entry.path.toWellFormed();
      if (!known.paths.has(path)) known.pieces.add(mappedPath(path));
      known.paths.add(path);
    },
  };
}

/** `state/EVIDENCE_LOG.md` of a run: the newest entries, and the parts that were cut off, each an evidence log of its own. */
export function evidenceLogFile({ createdAt, evidence }: RunState, sealing: Sealing): SealedFile {
  const { parts, rest } = seal(evidence, createdAt, sealing);
  const frame = frameOf(createdAt, parts.map(partLine));
  const index = ROLE_ORDER.flatMap((role): Piece[] => {
    const lines = rest.roles[role].all();
    return [piece(`${headingOf(role)}\n`), ...lines, piece(lines.length === 0 ? "\n" : "\n\n")];
  });
  const mapping = [...rest.mapping.values()].flatMap(({ pieces }) => [...pieces.all(), piece("\n")]);
  return { head: [piece(frame.before), ...index, piece(frame.between), ...mapping], parts };
}

/** How a Markdown file names a part that was cut off. */
export const partLine = ({ path, sha256, entries }: SealedPart): string =>
  `**Sealed:** \`${path}\` - [sha256:${sha256}] - ${entries} entries`;
