import type { Routed } from "../run/state.ts";

type Shown = Pick<Routed, "agent" | "step" | "reason" | "explored" | "arms">;

/** Who gets an attempt, and why. */
export const nextWords = ({ agent, step, reason, explored }: Shown): string =>
  `${agent} (${explored ? "exploration" : step}): ${reason}`;

/** The same of one that began, with the stance that it began in, and what it was given and held to, in short. */
export function routeWords(route: Shown & Pick<Routed, "stance">): string {
  const said = `went to ${nextWords(route)} · ${route.stance}`;
  if (route.arms === undefined) return said;
  const { proof, reviewer, lane, memory_items: items } = route.arms;
  return `${said} · proof ${proof.is} · review by ${reviewer.is} · lane ${lane.is} · ${items.is} of memory`;
}

/** What was decided besides, each with why; none in journals of earlier versions. */
export const armLines = ({ arms }: Pick<Routed, "arms">): string[] =>
  Object.entries(arms ?? {}).map(([arm, { is, why }]) => `${arm.replace("_", " ")} ${is}: ${why}`);
