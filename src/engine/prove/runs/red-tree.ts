import type { SourceTool } from "../../../checks/source/port.ts";
import { filesOf } from "../ask-tools.ts";
import { codeOf } from "../changed-sources.ts";
import { composeRed } from "../compose.ts";
import type { Subject } from "../subject.ts";

interface RedTreeFacts {
  readonly subject: Subject;
  readonly tools: readonly SourceTool[];
}

/** R1's tree: base's code under all that goes with head's tests. */
export async function redTree(facts: RedTreeFacts): Promise<string> {
  const { git, head, changes } = facts.subject;
  return composeRed(git, head.tree, changes, await sameCode(facts));
}

/** Code whose change is no change to what runs. */
async function sameCode({ subject, tools }: RedTreeFacts): Promise<Set<string>> {
  const code = codeOf(subject);
  const same = tools.flatMap((tool) =>
    filesOf(tool, code).map(async ({ path, base: before, head: after }) =>
      before !== null && (await tool.sameCode?.(path, before, after)) === true ? [path] : [],
    ),
  );
  return new Set((await Promise.all(same)).flat());
}
