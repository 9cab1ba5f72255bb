import type { Feature } from "../../schema/feature-list.ts";

/**
 * A Playwright test from a feature's steps (TAH-21). Steps in plain words become actions and expectations where they say what
 * to press, fill or see; any other step fails until somebody writes it, so the test never passes for nothing.
 */
export function e2eTemplate({ id, description, steps }: Feature): string {
  const lines = [
    `import { expect, test } from "@playwright/test";`,
    "",
    `test(${text(`${id} ${description}`)}, async ({ page }) => {`,
    `  await page.goto("/");`,
    ...steps.flatMap((step) => [`  await test.step(${text(step)}, async () => {`, `    ${statementOf(step)}`, "  });"]),
    "});",
    "",
  ];
  return lines.join("\n");
}

/** Where a feature's end-to-end test stands by itself. */
export const e2eTestFile = (id: string): string => `e2e/${id.replaceAll(/[^\w-]+/g, "-")}.spec.js`;

const QUOTED = String.raw`["'“‘\x60]([^"'”’\x60]+)["'”’\x60]`;
const rule = (pattern: string): RegExp => new RegExp(pattern, "i");

const RULES: readonly (readonly [RegExp, (parts: readonly string[]) => string])[] = [
  [
    rule(`^(?:go to|open|visit|navigate to)\\s+(?:the\\s+)?(?:page\\s+)?${QUOTED}`),
    ([to = ""]) => `await page.goto(${text(to)});`,
  ],
  [rule(String.raw`^(?:go to|open|visit|navigate to)\s+(/\S*)`), ([to = ""]) => `await page.goto(${text(to)});`],
  [
    rule(`^(?:fill in|fill|type|enter)\\s+${QUOTED}\\s+(?:in|into|with|as)\\s+(?:the\\s+)?${QUOTED}`),
    ([value = "", field = ""]) => `await page.getByLabel(${text(field)}).fill(${text(value)});`,
  ],
  [
    rule(`^(?:click|press|push|tap)\\s+(?:on\\s+)?(?:the\\s+)?(?:button\\s+)?${QUOTED}(\\s+link)?`),
    ([name = "", link]) => click(name, link),
  ],
  [
    rule(String.raw`^(?:click|press|push|tap)\s+(?:on\s+)?(?:the\s+)?([\w -]+?)\s+(?:button|link)(\s+link)?\b`),
    ([name = "", link]) => click(name, link),
  ],
  [
    rule(`^(?:verify|check|see|expect|assert)\\b.*?${QUOTED}`),
    ([shown = ""]) => `await expect(page.getByText(${text(shown)})).toBeVisible();`,
  ],
];

const click = (name: string, link: string | undefined): string =>
  `await page.getByRole(${text(link === undefined ? "button" : "link")}, { name: ${text(name)} }).click();`;

function statementOf(step: string): string {
  for (const [pattern, write] of RULES) {
    const found = pattern.exec(step.trim());
    if (found !== null) return write(found.slice(1));
  }
  return `throw new Error(${text(`not written yet: ${step}`)});`;
}

/** A string literal that ends neither early nor the line. */
const text = (value: string): string =>
  JSON.stringify(value.toWellFormed()).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
