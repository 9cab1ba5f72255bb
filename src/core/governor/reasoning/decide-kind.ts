import type { AttemptKind, Contest, KindArm, KindFacts } from "../../../schema/attempt-kind.ts";
import type { Stakes } from "../../../schema/governor-enums.ts";
import type { LearnedArm } from "../../../schema/governor-events.ts";
import { freeBuild } from "./route-kind.ts";
import { UNCERTAIN } from "./strategy-selector.ts";

/** What the kind of an attempt is decided from; all of it stands in the event that records it. */
export interface KindQuestion {
  readonly stakes: Stakes;
  /** Why the attempt before failed; `none`. */
  readonly failure: string;
  readonly facts: KindFacts;
  /** Patterns that match well enough. */
  readonly learned: readonly LearnedArm[];
  /** A `best_of` that has begun; null: none has. */
  readonly contest: Pick<Contest, "n" | "until" | "builds" | "under"> | null;
}

type Wanted = Pick<KindArm, "is" | "why" | "n" | "until" | "pattern" | "explored">;

/** From the cheapest to the dearest. */
const PRICES: readonly AttemptKind[] = ["build", "reviewer_first", "spike", "best_of"];
/** Like that of agents: at low stakes every so many successes of a dearer kind are followed by a plain build. */
const EXPLORE_EVERY = 5;
/** Builds where much can be lost, and elsewhere. */
const MOST = 3;
const FEW = 2;

/**
 * What kind of attempt comes next (design.md §6). A plain build, unless the facts say that looking first, or building more than once,
 * is worth its price; never more than the budgets allow. What begins as a `best_of` goes on as one.
 */
export function decideKind(question: KindQuestion): KindArm {
  const { facts, contest } = question;
  if (contest !== null) {
    const { n, until } = contest;
    const build = freeBuild(contest);
    const why = `build ${build} of ${n}, told the same as the first`;
    return { is: "best_of", why, n, build, until, pattern: null, explored: false, facts };
  }
  return { ...payable(learnedOr(question, ruleFor(question)), facts), build: 1, facts };
}

const plain = (why: string): Wanted => ({
  is: "build",
  why,
  n: 1,
  until: "all",
  pattern: null,
  explored: false,
});

/** First match decides. */
function ruleFor({ stakes, facts }: KindQuestion): Wanted {
  const { manual, looked, failed, limit } = facts;
  if (manual) return plain("a person verifies it");
  if (isFirst(facts) && stakes === "high" && !looked.includes("reviewer_first"))
    return { ...plain("stakes are high: somebody else looks at the task before it is built"), is: "reviewer_first" };
  if (isFirst(facts) && isUnclear(facts) && !looked.includes("spike"))
    return {
      ...plain(`uncertainty ${facts.uncertainty} is above ${UNCERTAIN}: tried out first, and thrown away`),
      is: "spike",
    };
  if (isLast(facts) && (stakes !== "low" || isUnclear(facts)))
    return severalOf(stakes, `${failed} of ${limit} attempts failed, and after this one a person is asked`);
  return plain(looked.length > 0 && failed === 0 ? `after ${looked.join(" and ")}` : "nothing asks for more");
}

const isFirst = ({ failed, guided }: KindFacts): boolean => failed === 0 && !guided;
const isUnclear = ({ uncertainty }: KindFacts): boolean => Number(uncertainty) > UNCERTAIN;
const isLast = ({ failed, limit }: KindFacts): boolean => failed > 0 && failed + 1 >= limit;

/** Where much can be lost all are built and the best is taken; elsewhere the first proven one is good enough. */
function severalOf(stakes: Stakes, why: string): Wanted {
  const isHigh = stakes === "high";
  return {
    ...plain(isHigh ? `${why}; stakes are high, so all are compared` : why),
    is: "best_of",
    n: isHigh ? MOST : FEW,
    until: isHigh ? "all" : "proven",
  };
}

/** What came to proof before decides, the cheapest of it first; at high stakes nothing is left out for that. */
function learnedOr({ stakes, facts, learned }: KindQuestion, rule: Wanted): Wanted {
  if (stakes === "high" || facts.manual) return rule;
  const [best] = learned
    .flatMap((arm) => {
      const kind = PRICES.find((one) => one === arm.kind);
      return kind !== undefined && isOpen(kind, facts) ? [{ ...arm, kind }] : [];
    })
    .toSorted(
      (a, b) =>
        PRICES.indexOf(a.kind) - PRICES.indexOf(b.kind) ||
        Number(b.match_confidence) - Number(a.match_confidence) ||
        (a.pattern_id < b.pattern_id ? -1 : 1),
    );
  if (best === undefined) return rule;
  const { pattern_id: pattern, match_confidence: match, kind } = best;
  if (stakes === "low" && kind !== "build" && best.evidence_count % EXPLORE_EVERY === 0)
    return {
      ...plain(`stakes are low: a plain build is tried where pattern ${pattern} recommends ${kind}`),
      pattern,
      explored: true,
    };
  if (kind === rule.is) return { ...rule, pattern };
  const why = `pattern ${pattern} matches at ${match} and recommends ${kind}`;
  return kind === "best_of" ? { ...severalOf(stakes, why), pattern } : { ...plain(why), is: kind, pattern };
}

/** Whether a kind has its place now. */
function isOpen(kind: AttemptKind, facts: KindFacts): boolean {
  if (kind === "build") return true;
  if (kind === "best_of") return isLast(facts);
  return isFirst(facts) && !facts.looked.includes(kind);
}

/** Whoever looks first leaves enough for every build that the task may have. */
function payable(wanted: Wanted, { affordable, limit }: KindFacts): Wanted {
  if (affordable === null || wanted.is === "build") return wanted;
  const unpaid = plain(`the budgets allow ${affordable}: too few for ${wanted.is} (${wanted.why})`);
  if (wanted.is !== "best_of") return affordable > limit ? wanted : unpaid;
  const n = Math.min(wanted.n, affordable);
  return n < 2 ? unpaid : { ...wanted, n };
}
