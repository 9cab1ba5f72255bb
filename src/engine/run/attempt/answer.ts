import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { isUtf8 } from "node:buffer";
import { join, relative, sep } from "node:path";
import { normalize } from "node:path/posix";
import type { AgentAnswer } from "../../../agents/port.ts";
import { answerForm } from "../../../core/envelope/answer-format.ts";
import { CITED_LIMIT_BYTES, citedPaths, type EvidenceFact } from "../../../core/envelope/evidence.ts";
import type { ParsedEnvelope } from "../../../core/envelope/fields.ts";
import { parseEnvelope } from "../../../core/envelope/parse-envelope.ts";
import { validateEnvelope } from "../../../core/envelope/validate-envelope.ts";
import type { Registry } from "../../../core/gate/registry.ts";
import type { PartialEnvelope, Violation } from "../../../schema/envelope.ts";
import type { AssignmentPacket } from "../../../schema/packet.ts";
import { readInside } from "../../../util/read-inside.ts";
import type { TreeReader } from "../../prove/tree-reader.ts";
import { ANSWER_FILE, type Attempt } from "./attempt.ts";
import type { Artifact } from "../checks/evidence.ts";

/** An agent's answer after reading. Its STATUS counts only when there is no violation; the tree counts either way. */
export interface Heard {
  readonly said: AgentAnswer;
  readonly envelope: PartialEnvelope;
  readonly violations: readonly Violation[];
}

const ANSWER_LIMIT_BYTES = 1_000_000;

/** Reads the envelope from the final text, or from `artifacts/answer.md` when the text holds none. */
export function hear(said: AgentAnswer, attempt: Attempt, registry: Registry): Heard {
  const parsed = answerOf(said, attempt.place, attempt.packet);
  return { said, envelope: parsed.envelope, violations: violationsIn(parsed, attempt, { registry }) };
}

interface Asked extends Pick<Attempt, "packet" | "place"> {
  /** Null: the repository has no commit, so there is nothing to have read. */
  readonly baseTree: TreeReader | null;
}

interface Known {
  readonly registry?: Registry;
  readonly gatesPassed?: readonly string[];
  readonly factOf?: (path: string) => EvidenceFact;
}

/** Everything that is wrong with an answer to an assignment, by what lies where it was worked on. */
export function violationsIn(
  parsed: ParsedEnvelope,
  { packet, place, baseTree }: Asked,
  { registry, gatesPassed = [], factOf = (path) => evidenceFact(place, path) }: Known = {},
): Violation[] {
  const cited = citedPaths(parsed.envelope);
  const { task_id: taskId, assigned_agent: assignedAgent, role, status, gates_required: gatesRequired } = packet;
  return validateEnvelope(
    parsed,
    { taskId, assignedAgent, role, status, gatesRequired, gatesPassed },
    {
      evidence: Object.fromEntries(cited.evidence.map((path) => [path, factOf(path)])),
      inputs: baseTree === null ? new Set() : knownInputs(cited.inputs, { packet, baseTree }),
    },
    registry,
  );
}

/** What was said; where that is no answer, or only an object with a word of one, what was written. */
export function answerOf(said: AgentAnswer, workspace: string, packet: AssignmentPacket): ParsedEnvelope {
  const spoken = parseEnvelope(said.text);
  const fields = fieldsOf(spoken);
  if (fields > 2) return spoken;
  const text = readAnswerFile(workspace, packet);
  const written = text === null ? null : parseEnvelope(text);
  return written === null || (fields > 0 && fieldsOf(written) < fields) ? spoken : written;
}

/**
 * Inputs that are part of the assignment or of the tree that the work began on (ENV-05): what was removed since is one, what
 * was made since is none.
 */
const knownInputs = (
  cited: readonly string[],
  { packet, baseTree }: Pick<Attempt, "packet" | "baseTree">,
): Set<string> =>
  new Set([
    ...packet.inputs.map(({ path }) => path),
    ANSWER_FILE,
    ...cited.filter((path) => baseTree.paths.has(normalize(path))),
  ]);

/** Whether any field could be read: else there is no answer that could be mended. */
export const hasEnvelope = ({ envelope }: { readonly envelope: PartialEnvelope }): boolean =>
  fieldsOf({ envelope }) > 0;

/** An answer that holds no envelope at all is told by one violation, not twelve. */
export const toldViolations = (heard: {
  readonly envelope: PartialEnvelope;
  readonly violations: readonly Violation[];
}): readonly Violation[] => (hasEnvelope(heard) ? heard.violations : heard.violations.slice(0, 1));

const fieldsOf = ({ envelope }: { readonly envelope: PartialEnvelope }): number => Object.keys(envelope).length;

/** The form as it was laid there is no answer. */
function readAnswerFile(workspace: string, packet: AssignmentPacket): string | null {
  const path = join(workspace, ANSWER_FILE);
  if (evidenceFact(workspace, ANSWER_FILE) !== "file" || statSync(path).size > ANSWER_LIMIT_BYTES) return null;
  const text = readFileSync(path, "utf8");
  return text.trim() === answerForm(packet).trim() ? null : text;
}

/** Claims as the word of the person who handed them in; an agent's are as they were. */
export const wordsOf = (claims: readonly Artifact[], { by }: { readonly by?: string }): readonly Artifact[] =>
  by === undefined
    ? claims
    : claims.map((one) => ({
        ...one,
        by,
        description: one.description.replace("the agent", () => by).replace("its answer", "the answer"),
      }));

/** What an agent said of itself, as artifacts: `answer.txt`, and `answer-2.txt` … when it was asked again. */
export function claimsOf(said: readonly AgentAnswer[]): Artifact[] {
  const claim = (name: string, content: string, description: string): Artifact => ({
    role: "executor",
    kind: "claim",
    name,
    content,
    description,
  });
  const numbered = (name: string, extension: string, at: number): string =>
    `${name}${at === 0 ? "" : `-${at + 1}`}.${extension}`;
  const transcripts = said.flatMap(({ transcript = "" }, at) =>
    transcript === ""
      ? []
      : [claim(numbered("transcript", "jsonl", at), transcript, "What the agent said and did, in its own protocol")],
  );
  const output = said.map(({ diagnostics }) => diagnostics).filter((text) => text !== "");
  return [
    ...said.map(({ text }, at) =>
      at === 0
        ? claim("answer.txt", text, "What the agent answered")
        : claim(numbered("answer", "txt", at), text, `What the agent answered when asked again (${at})`),
    ),
    ...transcripts,
    claim("agent_output.txt", output.join("\n"), "What the agent printed beside its answer"),
  ];
}

/**
 * The files that an accepted envelope cites, as artifacts of their own: copied and hashed when accepted, and claims all the
 * same (ENV-07).
 */
export function citedArtifacts(
  { violations, envelope }: Pick<Heard, "violations" | "envelope">,
  workspace: string,
  without: ReadonlySet<string> = new Set(),
): Artifact[] {
  if (violations.length > 0) return [];
  const cited = [...new Set(citedPaths(envelope).evidence)].filter((path) => !without.has(path));
  return cited.map((path) => ({
    role: "executor",
    kind: "claim",
    name: `evidence/${relative("artifacts", path)}`,
    content: contentOf(workspace, path),
    description: `Cited as ${path}`,
  }));
}

/** Bytes that are no text cannot be redacted, and are kept as they are. */
function contentOf(workspace: string, path: string): string | Buffer {
  // A link inside of the folder may lead there; what is opened is looked at once more.
  const real = relative(realpathSync(workspace), realpathSync(join(workspace, path)));
  const bytes = readInside(workspace, real, CITED_LIMIT_BYTES);
  return isUtf8(bytes) && !bytes.includes(0) ? bytes.toString("utf8") : bytes;
}

/** What lies at a cited path: by its real path it must be below `artifacts/`, so no link leads to other files (ENV-07). */
export function evidenceFact(workspace: string, path: string): EvidenceFact {
  const absolute = join(workspace, path);
  if (!existsSync(absolute)) return "missing";
  if (!realpathSync(absolute).startsWith(join(realpathSync(workspace), "artifacts") + sep)) return "outside";
  const file = statSync(absolute);
  if (file.isDirectory()) return "directory";
  if (file.size === 0 || !file.isFile()) return "empty";
  if (file.nlink > 1) return "linked";
  if (file.size > CITED_LIMIT_BYTES) return "too_large";
  try {
    accessSync(absolute, constants.R_OK);
    return "file";
  } catch {
    return "unreadable";
  }
}
