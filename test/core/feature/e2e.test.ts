import fc from "fast-check";
import { parse } from "@babel/parser";
import { describe, expect, it } from "vitest";
import { e2eTemplate, e2eTestFile } from "../../../src/core/feature/e2e-template.ts";
import { toolMisfit } from "../../../src/core/feature/verification-tool.ts";
import { freshFeature } from "../../../src/core/feature/feature-list.ts";

const feature = (steps: string[]) =>
  freshFeature({
    id: "feat_001_pump",
    category: "functional",
    description: "Pump",
    priority: "medium",
    steps,
    test_command: null,
    verification_method: "e2e",
  });

describe("a test from steps", () => {
  it.each([
    ['Go to "/login"', 'await page.goto("/login");'],
    ["Open /pumps/1", 'await page.goto("/pumps/1");'],
    ['Fill "ada" into "Name"', 'await page.getByLabel("Name").fill("ada");'],
    ["Click greenhouse pump button", 'getByRole("button", { name: "greenhouse pump" }).click()'],
    ['Press the "Home" link', 'getByRole("link", { name: "Home" }).click()'],
    ["Verify button text changes to 'STOP PUMP'", 'expect(page.getByText("STOP PUMP")).toBeVisible()'],
    ["Verify water pressure rises", 'throw new Error("not written yet: Verify water pressure rises")'],
  ])("%s", (step, statement) => {
    expect(e2eTemplate(feature([step]))).toContain(statement);
  });

  it("is a program whatever the steps say, and each step stands in it", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme", minLength: 1 }), { minLength: 1 }), (steps) => {
        const text = e2eTemplate(feature(steps));
        parse(text, { sourceType: "module" });
        expect(text.match(/^ {2}await test\.step\(/gm)).toHaveLength(steps.length);
      }),
    );
  });

  it("has a file name without surprises", () => {
    expect(e2eTestFile("feat/../x y")).toBe("e2e/feat-x-y.spec.js");
  });
});

describe("TAH-16 a tool that does not fit", () => {
  const tool = { runner: "vitest", command: "npx vitest run a.test.ts", tests: ['import { render } from "./a";'] };
  it("is one that drives no browser for a feature verified end to end", () => {
    expect(toolMisfit("e2e", tool)).toContain("drive no browser");
    const opens = (library: string): string => `${library}\nawait page.goto("/");`;
    for (const library of ['import { chromium } from "playwright";', 'const p = require("puppeteer");'])
      expect(toolMisfit("e2e", { ...tool, tests: [opens(library)] })).toBeNull();
    expect(toolMisfit("e2e", { ...tool, tests: ["from selenium import webdriver\ndriver.get(address)"] })).toBeNull();
    expect(toolMisfit("e2e", { ...tool, runner: "playwright", tests: [opens("")] })).toBeNull();
    expect(toolMisfit("e2e", { ...tool, runner: "command", command: "npx cypress run" })).toBeNull();
    expect(toolMisfit("automated", tool)).toBeNull();
  });

  it.each([
    ["whose name stands in a comment alone", "vitest", '// no playwright here\nrender("/");'],
    ["which opens no page", "vitest", 'import { chromium } from "playwright";\nexpect(add(1, 2)).toBe(3);'],
    [
      "which opens no page, of Playwright's own runner",
      "playwright",
      'test("a", async ({ request }) => request.get("/"));',
    ],
  ])("is a browser %s", (_, runner, text) => {
    expect(toolMisfit("e2e", { ...tool, runner, tests: [text] })).toMatch(/drive no browser|open no page/);
  });
});
