import { expect, test } from "vitest";
import { parseSpec } from "../../../src/core/spec/parse-spec.ts";

interface Case {
  readonly name: string;
  readonly text: string;
  /** Description, then its steps. */
  readonly features: readonly (readonly [string, ...string[]])[];
  readonly tests?: readonly (string | null)[];
  readonly problems?: readonly string[];
}

const SHAPES: readonly Case[] = [
  {
    name: "second-level headings with bullets",
    text: "# Todo\n\n## Add a todo\n- Type a text\n- Press enter\n\nTest: npm test\n\n## Delete a todo\n- Press x\n\nTest: npm run t\n",
    features: [
      ["Add a todo", "Type a text", "Press enter"],
      ["Delete a todo", "Press x"],
    ],
    tests: ["npm test", "npm run t"],
  },
  {
    name: "third-level headings under Features, explanation around them",
    text: "# App\n\nSmall.\n\n## Overview\n- fast\n\n## Features\n\n### Log in\n- Enter name\n- Test: npm test -- login\n\n### Log out\n- Click\n- Test: `npm test -- logout`\n\n## Non-goals\n- SSO\n",
    features: [
      ["Log in", "Enter name"],
      ["Log out", "Click"],
    ],
    tests: ["npm test -- login", "npm test -- logout"],
  },
  {
    name: "numbered headings",
    text: "# Spec\n\n## 1. Parse input\n- reads\nTest: pytest a\n\n## 2) Print output\n- prints\n\nTest: pytest b\n\n## 3 - Exit\n- exits\n",
    features: [
      ["Parse input", "reads"],
      ["Print output", "prints"],
      ["Exit", "exits"],
    ],
    tests: ["pytest a", "pytest b", null],
  },
  {
    name: "Feature N: headings",
    text: "# P\n\n### Feature 1: Sum\n- adds\n\n### Feature 2: Product\n- multiplies\n\n### Feature 3 – Power\n- raises\n",
    features: [
      ["Sum", "adds"],
      ["Product", "multiplies"],
      ["Power", "raises"],
    ],
  },
  {
    name: "a task list, one line each",
    text: "# Calc\n\n- [ ] Add two numbers\n- [x] Subtract two numbers\n- [ ] Divide\n",
    features: [["Add two numbers"], ["Subtract two numbers"], ["Divide"]],
    problems: ["FEATURE_UNCLEAR:3", "FEATURE_UNCLEAR:4", "FEATURE_UNCLEAR:5"],
  },
  {
    name: "nested bullets",
    text: "# Calc\n\n- Add\n  - 1 and 2 give 3\n  - Test: npm test add\n- Subtract\n  - 3 and 2 give 1\n  - Test: npm test sub\n",
    features: [
      ["Add", "1 and 2 give 3"],
      ["Subtract", "3 and 2 give 1"],
    ],
    tests: ["npm test add", "npm test sub"],
  },
  {
    name: "a numbered list with indented bullets",
    text: "Things to build:\n\n1. Add\n   - adds\n   - Test: `t a`\n2. Subtract\n   - subtracts\n   - Test: `t b`\n",
    features: [
      ["Add", "adds"],
      ["Subtract", "subtracts"],
    ],
    tests: ["t a", "t b"],
  },
  {
    name: "a numbered list whose bullets are not indented",
    text: "# X\n\n1. Add\n\n- adds\n\nTest: t a\n\n2. Subtract\n\n- subtracts\n\nTest: t b\n",
    features: [
      ["Add", "adds"],
      ["Subtract", "subtracts"],
    ],
    tests: ["t a", "t b"],
  },
  {
    name: "code fences that contain headings and bullets",
    text: "# X\n\n## Render\n- renders\n\n```md\n## Not a feature\n- no step\nTest: no\n```\n\nTest: npm test\n\n## Parse\n- parses\n",
    features: [
      ["Render", "renders"],
      ["Parse", "parses"],
    ],
    tests: ["npm test", null],
  },
  {
    name: "a table inside a feature",
    text: "# X\n\n## Convert\n\n| in | out |\n|---|---|\n| a | b |\n\n- converts a to b\n",
    features: [["Convert", "converts a to b"]],
  },
  {
    name: "front matter with a title and keys",
    text: "---\ntitle: My Shop\nTest: no\n---\n\n## Cart\n- adds an item\n",
    features: [["Cart", "adds an item"]],
  },
  {
    name: "HTML comments around headings and behind values",
    text: "# X\n\n<!--\n## Old\n- gone\n-->\n\n## New <!-- todo -->\n- <b>comes</b>\n\nTest: npm test <!-- later more -->\n",
    features: [["New", "comes"]],
    tests: ["npm test"],
  },
  {
    name: "CRLF line ends and a byte order mark",
    text: "\uFEFF# X\r\n\r\n## One\r\n- a\r\n- b\r\n\r\nTest: npm test\r\nPriority: high\r\n",
    features: [["One", "a", "b"]],
    tests: ["npm test"],
  },
  {
    name: "emoji headings",
    text: "# 🚀 X\n\n## 📋 Overview\n- no\n\n## ✅ 1. Log in\n- logs in\n\n## 2️⃣ Log out\n- logs out\n",
    features: [
      ["Log in", "logs in"],
      ["Log out", "logs out"],
    ],
  },
  {
    name: "no title at all",
    text: "## One\n- a\n\n## Two\n- b\n",
    features: [
      ["One", "a"],
      ["Two", "b"],
    ],
  },
  {
    name: "a bare list, no heading",
    text: "* first\n  * s1\n* second\n  * s2\n",
    features: [
      ["first", "s1"],
      ["second", "s2"],
    ],
  },
  {
    name: "setext headings",
    text: "Project\n=======\n\nLog in\n------\n- enter\n\nTest: t\n\nLog out\n-------\n- leave\n",
    features: [
      ["Log in", "enter"],
      ["Log out", "leave"],
    ],
    tests: ["t", null],
  },
  {
    name: "first-level headings as features after a title",
    text: "# The product\n\nProse.\n\n# Log in\n- enter\n\n# Log out\n- leave\n",
    features: [
      ["Log in", "enter"],
      ["Log out", "leave"],
    ],
  },
  {
    name: "first-level headings as features from the first on",
    text: "# Log in\n- enter\n\n# Log out\n- leave\n",
    features: [
      ["Log in", "enter"],
      ["Log out", "leave"],
    ],
  },
  {
    name: "groups with features below them",
    text: "# X\n\n## Accounts\n\nAbout accounts.\n\n### Sign up\n- mail\n\n### Sign in\n- password\n\n## Orders\n\n### Place\n- basket\n",
    features: [
      ["Sign up", "mail"],
      ["Sign in", "password"],
      ["Place", "basket"],
    ],
  },
  {
    name: "features at two levels",
    text: "# X\n\n## Health check\n- 200\n\nTest: t h\n\n## Orders\n\n### Place\n- basket\n\nTest: t p\n",
    features: [
      ["Health check", "200"],
      ["Place", "basket"],
    ],
    tests: ["t h", "t p"],
  },
  {
    name: "an acceptance section below each feature",
    text: "# X\n\n## Sum\n\nAdds numbers.\n\n### Acceptance criteria\n- 1+1=2\n- 0+0=0\n\n### Test\n\n```sh\nnpm test\n```\n",
    features: [["Sum"]],
    tests: ["npm test"],
  },
  {
    name: "bold lines as headings",
    text: "# X\n\n**1. Log in**\n\n- enter\n\nTest: t a\n\n**2. Log out**\n\n- leave\n\nTest: t b\n",
    features: [
      ["Log in", "enter"],
      ["Log out", "leave"],
    ],
    tests: ["t a", "t b"],
  },
  {
    name: "user stories as a list below their heading, other lists outside",
    text: "# X\n\n## Team\n- Ann\n- Bob\n\n## User stories\n- As a user I can log in\n  - shows my name\n- As a user I can log out\n  - shows the door\n\n## Palette\n- red\n",
    features: [
      ["As a user I can log in", "shows my name"],
      ["As a user I can log out", "shows the door"],
    ],
    problems: ["SECTION_NOT_READ:13"],
  },
  {
    name: "a group whose list items carry the keys",
    text: "# X\n\n## API\n- Create\n  - Test: t c\n- Delete\n  - Test: t d\n\n## CLI\n- Help\n  - Test: t h\n- Version\n  - Test: t v\n",
    features: [["Create"], ["Delete"], ["Help"], ["Version"]],
    tests: ["t c", "t d", "t h", "t v"],
  },
  {
    name: "phases with list items",
    text: "# X\n\n## Phase 1: basics\n- Add\n  - adds\n- Remove\n  - removes\n\n## Phase 2\n- Undo\n  - undoes\n",
    features: [
      ["Add", "adds"],
      ["Remove", "removes"],
      ["Undo", "undoes"],
    ],
  },
  {
    name: "a whole document that is one feature",
    text: "# Add a health endpoint\n\n- GET /health gives 200\n- the body is ok\n\nTest: npm test\n",
    features: [["Add a health endpoint", "GET /health gives 200", "the body is ok"]],
    tests: ["npm test"],
  },
  {
    name: "prose sections only",
    text: "# X\n\n## Background\nLong ago.\n\n## Delete a user\nAn admin can delete.\n\n## List users\nAn admin can list.\n",
    features: [["Delete a user"], ["List users"]],
    problems: ["FEATURE_UNCLEAR:6", "FEATURE_UNCLEAR:9"],
  },
  {
    name: "a prose section above features one level deeper",
    text: "# X\n\n## The idea behind it\nWords.\n\n## Orders\n\n### Place\n- basket\n",
    features: [["Place", "basket"]],
    problems: ["SECTION_NOT_READ:3"],
  },
  {
    name: "checked sub-lists, several levels",
    text: "# X\n\n## Import\n- [ ] reads a file\n  - CSV\n  - JSON\n- [x] **reports** `errors`\n",
    features: [["Import", "reads a file", "CSV", "JSON", "reports errors"]],
  },
  {
    name: "steps and expected results by label",
    text: "# X\n\n## Log in\n\nSteps:\n1. open\n2. enter\n\n**Expected result:**\n- greeted\n\n**Test:** `npm test`\n",
    features: [["Log in", "open", "enter"]],
    tests: ["npm test"],
  },
  {
    name: "notes inside a feature",
    text: "# X\n\n## Log in\n- enter\n\n### Notes\n- not a step\n\n### Out of scope\n- SSO\n",
    features: [["Log in", "enter"]],
  },
  {
    name: "links and markup in headings",
    text: "# X\n\n## [Log in](http://x) with `oauth` and **style**\n- enter\n",
    features: [["Log in with oauth and style", "enter"]],
  },
  {
    name: "quotes and rules between features",
    text: "# X\n\n> Said the boss.\n\n---\n\n## One\n- a\n\n---\n\n## Two\n- b\n\n***\n",
    features: [
      ["One", "a"],
      ["Two", "b"],
    ],
  },
  {
    name: "titles that begin with a number of their own",
    text: "# X\n\n## 404 page\n- shows\n\n## 3-way merge\n- merges\n\n## 2 players can join\n- join\n",
    features: [
      ["404 page", "shows"],
      ["3-way merge", "merges"],
      ["2 players can join", "join"],
    ],
  },
  {
    name: "keys above sub-headings that have no Test",
    text: "# X\n\n## Import\n\nTest: t i\n\n### CSV\n- commas\n\n### JSON\n- braces\n",
    features: [["Import", "commas", "braces"]],
    tests: ["t i"],
  },
  {
    name: "headings that are nothing but a number",
    text: "# X\n\n## 1.\n- a\n\n## 2\n- b\n",
    features: [
      ["1.", "a"],
      ["2", "b"],
    ],
  },
  {
    name: "explanation under joined titles",
    text: "# X\n\n## Background & motivation\n- no\n\n## Setup / Install (short)\n- no\n\n## Overview of the thing\n- no\n\n## Search\n- finds\n",
    features: [["Search", "finds"]],
  },
  {
    name: "a title that usually explains, with a test of its own",
    text: "# X\n\n## Notes\n- add a note\n- Test: t n\n\n## Users\n- no\n",
    features: [["Notes", "add a note"]],
    tests: ["t n"],
  },
  {
    name: "titles in another script",
    text: "# Проект\n\n## Вход\n- имя\n\n## 登録\n- 名前\n",
    features: [
      ["Вход", "имя"],
      ["登録", "名前"],
    ],
  },
];

test.each(SHAPES)("$name gives its features and steps", ({ text, features, tests, problems }) => {
  const spec = parseSpec(text);
  expect(spec.features.map((feature) => [feature.description, ...feature.steps])).toEqual(features);
  expect(tests === undefined ? undefined : spec.features.map((feature) => feature.testCommand)).toEqual(tests);
  expect(spec.problems.map((problem) => `${problem.code}:${problem.line}`)).toEqual(problems ?? []);
});

test.each([
  ["", "SPEC_EMPTY"],
  [" \n\n\t\n", "SPEC_EMPTY"],
  ["\u0000\u0001PNG", "SPEC_NOT_TEXT"],
  ["\uFFFD\uFFFD\u0003 # x", "SPEC_NOT_TEXT"],
  [`${"1. > - ".repeat(40)}x`, "NESTED_TOO_DEEP"],
  ["Just a paragraph.", "NO_FEATURES"],
  ["# Title only", "NO_FEATURES"],
  ["# T\n\n## Overview\n- a\n\n## Setup\n- b\n\n## License\nMIT\n", "NO_FEATURES"],
  ["| feature | test |\n|---|---|\n| a | b |\n", "NO_FEATURES"],
  ["```\n## Fake\n- x\n```\n", "NO_FEATURES"],
  ["<!-- ## Fake -->\n", "NO_FEATURES"],
  ["---\ntitle: x\n---\n", "NO_FEATURES"],
  ['{"features": [{"id": 1}]}', "NO_FEATURES"],
  ["#!/bin/sh\n# comment\necho a\n# another\necho b\n", "NO_FEATURES"],
])("%j is no specification: %s", (text, code) => {
  const spec = parseSpec(text);
  expect(spec.features).toEqual([]);
  const errors = spec.problems.filter((problem) => problem.severity === "error");
  expect(errors.map((problem) => problem.code)).toEqual([code]);
});

test("a rule of a hundred strokes is a rule, and of more marks than anybody pairs the words stay", () => {
  expect(parseSpec(`## One\n\n${"- ".repeat(150)}\n\nTest: npm test\n`).problems).toEqual([]);
  const [feature] = parseSpec(`## One\n\n- first ${"*a* ".repeat(5000)}\n\nTest: npm test\n`).features;
  expect(feature?.steps[0]).toMatch(/^first \*a\* /);
});

test("the title is the first heading, else the one of the front matter, else empty", () => {
  expect(parseSpec("# The app\n\n## One\n- a\n").title).toBe("The app");
  expect(parseSpec("---\ntitle: 'My Shop'\n---\n## One\n- a\n").title).toBe("My Shop");
  expect(parseSpec("## One\n- a\n").title).toBe("");
});

test("ids have three digits and a short slug, and are the same each time", () => {
  const long = "A very long title that goes on and on until nobody reads it any more";
  const text = `# X\n\n## Café: Über-Menü!\n- a\n\n## ${long}\n- b\n\n## 登録\n- c\n`;
  const ids = parseSpec(text).features.map((feature) => feature.id);
  expect(ids).toEqual([
    "feat_001_cafe_uber_menu",
    "feat_002_a_very_long_title_that_goes_on_and_on",
    "feat_003_feature",
  ]);
  expect(parseSpec(text).features.map((feature) => feature.id)).toEqual(ids);
  expect(ids.every((id) => id.length <= "feat_000_".length + 40)).toBe(true);
});

test("prose and examples around the steps are kept as detail, without the keys", () => {
  const text = "# X\n\n## One\nFirst `a`.\nPriority: low\n\n- step\n\n```js\nf();\n```\n";
  expect(parseSpec(text).features[0]?.detail).toBe("First `a`.\n\n```js\nf();\n```");
});
