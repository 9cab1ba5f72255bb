import { expect, test } from "vitest";
import { parseSpec } from "../../../src/core/spec/parse-spec.ts";

const GHERKIN = `# language: en
@priority:high
Feature: Cart
  A cart adds up.
  Test: \`npm test -- cart\`

  Background:
    Given an empty cart

  Scenario: Add a thing
    Files: src/cart.ts
    When I add "a" for 3
      | name | price |
      | a    | 3     |
    Then the total is 3

  Rule: nobody steals
    @manual @priority:low
    Scenario Outline: Leave with <n> things
      Priority: critical
      When I leave with <n> things
      Then I paid for <n>
      Examples:
        | n |
        | 1 |
`;

test("TAH-01 each scenario of a Gherkin file is a feature, after the steps of its background; the nearest key counts", () => {
  const { title, features, problems } = parseSpec(GHERKIN);
  expect([title, problems]).toEqual(["Cart", []]);
  expect(features).toMatchObject([
    {
      id: "feat_001_add_a_thing",
      line: 10,
      priority: "high",
      verify: "automated",
      testCommand: "npm test -- cart",
      files: ["src/cart.ts"],
      steps: ["Given an empty cart", 'When I add "a" for 3\n| name | price |\n| a | 3 |', "Then the total is 3"],
    },
    {
      description: "Leave with <n> things",
      priority: "critical",
      verify: "manual",
      testCommand: "npm test -- cart",
      steps: ["Given an empty cart", "When I leave with <n> things", "Then I paid for <n>"],
      detail: "A cart adds up.\n\nRule: nobody steals\n\nExamples:\n| n |\n| 1 |",
    },
  ]);
});

test("what Gherkin says besides steps is told to whoever builds: descriptions, rules, tags, and cells as they were written", () => {
  const text = `@smoke @critical
Feature: Cart
  Why it is there.
  Background:
    It begins so.
    Given a cart
  Rule: nobody steals
    Never.
    @slow
    Scenario: Add
      When I add
        | a\\|b | c\\\\d |
      Examples: odd ones
        Both count.
        | n |
        | 1 |
`;
  const { features, problems } = parseSpec(text);
  expect(features[0]?.detail.split("\n\n")).toEqual([
    "Why it is there.",
    "It begins so.",
    "Rule: nobody steals",
    "Never.",
    "Tags: @smoke @critical @slow",
    "Examples (odd ones):\nBoth count.\n| n |\n| 1 |",
  ]);
  expect(features[0]?.steps[1]).toBe("When I add\n| a\\|b | c\\\\d |");
  expect(problems).toMatchObject([{ severity: "warning", code: "KEY_UNKNOWN", line: 1 }]);
  expect(problems[0]?.message).toContain("write @priority:critical");
});

test("a format without anything to build is refused in its own words", () => {
  const refusal = (text: string) => parseSpec(text).problems.map(({ code, line, message }) => [code, line, message]);
  expect(refusal("Feature: Cart\n  Words.\n")).toEqual([
    ["NO_FEATURES", 1, expect.stringContaining("no scenario found")],
  ]);
  expect(refusal("\n  Scenario: Add\n    Given a cart\n")).toEqual([
    ["SPEC_SYNTAX", 2, expect.stringContaining("`Feature: <name>`")],
  ]);
  expect(refusal('{"features": [{"id": 1}]}')).toEqual([["NO_FEATURES", 1, expect.stringContaining("Task Master")]]);
  expect(refusal('{"tasks": []}')).toEqual([["NO_FEATURES", 1, expect.stringContaining("holds no task")]]);
});

test("a Gherkin file with an error is refused with its line", () => {
  const { features, problems } = parseSpec("Feature: x\n\n  Scenario: y\n    Given a\n    what is this\n");
  expect([features, problems]).toMatchObject([[], [{ severity: "error", code: "SPEC_SYNTAX", line: 5 }]]);
});

test("a keyword of Gherkin that is misspelt is named with its line and what was meant, in any of its languages", () => {
  const text = `Feature: Cart
  In order to buy
  the user fills a cart.

  # what follows lost a letter
  Scenerio: Lost
    Given an empty cart

  Scenario: Add
    The total counts.
    Whne I add a thing
    GIVEN a cart
    And the total is 3

  Scenario: Nothing that counts
    given a cart
    and a thing
`;
  const warned = (spec: string): unknown[] =>
    parseSpec(spec).problems.flatMap(({ code, line, message }) =>
      code === "KEYWORD_UNKNOWN" ? [[line, /write `([^`]+)`/.exec(message)?.[1]]] : [],
    );
  expect(warned(text)).toEqual([
    [6, "Scenario:"],
    [11, "When"],
    [12, "Given"],
    [16, "Given"],
    [17, "And"],
  ]);
  expect(
    warned("# language: de\nFunktionalität: Korb\n\n  Szenario: Rein\n    Wnen ich zahle\n    Dann ist er leer\n"),
  ).toEqual([[5, "Wenn"]]);
});

test("prose in a description of Gherkin is no misspelt keyword", () => {
  const text = `Feature: Cart
  The user, then their friends, and
  they give it away when
  and if they like.
  Rules: none. Role: buyer. Note: later
  Any thing, but a bug.

  Scenario: Add
    where it stands
    when it is opened, and
    Then it is there
    And so on
`;
  expect(parseSpec(text).problems).toEqual([]);
});

const SPEC_KIT = `# Tasks: Photo albums

**Input**: Design documents from \`/specs/001-photo-albums/\`

## Format: \`[ID] [P?] [Story] Description\`

- **[P]**: Can run in parallel

## Phase 1: Setup (Shared Infrastructure)

- [x] T001 Create project structure per implementation plan
- [ ] T002 [P] Configure linting

## Phase 2: Foundational (Blocking Prerequisites)

- [ ] T003 Create base models in src/models/

**Checkpoint**: Foundation ready

## Phase 3: User Story 1 - Make albums (Priority: P1) 🎯 MVP

**Goal**: A person can make an album.
**Independent Test**: Make an album and see it in the list
**Test**: \`npm test -- albums\`

### Tests for User Story 1

- [ ] T010 [P] [US1] Contract test for albums in tests/albums.test.ts

### Implementation for User Story 1

- [ ] T012 [US1] Create Album model in src/models/album.ts

## Phase 4: User Story 2 - Share albums (Priority: P2)

- [ ] T020 [US2] Share link in src/share.ts

## Phase 5: Polish & Cross-Cutting Concerns

- [ ] T030 [P] Documentation updates in docs/

## Dependencies & Execution Order

- Setup first
`;

test("TAH-01 each phase of spec-kit's tasks.md is a feature: stories wait for the foundation, polish for all; ticks prove nothing", () => {
  const { title, features, problems } = parseSpec(SPEC_KIT);
  expect(title).toBe("Photo albums");
  expect(problems.map(({ code, line }) => [code, line])).toEqual([["TICK_IGNORED", 11]]);
  expect(features.map(({ description }) => description)).toEqual([
    "Setup (Shared Infrastructure)",
    "Foundational (Blocking Prerequisites)",
    "Make albums",
    "Share albums",
    "Polish & Cross-Cutting Concerns",
  ]);
  const [setup, foundation, albums, share, polish] = features;
  expect(setup?.dependsOn).toEqual([]);
  expect(foundation?.acceptance).toEqual(["Foundation ready"]);
  expect(albums).toMatchObject({
    priority: "critical",
    testCommand: "npm test -- albums",
    steps: ["T010 Contract test for albums in tests/albums.test.ts", "T012 Create Album model in src/models/album.ts"],
    acceptance: ["Make an album and see it in the list"],
    dependsOn: [setup?.id, foundation?.id],
  });
  expect([share?.priority, share?.dependsOn]).toEqual(["high", [setup?.id, foundation?.id]]);
  expect(polish?.dependsOn).toEqual([setup?.id, foundation?.id, albums?.id, share?.id]);
});

test("nothing of spec-kit's tasks is lost: items without an id, ids given twice, tasks that come first, what stands around them", () => {
  const text = `# Tasks: Albums
## Phase 1: Setup
**Purpose**: A place to work
- [ ] no id here
  - with a part below
- [ ] T001 Begin
## Phase 2: Early (depends on nothing)
- [ ] T010 Sort (depends on T020)
- [ ] T010 Sort again, depends on T099
## Phase 3: Late
- [x] T020 List
## Notes
- [ ] buy milk
`;
  const { features, problems } = parseSpec(text);
  expect(features.map(({ steps }) => steps)).toEqual([
    ["no id here\n- with a part below", "T001 Begin"],
    ["T010 Sort (depends on T020)", "T010 Sort again, depends on T099"],
    ["T020 List"],
  ]);
  expect(features[0]?.detail).toBe("**Purpose**: A place to work");
  expect(problems.map(({ severity, code, line }) => [severity, code, line])).toEqual([
    ["error", "DEPENDS_CYCLE", 7],
    ["warning", "ID_DUPLICATE", 9],
    ["error", "DEPENDS_UNKNOWN", 9],
    ["warning", "TICK_IGNORED", 11],
    ["warning", "SECTION_NOT_READ", 13],
  ]);
  const [first, second] = parseSpec(
    "# T\n## Phase 1: User Story 1 - One\n- [ ] T001 a, depends on T002\n## Phase 2: User Story 2 - Two\n- [ ] T002 b\n",
  ).features;
  expect(first?.dependsOn).toEqual([second?.id]);
});

test("an id that two tasks of Task Master have is named", () => {
  const { problems } = parseSpec(
    JSON.stringify(
      {
        tasks: [
          { id: 1, title: "a" },
          { id: "1", title: "b" },
        ],
      },
      null,
      1,
    ),
  );
  expect(problems.map(({ code }) => code)).toContain("ID_DUPLICATE");
});

const tasks = [
  {
    id: 1,
    title: "Set up storage",
    description: "Keep users in SQLite.",
    details: "One table.",
    testStrategy: "A user survives a restart",
    priority: "high",
    status: "done",
    dependencies: [],
    subtasks: [{ id: 1, title: "Make the table", description: "users(id, name)" }],
  },
  {
    id: "2",
    title: "Log in",
    priority: "medium",
    status: "pending",
    dependencies: [1, 3],
    testStrategy: "A wrong password is refused",
  },
  { id: 3, title: "Log out", status: "cancelled" },
];

test.each([
  ["with tags", { master: { tasks, metadata: {} }, other: { tasks: [] } }],
  ["of older versions", { tasks }],
])(
  "TAH-01 each task of a Task Master file %s is a feature with its subtasks, dependencies and test strategy",
  (_, value) => {
    const { features, problems } = parseSpec(JSON.stringify(value, null, 2));
    expect(problems.map(({ code }) => code)).toEqual(["TICK_IGNORED", "FEATURE_LEFT_OUT"]);
    expect(features).toMatchObject([
      {
        description: "Set up storage",
        priority: "high",
        steps: ["Make the table: users(id, name)"],
        acceptance: ["A user survives a restart"],
        detail: "Keep users in SQLite.\n\nOne table.",
      },
      { description: "Log in", priority: "medium", dependsOn: ["feat_001_set_up_storage"] },
    ]);
  },
);

test.each([
  ['{"tasks": [', "is no JSON"],
  ['{"tasks": [{"id": 1}]}', "tasks.0.title"],
  ['{"a": {"tasks": []}, "b": {"tasks": []}}', "has several tags and no master: a, b"],
])("a Task Master file that cannot be read is refused: %s", (text, message) => {
  const { features, problems } = parseSpec(text);
  expect([features, problems[0]?.code, problems[0]?.severity]).toEqual([[], "SPEC_SYNTAX", "error"]);
  expect(problems[0]?.message).toContain(message);
});

test.each([
  ["Feature: Cart\n  Scenario: Adds\n    Given a cart\n\n  Scenario:\n    Given nothing\n", 5],
  [
    "Feature: Cart\n  Rule: r\n    Scenario Outline:\n      Given <a>\n      Examples:\n        | a |\n        | 1 |\n",
    3,
  ],
  ['{"tasks": [\n{"id": 1, "title": " "}]}', 2],
])("what has no name is refused with its line, since nobody could be told to build it", (text, line) => {
  expect(parseSpec(text).problems.filter(({ severity }) => severity === "error")).toEqual([
    { severity: "error", code: "SPEC_SYNTAX", line, message: expect.stringContaining("without a name") },
  ]);
});

test("a thousand blank lines before, between and after what is said cost nothing", () => {
  const blank = "\n".repeat(1000);
  const { features } = parseSpec(`# Calculator${blank}## Add${blank}- adds two numbers${blank}`);
  expect(features.map(({ description, steps }) => [description, steps])).toEqual([["Add", ["adds two numbers"]]]);
  expect(parseSpec(`# note${blank}@tag${blank}${GHERKIN}`).features.length).toBeGreaterThan(1);
});
