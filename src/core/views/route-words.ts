import type { Routed } from "../run/state.ts";

type Kind = NonNullable<Routed["kind"]>;
type Shown = Pick<Routed, "agent" | "step" | "reason" | "explored" | "arms" | "kind" | "review">;

/** Who gets an attempt, and why. */
export const nextWords = ({ agent, step, reason, explored, kind }: Shown): string =>
  `${agent} (${[explored ? "exploration" : step, ...unusualKind(kind)].join(", ")}): ${reason}`;

/** Who got it alone, and what kind of attempt it is where it is not just built. */
export const whoWords = ({ agent, kind }: Shown): string =>
  `went to ${agent}${unusualKind(kind)
    .map((name) => ` (${name})`)
    .join("")}`;

const unusualKind = (kind: Kind | undefined): string[] =>
  kind === undefined || kind.is === "build" ? [] : [kindName(kind)];

const kindName = ({ is, n, build }: Kind): string =>
  is === "best_of" ? `build ${build} of the best of ${n}` : is.replace("_", " ");

/** The same of one that began, with the stance that it began in, and what it was given and held to, in short. */
export function routeWords(route: Shown & Pick<Routed, "stance">): string {
  const said = `went to ${nextWords(route)} · ${route.stance}`;
  if (route.arms === undefined) return said;
  const { proof, reviewer, lane, memory_items: items } = route.arms;
  return `${said} · proof ${proof.is} · review by ${votersIn(route) ?? reviewer.is} · lane ${lane.is} · ${items.is} of memory`;
}

const votersIn = ({ review }: Shown): string | undefined => review?.vote?.voters.join(", ");

/** What was decided besides, each with why; none in journals of earlier versions. */
export const armLines = ({
  arms,
  kind,
  review,
}: {
  readonly arms?: Routed["arms"] | undefined;
  readonly kind?: Routed["kind"] | undefined;
  readonly review?: Routed["review"] | undefined;
}): string[] => [
  ...(kind === undefined ? [] : [`kind ${kindName(kind)}: ${kind.why}`]),
  ...Object.entries(arms ?? {}).map(([arm, { is, why }]) => `${arm.replace("_", " ")} ${is}: ${why}`),
  ...(review === undefined ? [] : [`review ${review.vote?.voters.join(", ") ?? "one"}: ${review.why}`]),
];
