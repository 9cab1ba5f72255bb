/** Of a run whose kept state was let go. */
export const refoldedWords = (runId: string): string =>
  `SNAPSHOT_DIFFERS: the state kept in the database was edited; this is what the journal folds to (baton repair --run ${runId} keeps it)`;
