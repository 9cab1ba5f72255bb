import { dirname, join } from "node:path";
import { BatonError } from "../../errors.ts";
import type { HRMConfig } from "../../schema/governor-config.ts";
import { makeFolder } from "../../util/atomic-file.ts";
import { openLineFile } from "../../util/line-file.ts";
import type { Sink } from "../../util/tracer.ts";
import { openTelemetrySink } from "./open-telemetry.ts";

export type TraceSettings = Pick<HRMConfig, "trace_enabled" | "trace_file">;

/** Where spans go besides to whoever asked for them. */
export interface OpenSinks {
  readonly sinks: readonly Sink[];
  readonly flush: () => void;
  readonly close: () => void;
}

/** A name alone: a committed configuration decides nothing about the rest of the machine. */
const FILE_NAME = /^[A-Za-z0-9][\w.-]{0,99}\.jsonl$/;

/** Throws CONFIG_INVALID. */
export function traceFile(truth: string, { trace_file: name }: Pick<TraceSettings, "trace_file">): string {
  if (FILE_NAME.test(name)) return join(truth, name);
  throw new BatonError("CONFIG_INVALID", `governor.trace_file ${JSON.stringify(name)} is no file name`, {
    hint: "Give a plain name that ends in .jsonl; the file lies in .git/baton/.",
  });
}

/** A file when the project says so, and OpenTelemetry when it runs in this process; else nothing. Throws CONFIG_INVALID. */
export async function openSinks(truth: string, settings: TraceSettings | undefined): Promise<OpenSinks> {
  const file = settings?.trace_enabled === true ? openFile(traceFile(truth, settings)) : null;
  const telemetry = await openTelemetrySink();
  return {
    sinks: [
      ...(file === null ? [] : [(event: object) => file.add(JSON.stringify(event))]),
      ...(telemetry === null ? [] : [telemetry]),
    ],
    flush: () => file?.flush(),
    close: () => file?.close(),
  };
}

function openFile(path: string) {
  makeFolder(dirname(path));
  return openLineFile(path);
}
