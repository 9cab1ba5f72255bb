import type { Feature } from "../../schema/feature-list.ts";

const BROWSER =
  /\b(?:@?playwright|puppeteer|selenium|webdriverio?|wdio|cypress|nightwatch|testcafe|splinter|helium)\b/i;

export interface Tool {
  /** The runner that the harness used. */
  readonly runner: string;
  /** What it was started with: the feature's command. */
  readonly command: string;
  /** The texts of the test files that speak for the feature. */
  readonly tests: readonly string[];
}

/**
 * Why the tool does not fit how a feature is to be verified; null when it does (TAH-16). End to end means that a browser is
 * driven: by Playwright's own runner, or by a library in the tests of another.
 */
export function toolMisfit(method: Feature["verification_method"], { runner, command, tests }: Tool): string | null {
  if (method !== "e2e" || runner === "playwright" || BROWSER.test(command)) return null;
  if (tests.some((text) => BROWSER.test(text))) return null;
  return `it is verified end to end, and its tests (${runner}) drive no browser`;
}
