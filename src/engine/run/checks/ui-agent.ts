import { createHash } from "node:crypto";
import type { Agent, AgentAnswer, AgentTurn, QaAgent } from "../../../agents/port.ts";
import { renderEnvelope } from "../../../core/envelope/render-envelope.ts";
import { citeLook } from "../../../core/envelope/cite-look.ts";
import { accessibilityFlaws, visualFlaws } from "../../../core/measure/judge-ui.ts";
import type { Envelope, EvidenceKey } from "../../../schema/envelope.ts";
import { AssignmentPacket } from "../../../schema/packet.ts";
import { UiLook } from "../../../schema/ui.ts";
import type { Usage } from "../../../schema/usage.ts";
import { readInside } from "../../../util/read-inside.ts";

interface Auditor {
  readonly judge: (base: UiLook, head: UiLook) => string[];
  /** Kinds of the files of the look that it cites. */
  readonly cites: readonly EvidenceKey[];
  readonly passed: string;
}

const AUDITORS: Readonly<Record<string, Auditor>> = {
  "visual-qa": {
    judge: visualFlaws,
    cites: ["screenshots", "console", "reports"],
    passed:
      "Each page that is there loads, shows something, fits its window, and brings no new error and no failed request.",
  },
  "a11y-auditor": {
    judge: accessibilityFlaws,
    cites: ["a11y"],
    passed: "No page brings a new serious or critical violation, and none hides its content from the audit.",
  },
};

/** No model is asked. */
const NOTHING_USED: Usage = { label: "metered", tokens: 0, input_tokens: 0, output_tokens: 0, requests: 0, cost: "0" };
const REASONS_LIMIT = 30;
const LOOK_LIMIT_BYTES = 64 * 2 ** 20;

/**
 * Visual QA and the audit of accessibility without a model: judges what the harness's browser saw, from its packet, and
 * answers with an envelope that is validated like anybody's.
 */
export const BUILT_IN_QA: QaAgent = (role) => {
  const auditor = AUDITORS[role];
  return auditor === undefined ? null : createAuditor(role, auditor);
};

const createAuditor = (role: string, auditor: Auditor): Agent => ({
  name: role,
  specification: `built-in:${role}`,
  inProcess: true,
  run: async (turn) => {
    const started = performance.now();
    const answer = (text: string, end: AgentAnswer["end"], diagnostics = ""): AgentAnswer => ({
      text,
      end,
      diagnostics,
      durationMs: Math.round(performance.now() - started),
      usage: NOTHING_USED,
    });
    try {
      return answer(renderEnvelope(envelopeOf(turn, auditor)), "answered");
    } catch (error) {
      return answer("", "crashed", error instanceof Error ? error.message : String(error));
    }
  },
});

function envelopeOf({ packet: text, workspace }: AgentTurn, { judge, cites, passed }: Auditor): Envelope {
  const packet = AssignmentPacket.parse(JSON.parse(text));
  const { review } = packet;
  if (review === undefined) throw new TypeError("this agent reviews only");
  const given = review.given.map(({ path, sha256 }) => ({ path, sha256 }));
  const [head, base] = ["look.json", "base.json"].map((name) => lookIn(workspace, given, name)) as [UiLook, UiLook];
  const reasons = judge(base, head);
  const named = reasons.slice(0, REASONS_LIMIT).map((reason) => `${review.gate}: ${reason}`);
  const holds = reasons.length === 0;
  const seen = head.pages.map(({ page, width, status }) => `${page} at ${width}px: ${status ?? "not loaded"}`);
  return {
    STATUS: holds && packet.status !== null ? packet.status : "BLOCKED",
    TASK_ID: packet.task_id,
    TASK: packet.goal,
    ASSIGNED_AGENT: packet.assigned_agent,
    REPORTS_TO: "orchestrator",
    INPUTS_USED: given.map(({ path }) => path).filter((path) => /\/(?:look|base)\.json$/.test(path)),
    GATES_REQUIRED: [...packet.gates_required],
    GATES_PASSED: holds ? [...review.gates_passed, review.gate] : [...review.gates_passed],
    EVIDENCE: citeLook(given, cites),
    FAIL_REASONS: named,
    OUTPUT: [holds ? passed : `${reasons.length} reasons against it.`, ...seen].join("\n"),
    NEXT_ACTIONS: [holds ? "orchestrator to go on" : "executor to mend what FAIL_REASONS name"],
  };
}

/** What lies in a clone was written for it, and is what the packet says by hash. */
function lookIn(
  workspace: string,
  given: readonly { readonly path: string; readonly sha256: string }[],
  name: string,
): UiLook {
  const file = given.find(({ path }) => path.endsWith(`/${name}`));
  if (file === undefined) throw new TypeError(`the packet gives no ${name}: the interface was not looked at`);
  const bytes = readInside(workspace, file.path, LOOK_LIMIT_BYTES);
  if (createHash("sha256").update(bytes).digest("hex") !== file.sha256)
    throw new TypeError(`${file.path} is not what the packet names`);
  const { commit: _, ...look } = JSON.parse(bytes.toString("utf8")) as Record<string, unknown>;
  return UiLook.parse(look);
}
