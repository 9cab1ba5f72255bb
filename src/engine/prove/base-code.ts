import type { Patience } from "../../core/proof/patience.ts";
import { fileOf } from "../../core/proof/test-ids.ts";
import type { SuiteRun } from "../../schema/report.ts";
import { composeTexts } from "./compose.ts";
import { changedSources, filesOf } from "./static-findings.ts";
import type { Proving } from "./proving.ts";
import { narrowTo, narrowUnits } from "./units.ts";

/**
 * Tests that stand in the code that a fix changes, over base's code: what is mended is broken there. Null where no file of theirs can be
 * put together so.
 */
export async function runInBaseCode(
  { subject, plan, tools, runner }: Proving,
  ids: readonly string[],
  patience: Patience,
): Promise<SuiteRun | null> {
  const { git, base, head, changes } = subject;
  const files = new Set(ids.map(fileOf));
  const inCode = changes.filter(({ path, role }) => role === "implementation" && files.has(path));
  // What R3 is made of, the other way round.
  const turned = changedSources(base, head, inCode).map((file) => ({
    ...file,
    base: file.head,
    head: file.base ?? "",
  }));
  const kept = await Promise.all(tools.map(async (tool) => (await tool.keep?.(filesOf(tool, turned))) ?? []));
  const texts = kept.flat();
  if (texts.length === 0) return null;
  const own = ids.filter((id) => texts.some(({ path }) => path === fileOf(id)));
  const selections = narrowTo(narrowUnits(plan), [...new Set(own.map(fileOf))], { ids: own });
  const choice = { layer: "head", reuse: true, detail: "base's code in its files", ...patience } as const;
  return (await runner.run("R1", composeTexts(git, head, texts), selections, choice)).run;
}
