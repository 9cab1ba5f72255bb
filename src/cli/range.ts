import { BatonError } from "../errors.ts";
import { askGit } from "./ask-git.ts";

/** What a range says: the commit to judge, and the one before the change. */
export interface Range {
  readonly base: string;
  readonly head: string;
  /** A warning: where base went on by itself, from where it is judged instead; or that a hash alone is the base. Null: nothing is to be said. */
  readonly note: string | null;
}

/**
 * `A..B` or `A...B`, or `A` for `A..HEAD`; without a range, and for `HEAD` by whatever name, the last commit. A base that went on by itself since head
 * left it is none: its new tests would count as deleted. Then, as three dots ask anyway, head is judged from where they parted.
 * Throws USAGE_INVALID.
 */
export function parseRange(range: string | undefined, repository: string): Range {
  if (range === undefined || range === "HEAD") return { base: "HEAD~1", head: "HEAD", note: null };
  const [base = "", head = "", ...rest] = range.split(/\.{2,3}/);
  if (base === "" || rest.length > 0)
    throw new BatonError("USAGE_INVALID", `${JSON.stringify(range)} is not BASE..HEAD`);
  if (!range.includes("..") && isHead(base, repository)) return { base: `${base}~1`, head: base, note: null };
  const ends = { base, head: head === "" ? "HEAD" : head };
  const parted = partedAt(ends, repository);
  if (parted === null) return { ...ends, note: range === base && HASH.test(base) ? BASE_ALONE(base) : null };
  const note = `${base} has commits that ${ends.head} lacks: judged from ${parted.slice(0, 7)}, where they parted`;
  return { ...ends, base: parted, note: range.includes("...") ? null : note };
}

const HASH = /^[0-9a-f]{7,64}$/;
/** Whoever names a commit by its hash may mean that one, as for `git show`. */
const BASE_ALONE = (base: string): string => `judged: ${base}..HEAD; that commit alone is ${base}~1..${base}`;

/** The last commit by another name than HEAD: nothing lies between them. */
function isHead(revision: string, repository: string): boolean {
  const commit = commitOf(revision, repository);
  return commit !== undefined && commit === commitOf("HEAD", repository);
}

/** Null: base leads to head or the other way round, they have nothing in common, or one is unknown here. */
function partedAt({ base, head }: Pick<Range, "base" | "head">, repository: string): string | null {
  const parted = askGit(repository, "merge-base", "--end-of-options", base, head)?.trim() ?? null;
  if (parted === null) return null;
  return [base, head].some((end) => commitOf(end, repository) === parted) ? null : parted;
}

const commitOf = (revision: string, repository: string): string | undefined =>
  askGit(repository, "rev-parse", "--verify", "--end-of-options", `${revision}^{commit}`)?.trim();
