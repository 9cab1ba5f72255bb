import type { Feature } from "../../schema/feature-list.ts";

const LIBRARIES = "@?playwright|puppeteer|selenium|webdriverio?|wdio|cypress|nightwatch|testcafe|splinter|helium";
const BROWSER = new RegExp(String.raw`\b(?:${LIBRARIES})\b`, "i");
/** A library that is loaded, or the globals of one: its name alone may stand in any text. */
const DRIVES = new RegExp(
  String.raw`\b(?:from|import|require|using|use)\b[^\n]*\b(?:${LIBRARIES})|\b(?:cy|I|browser|driver|page)\.(?:visit|amOnPage|url|get|goto|navigate)\(`,
  "i",
);
const OPENS = /\.(?:goto|visit|navigate(?:To)?|newPage|setContent|amOnPage|url|get|open)\s*\(|\bmount\s*\(/;
/** What a page is opened with, or made of, in a test of Playwright. */
const OPENS_IN_PLAYWRIGHT = /\.(?:goto|newPage|setContent|routeFromHAR|click|fill)\s*\(|\bmount\s*\(/;
const COMMENT = /^\s*(?:\/\/|#|\*|\/\*)/;

export interface Tool {
  /** The runner that the harness used. */
  readonly runner: string;
  /** What it was started with: the feature's command. */
  readonly command: string;
  /** The texts of the test files that speak for the feature, and of helpers that they load. */
  readonly tests: readonly string[];
}

/**
 * Why the tool does not fit how a feature is to be verified; null when it does (TAH-16). End to end means that a browser is
 * driven, by Playwright's own runner or by a library in the tests of another, and that it opens a page.
 */
export function toolMisfit(method: Feature["verification_method"], { runner, command, tests }: Tool): string | null {
  if (method !== "e2e") return null;
  const code = tests
    .flatMap((text) => text.split("\n"))
    .filter((line) => !COMMENT.test(line))
    .join("\n");
  if (runner === "playwright")
    return OPENS_IN_PLAYWRIGHT.test(code) ? null : "it is verified end to end, and its tests open no page";
  if (BROWSER.test(command)) return null;
  if (!DRIVES.test(code)) return `it is verified end to end, and its tests (${runner}) drive no browser`;
  return OPENS.test(code) ? null : `it is verified end to end, and its tests (${runner}) open no page`;
}
