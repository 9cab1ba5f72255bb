import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { BatonError } from "../../errors.ts";

/** Where a repository keeps its things. Found by reading files: git itself would read the user's configuration. */
export interface RepositoryPlaces {
  /** The top of the work tree; null for a bare repository. */
  readonly root: string | null;
  /** HEAD and index of this work tree. */
  readonly gitDirectory: string;
  /** Objects and refs, shared by all work trees. */
  readonly commonDirectory: string;
}

/** Walks up from a folder to the repository that holds it. Throws NOT_A_REPOSITORY, REPOSITORY_UNSUPPORTED. */
export function findRepository(start: string): RepositoryPlaces {
  if (!existsSync(start)) throw new BatonError("NOT_A_REPOSITORY", `${start} does not exist`);
  for (let folder = realpathSync(start); ; folder = dirname(folder)) {
    const places = repositoryAt(folder);
    if (places !== null) return refuseUnsupported(places);
    if (folder === dirname(folder)) throw new BatonError("NOT_A_REPOSITORY", `${start} is not inside a git repository`);
  }
}

function repositoryAt(folder: string): RepositoryPlaces | null {
  const dotGit = join(folder, ".git");
  if (isGitDirectory(folder)) return withCommon(null, folder);
  if (!existsSync(dotGit)) return null;
  if (statSync(dotGit).isDirectory()) return isGitDirectory(dotGit) ? withCommon(folder, dotGit) : null;
  const link = /^gitdir: (.+?)\s*$/m.exec(readFileSync(dotGit, "utf8"))?.[1];
  if (link === undefined) return null;
  return withCommon(folder, isAbsolute(link) ? link : resolve(folder, link));
}

function isGitDirectory(folder: string): boolean {
  return (
    existsSync(join(folder, "HEAD")) && (existsSync(join(folder, "objects")) || existsSync(join(folder, "commondir")))
  );
}

function withCommon(root: string | null, gitDirectory: string): RepositoryPlaces {
  const pointer = join(gitDirectory, "commondir");
  const common = existsSync(pointer) ? resolve(gitDirectory, readFileSync(pointer, "utf8").trim()) : gitDirectory;
  return { root, gitDirectory, commonDirectory: realpathSync(common) };
}

function refuseUnsupported(places: RepositoryPlaces): RepositoryPlaces {
  if (!existsSync(join(places.commonDirectory, "reftable"))) return places;
  throw new BatonError("REPOSITORY_UNSUPPORTED", `${places.commonDirectory} keeps its refs in the reftable format`);
}

/** What a repository has besides its own objects, and what it may lack. */
export interface RepositoryFacts {
  /** Git directories of the submodules that a user fetched. */
  readonly modules: readonly string[];
  /** Whether objects may be missing that a remote promised (`git clone --filter`); none is fetched here. */
  readonly isPartial: boolean;
  /** Where the user's repository keeps contents of Git LFS; null: it has none. */
  readonly lfs: string | null;
}

export function factsOf({ gitDirectory, commonDirectory }: RepositoryPlaces): RepositoryFacts {
  const lfs = join(commonDirectory, "lfs", "objects");
  const config = join(commonDirectory, "config");
  const text = existsSync(config) ? readFileSync(config, "utf8") : "";
  return {
    modules: [...new Set([commonDirectory, gitDirectory])].flatMap((folder) => modulesBelow(join(folder, "modules"))),
    isPartial: /^\s*(?:promisor\s*=\s*true|partialclonefilter\s*=)/im.test(text),
    lfs: existsSync(lfs) ? lfs : null,
  };
}

/** A name may have several parts; a submodule has its own below it. */
function modulesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [];
    return existsSync(join(path, "HEAD")) ? [path, ...modulesBelow(join(path, "modules"))] : modulesBelow(path);
  });
}
