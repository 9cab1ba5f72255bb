import type { LookedAt, ToolFindings } from "../../schema/tool-findings.ts";
import { counted } from "../text/counted.ts";

/** What a tool says it looked at; null: nothing of it. */
export function lookedAt({ files, looked }: ToolFindings): LookedAt | null {
  if (files === null) return looked ?? null;
  return { what: "files", count: files.length, names: files };
}

/** `clippy: 3 targets`; empty where no tool says it. */
export const lookedWords = (tools: readonly { readonly name: string; readonly looked: LookedAt | null }[]): string =>
  tools
    .flatMap(({ name, looked }) =>
      looked === null ? [] : [`${name}: ${counted(looked.count, looked.what.slice(0, -1), looked.what)}`],
    )
    .join(", ");
