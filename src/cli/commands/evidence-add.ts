import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { RELEASE_OWNER } from "../../core/run/release-files.ts";
import { keepArtifacts } from "../../engine/run/evidence.ts";
import { changeRun } from "../../engine/run/change.ts";
import { BatonError } from "../../errors.ts";
import { PERSON, reasonOf } from "../change.ts";
import { answered, type Answer } from "../output.ts";
import { plain } from "../render/plain.ts";
import type { Surroundings } from "../surroundings.ts";
import { withRun } from "../with-run.ts";
import { redactorFor } from "../../engine/run/redactor.ts";

const LIMIT_BYTES = 2_000_000;

export interface EvidenceAddFlags {
  readonly as?: string;
  readonly description?: string;
  readonly run?: string;
}

/** `baton evidence add FILE --as NAME`: a person's file, redacted, as a claim of that person. Never a measurement. */
export async function evidenceAddCommand(file: string, flags: EvidenceAddFlags, around: Surroundings): Promise<Answer> {
  const by = reasonOf(flags.as, around, "--as");
  const name = basename(file);
  const place = resolve(file);
  if (!existsSync(place))
    throw new BatonError("USAGE_INVALID", `${file} is not there`, {
      hint: `Name a file of yours: baton evidence add FILE --as NAME; paths count from ${process.cwd()}`,
    });
  if (!statSync(place).isFile() || statSync(place).size > LIMIT_BYTES || !/^[\w.-]+$/.test(name))
    throw new BatonError("USAGE_INVALID", `${file} is no file of at most ${LIMIT_BYTES} bytes with a plain name`);
  const content = readFileSync(place, "utf8");
  if (content.trim() === "") throw new BatonError("USAGE_INVALID", `${file} is empty`);
  return withRun(around, { ...flags, actor: PERSON }, (journal, project) => {
    const description = `${flags.description ?? name} (added by ${by})`;
    const artifact = { role: "validator", kind: "claim", name, content, description, mapping: "Release" } as const;
    const kept = keepArtifacts(
      { project, journal, redact: redactorFor(journal.state, around) },
      [artifact],
      RELEASE_OWNER,
    );
    changeRun(project, journal, () => kept.events, { stateDirectory: around.stateDirectory, dryRun: false });
    const [path = ""] = kept.paths;
    return answered(
      { run_id: journal.runId, path, added: kept.events.length > 0 },
      `${kept.events.length > 0 ? "recorded" : "recorded already"}: runs/${journal.runId}/${plain(path)}\nNext: baton gate check G3`,
    );
  });
}
