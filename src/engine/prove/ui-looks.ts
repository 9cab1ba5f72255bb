import { createHash, randomUUID } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Layer, Slot } from "../../checks/slots/slot.ts";
import { findBrowser } from "../../checks/ui/browser.ts";
import { LOOK_VERSION, lookAtUi, type SeenUi } from "../../checks/ui/look.ts";
import { findUi } from "../../core/measure/find-ui.ts";
import { UiLook } from "../../schema/ui.ts";
import type { Isolation } from "../../util/isolation.ts";
import { digest } from "./context.ts";
import type { SuitesOptions } from "./runs/suites.ts";
import type { TreeReader } from "./tree-reader.ts";

export interface UiCall {
  readonly tree: TreeReader;
  readonly layer: Layer;
}

interface UiLooksOptions extends SuitesOptions {
  readonly isolation: Isolation;
  readonly slotFor: (call: { readonly tree: string; readonly layer: Layer }) => Promise<Slot>;
}

/** Looks that nobody cited for so long are made again when they are wanted; each is some megabytes of pictures. */
const UNUSED_MS = 30 * 24 * 3_600_000;
const MOST_LOOKS = 100;
/** Nobody writes this long on one that is not under its name yet. */
const ABANDONED_MS = 3_600_000;

/** Looks at the user interface of trees in slots, and cites equal looks that saw something. */
export function createUiLooks(options: UiLooksOptions): (call: UiCall) => Promise<SeenUi> {
  const { env, isolation, slotFor, hidden, config, signal } = options;
  const kept = join(options.stateDirectory, "ui-looks");
  return async ({ tree, layer }) => {
    const parts = findBrowser(env);
    if ("missing" in parts)
      return unseen(tree.tree, "BROWSER_MISSING", `no browser to look with: ${parts.missing.join(" && ")}`);
    const start = findUi(tree, config.ui);
    if (start === null)
      return unseen(tree.tree, "UI_NOT_STARTED", "nothing says how the application is started: set ui.start");
    const named = { version: LOOK_VERSION, tree: tree.tree, layer: layer.key, start, settings: config.ui, parts };
    const place = join(kept, digest(JSON.stringify({ ...named, isolation: isolation.level, env })));
    const known = readLook(place);
    if (known !== null) return known;
    const slot = await slotFor({ tree: tree.tree, layer });
    const { limits, ui: settings } = config;
    const given = { slot, tree: tree.tree, start, settings, parts, env, isolation, hidden, limits };
    const seen = await lookAtUi({ ...given, ...(signal === undefined ? {} : { signal }) });
    if (seen.look.problem === null) {
      keepLook(place, seen);
      removeOldLooks(kept, new Date());
    }
    return seen;
  };
}

const unseen = (tree: string, code: string, message: string): SeenUi => ({
  look: { tree, nonce: randomUUID(), browser: "", command: null, problem: { code, message }, pages: [], files: [] },
  files: [],
});

/** A look that is not whole any more is made again. */
function readLook(place: string): SeenUi | null {
  if (!existsSync(place)) return null;
  try {
    // Cited now: another process that takes old ones away sees that.
    utimesSync(place, new Date(), new Date());
    const look = UiLook.parse(JSON.parse(readFileSync(join(place, "look.json"), "utf8")));
    const files = look.files.map(({ name }) => ({ name, content: readFileSync(join(place, name)) }));
    const isWhole = files.every(({ content }, at) => hashOf(content) === look.files[at]?.sha256);
    if (!isWhole) return null;
    return {
      look,
      files: files.map(({ name, content }) =>
        name.endsWith(".png") ? { name, content } : { name, content: content.toString("utf8") },
      ),
    };
  } catch {
    return null;
  }
}

const hashOf = (content: Buffer): string => createHash("sha256").update(content).digest("hex");

/**
 * Keeps what was cited last: at most a hundred looks, none that nobody asked for in a month, and no half of one that a harness
 * left when it died. Another process may read one just now: it is renamed first, and a look that is not whole is made again.
 */
export function removeOldLooks(kept: string, now: Date): void {
  const looks = readdirSync(kept).flatMap((name) => {
    const entry = lstatSync(join(kept, name), { throwIfNoEntry: false });
    return entry === undefined ? [] : [{ name, age: now.getTime() - entry.mtimeMs }];
  });
  const whole = looks.filter(({ name }) => !name.includes("."));
  const used = whole.toSorted((a, b) => a.age - b.age);
  const old = [
    ...used.filter(({ age }, at) => age > UNUSED_MS || at >= MOST_LOOKS),
    ...looks.filter(({ name, age }) => name.includes(".") && age > ABANDONED_MS),
  ];
  for (const { name } of old) {
    const going = join(kept, `${name.split(".")[0] ?? ""}.${randomUUID()}`);
    try {
      renameSync(join(kept, name), going);
      rmSync(going, { recursive: true, force: true });
    } catch {
      // Another harness takes it away just now.
    }
  }
}

function keepLook(place: string, { look, files }: SeenUi): void {
  const making = `${place}.${randomUUID()}`;
  mkdirSync(making, { recursive: true });
  for (const { name, content } of files) writeFileSync(join(making, name), content);
  writeFileSync(join(making, "look.json"), JSON.stringify(look));
  rmSync(place, { recursive: true, force: true });
  try {
    renameSync(making, place);
  } catch {
    rmSync(making, { recursive: true, force: true }); // Another harness kept an equal look first.
  }
}
