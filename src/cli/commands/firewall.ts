import { parseEnvelope } from "../../core/envelope/parse-envelope.ts";
import { roleOf } from "../../core/envelope/roles.ts";
import { BUILT_IN } from "../../core/gate/registry.ts";
import { agentOutputOf, capabilitiesOf, textOf, validate } from "../../core/governor/firewall/firewall.ts";
import { THRESHOLD, type Hit } from "../../core/governor/firewall/score.ts";
import type { Code } from "../../errors.ts";
import type { FirewallRule } from "../../schema/agent-output.ts";
import { refused, answered, type Answer } from "../output.ts";
import { readAnswer } from "../read-answer.ts";
import { colours } from "../render/colours.ts";
import { plain } from "../render/plain.ts";
import { oneLine } from "../../core/text/one-line.ts";

const CODE_OF: Readonly<Record<FirewallRule, Code>> = {
  no_decisions: "FIREWALL_DECISION",
  no_unauthorized_capabilities: "FIREWALL_CAPABILITY",
  valid_packet: "FIREWALL_PACKET",
  no_injection: "FIREWALL_INJECTION",
};
const SHOWN = 200;

/**
 * `baton firewall check FILE|-`: the four rules over an answer's OUTPUT and NEXT_ACTIONS, as after the envelope was
 * accepted; text without an envelope is looked at whole. Each hit names its features and its passage.
 */
export async function firewallCheckCommand(file: string | undefined): Promise<Answer> {
  const text = readAnswer(file ?? "-");
  const { envelope } = parseEnvelope(text);
  const isAnswer = envelope.OUTPUT !== undefined;
  const agentId = envelope.ASSIGNED_AGENT ?? "agent";
  const role = roleOf(agentId, BUILT_IN);
  const spoken = isAnswer ? envelope : { OUTPUT: text };
  const output = agentOutputOf({ agentId, role, envelope: spoken, treeChanged: false, toolsSeen: [] });
  const looked = textOf(output);
  const { violations, score } = validate(output, capabilitiesOf(role));
  const hits = score.hits.map((hit) => shown(looked, hit));
  const data = {
    looked_at: isAnswer ? "envelope" : "text",
    score: score.score,
    threshold: THRESHOLD,
    violations,
    hits,
  };
  const [first] = violations;
  const line = `score ${score.score} of ${THRESHOLD}`;
  if (first === undefined) return answered(data, `${colours.green("✓")} nothing speaks to its reader: ${line}`);
  const code = CODE_OF[(violations.find(({ rule }) => rule === "no_injection") ?? first).rule];
  const hint =
    code === "FIREWALL_INJECTION"
      ? "Read the passages; in a run, a person approves or rejects the answer."
      : "Propose, and ask for nothing that the role may not use.";
  const lines = [
    ...violations.map(({ rule, message }) => `${colours.red("✗")} ${rule}: ${plain(message)}`),
    ...hits.flatMap(({ score: own, line: at, features, terms, passage }) => [
      `  line ${at}, score ${own}: ${features.join(", ")}${terms.length === 0 ? "" : ` (${plain(terms.join(", "))})`}`,
      `    ${plain(oneLine(passage).slice(0, SHOWN))}`,
    ]),
  ];
  return refused(data, { code, message: `${first.rule}: ${first.message} (${line})`, hint }, lines);
}

/** A hit with its passage, and its line from 1 in the text that was looked at. */
function shown(text: string, { start, end, score, features, terms = [] }: Hit) {
  const line = text.slice(0, start).split("\n").length;
  return { line, start, end, score, features, terms, passage: text.slice(start, end).trim() };
}
