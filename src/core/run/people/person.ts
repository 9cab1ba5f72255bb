import { BUILT_IN } from "../../gate/registry.ts";
import { sameName } from "../../text/same-name.ts";

/** Made when it is asked for: Unicode's classes take time that every command would pay for. */
const alphabet = () => ({
  /** What nobody sees, or sees otherwise than it is: format and control characters, and what has no character. */
  unseen: /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u,
  /** What joins letters in scripts that need it, Persian and Hindi among them. */
  joins: /(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])/gu,
  alike: [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u],
});
const AGENT = /^(?:command|acp|model|replay|built-in):/i;
/** Stands in the journal for whoever types, and for a worker without a name. */
const ANYBODY = "human";
const ROLES: ReadonlySet<string> = new Set([
  "orchestrator",
  "planner",
  "executor",
  "validator",
  "initializer",
  "frontend-implementer",
  "harness",
  ...BUILT_IN.roles.map(({ id }) => id),
]);

/** Why a name cannot stand for a person; null: it can. Two names that look the same must not be two persons (ENV-11). */
export function nameFlaw(name: string): string | null {
  const { unseen, joins, alike } = alphabet();
  const isPlain = alike.some((letters) => letters.test(name));
  if (unseen.test(isPlain ? name : name.replace(joins, ""))) return "holds a character that cannot be seen";
  const mixed = name.split(/[\s.@_-]+/).some((word) => alike.filter((letters) => letters.test(word)).length > 1);
  if (mixed) return "mixes letters of two alphabets in one word, which can look like another name";
  if (AGENT.test(name)) return "is an agent, not a person";
  if (sameName(name) === ANYBODY) return "could be anybody";
  return ROLES.has(sameName(name)) ? "is a role, not a person" : null;
}
