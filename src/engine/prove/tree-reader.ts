import type { Git } from "../../util/git/git.ts";
import { listTree, readBlobs, type TreeEntry } from "../../util/git/trees.ts";

/** A tree of the repository, readable by path. Blobs are fetched in one call a batch and kept. */
export interface TreeReader {
  readonly tree: string;
  readonly entries: ReadonlyMap<string, TreeEntry>;
  readonly paths: ReadonlySet<string>;
  read(path: string): string | null;
  /** Fetches many files at once; later reads of them are free. */
  preload(paths: Iterable<string>): void;
}

export function openTree(git: Git, tree: string): TreeReader {
  const entries = new Map(listTree(git, tree).map((entry) => [entry.path, entry]));
  const texts = new Map<string, string | null>();
  const preload = (paths: Iterable<string>): void => {
    const wanted = [...paths].flatMap((path) => (texts.has(path) ? [] : (entries.get(path) ?? [])));
    const files = wanted.filter(({ mode }) => mode !== "160000");
    const blobs = readBlobs(
      git,
      files.map(({ oid }) => oid),
    );
    for (const { path, oid } of files) texts.set(path, textOf(blobs.get(oid)));
  };
  return {
    tree,
    entries,
    paths: new Set(entries.keys()),
    preload,
    read(path) {
      preload([path]);
      return texts.get(path) ?? null;
    },
  };
}

/** Binary content reads as null: no rule looks into it. */
function textOf(blob: Buffer | undefined): string | null {
  return blob === undefined || blob.subarray(0, 8000).includes(0) ? null : blob.toString("utf8");
}
