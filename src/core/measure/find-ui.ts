import type { UiSettings } from "../../schema/ui.ts";
import { inside } from "../text/places.ts";
import type { TreeView } from "../units/detect-units.ts";
import { readManifest } from "../units/manifest.ts";

/** How a tree's user interface is started: a shell command, or files that a server of ours hands out. */
export type UiPlan =
  { readonly kind: "command"; readonly command: string } | { readonly kind: "files"; readonly directory: string };

const SCRIPTS = ["start", "dev", "preview"];
/** Development servers that take their port by flag alone. */
const PORT_BY_FLAG = /^(?:vite|astro)\b/;
const FOLDERS = ["", "public", "www", "site", "static", "src", "app"];

/** What is configured, else the first of the scripts `start`, `dev` and `preview`, else an `index.html`; null: nothing. */
export function findUi(tree: TreeView, { start }: UiSettings): UiPlan | null {
  if (start !== undefined) return { kind: "command", command: start };
  const scripts = readManifest(tree, "")?.scripts ?? {};
  const script = SCRIPTS.find((name) => scripts[name] !== undefined);
  if (script !== undefined) {
    const flags = PORT_BY_FLAG.test(scripts[script] ?? "") ? " -- --port {port} --strictPort --host 127.0.0.1" : "";
    return { kind: "command", command: `npm run ${script}${flags}` };
  }
  const paths = new Set(tree.paths);
  const directory = FOLDERS.find((folder) => paths.has(inside(folder, "index.html")));
  return directory === undefined ? null : { kind: "files", directory };
}
