import { violationText } from "../../schema/violation-text.ts";
import type { AssignmentPacket } from "../../schema/packet.ts";

/**
 * The packet as a coding agent reads it best: prose first, what its answer must look like last. `goesOn`: an earlier session
 * of the same turn was cut by the model's provider.
 */
export function promptOf(packet: AssignmentPacket, { goesOn = false }: { readonly goesOn?: boolean } = {}): string {
  const { answer_only: again } = packet;
  const parts =
    again === undefined
      ? [
          `# ${packet.goal}`,
          packet.context,
          goesOn ? "An earlier session on this was cut off. What it did is in your folder: go on from there." : "",
          section("Steps", bullets(packet.steps)),
          section("Files you may change", bullets(packet.files_allowed)),
          section("Inputs", bullets(packet.inputs.map(({ path }) => path))),
          packet.test_command === null ? "" : section("How it will be tested", `\`${packet.test_command}\``),
          section("What counts as evidence", bullets(packet.evidence_expected)),
        ]
      : [
          `# Only your answer is asked for again: ${packet.goal}`,
          packet.context,
          section("What was wrong with it", bullets(again.violations.map(violationText))),
          section("What you changed", again.diff_summary),
          section("The form", again.form),
        ];
  return [...parts, section("Your answer", packet.answer_format)].filter((part) => part !== "").join("\n\n");
}

const section = (title: string, text: string): string => (text === "" ? "" : `## ${title}\n\n${text}`);
const bullets = (items: readonly string[]): string => items.map((item) => `- ${item}`).join("\n");
