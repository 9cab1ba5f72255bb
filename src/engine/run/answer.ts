import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import type { AgentAnswer } from "../../agents/port.ts";
import { citedPaths, type EvidenceFact } from "../../core/envelope/evidence.ts";
import { parseEnvelope } from "../../core/envelope/parse-envelope.ts";
import { validateEnvelope } from "../../core/envelope/validate-envelope.ts";
import type { PartialEnvelope, Violation } from "../../schema/envelope.ts";
import type { AssignmentPacket } from "../../schema/packet.ts";
import type { TreeReader } from "../prove/tree-reader.ts";

/** An agent's answer after reading. Its STATUS counts only when there is no violation; the tree counts either way. */
export interface JudgedAnswer {
  readonly envelope: PartialEnvelope;
  readonly violations: readonly Violation[];
}

const ANSWER_FILE = join("artifacts", "answer.md");
const ANSWER_LIMIT_BYTES = 1_000_000;

/** Reads the envelope from the final text, or from `artifacts/answer.md` when the text holds none. */
export function judgeAnswer(
  answer: AgentAnswer,
  packet: AssignmentPacket,
  workspace: string,
  base: TreeReader,
): JudgedAnswer {
  const spoken = parseEnvelope(answer.text);
  const written = Object.keys(spoken.envelope).length === 0 ? readAnswerFile(workspace) : null;
  const parsed = written === null ? spoken : parseEnvelope(written);
  const cited = citedPaths(parsed.envelope);
  const known = new Set([
    ...packet.inputs.map(({ path }) => path),
    ...cited.inputs.filter((path) => base.paths.has(path) || isFile(workspace, path)),
  ]);
  const violations = validateEnvelope(
    parsed,
    {
      taskId: packet.task_id,
      assignedAgent: packet.assigned_agent,
      role: packet.role,
      status: packet.status,
      gatesRequired: packet.gates_required,
      gatesPassed: [],
    },
    {
      evidence: Object.fromEntries(cited.evidence.map((path) => [path, evidenceFact(workspace, path)])),
      inputs: known,
    },
  );
  return { envelope: parsed.envelope, violations };
}

function readAnswerFile(workspace: string): string | null {
  const path = join(workspace, ANSWER_FILE);
  const file = lstatSync(path, { throwIfNoEntry: false });
  return file?.isFile() === true && file.size <= ANSWER_LIMIT_BYTES ? readFileSync(path, "utf8") : null;
}

const isFile = (workspace: string, path: string): boolean => evidenceFact(workspace, path) !== "missing";

function evidenceFact(workspace: string, path: string): EvidenceFact {
  const absolute = join(workspace, path);
  if (!existsSync(absolute)) return "missing";
  if (!realpathSync(absolute).startsWith(realpathSync(workspace) + sep)) return "outside";
  const file = statSync(absolute);
  if (file.isDirectory()) return "directory";
  return file.size === 0 ? "empty" : "file";
}
