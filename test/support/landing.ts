import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunEvent } from "../../src/schema/event.ts";
import { CALCULATOR, MULTIPLY, spec } from "./calc-project.ts";
import type { CliResult } from "./cli.ts";
import { removedAfterEach } from "./removed.ts";
import { openScene, type Scene } from "./scene.ts";

/** Scenes of runs that land in one way, and folders beside them; all of it is removed after each test. */
export function landingScenes() {
  const scenes = removedAfterEach();
  return {
    scenes,
    scene: async (landing: unknown, text = spec(MULTIPLY), config = {}): Promise<Scene> => {
      const base = { ...CALCULATOR, "baton.config.json": JSON.stringify({ landing, ...config }) };
      const opened = await openScene("honest; envelope", { base, text });
      scenes.push(opened);
      return opened;
    },
    keep: (folder: string) => void scenes.push({ remove: () => rmSync(folder, { recursive: true, force: true }) }),
  };
}

export const said = ({ code, json }: CliResult): unknown => [code, json.error?.code ?? null];
export const tipOf = ({ repository }: Scene, branch: string): string => repository.git("rev-parse", branch);
export const ofType = <T extends RunEvent["type"]>({ events }: Scene, type: T): Extract<RunEvent, { type: T }>[] =>
  events().filter((event): event is Extract<RunEvent, { type: T }> => event.type === type);
/** The run's own branch. */
export const own = async ({ baton }: Scene): Promise<string> =>
  `baton/${String((await baton(["status"])).json.data["run_id"])}`;

/** A person's commit on the branch, between two commands. */
export function commitByHand({ repository }: Scene, path: string, text = "by hand\n"): void {
  writeFileSync(join(repository.directory, path), text);
  repository.git("add", path);
  repository.git("commit", "-qm", `add ${path}`);
}
