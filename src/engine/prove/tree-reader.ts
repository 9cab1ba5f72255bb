import { isUtf8 } from "node:buffer";
import type { SourceFile } from "../../schema/source.ts";
import type { Git } from "../../util/git/git.ts";
import { listTree, readBlobs, SUBMODULE, type TreeEntry } from "../../util/git/trees.ts";

/** A tree of the repository, readable by path. Blobs are fetched in one call a batch and kept. */
export interface TreeReader {
  readonly tree: string;
  readonly entries: ReadonlyMap<string, TreeEntry>;
  readonly paths: ReadonlySet<string>;
  read(path: string): string | null;
  /** Another text of a file, in bytes as the file's own are written. */
  encode(path: string, text: string): Buffer;
  /** Fetches many files at once; later reads of them are free. */
  preload(paths: Iterable<string>): void;
}

export function openTree(git: Git, tree: string): TreeReader {
  const entries = new Map(listTree(git, tree).map((entry) => [entry.path, entry]));
  const texts = new Map<string, string | null>();
  const otherwise = new Set<string>();
  const preload = (paths: Iterable<string>): void => {
    const wanted = [...paths].flatMap((path) => (texts.has(path) ? [] : (entries.get(path) ?? [])));
    const files = wanted.filter(({ mode }) => mode !== SUBMODULE);
    const blobs = readBlobs(
      git,
      files.map(({ oid }) => oid),
    );
    for (const { path, oid } of files) {
      const blob = blobs.get(oid) ?? EMPTY;
      if (!isUtf8(blob)) otherwise.add(path);
      texts.set(path, textOf(blob));
    }
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
    encode: (path, text) => Buffer.from(text, otherwise.has(path) ? "latin1" : "utf8"),
  };
}

/** The texts of those of these paths that a tree has; binary files are left out. */
export function textsOf(tree: Pick<TreeReader, "read" | "preload">, paths: readonly string[]): SourceFile[] {
  tree.preload(paths);
  return paths.flatMap((path) => {
    const text = tree.read(path);
    return text === null ? [] : [{ path, text }];
  });
}

const EMPTY = Buffer.alloc(0);

/** Binary content reads as null: no rule looks into it. Text of another encoding than UTF-8 reads byte by byte, so that none is lost. */
function textOf(blob: Buffer): string | null {
  return blob.subarray(0, 8000).includes(0) ? null : blob.toString(isUtf8(blob) ? "utf8" : "latin1");
}
