/** What a part of the proof found; printed at its end. */
export interface Figures {
  /** So many of what the part counts. */
  readonly count: number;
  readonly unit: "seeds" | "sites" | "points" | "runs" | "operations" | "inputs" | "tasks";
  readonly violations: number;
  /** What else is worth a line. */
  readonly notes: readonly string[];
}

export interface PartOptions {
  /** How many; null: the part's own full number. */
  readonly count: number | null;
  /** Where seeds begin; null: the part's own choice. */
  readonly seed: number | null;
  readonly minutes: number | null;
  readonly only: string | null;
  readonly jobs: number;
  readonly print: (line: string) => void;
}

export interface Part {
  readonly name: string;
  readonly about: string;
  run(options: PartOptions): Promise<Figures>;
}
