import { planKills, sample } from "./plan.ts";
import type { Place, Strike } from "./strike.ts";
import { takesDescriptor } from "./trace.ts";

type Errno = "EIO" | "ENOSPC" | "EDQUOT" | "EMFILE" | "EINTR";

const FULL: readonly Errno[] = ["EIO", "ENOSPC", "EDQUOT"];
/** What a call can really answer, by its manual page; EIO, which a file system may answer to all of them, where none says so. */
const ERRNOS: Readonly<Record<string, readonly Errno[]>> = {
  openat: [...FULL, "EMFILE", "EINTR"],
  write: [...FULL, "EINTR"],
  pwrite64: [...FULL, "EINTR"],
  writev: [...FULL, "EINTR"],
  fsync: [...FULL, "EINTR"],
  fdatasync: [...FULL, "EINTR"],
  rename: FULL,
  renameat: FULL,
  renameat2: FULL,
  link: FULL,
  linkat: FULL,
  symlink: FULL,
  symlinkat: FULL,
  mkdir: FULL,
  mkdirat: FULL,
  ftruncate: ["EIO", "EINTR"],
  unlink: ["EIO"],
  unlinkat: ["EIO"],
  rmdir: ["EIO"],
  chmod: ["EIO"],
  fchmod: ["EIO"],
  pipe2: ["EMFILE"],
  socketpair: ["EMFILE"],
};
/** A disk that is full, or broken, stays so. */
const STAYING: ReadonlySet<string> = new Set(["EIO", "ENOSPC"] satisfies Errno[]);
/** Calls without a name are struck at so many places of each command. */
const UNNAMED = 5;

/** What is injected at a point, as it is counted. */
export const sortOf = ({ effect, sticky = false }: Strike): string =>
  `${effect.replace("error=", "")}${sticky ? ", staying" : ""}`;

/** An error at each kind of place: once, and from there on. */
export function planErrors(places: readonly Place[]): Strike[] {
  return [...planKills(places, false), ...descriptorsIn(places)].flatMap((strike) =>
    (ERRNOS[strike.point.syscall] ?? []).flatMap((errno) =>
      (STAYING.has(errno) ? [false, true] : [false]).map((sticky): Strike => ({
        ...strike,
        effect: `error=${errno}`,
        sticky,
        parentToo: false,
      })),
    ),
  );
}

/** As many of each sort, so that none is forgotten, and each evenly over its places. */
export function sampleErrors(planned: readonly Strike[], count: number): Strike[] {
  const sorts = Map.groupBy(planned, sortOf);
  const each = Math.max(1, Math.floor(count / sorts.size));
  const samples = [...sorts.values()].map((strikes) => sample(strikes, each));
  // One of each sort after the other: who stops early has seen them all.
  return Array.from({ length: each }, (_, at) => samples.flatMap((one) => one.slice(at, at + 1))).flat();
}

function descriptorsIn(places: readonly Place[]): Strike[] {
  const groups = Map.groupBy(
    places.filter(({ point }) => takesDescriptor(point.syscall)),
    ({ stage, point }) => `${stage} ${point.label}`,
  );
  return [...groups.values()].flatMap((group) =>
    sample(group, UNNAMED).map(({ stage, point }): Strike => {
      return { stage, point, effect: "", parentToo: false, toTheEnd: stage !== "init" };
    }),
  );
}
