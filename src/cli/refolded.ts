/** Of a run whose kept state was let go. */
export const REFOLDED =
  "SNAPSHOT_DIFFERS: the state kept in the database was edited; this is what the journal folds to (baton repair keeps it)";
