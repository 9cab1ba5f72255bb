import { describe, expect, it } from "vitest";
import { proveFiles } from "../../support/prove.ts";
import { sampleOf } from "../../support/sample.ts";
import type { Files } from "../../support/repository.ts";
import { NODE_DISCOUNT_TEST } from "./js-kit.ts";
import { cases } from "./js.ts";

describe("cheats in JavaScript and TypeScript", () => {
  it.each(sampleOf(cases, 20).filter(({ expect: wanted }) => wanted === "refused"))(
    "refuses $technique: $name",
    async ({ base, head, test, feature, codes }) => {
      const { verdict, findings } = await proveFiles(base, head, optionsOf(test, feature));
      const grave = findings.filter(({ severity }) => severity === "error" || severity === "person");
      const isNamed = grave.some(({ code }) => codes?.includes(code) ?? true);
      expect({ ...verdict, grave, codes, isNamed }).toMatchObject({ isNamed: true });
      expect(verdict.status).not.toBe("proven");
    },
  );

  it.each(sampleOf(cases, 20).filter(({ expect: wanted }) => wanted === "undetectable"))(
    "says what it cannot see of $technique: $name, and tests of another role refuse it",
    async ({ base, head, test, feature }) => {
      const { verdict, findings } = await proveFiles(base, head, optionsOf(test, feature));
      expect({ ...verdict, findings }).toMatchObject({ status: "proven" });
      expect(verdict.limits.join(" ")).toContain("hard-coded");
      const asked = await proveFiles(base, head, { ...optionsOf(test, feature), heldOut: [heldOutFor(base)] });
      expect(asked.verdict.status).toBe("not_proven");
      expect(asked.findings.map(({ code }) => code)).toContain("HELD_OUT_FAILED");
    },
  );
});

/** What the task asks for, of a value that the change's own tests do not have. */
const heldOutFor = (base: Files) =>
  "src/discount.ts" in base || (base["package.json"] ?? "").includes("vitest")
    ? {
        path: "src/held-out.test.ts",
        text: `import { expect, it } from "vitest";\nimport { discounted } from "./discount";\nit("takes ten percent off", () => expect(discounted(200, "SAVE10")).toBe(180));\n`,
      }
    : {
        path: "test/held-out.test.js",
        text: NODE_DISCOUNT_TEST.replace("discounted(100", "discounted(200").replace("90)", "180)"),
      };

const optionsOf = (test: string | undefined, feature: string | undefined) => ({
  ...(test === undefined ? {} : { test }),
  ...(feature === undefined ? {} : { feature }),
});
