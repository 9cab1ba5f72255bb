import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BatonError, codedError } from "../errors.ts";

/** What a file system does with names and renames (H3A State Specification, Filesystem Requirements). */
export interface DiskProbe {
  /** A rename over a file that is there leaves the new bytes and no other file. */
  readonly atomicRename: boolean;
  /** A name outside of ASCII comes back byte for byte. */
  readonly utf8Names: boolean;
  /** Names that differ only by case are two files. */
  readonly caseSensitive: boolean;
}

const NAME = "prüfung-試験.txt";

/** Tries it out in a folder of its own below `folder`, which is gone afterwards. Throws STATE_UNWRITABLE, DISK_FULL. */
export function probeDisk(folder: string): DiskProbe {
  let place: string | null = null;
  try {
    removeLeft(folder);
    place = mkdtempSync(join(folder, `${PROBE}${process.pid}-`));
    const at = (name: string): string => join(place ?? folder, name);
    writeFileSync(at("target"), "old");
    writeFileSync(at("target.tmp"), "new");
    renameSync(at("target.tmp"), at("target"));
    const atomicRename = readFileSync(at("target"), "utf8") === "new" && !existsSync(at("target.tmp"));
    writeFileSync(at(NAME), "");
    const utf8Names = readdirSync(place).includes(NAME);
    return { atomicRename, utf8Names, caseSensitive: !existsSync(at("TARGET")) };
  } catch (error) {
    throw codedError(error, folder);
  } finally {
    if (place !== null) rmSync(place, { recursive: true, force: true });
  }
}

const PROBE = "baton-probe-";

/** Folders of probes that were killed: of ids that are gone, or ours, for in a container the next process has the same. */
function removeLeft(folder: string): void {
  for (const name of readdirSync(folder))
    if (name.startsWith(PROBE) && !isAlive(Number.parseInt(name.slice(PROBE.length), 10)))
      rmSync(join(folder, name), { recursive: true, force: true });
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** In words; what is missing first. */
export function diskWords({ atomicRename, utf8Names, caseSensitive }: DiskProbe): string {
  const missing = [
    ...(atomicRename ? [] : ["no atomic rename"]),
    ...(utf8Names ? [] : ["names are not kept as UTF-8"]),
  ];
  const rest = [...(atomicRename ? ["atomic rename"] : []), ...(utf8Names ? ["UTF-8 names"] : [])];
  return [...missing, ...rest, caseSensitive ? "case-sensitive" : "upper and lower case are one (tolerated)"].join(
    ", ",
  );
}

/** Throws FILESYSTEM_UNSUPPORTED where a record could be torn or its names changed. */
export function requireDisk(folder: string): DiskProbe {
  const probe = probeDisk(folder);
  if (probe.atomicRename && probe.utf8Names) return probe;
  throw new BatonError("FILESYSTEM_UNSUPPORTED", `${folder}: ${diskWords(probe)}`);
}
