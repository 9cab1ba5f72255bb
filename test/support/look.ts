import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Slot } from "../../src/checks/slots/slot.ts";
import { lookAtUi, type SeenUi } from "../../src/checks/ui/look.ts";
import type { AppStart } from "../../src/checks/ui/start-app.ts";
import { Limits } from "../../src/schema/config.ts";
import { UiSettings } from "../../src/schema/ui.ts";
import { isolateChecks } from "../../src/util/isolation.ts";
import { browserParts } from "./browser.ts";
import type { Files } from "./repository.ts";

const FILES: AppStart = { kind: "files", directory: "" };

/** What was seen, and what the application left in its folder. */
interface Looked extends SeenUi {
  readonly left: (name: string) => string;
}

/** Looks at files in a folder of their own, as at a tree in a slot. */
export async function lookAt(files: Files, settings: object = {}, start: AppStart = FILES): Promise<Looked> {
  const place = mkdtempSync(join(tmpdir(), "baton-look-"));
  const tree = join(place, "tree");
  mkdirSync(tree, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), String(content));
  }
  const slot: Pick<Slot, "tree" | "switchTo" | "temporary" | "services"> = {
    tree,
    switchTo: async () => undefined,
    temporary: (name) => mkdtempSync(join(place, `${name}-`)),
    services: { variables: {}, unreset: null },
  };
  const path = process.env["PATH"] ?? "";
  try {
    const seen = await lookAtUi({
      slot,
      tree: "0".repeat(40),
      start,
      settings: UiSettings.parse(settings),
      parts: browserParts(),
      env: { PATH: path },
      isolation: isolateChecks("I1", path),
      hidden: [],
      limits: Limits.parse({}),
    });
    const texts = new Map(readdirSync(tree).map((name) => [name, readFileSync(join(tree, name), "utf8")]));
    return { ...seen, left: (name) => texts.get(name) ?? "" };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** A page that holds: named, in a language, with one heading and a labelled field. */
export const page = (body: string, head = ""): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Calculator</title>${head}</head>` +
  `<body><main><h1>Calculator</h1>${body}</main></body></html>\n`;
