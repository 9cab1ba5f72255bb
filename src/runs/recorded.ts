import { z } from "zod";
import { SHA256, type CheckedEntry } from "../schema/journal.ts";
import { JOURNAL_FILE } from "./journal-file.ts";
import type { Problem } from "./problem.ts";

const Sha256 = z.string().regex(SHA256);

/** The events that `verify` understands; of all others it checks the chain alone. */
const Understood = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("run_created"), run: z.looseObject({ workspace: z.string() }) }),
  z.looseObject({ type: z.literal("workspace_adopted"), to: z.string() }),
  z.looseObject({ type: z.literal("published"), files: z.record(z.string(), Sha256) }),
  z.looseObject({ type: z.literal("evidence_recorded"), path: z.string(), sha256: Sha256 }),
  z.looseObject({ type: z.literal("erased"), sha256: Sha256, reason: z.string() }),
]);
const TYPES: ReadonlySet<string> = new Set(Understood.options.map(({ shape }) => shape.type.value));

export interface RecordedFile {
  readonly sha256: string;
  /** A view is published again and again; evidence stays as it is. */
  readonly kind: "view" | "evidence";
  /** Why its content was erased on purpose after it was recorded: then it must be gone. Null: it stands. */
  readonly erased: string | null;
}

/** What a journal says about the files of its run directory, the newest word on each (design.md §3). */
export interface Recorded {
  readonly files: ReadonlyMap<string, RecordedFile>;
  /** Of which workspace the marks are to be asked. */
  readonly workspace: string | null;
  readonly problems: readonly Problem[];
}

export function recordedIn(entries: readonly CheckedEntry[]): Recorded {
  const files = new Map<string, RecordedFile>();
  const problems: Problem[] = [];
  let workspace: string | null = null;
  for (const { position, entry } of entries) {
    if (!TYPES.has(entry.event.type)) continue;
    const { data: event, error } = Understood.safeParse(entry.event);
    if (event === undefined) {
      const [issue] = error.issues;
      const message = `entry ${position} (${entry.event.type}): ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`;
      problems.push({ code: "JOURNAL_BROKEN", path: JOURNAL_FILE, expected: null, actual: null, message });
    } else if (event.type === "run_created") workspace = event.run.workspace;
    else if (event.type === "workspace_adopted") workspace = event.to;
    else record(files, event);
  }
  return { files, workspace, problems };
}

type FileEvent = Extract<z.infer<typeof Understood>, { type: "published" | "evidence_recorded" | "erased" }>;

function record(files: Map<string, RecordedFile>, event: FileEvent): void {
  switch (event.type) {
    case "published":
      for (const [path, sha256] of Object.entries(event.files)) files.set(path, { sha256, kind: "view", erased: null });
      return;
    case "evidence_recorded":
      // A growing report is a view too: what was ever published stays one.
      files.set(event.path, { sha256: event.sha256, kind: files.get(event.path)?.kind ?? "evidence", erased: null });
      return;
    case "erased":
      for (const [path, file] of files)
        if (file.sha256 === event.sha256) files.set(path, { ...file, erased: event.reason });
  }
}
