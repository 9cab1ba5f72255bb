import type { CheatCase } from "../test/adversarial/cheats/case.ts";
import { cases as django } from "../test/adversarial/cheats/django.ts";
import { cases as go } from "../test/adversarial/cheats/go.ts";
import { cases as gradle } from "../test/adversarial/cheats/gradle.ts";
import { cases as java } from "../test/adversarial/cheats/java.ts";
import { cases as javascript } from "../test/adversarial/cheats/js.ts";
import { cases as python } from "../test/adversarial/cheats/python.ts";
import { cases as rust } from "../test/adversarial/cheats/rust.ts";
import { FAMILIES } from "../test/adversarial/honest/families.ts";
import { cases as honestGo } from "../test/adversarial/honest/go.ts";
import { cases as honestGradle } from "../test/adversarial/honest/gradle.ts";
import { cases as honestJava } from "../test/adversarial/honest/java.ts";
import { cases as pytest } from "../test/adversarial/honest/pytest.ts";
import { cases as honestRust } from "../test/adversarial/honest/rust.ts";
import { cases as unittest, sites } from "../test/adversarial/honest/unittest.ts";

const START = "<!-- generated: corpus -->";
const END = "<!-- /generated -->";

/** A page with its corpus section written anew from the cases that `npm test` runs. */
export function withCorpus(page: string): string {
  const [before = "", rest = ""] = page.split(START);
  const after = rest.split(END)[1] ?? "";
  return `${before}${START}\n\n${corpusSection()}\n\n${END}${after}`;
}

function corpusSection(): string {
  const families = [
    ...FAMILIES.map(
      ({ name, cases }) => [name, cases.length, cases.filter(({ asked }) => asked !== undefined).length] as const,
    ),
    ["pytest", pytest.length, 0] as const,
    ["unittest", unittest.length, 0] as const,
    ["Django", sites.length, 0] as const,
    ["go test", honestGo.length, 0] as const,
    ["cargo test", honestRust.length, 0] as const,
    ["Maven", honestJava.length, 0] as const,
    ["Gradle", honestGradle.length, 0] as const,
  ];
  const cheats = [...javascript, ...python, ...django, ...go, ...rust, ...java, ...gradle];
  const refused = cheats.filter((one) => one.expect === "refused").length;
  return [
    "### Honest changes",
    "",
    "Each is a small change with the tests its author wrote: every one must be RED, none called hollow, none refused. A person is asked where a",
    "test looks at an answer more vaguely than could be had, or at its own double alone. `npm test` tries a fixed sample of all this, `CORPUS=all npm test` everything;",
    "`node scripts/corpus.ts` proves each as a commit of its own.",
    "",
    "| family | shapes | refused | asked |",
    "| --- | --- | --- | --- |",
    ...families.map(([name, count, asked]) => `| ${name} | ${count} | 0 | ${asked} |`),
    "",
    "### Cheats",
    "",
    `${cheats.length} changes that claim more than they prove: ${refused} are refused, ${cheats.length - refused} cannot be seen by these runs and are said to be so: tests of another role (R7) refuse them.`,
    "",
    "| technique | cases | tried with | verdict |",
    "| --- | --- | --- | --- |",
    ...techniqueRows(cheats),
  ].join("\n");
}

function techniqueRows(cheats: readonly CheatCase[]): string[] {
  const groups = Map.groupBy(cheats, ({ technique, expect }) => `${technique}\0${expect}`);
  const rows = [...groups].map(([key, cases]) => {
    const [technique = "", expect = ""] = key.split("\0");
    const runners = [...new Set(cases.map(runnerOf))].toSorted().join(", ");
    const codes = [...new Set(cases.flatMap(({ codes: names = [] }) => names))].toSorted();
    const verdict =
      expect === "refused"
        ? ["refused", codes.map((code) => `\`${code}\``).join(", ")].filter((part) => part !== "").join(": ")
        : "**not detectable** by R0 to R6, named in the verdict; refused with held-out tests (R7): `HELD_OUT_FAILED`";
    return `| ${technique.replaceAll("|", "\\|")} | ${cases.length} | ${runners} | ${verdict} |`;
  });
  return rows.toSorted();
}

const LANGUAGES = [
  ["manage.py", "Django"],
  [".gradle", "Gradle"],
  [".py", "pytest"],
  [".go", "go test"],
  [".rs", "cargo test"],
  [".java", "Maven"],
] as const;

function runnerOf({ base, head }: CheatCase): string {
  const manifest = base["package.json"] ?? head["package.json"] ?? "";
  const paths = Object.keys({ ...base, ...head });
  const language = LANGUAGES.find(([ending]) => paths.some((path) => path.endsWith(ending)));
  if (Object.values(base).some((text) => text?.includes("(unittest.TestCase)") === true) && !("pyproject.toml" in base))
    return "unittest";
  if (language !== undefined) return language[1];
  return ["vitest", "jest", "mocha"].find((name) => manifest.includes(name)) ?? "node:test";
}
