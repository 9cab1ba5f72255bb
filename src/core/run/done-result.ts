import type { Check, CheckResult, DoneCriterion } from "../../schema/reports.ts";

/** A criterion with what came of it. `later`: whoever owns GATE-CODE-REVIEW says whether it holds. */
export interface Decided extends DoneCriterion {
  readonly later: boolean;
}

/** The check of the done-criteria (decisions.md, Gates and criteria): `partial` is what a person waived. */
export function doneResult(
  decided: readonly Decided[],
  waiver: { readonly by: string; readonly reason: string } | null,
): CheckResult {
  const names = (all: readonly Decided[]): string[] => all.map(({ criterion }) => criterion);
  const unmet = names(decided.filter(({ met, later }) => !met && !later));
  const inReview = names(decided.filter(({ later }) => later));
  return {
    status: unmet.length === 0 ? "pass" : waiver === null ? "fail" : "partial",
    total: decided.length,
    met: decided.filter(({ met }) => met).length,
    unmet,
    ...(unmet.length === 0 || waiver === null ? {} : { waived_by: waiver.by, reason: waiver.reason }),
    ...(inReview.length === 0 ? {} : { in_review: inReview }),
  };
}

/** Once every review has passed, so has what they were to decide. */
export function settleCriteria(results: Partial<Record<Check, CheckResult>>): Partial<Record<Check, CheckResult>> {
  const { dod_checklist: done, ...others } = results;
  if (done === undefined || !Array.isArray(done["in_review"])) return results;
  const { in_review: reviewed, ...rest } = done;
  return { ...others, dod_checklist: { ...rest, met: Number(done["met"]) + reviewed.length, reviewed } };
}
