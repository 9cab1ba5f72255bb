import { hash } from "node:crypto";
import { join } from "node:path";
import type { RepositoryPlaces } from "../../util/git/discover.ts";

/** Where objects of proofs of a repository lie. By itself, since whoever opens a project asks for it. */
export const ownGitDirectory = ({ commonDirectory }: RepositoryPlaces, stateDirectory: string): string =>
  join(stateDirectory, "repositories", hash("sha256", commonDirectory).slice(0, 16));
