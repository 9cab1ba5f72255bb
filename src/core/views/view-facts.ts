/** What a view shows that no event holds: the repository at this moment, the journal's end, and texts by their hash. */
export interface ViewFacts {
  readonly meta: {
    readonly commit: string;
    readonly commit_short: string;
    readonly branch: string;
    readonly dirty: boolean;
  };
  readonly journal: { readonly position: number; readonly hash: string };
  /** The text of a blob; null when it was erased. */
  readonly blob: (sha256: string) => string | null;
  /** The SHA-256 of a text's UTF-8. */
  readonly sha256: (text: string) => string;
}
