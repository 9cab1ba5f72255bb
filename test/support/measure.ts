import { measure } from "../../src/engine/measure/measure.ts";
import type { Measured } from "../../src/engine/measure/outcome.ts";
import type { ToolCheck } from "../../src/schema/check-settings.ts";
import { TEST_STATE } from "./prove.ts";
import { createRepository, type Files } from "./repository.ts";

/** Makes a repository of a base and a head, measures one check of head, removes it. */
export async function measureFiles(
  check: ToolCheck,
  base: Files,
  head: Files,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Measured> {
  const [made] = await measureAll([check], base, head, env);
  if (made === undefined) throw new Error("nothing was measured");
  return made;
}

/** The same of several checks, in their order. */
export async function measureAll(
  checks: readonly ToolCheck[],
  base: Files,
  head: Files,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Measured[]> {
  const repository = createRepository(base);
  try {
    repository.commit("head", head);
    return await measure({
      repository: repository.directory,
      base: "HEAD~1",
      head: "HEAD",
      stateDirectory: TEST_STATE,
      env,
      checks,
    });
  } finally {
    repository.remove();
  }
}
