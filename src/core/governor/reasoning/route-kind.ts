import type { Contest, KindArm } from "../../../schema/attempt-kind.ts";
import type { TriedBefore } from "../../../schema/governor-events.ts";
import type { Route } from "./route-attempt.ts";

/** What the route of an attempt is turned by, once its kind is known. */
export interface KindRoute {
  readonly agents: readonly [string, ...string[]];
  readonly kind: KindArm;
  /** Who is asked to look at what others made. */
  readonly reviewer: string;
  readonly before: TriedBefore | null;
  readonly contest: Pick<Contest, "builds" | "under"> | null;
}

/** Builds of a choice that began, in their order; journals of earlier versions do not say which of them each was. */
const membersOf = ({ builds, under }: Pick<Contest, "builds" | "under">) =>
  [...builds.map(({ build, agent }, at) => ({ build: build ?? at + 1, agent })), ...under].toSorted(
    (a, b) => a.build - b.build,
  );

/** The first of them that nobody makes or made. */
export function freeBuild(contest: Pick<Contest, "builds" | "under">): number {
  const taken = new Set(membersOf(contest).map(({ build }) => build));
  let build = 1;
  while (taken.has(build)) build += 1;
  return build;
}

/** Who gets an attempt of a kind: the cheapest tries out, the reviewer looks; each further build goes to the next stronger agent. */
export function routeKind(route: Route, { agents, kind, reviewer, before, contest }: KindRoute): Route {
  const { is, why, build } = kind;
  const looks = { ...route, step: "first", pattern: null, explored: false, tries: 0 } as const;
  if (is === "spike") return { ...looks, agent: agents[0], reason: `the cheapest tries it out: ${why}` };
  if (is === "reviewer_first") return { ...looks, agent: reviewer, reason: `it looks first: ${why}` };
  const [first] = contest === null ? [] : membersOf(contest);
  if (is !== "best_of" || first === undefined) return route;
  const known = Math.max(0, agents.indexOf(first.agent));
  const at = Math.max(0, Math.min(known + build - first.build, agents.length - 1));
  const agent = agents[at] ?? agents[0];
  const step = at > known ? "stronger" : "again";
  return { agent, step, reason: why, pattern: null, explored: false, tries: before?.tries ?? 1 };
}
