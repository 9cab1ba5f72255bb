import { titleKey } from "./title.ts";

/** Sections that explain, and are never features even with a `Test:` line (there it says how to run everything). */
const EXPLAINING = words(`
  overview, introduction, intro, about, summary, abstract, background, context, motivation, purpose, vision, mission,
  problem, problem statement, goal, goals, objective, objectives, non goals, nongoals, out of scope, not in scope, scope,
  constraint, constraints, limitations, assumptions, architecture, technical architecture, system architecture, setup,
  set up, project setup, installation, install, installing, getting started, quick start, quickstart, prerequisites,
  tech stack, technical stack, technology, technologies, technology stack, stack, tooling, tools, environment, commands,
  development, testing, testing strategy, test strategy, test plan, how to test, how to run, running, run, build,
  table of contents, contents, toc, glossary, definitions, terminology, references, resources, links, see also, appendix,
  license, licence, contributing, changelog, authors, credits, contact, team, stakeholders, timeline, schedule, roadmap,
  open questions, questions, risks, risks mitigations, future, future work, future ideas, later, faq, project structure,
  folder structure, directory structure, file structure, directory layout, file layout, layout, repository layout, conventions,
  coding conventions, coding standards, code style, style guide, technical notes, technical details, technical design,
  implementation notes, implementation details, design notes, non functional requirements, nonfunctional requirements,
  success criteria, success metrics, definition of done, acceptance criteria, target audience, audience, personas,
  general rules, ground rules, general notes, instructions, instructions for agents, how it works, project`);

/** Words that explain in most specifications, and name a feature in some: a `Test:` line of their own decides. */
const USUALLY_EXPLAINING = words(`
  note, notes, remarks, comments, usage, design, data model, data, users, rules, deployment, style, metrics, dependencies,
  examples, example, ideas, documentation, docs, description, details, api overview`);

/** Headings over features: what stands below them is features, not steps. */
const CONTAINERS = words(`
  feature, features, feature list, list of features, core features, main features, key features, feature requirements,
  functional requirements, requirements, product requirements, user stories, stories, use cases, tasks, task list, todo, to do,
  todos, backlog, product backlog, deliverables, functionality, work items, must have, must haves, should have, should haves,
  could have, nice to have, mvp, mvp features, stretch goals`);
const CONTAINER_PATTERN = /^(?:(?:phase|milestone|sprint|iteration|stage|release|epic|part) \d+\b|(?:p[0-3]|v\d+)$)/;

const ACCEPTANCE =
  /^(?:acceptance(?: criteria| criterion| tests?)?|criteria|definition of done|dod|done when|done criteria|expected(?: behaviou?rs?| results?| outcomes?)?)$/;
const STEPS =
  /^(?:steps?|test steps|verification(?: steps)?|how to verify|scenarios?|behaviou?rs?|details|requirements|functional requirements|tasks|sub ?tasks|rules|description|user story|examples?)$/;
const TEST = /^(?:tests?|test commands?|testing|how to test|run tests?)$/;

export type Part = "acceptance" | "steps" | "test" | "aside";

export function isExplaining(title: string, tested: boolean): boolean {
  const pieces = titleKeys(title);
  const usual = (piece: string): boolean => EXPLAINING.has(piece) || (!tested && USUALLY_EXPLAINING.has(piece));
  return pieces.length > 0 && pieces.every(usual);
}

export function isContainer(title: string): boolean {
  const key = titleKey(title.replace(/\([^)]*\)/g, " "));
  return CONTAINERS.has(key) || CONTAINER_PATTERN.test(key);
}

/** What a heading or label inside a feature introduces; null when it is no such label. */
export function partOf(title: string): Part | null {
  const key = titleKey(title);
  if (ACCEPTANCE.test(key)) return "acceptance";
  if (TEST.test(key)) return "test";
  if (STEPS.test(key)) return "steps";
  return isExplaining(title, false) ? "aside" : null;
}

/** "Background & motivation (short)" is `background` and `motivation`; "Overview of X" is `overview`. */
function titleKeys(title: string): string[] {
  const bare = title
    .replace(/\([^)]*\)/g, " ")
    .replace(/^(overview|background|introduction|notes) (?:of|on|to|for|about)\b.*$/i, "$1");
  const whole = titleKey(bare);
  if (EXPLAINING.has(whole) || USUALLY_EXPLAINING.has(whole)) return [whole];
  return bare
    .split(/&|\/|,|\+|\band\b/i)
    .map(titleKey)
    .filter((piece) => piece !== "");
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(",").map((word) => word.replace(/\s+/g, " ").trim()));
}
