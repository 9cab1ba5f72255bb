import type { EvidenceEntry, RunState } from "../state.ts";

/** What a person writes for a release, and the record holds (H3A-18). */
export const RELEASE_FILES = ["pre_deploy_checklist", "rollback_plan"] as const;
export type ReleaseFile = (typeof RELEASE_FILES)[number];

/** Whose the files are that `evidence add` takes: what belongs to the release belongs to no task. */
export const RELEASE_OWNER = { taskId: "release", attempt: 1 } as const;

/** Whether a person added it: all other claims are an agent's about its own work. */
export const isPersons = (path: string): boolean =>
  path.startsWith(`artifacts/validator/${RELEASE_OWNER.taskId}/${RELEASE_OWNER.attempt}/`);

/** Where they lie; a corrected one beside the first, as `rollback_plan-2.md`. What an agent cites lies elsewhere. */
const PLACE = new RegExp(
  String.raw`^artifacts/validator/${RELEASE_OWNER.taskId}/${RELEASE_OWNER.attempt}/(${RELEASE_FILES.join("|")})(?:-\d+)?\.md$`,
);

/** Those that are on record, oldest first. */
export const releaseFilesOf = ({ evidence }: RunState): readonly EvidenceEntry[] =>
  evidence.filter(({ path, erased }) => erased === undefined && PLACE.test(path));

/** The newest of a name; undefined: a person has to add it. */
export const releaseFile = (state: RunState, name: ReleaseFile): EvidenceEntry | undefined =>
  releaseFilesOf(state).findLast(({ path }) => PLACE.exec(path)?.[1] === name);
