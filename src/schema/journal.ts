export interface JournalEntry {
  run_id: string;
  position: number;
  at: string;
  actor: string;
  version: number;
  previous_hash: string;
  event: unknown;
}
