import { createHash } from "node:crypto";
import { stamped } from "../../../checks/ui/stamp.ts";
import { absentWords, canJudge } from "../../../core/measure/judge-ui.ts";
import type { TaskState } from "../../../core/run/state.ts";
import { lookAtChange } from "../../measure/ui.ts";
import type { Turn } from "../context.ts";
import type { Artifact } from "./evidence.ts";
import { measureOptions } from "./measure-task.ts";
import { BUILT_IN_QA } from "./ui-agent.ts";

/** Where a look at a candidate lies: another candidate of the same attempt is another look. */
export const lookFolder = ({ candidate }: Pick<TaskState, "candidate">): string =>
  `ui-${(candidate ?? "").slice(0, 12)}`;

/**
 * The harness's own look at the interface, before a QA agent is called: screenshots, console logs, requests and audits, with
 * `look.json` that names each by hash, with the nonce of the look and the commit, as they stand in the files' own metadata. Empty:
 * no agent is asked, or nothing can be said of the change, and then it is told why, and who looks instead.
 */
export async function uiEvidence(turn: Turn, task: TaskState, roles: readonly string[]): Promise<Artifact[]> {
  const { reviewers, onEvent } = turn.options;
  const asked = roles.filter((role) => BUILT_IN_QA(role) !== null).map((role) => reviewers(role));
  const agents = asked.filter((reviewer) => reviewer !== "human");
  if (agents.length === 0) return [];
  const { base, head } = await lookAtChange(measureOptions(turn, task));
  if (!canJudge(base.look, head.look)) {
    const { code, message } = head.look.problem ?? {
      code: "UI_NOT_STARTED",
      message: absentWords(base.look, head.look) ?? "",
    };
    const who = agents.every(({ otherwise }) => otherwise === undefined)
      ? "its agent has to"
      : "somebody else is asked";
    onEvent?.({ kind: "warning", message: `${code}: the user interface was not looked at: ${message}; ${who}` });
    return [];
  }
  tellOnce(turn, absentWords(base.look, head.look));
  const stamp = { nonce: head.look.nonce, commit: task.candidate, tree: head.look.tree };
  // What is kept is redacted, so hashes are of that.
  const files = head.files.map(({ name, content }) =>
    stamped({ name, content: typeof content === "string" ? turn.redact(content) : content }, stamp),
  );
  const listed = files.map(({ name, content }) => ({
    name,
    sha256: createHash("sha256").update(content).digest("hex"),
  }));
  const sidecar = { commit: task.candidate, ...head.look, files: listed };
  const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
  const artifact = (name: string, content: string | Buffer, description: string): Artifact => ({
    role: "validator",
    kind: "harness",
    name: `${lookFolder(task)}/${name}`,
    content,
    description,
    mapping: "Accessibility",
  });
  return [
    artifact("look.json", json(sidecar), "What a browser saw of the candidate, with the hash of each file"),
    artifact("base.json", json({ commit: task.baseCommit, ...base.look }), "What it saw of base"),
    ...files.map(({ name, content }) => artifact(name, content, describe(name))),
  ];
}

const told = new WeakMap<Turn["journal"], Set<string>>();

/** Of every change the same can be said: it is, once as long as the run is open. */
function tellOnce({ journal, options }: Turn, message: string | null): void {
  const known = told.get(journal) ?? new Set();
  told.set(journal, known);
  if (message === null || known.has(message)) return;
  known.add(message);
  options.onEvent?.({ kind: "warning", message });
}

function describe(name: string): string {
  if (name.endsWith(".png")) return "Screenshot";
  if (name.endsWith(".axe.json")) return "Audit by axe-core";
  return name.endsWith(".console.jsonl") ? "Console log" : "Requests";
}
