import { existsSync } from "node:fs";
import { join } from "node:path";
import { e2eTemplate, e2eTestFile } from "../../core/feature/e2e-template.ts";
import { editFeature, planOf } from "../../core/run/plan.ts";
import { BatonError } from "../../errors.ts";
import { writeFileAtomic } from "../../util/atomic-file.ts";
import { isPlainPath } from "../../util/read-inside.ts";
import { answerChange, type ChangeFlags } from "../change.ts";
import { featureId } from "../ids.ts";
import type { Answer } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";

export interface TemplateFlags extends ChangeFlags {
  readonly e2e?: boolean;
  readonly out?: string;
}

/**
 * `baton feature template ID --e2e`: has a feature verified by a Playwright test of its steps, and writes that test (TAH-21). A
 * file that is there is never written over; asked again, only what is missing is done.
 */
export async function featureTemplateCommand(
  given: string,
  flags: TemplateFlags,
  around: Surroundings,
): Promise<Answer> {
  if (flags.e2e !== true)
    throw new BatonError("USAGE_INVALID", "feature template writes end-to-end tests only", {
      hint: `baton feature template ${given} --e2e`,
    });
  const pathFor = (id: string): string => flags.out ?? e2eTestFile(id);
  return answerChange(flags, around, {
    decide(state, project) {
      const id = featureId(state, given);
      const path = pathFor(id);
      if (!isPlainPath(path) || !/\.[cm]?[jt]s$/.test(path))
        throw new BatonError("USAGE_INVALID", `--out ${path} is no path of a test file in the repository`);
      if (existsSync(join(project.root, path))) throw new BatonError("FILE_EXISTS", `${path} is there already`);
      const change = { verification_method: "e2e", test_command: `npx playwright test ${path}` } as const;
      const now = planOf(state, id);
      const isSaid = now.test_command === change.test_command && now.verification_method === "e2e";
      return isSaid ? [] : [editFeature(state, id, change, "verified end to end by a test of its steps")];
    },
    async after(project, { state }) {
      const id = featureId(state, given);
      const feature = state.features[id];
      if (feature !== undefined) writeFileAtomic(join(project.root, pathFor(id)), e2eTemplate(feature));
    },
    next: ({ state }) =>
      `read ${pathFor(featureId(state, given))}, write what it leaves open, commit it; it fails until the feature is there.`,
  });
}
