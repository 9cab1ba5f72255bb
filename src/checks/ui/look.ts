import { createHash, randomUUID } from "node:crypto";
import type { UiLook } from "../../schema/ui.ts";
import { BatonError } from "../../errors.ts";
import { openBrowser, readAxeSource, type BrowserParts } from "./browser.ts";
import { lookAtPage } from "./look-at-page.ts";
import { whileAlone } from "../ports.ts";
import { hasFixedPort, startApp, type AppRequest } from "./start-app.ts";

/** Part of what names a kept look: another way of looking is another look. */
export const LOOK_VERSION = 3;
/** Widths of the window: a desk, a phone. */
const WIDTHS = [1280, 390];

export interface LookFile {
  readonly name: string;
  readonly content: string | Buffer;
}

export interface SeenUi {
  readonly look: UiLook;
  readonly files: readonly LookFile[];
}

export interface LookRequest extends AppRequest {
  readonly tree: string;
  readonly parts: BrowserParts;
}

/**
 * Starts the application from a tree in a slot, looks at each of its pages at each width, and ends it. What could not be
 * started was not looked at: `problem` says why. Throws ENVIRONMENT_FAILED, INTERRUPTED.
 */
export async function lookAtUi(request: LookRequest): Promise<SeenUi> {
  const { slot, start, settings, signal } = request;
  const look = async (): Promise<SeenUi> => lookOnce(request);
  return start.kind === "command" && hasFixedPort(settings) ? whileAlone(slot.tree, signal, look) : look();
}

async function lookOnce(request: LookRequest): Promise<SeenUi> {
  const { slot, tree, start, signal } = request;
  await slot.switchTo(tree);
  const command = start.kind === "command" ? start.command : `files of ${start.directory || "."}`;
  const facts = { tree, nonce: randomUUID(), command };
  const app = await startApp(request);
  if ("problem" in app)
    return { look: { ...facts, browser: "", problem: app.problem, pages: [], files: [] }, files: [] };
  try {
    const browser = await openBrowser(request.parts);
    const stop = (): void => void browser.close();
    signal?.addEventListener("abort", stop, { once: true });
    try {
      const seen = await lookAtAll(request, browser, app.origin);
      const named = seen.files.map(({ name, content }) => ({
        name,
        sha256: createHash("sha256").update(content).digest("hex"),
      }));
      const { pages, files } = seen;
      return { look: { ...facts, browser: browser.version(), problem: null, pages, files: named }, files };
    } finally {
      signal?.removeEventListener("abort", stop);
      await browser.close();
    }
  } catch (error) {
    if (signal?.aborted === true)
      throw new BatonError("INTERRUPTED", "stopped while pages were looked at", { cause: error });
    const message = `the browser failed: ${error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error)}`;
    return {
      look: { ...facts, browser: "", problem: { code: "TOOL_FAILED", message }, pages: [], files: [] },
      files: [],
    };
  } finally {
    await app.close();
  }
}

async function lookAtAll(
  { slot, settings, parts }: LookRequest,
  browser: Awaited<ReturnType<typeof openBrowser>>,
  origin: string,
): Promise<{ readonly pages: UiLook["pages"]; readonly files: LookFile[] }> {
  const axeSource = readAxeSource(parts);
  const directory = slot.temporary("har");
  const pages: UiLook["pages"] = [];
  const files: LookFile[] = [];
  for (const [at, page] of settings.pages.entries())
    for (const width of WIDTHS) {
      const seen = await lookAtPage({ browser, axeSource, origin, page, width, directory });
      pages.push(seen.look);
      files.push(
        ...seen.files.map(({ suffix, content }) => ({ name: `${at + 1}-${slug(page)}-${width}.${suffix}`, content })),
      );
    }
  return { pages, files };
}

/** The page's path as part of a file name. */
const slug = (page: string): string =>
  page
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, 40)
    .replace(/-$/, "") || "index";
