/** Exit codes of every command (surfaces.md, Command line 2). */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  configuration: 3,
  notFound: 4,
  conflict: 5,
  timeout: 6,
  gateClosed: 10,
  evidence: 11,
  person: 12,
  interrupted: 130,
} as const;

export interface CodeEntry {
  readonly exit: number;
  /** What it means, for the reference page. */
  readonly meaning: string;
  /** What to do, for the reference page and as the default hint. */
  readonly remedy: string;
  readonly recoverable: boolean;
}

export const code = (exit: number, meaning: string, remedy: string, recoverable = true): CodeEntry => ({
  exit,
  meaning,
  remedy,
  recoverable,
});
