import type { HumanTurn } from "../../engine/run/claims/human.ts";
import { plain } from "./plain.ts";

/** A packet as readable text: all that a person needs, or an agent to whom a person gives it (H3A-21). */
export function renderPrompt(
  {
    packet,
    workspace,
    filesToLoad,
    previous = null,
  }: Pick<HumanTurn, "packet" | "workspace" | "filesToLoad"> & Partial<Pick<HumanTurn, "previous">>,
  handIn = `When you are done, put the answer into artifacts/answer.md there; then, back here: baton submit${packet.review === undefined ? "" : " --as NAME"}`,
): string {
  const { task_id: taskId, attempt, assigned_agent: agent, role, feature } = packet;
  const sections: [string, string][] = [
    ["Goal", packet.goal],
    ["Feature", `${feature.id}: ${feature.description}`],
    ["Steps", numbered(packet.steps)],
    ["Files you may change", list(packet.files_allowed)],
    ["Test", packet.test_command ?? "(none named)"],
    ["Evidence that will be looked for", list(packet.evidence_expected)],
    ["Context", packet.context],
    ["What the last attempt left", previous === null ? "" : `This clone begins without it. To take it up: ${previous}`],
    ["Files to load", list(filesToLoad)],
    ["Answer", packet.answer_format],
  ];
  return plain(
    [
      `# ${taskId}, attempt ${attempt}: for \`${agent}\` (${role})`,
      `Work in ${workspace}\n${handIn}`,
      ...sections.filter(([, text]) => text.trim() !== "").map(([title, text]) => `## ${title}\n\n${text}`),
    ].join("\n\n"),
  );
}

const list = (items: readonly string[]): string => items.map((item) => `- ${item}`).join("\n");
const numbered = (items: readonly string[]): string => items.map((item, at) => `${at + 1}. ${item}`).join("\n");
