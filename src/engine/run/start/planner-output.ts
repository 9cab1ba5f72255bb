import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import type { Agent, AgentAnswer } from "../../../agents/port.ts";
import { lastWord } from "../../../core/proof/last-words.ts";
import type { AgentSettings } from "../../../schema/event.ts";
import { createRedactor } from "../../../util/redact.ts";

export interface OutputPlace {
  readonly stateDirectory: string;
  readonly settings: Pick<AgentSettings, "agent_env">;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export const isModel = ({ specification }: Pick<Agent, "specification">): boolean => specification.startsWith("model:");

/** Why there is no answer that counts, in brackets: how the program ended, and the line that says why. A model's reasons are ours. */
export function reasonsOf(agent: Agent, { diagnostics, failed, end }: AgentAnswer, place: OutputPlace): string {
  if (diagnostics.trim() === "") return "";
  if (isModel(agent)) return ` (${diagnostics})`;
  if (failed !== true && end === "answered") return "";
  const lines = redactorOf(place)(diagnostics).trimEnd().split("\n");
  const ended = (lines.at(-1) ?? "").trim();
  const said = lastWord(lines.slice(0, -1).join("\n"));
  return ` (${said === "" ? ended : `${ended}: ${said}`})`;
}

/** Keeps what a program printed, redacted. Answers the sentences that say where; empty where it printed nothing. */
export function keepOutput(agent: Agent, { text, diagnostics }: AgentAnswer, place: OutputPlace): string {
  if (isModel(agent)) return "";
  const redact = redactorOf(place);
  const folder = join(place.stateDirectory, "plans", randomUUID());
  const files = [
    ["output.md", text],
    ["errors.txt", diagnostics],
  ] as const;
  const kept = files.flatMap(([name, said]) => {
    if (said.trim() === "") return [];
    mkdirSync(folder, { recursive: true });
    const path = join(folder, name);
    writeFileSync(path, redact(said), { mode: 0o600 });
    return [path];
  });
  if (kept.length === 0) return "It printed nothing.";
  const asSpec = /^## \S/m.test(text) ? `; where that is the plan: baton init --spec ${kept[0]}` : "";
  return `What it printed is kept: ${kept.join(", ")}${asSpec}.`;
}

const redactorOf = ({ env, settings }: OutputPlace) => createRedactor(env, settings.agent_env);
