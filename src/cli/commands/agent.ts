import { checkAcp } from "../../agents/acp/check-acp.ts";
import { createAgent, findAcpAgent, findHeadless } from "../../agents/create-agent.ts";
import { agentEnvironment } from "../../agents/environment.ts";
import { listAgents, versionOf, type ListedAgent } from "../../agents/list-agents.ts";
import type { Agent } from "../../agents/port.ts";
import type { Profile } from "../../agents/profiles/profile.ts";
import { CODES } from "../../errors.ts";
import { refused, answered, type Answer } from "../output.ts";
import { plain } from "../render/plain.ts";
import { asWord } from "../render/as-word.ts";
import type { Surroundings } from "../surroundings.ts";

/** `baton agent list`: every known agent, what of it is installed here, what to install. */
export async function agentListCommand(around: Surroundings): Promise<Answer> {
  const agents = await listAgents(around.env);
  const usable = agents.find(({ usable_over }) => usable_over !== null);
  const next =
    usable === undefined
      ? "Next: install one of them, or use command:PROGRAM or acp:COMMAND."
      : `Next: baton agent check ${usable.name}`;
  return answered({ agents }, [...agents.map(lineOf), next]);
}

function lineOf({ name, title, usable_over: over, acp, headless, env_set: set }: ListedAgent): string {
  const programs = [acp, headless].map(({ program, path, version }) =>
    path === null ? `${program} not found` : `${program} ${version ?? "(found)"}`,
  );
  const way = over === "headless" ? " · without its adapter: headless" : "";
  const keys = set.length === 0 ? "" : ` · set: ${set.join(", ")}`;
  const missing = over === null ? `\n    ${acp.install}` : "";
  return `  ${over === null ? "·" : "✓"} ${name.padEnd(9)} ${title.padEnd(12)} ${plain([...new Set(programs)].join(" · "))}${way}${keys}${missing}`;
}

/**
 * `baton agent check NAME`: starts it and opens a session in an empty folder, without a question to its model. Of a program of
 * one's own, and of a recording, only that it is there is looked at.
 */
export async function agentCheckCommand(given: string, around: Surroundings): Promise<Answer> {
  if (/^(?:command|replay):/.test(given)) return checkPlain(given, createAgent(given, around.env));
  const headless = findHeadless(given, around.env);
  if (headless !== null) return checkHeadless(given, headless, around);
  const { name, specification, argv, profile } = findAcpAgent(given, around.env);
  const check = await checkAcp(
    {
      argv,
      env: agentEnvironment(around.env, { profile }),
      mode: profile?.acp.mode ?? null,
      auth: profile?.acp.auth ?? null,
    },
    around.signal,
  );
  const data = { name, specification, program: argv[0], ...check };
  const { failure } = check;
  if (failure !== null) {
    const code = failure.wants_login ? "AGENT_UNAUTHORIZED" : "AGENT_BROKEN";
    const hint = failure.wants_login
      ? `${profile?.login ?? "Log in with its own program"}; then check again.`
      : CODES.AGENT_BROKEN.remedy;
    const message = `${plain(name)} cannot open a session: ${plain(failure.message)}`;
    return refused(data, { code, message, hint });
  }
  const { agent, protocol_version: version, modes, mode, auth_methods: auth } = check;
  const lines = [
    `  ✓ ${plain(name)}: a session can be opened (ACP ${String(version)}); its model was asked nothing`,
    `    program   ${argv[0]}`,
    `    agent     ${agent === null ? "does not say" : plain(`${agent.name} ${agent.version}`)}`,
    `    mode      ${plain(mode ?? "none")}${modes.length === 0 ? "" : ` (of ${plain(modes.join(", "))})`}`,
    `    login     ${auth.length === 0 ? "none offered" : plain(auth.join(", "))}`,
    `Next: baton run --agent ${asWord(given)}`,
  ];
  return answered(data, lines);
}

/** There is no session to open: what it does shows in a turn alone. */
function checkPlain(given: string, { name, specification, program }: Agent): Answer {
  const what = program === undefined ? "a recording that can be played" : "a program that can be started";
  const lines = [
    `  ✓ ${plain(name)}: ${what}; what it does shows only in a turn`,
    ...(program === undefined ? [] : [`    program   ${plain(program)}`]),
    `Next: baton run --agent ${asWord(given)}`,
  ];
  return answered({ name, specification, program: program ?? null }, lines);
}

/** A program without an adapter has no session to open: more than its version it tells only when its model is asked. */
async function checkHeadless(
  given: string,
  { profile, program }: { readonly profile: Profile; readonly program: string },
  around: Surroundings,
): Promise<Answer> {
  const version = await versionOf(program, profile, around.env);
  const data = { name: profile.name, specification: `headless:${profile.name}`, program, version };
  if (version === null) return refused(data, { code: "AGENT_BROKEN", message: `${program} does not tell its version` });
  const lines = [
    `  ✓ ${profile.name}: ${plain(version)} starts; without an adapter its login shows only in a turn`,
    `    program   ${program}`,
    `Next: baton run --agent ${asWord(given)}`,
  ];
  return answered(data, lines);
}
