import { existsSync } from "node:fs";
import { join } from "node:path";
import { e2eTemplate, e2eTestFile } from "../../core/feature/e2e-template.ts";
import { editFeature, planOf } from "../../core/run/plan.ts";
import type { RunState } from "../../core/run/state.ts";
import { BatonError } from "../../errors.ts";
import { writeFileAtomic } from "../../util/atomic-file.ts";
import { isPlainPath } from "../../util/read-inside.ts";
import { answerChange, reasonOf, type ChangeFlags } from "../change.ts";
import { featureId } from "../ids.ts";
import type { Answer } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";

export interface TemplateFlags extends ChangeFlags {
  readonly e2e?: boolean;
  readonly out?: string;
  readonly reason?: string;
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
  // What is proven already is not thrown away by the way.
  const reasonFor = (state: RunState, id: string): string => {
    if (flags.reason !== undefined) return reasonOf(flags.reason, around);
    if (state.features[id]?.passes !== true) return "verified end to end by a test of its steps";
    throw new BatonError("USAGE_INVALID", `${id} is proven, and has to be proven anew by another test`, {
      hint: `Say why: baton feature template ${id} --e2e --reason TEXT`,
    });
  };
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
      return isSaid ? [] : [editFeature(state, id, change, reasonFor(state, id))];
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
