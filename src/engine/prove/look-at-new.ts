import type { ChangeKind } from "../../core/proof/feature-text.ts";
import type { NewTestFacts } from "../../core/proof/new-tests.ts";
import type { RedSearch } from "../../core/proof/red.ts";
import {
  findMovedBounds,
  findPrepared,
  findRetried,
  findSmoothed,
  findSortingDoubles,
  findTamed,
} from "./as-in-base.ts";
import { findCompleted } from "./completed.ts";
import { findOwnData } from "./own-data.ts";
import { findNaN } from "./not-a-number.ts";
import type { OldTests } from "./pinned.ts";
import type { NewTests, Proving } from "./proving.ts";
import type { RedHost } from "./red-host.ts";
import { findAgreeing } from "./agreeing.ts";
import { findCaught, findEarly } from "./caught.ts";
import { findSkippedByCode } from "./skipped-new.ts";
import { findStandIns } from "./stand-ins.ts";
import { findSurrounded } from "./surroundings.ts";
import { findTabled } from "./tables.ts";
import { findNeverEnded } from "./never-ended.ts";
import { findUnread } from "./unread.ts";
import { findUnsteady } from "./unsteady.ts";

/** Whether it is the changed code that answers the new tests, and whether it would anywhere. */
export async function lookAtNew(
  proof: Proving,
  { search, kind, ...host }: RedHost & { readonly search: RedSearch | null; readonly kind: ChangeKind },
  given: NewTests & { readonly selected: readonly string[]; readonly old: OldTests },
): Promise<NewTestFacts> {
  if (search === null || search.red.size === 0) return {};
  return {
    standIns: kind === "refactor" ? [] : await findStandIns(proof, host, given),
    surrounded: await findSurrounded(proof, given),
    caught: await findCaught(host, given.subjects),
    early: await findEarly(host, given.subjects),
    unnumbered: await findNaN(host, given.subjects),
    unread: kind === "refactor" ? [] : await findUnread(proof, host, given.subjects, given.old),
    neverEnded: await findNeverEnded(host, given),
    agreeing: kind === "refactor" ? [] : await findAgreeing(host, given.subjects),
    tabled: await findTabled(host, search),
    completed: kind === "refactor" ? [] : await findCompleted(proof, host, given.subjects),
    ownData: await findOwnData(proof, host, given.subjects),
    prepared: kind === "refactor" ? [] : await findPrepared(proof, host, given),
    smoothed: kind === "refactor" ? [] : await findSmoothed(proof, host, given),
    retried: await findRetried(proof, host, given),
    tamed: await findTamed(proof, host, given),
    sorting: kind === "refactor" ? [] : await findSortingDoubles(proof, host, given),
    bounds: await findMovedBounds(proof, host, given),
    unsteady: await findUnsteady(host, given.subjects, given.r2),
    skippedByCode: await findSkippedByCode(host, given.r2, given.selected),
  };
}
