import { finishLanding, holdTip } from "../../engine/run/landing/land.ts";
import { unreadableFiles } from "../../engine/run/record/unreadable.ts";
import { runDirectory, withProject } from "../../engine/run/project.ts";
import { createPublisher, damageOf, withoutCopy } from "../../engine/run/record/publish.ts";
import { marksIn } from "../../runs/marks.ts";
import { verifyRun } from "../../runs/verify.ts";
import { setAside } from "../../util/set-aside.ts";
import { answered, type Answer } from "../output.ts";
import { plain } from "../render/plain.ts";
import type { Surroundings } from "../surroundings.ts";
import { answerOf } from "./verify.ts";
import { withRunAlone } from "../with-run.ts";

export interface RepairFlags {
  readonly run?: string;
  readonly dryRun?: boolean;
}

/**
 * `baton repair`: writes again from the journal what is missing, edited or torn in the run directory, finishes a half
 * landing, and says what is left (H3A-20). A small file of ours that cannot be read is set aside and made anew. The journal itself is never changed by it.
 */
export async function repairCommand(flags: RepairFlags, around: Surroundings): Promise<Answer> {
  const unreadable = await withProject(around.repository, (project) => unreadableFiles(project, around.stateDirectory));
  if (unreadable.length > 0 && flags.dryRun === true)
    return answered(
      { repaired: [], damaged: unreadable, lost: [] },
      unreadable.map((path) => `  would set ${plain(path)} aside, and make it anew`),
    );
  const aside = unreadable.map((path) => `  set aside, and made anew: ${plain(setAside(path))}`);
  return withRunAlone(around, flags, async (journal, project) => {
    const directory = runDirectory(project, journal.runId);
    // Of a state that was edited in the database the folded one takes the place.
    const refolded = journal.refolded
      ? ["  the state kept in the database was edited: folded anew from the journal"]
      : [];
    if (flags.dryRun === true) {
      const { written, removed, lost, takenBack } = damageOf(project, directory, journal.state);
      const damaged = [...written, ...removed, ...lost, ...takenBack];
      const lines = [
        ...refolded,
        ...written.map((path) => `  would write ${plain(path)}`),
        ...removed.map((path) => `  would remove ${plain(path)}`),
        ...takenBack.map((path) => `  would take ${plain(path)} back into .git/baton`),
        ...lost.map((path) => `  no copy is left of ${plain(path)}`),
      ];
      const text = lines.length === 0 ? "✓ nothing to repair" : lines.join("\n");
      return answered({ run_id: journal.runId, repaired: [], damaged, lost }, text);
    }
    holdTip({ project, journal });
    finishLanding({ project, journal, onLeft: () => {} });
    const { written, removed, lost, takenBack } = createPublisher(project, journal, around.stateDirectory).repair();
    journal.keep();
    const [first] = lost;
    const hint = first === undefined ? undefined : withoutCopy(journal.state, first);
    const verified = answerOf(directory, verifyRun(directory, { marks: marksIn(around.stateDirectory) }), hint);
    const lines = [
      ...aside,
      ...refolded,
      ...written.map((path) => `  wrote ${plain(path)} again`),
      ...removed.map((path) => `  removed ${plain(path)}, ${path.endsWith(".tmp") ? "half written" : "erased"}`),
      ...takenBack.map((path) => `  took ${plain(path)} back into .git/baton`),
    ];
    return {
      ...verified,
      data: {
        run_id: journal.runId,
        repaired: [...unreadable, ...written, ...removed, ...takenBack],
        lost,
        ...(verified.data as object),
      },
      text: [...lines, verified.text].join("\n"),
    };
  });
}
