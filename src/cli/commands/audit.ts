import { statSync } from "node:fs";
import { relative, resolve } from "node:path";
import { examineRun, openSigning, writeAudit } from "../../engine/run/record/audit.ts";
import { BatonError, EXIT } from "../../errors.ts";
import { marksIn } from "../../runs/marks.ts";
import type { Audit, ComplianceStatus } from "../../schema/audit.ts";
import { packageVersion } from "../../util/package-root.ts";
import { PERSON } from "../change.ts";
import { openCtrf } from "../ctrf-file.ts";
import type { Answer } from "../output.ts";
import { colours } from "../render/colours.ts";
import { asWord } from "../render/as-word.ts";
import { plain } from "../render/plain.ts";
import type { Surroundings } from "../surroundings.ts";
import { atNamed, isWithin } from "../unwritable.ts";
import { answerOf, directoryOf } from "./verify.ts";

export interface AuditFlags {
  readonly run?: string;
  readonly out?: string;
  readonly sign?: boolean;
  readonly key?: string;
  readonly force?: boolean;
  readonly ctrf?: string;
}

/**
 * `baton audit [RUN]`: exports a run; a directory alone is enough. A record that does not hold is exported all the same,
 * says so, ends with exit 11 and is never signed (H3A-22).
 */
export async function auditCommand(
  place: string | undefined,
  flags: AuditFlags,
  around: Surroundings,
): Promise<Answer> {
  if (flags.key !== undefined && flags.sign !== true)
    throw new BatonError("USAGE_INVALID", "--key is of use with --sign only");
  if (flags.sign === true && place !== undefined && statSync(place, { throwIfNoEntry: false })?.isFile() === true)
    throw new BatonError("USAGE_INVALID", `${place} is a file, and no run`, {
      hint: `A key is named by: --key ${place}`,
    });
  const directory = await directoryOf(place, flags, around);
  const { audit, verification, tests } = examineRun(directory, {
    marks: marksIn(around.stateDirectory),
    tool: `proofbaton ${packageVersion()}`,
    now: new Date(),
    person: PERSON,
  });
  const folder = resolve(flags.out ?? `${directory}-audit`);
  if (resolve(folder) === resolve(directory))
    throw new BatonError("USAGE_INVALID", "--out must not be the run directory itself: what lies there is recorded");
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new BatonError("USAGE_INVALID", `--out names a folder, and ${folder} is a file`);
  const isSigned = flags.sign === true && audit.integrity.holds;
  const key = { stateDirectory: around.stateDirectory, file: flags.key === undefined ? null : resolve(flags.key) };
  const sign = isSigned ? await openSigning(key) : null;
  const ctrf = flags.ctrf === undefined ? null : openCtrf(outside(directory, flags.ctrf), around.redact);
  const written = atNamed("Name a folder that can be written: --out DIR", () =>
    writeAudit(directory, folder, audit, flags.force === true),
  );
  const exported = ctrf === null ? [] : [`  ${ctrf.write(tests())}`];
  const signed = sign?.({ folder, directory, audit }) ?? [];
  const verified = answerOf(directory, verification);
  const data = {
    run_id: audit.run.run_id,
    directory,
    out: folder,
    files: [...written, ...signed],
    ...(ctrf === null ? {} : { ctrf: ctrf.path }),
    signed: isSigned,
    holds: audit.integrity.holds,
    problems: audit.integrity.problems,
    compliance: countsOf(audit),
  };
  const unsigned = flags.sign === true && !isSigned ? [UNSIGNED] : [];
  const text = [
    ...told(audit, folder, isSigned),
    ...exported,
    ...unsigned.map((line) => `  ${colours.red("✗")} ${line}`),
    ...(audit.integrity.holds ? [] : [verified.text]),
  ].join("\n");
  const warnings = [...(verified.warnings ?? []), ...unsigned];
  return { ...verified, data, warnings, exitCode: audit.integrity.holds ? EXIT.ok : EXIT.evidence, text };
}

function outside(directory: string, file: string): string {
  if (!isWithin(resolve(file), resolve(directory))) return file;
  throw new BatonError("USAGE_INVALID", "--ctrf must not lie in the run directory: what lies there is recorded");
}

const UNSIGNED = "not signed: the record does not hold, and nobody vouches for that";

function countsOf({ compliance }: Audit): Record<ComplianceStatus, number> {
  const count = (wanted: ComplianceStatus): number => compliance.filter(({ status }) => status === wanted).length;
  return { evidenced: count("evidenced"), partial: count("partial"), not_evidenced: count("not_evidenced") };
}

function told(audit: Audit, folder: string, isSigned: boolean): string[] {
  const { evidenced, partial, not_evidenced: missing } = countsOf(audit);
  const here = relative(process.cwd(), folder) || ".";
  const { integrity, run } = audit;
  return [
    `${integrity.holds ? colours.green("✓") : colours.red("✗")} Run ${run.run_id} (${run.status.replace("_", " ")}) exported to ${plain(here)}`,
    `  audit.html to read · audit.json for programs · manifest.sha256 for sha256sum -c in the run directory`,
    `  compliance: ${evidenced} evidenced, ${partial} partial, ${missing} not evidenced`,
    ...(isSigned
      ? [
          "  signed; anyone can check it with openssl alone:",
          `    cd ${asWord(here)} && openssl dgst -sha256 -verify audit.pub -signature verdict.sig verdict.signed`,
        ]
      : []),
  ];
}
