import { existsSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { RELEASE_OWNER } from "../../core/run/people/release-files.ts";
import { keepArtifacts } from "../../engine/run/checks/evidence.ts";
import { changeRun } from "../../engine/run/change.ts";
import { BatonError } from "../../errors.ts";
import { PERSON, reasonOf } from "../change.ts";
import { answered, type Answer } from "../output.ts";
import { plain } from "../render/plain.ts";
import type { Surroundings } from "../surroundings.ts";
import { withRun } from "../with-run.ts";
import { readContent } from "../../util/read-content.ts";
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
  const { size } = statSync(place);
  if (!statSync(place).isFile()) throw new BatonError("USAGE_INVALID", `${file} is no file`, { hint: "Name a file." });
  if (size > LIMIT_BYTES)
    throw new BatonError("USAGE_INVALID", `${file} has ${size} bytes; at most ${LIMIT_BYTES} are kept`, {
      hint: "Add a part of it, or a file that says where it lies and its hash.",
    });
  if (!/^[\w.-]+$/.test(name))
    throw new BatonError(
      "USAGE_INVALID",
      `${JSON.stringify(name)} is kept under its name, which may hold letters, digits, . _ and -`,
      {
        hint: "Rename it, then add it.",
      },
    );
  const content = readContent(place);
  if (content.toString().trim() === "") throw new BatonError("USAGE_INVALID", `${file} is empty`);
  return withRun(around, { ...flags, actor: PERSON }, (journal, project) => {
    const description = `${flags.description ?? name} (added by ${by})`;
    const artifact = { role: "validator", kind: "claim", by, name, content, description, mapping: "Release" } as const;
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
