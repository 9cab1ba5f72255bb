import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { prove } from "../../src/engine/prove/prove.ts";
import type { ProveOptions } from "../../src/engine/prove/subject.ts";
import type { ProofData } from "../../src/schema/proof.ts";
import { createRepository, type Files, type TestRepository } from "./repository.ts";

/**
 * Slots of all tests lie together, outside the temporary folder and the repository: equal dependency layers are installed once.
 */
export const TEST_STATE = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "proofbaton-tests");
mkdirSync(TEST_STATE, { recursive: true });

/** Makes a repository of a base and a head, proves head, removes it. */
export async function proveFiles(base: Files, head: Files, options: Partial<ProveOptions> = {}): Promise<ProofData> {
  const repository = createRepository(base);
  try {
    repository.commit("head", head);
    return await proveNewest(repository, options);
  } finally {
    repository.remove();
  }
}

/** Proves the newest commit of a repository. */
export const proveNewest = (
  { directory }: Pick<TestRepository, "directory">,
  options: Partial<ProveOptions> = {},
): Promise<ProofData> =>
  prove({
    repository: directory,
    base: "HEAD~1",
    head: "HEAD",
    stateDirectory: TEST_STATE,
    env: process.env,
    ...options,
  });
