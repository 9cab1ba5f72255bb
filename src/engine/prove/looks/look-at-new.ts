import type { ChangeKind } from "../../../core/proof/feature-text.ts";
import type { NewTestFacts } from "../../../core/proof/new-tests.ts";
import type { RedSearch } from "../../../core/proof/red.ts";
import {
  findInnerWrites,
  findMovedBounds,
  findOwnSchema,
  findPatched,
  findPrepared,
  findRetried,
  findSmoothed,
  findSortingDoubles,
  findTamed,
} from "./as-in-base.ts";
import { allOf } from "../../../util/all-of.ts";
import { findCompleted } from "./completed.ts";
import { findOwnData } from "../own-data.ts";
import { findNaN } from "./not-a-number.ts";
import type { OldTests } from "../pinned.ts";
import type { NewTests, Proving } from "../proving.ts";
import type { RedHost } from "../runs/red-host.ts";
import { findAgreeing } from "./agreeing.ts";
import { findCaught, findEarly } from "./caught.ts";
import { findInVain } from "./in-vain.ts";
import { findPrinted } from "./printed.ts";
import { findRoundTrips } from "./round-trips.ts";
import { findSkippedByCode } from "./skipped-new.ts";
import { findStandIns } from "./stand-ins.ts";
import { findSurrounded } from "./surroundings.ts";
import { findTabled } from "./tables.ts";
import { findNeverEnded } from "./never-ended.ts";
import { findUnentered } from "./unentered.ts";
import { findUnread } from "./unread.ts";
import { findUnsteady } from "./unsteady.ts";

/** Whether it is the changed code that answers the new tests, and whether it would anywhere. */
export async function lookAtNew(
  proof: Proving,
  { search, kind, ...host }: RedHost & { readonly search: RedSearch | null; readonly kind: ChangeKind },
  given: NewTests & { readonly selected: readonly string[]; readonly old: OldTests },
): Promise<NewTestFacts> {
  if (search === null || search.red.size === 0) return {};
  const { subjects, r2, selected, old } = given;
  const ofAny = {
    surrounded: findSurrounded(proof, given),
    caught: findCaught(host, subjects),
    early: findEarly(host, subjects),
    unnumbered: findNaN(host, subjects),
    neverEnded: findNeverEnded(host, given),
    tabled: findTabled(host, search),
    ownData: findOwnData(proof, host, subjects),
    retried: findRetried(proof, host, given),
    tamed: findTamed(proof, host, given),
    innerWrites: findInnerWrites(proof, host, given),
    ownSchema: findOwnSchema(proof, host, given),
    bounds: findMovedBounds(proof, host, given),
    unsteady: findUnsteady(host, subjects, r2),
    printed: findPrinted(host.head, search),
    skippedByCode: findSkippedByCode(host, r2, selected),
  };
  // A refactoring is held by tests that its author did not write for it.
  if (kind === "refactor") return allOf(ofAny);
  const unread = findUnread(proof, host, subjects, old);
  return allOf({
    ...ofAny,
    standIns: findStandIns(proof, host, given),
    unread,
    // What nobody looks at is asked about by itself.
    roundTrips: unread.then((found) => (found.length > 0 ? [] : findRoundTrips(proof, host, subjects, old))),
    agreeing: findAgreeing(host, subjects),
    completed: findCompleted(proof, host, subjects),
    inVain: kind === "feature" ? findInVain(host, search) : [],
    prepared: findPrepared(proof, host, given),
    smoothed: findSmoothed(proof, host, given),
    sorting: findSortingDoubles(proof, host, given),
    patched: findPatched(proof, host, given),
    unentered: findUnentered(proof, host, given),
  });
}
