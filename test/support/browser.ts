import { findBrowser, type BrowserParts } from "../../src/checks/ui/browser.ts";

const found = findBrowser(process.env);

/** Whether tests that need a browser run: on a laptop without one they are skipped, in CI they fail. */
export const NEEDS_BROWSER = process.env["CI"] !== undefined || !("missing" in found);
export const SKIPPED_WORD = NEEDS_BROWSER ? "" : "skipped: chromium: ";

export function browserParts(): BrowserParts {
  if ("missing" in found) throw new TypeError(`no browser: ${found.missing.join("; ")}`);
  return found;
}
