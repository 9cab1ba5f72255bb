import type { Files } from "../../../support/repository.ts";
import type { HonestCase } from "../case.ts";
import { code } from "../code.ts";
import type { Dialect } from "../dialect.ts";

/** Tests of projects that assert without a library: what they throw themselves is a plain error. */
export const byHandCases = (t: Dialect): HonestCase[] => {
  const helper = (stem: string) =>
    t.source(
      "esm",
      stem,
      code`
        export function mustBe(wanted, answer) {
          const given = answer();
          if (given !== wanted) {
            throw new Error("got " + given + " in the place of " + wanted);
          }
        }
      `,
    );
  const load = (files: Files): string => `import { mustBe } from "./${Object.keys(files)[0]?.split("/").at(-1)}";\n`;
  const checked = (id: string, good: string, bad: string): string =>
    `  check({ id: "${id}", valid: ["${good}"], invalid: ["${bad}"] });\n`;
  const codes = (patterns: string, checks: string): Files => ({
    ...t.source(
      "esm",
      "src/codes",
      `const patterns = { ${patterns} };\nexport function isCode(text, id) {\n  if (!Object.hasOwn(patterns, id)) throw new Error("no code of " + id);\n  return patterns[id].test(text);\n}\n`,
    ),
    ...t.test(
      "esm",
      "test/codes",
      "{ isCode }",
      "../src/codes",
      `const check = ({ id, valid, invalid }) => {\n  for (const text of valid) if (!isCode(text, id)) throw new Error(text + " should be one of " + id);\n  for (const text of invalid) if (isCode(text, id)) throw new Error(text + " should be none of " + id);\n};\n\nit("knows codes", () => {\n${checks}});`,
    ),
  });
  const [vat, zones] = [helper("test/vat-must"), helper("test/zone-must")];
  return [
    {
      name: "asserts-by-hand",
      base: {
        ...vat,
        ...t.source("esm", "src/vat", "export const isVat = (text) => /^[A-Z]{2}\\d+$/.test(text);"),
      },
      head: {
        ...t.source("esm", "src/vat", "export const isVat = (text) => /^[A-Z]{2}\\d{8,10}$/.test(text);"),
        ...t.test(
          "esm",
          "test/vat",
          "{ isVat }",
          "../src/vat",
          `${load(vat)}\nit("takes no short number", () => {\n  mustBe(false, () => isVat("DE12"));\n});`,
        ),
      },
    },
    {
      name: "asserts-by-hand-of-a-table",
      base: {
        ...zones,
        ...t.source(
          "esm",
          "src/zones",
          code`
            const zones = { CH: 60 };
            export function offsetOf(id) {
              if (!Object.hasOwn(zones, id)) throw new RangeError("no zone " + id);
              return zones[id];
            }
          `,
        ),
      },
      head: {
        ...t.source(
          "esm",
          "src/zones",
          code`
            const zones = { CH: 60, IN: 330 };
            export function offsetOf(id) {
              if (!Object.hasOwn(zones, id)) throw new RangeError("no zone " + id);
              return zones[id];
            }
          `,
        ),
        ...t.test(
          "esm",
          "test/zones",
          "{ offsetOf }",
          "../src/zones",
          `${load(zones)}\nit("knows the half hours", () => {\n  mustBe(330, () => offsetOf("IN"));\n});`,
        ),
      },
    },
    {
      name: "asserts-by-hand-of-more-rows",
      base: codes("CH: /^\\d{4}$/", checked("CH", "1234", "1")),
      head: codes("CH: /^\\d{4}$/, IN: /^[A-Z]\\d$/", checked("CH", "1234", "1") + checked("IN", "A1", "1A")),
    },
  ];
};
