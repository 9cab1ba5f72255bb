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
    surrounded: await findSurrounded(proof, given),
    caught: await findCaught(host, subjects),
    early: await findEarly(host, subjects),
    unnumbered: await findNaN(host, subjects),
    neverEnded: await findNeverEnded(host, given),
    tabled: await findTabled(host, search),
    ownData: await findOwnData(proof, host, subjects),
    retried: await findRetried(proof, host, given),
    tamed: await findTamed(proof, host, given),
    innerWrites: await findInnerWrites(proof, host, given),
    ownSchema: await findOwnSchema(proof, host, given),
    bounds: await findMovedBounds(proof, host, given),
    unsteady: await findUnsteady(host, subjects, r2),
    printed: findPrinted(host.head, search),
    skippedByCode: await findSkippedByCode(host, r2, selected),
  };
  // A refactoring is held by tests that its author did not write for it.
  if (kind === "refactor") return ofAny;
  const unread = await findUnread(proof, host, subjects, old);
  return {
    ...ofAny,
    standIns: await findStandIns(proof, host, given),
    unread,
    // What nobody looks at is asked about by itself.
    roundTrips: unread.length > 0 ? [] : await findRoundTrips(proof, host, subjects, old),
    agreeing: await findAgreeing(host, subjects),
    completed: await findCompleted(proof, host, subjects),
    inVain: kind === "feature" ? await findInVain(host, search) : [],
    prepared: await findPrepared(proof, host, given),
    smoothed: await findSmoothed(proof, host, given),
    sorting: await findSortingDoubles(proof, host, given),
    patched: await findPatched(proof, host, given),
    unentered: await findUnentered(proof, host, given),
  };
}
