import type { Accessibility } from "../../schema/accessibility.ts";
import type { PageLook, UiLook } from "../../schema/ui.ts";

/** What a look at head finds that base's did not have. Empty: it holds. */
export function visualFlaws(base: UiLook, head: UiLook): string[] {
  return broken(head) ?? merged(judged(base, head, visualOf));
}

/** The same of what an audit says: new serious or critical violations, pages with nothing to audit, content hidden from it. */
export function accessibilityFlaws(base: UiLook, head: UiLook): string[] {
  return broken(head) ?? merged(judged(base, head, auditOf));
}

/**
 * Whether the looks say anything of the change: it is at fault where base started and it does not, never for our browser. Where
 * no page is there, on base as now, nothing was seen.
 */
export const canJudge = (base: UiLook, head: UiLook): boolean =>
  head.problem === null
    ? head.pages.some((page) => !isAbsentYet(base, page))
    : head.problem.code === "UI_NOT_STARTED" && base.problem === null;

/** What is said of pages that nobody is at fault for; null: there are none. */
export function absentWords(base: UiLook, head: UiLook): string | null {
  const absent = head.pages.filter((page) => isAbsentYet(base, page));
  const named = [...new Set(absent.map(({ page, status }) => `${page} (status ${status})`))];
  return named.length === 0
    ? null
    : `of ui.pages, not there yet, on base as now, and held against nobody: ${named.join(", ")}`;
}

/**
 * Base answers with an error status, too, or has no application that a page could be missing from. An application that breaks
 * down where base's said no has come to something worse.
 */
function isAbsentYet(base: UiLook, page: PageLook): boolean {
  const { status } = page;
  if (status === null || status < 400) return false;
  if (base.command === null) return status === 404 || status === 410;
  const then = lookOf(base, page)?.status ?? null;
  return then !== null && then >= 400 && (status < 500 || then >= 500);
}

const judged = (base: UiLook, head: UiLook, flawsOf: (old: PageLook | null, page: PageLook) => string[]) =>
  head.pages
    .filter((page) => !isAbsentYet(base, page))
    .map((page) => ({ page, flaws: flawsOf(before(base, page), page) }));

const broken = ({ problem }: UiLook): string[] | null =>
  problem === null ? null : [`${problem.code}: on base it could be looked at, now it cannot: ${problem.message}`];

const lookOf = (base: UiLook, { page, width }: PageLook): PageLook | undefined =>
  base.pages.find((one) => one.page === page && one.width === width);

function before(base: UiLook, page: PageLook): PageLook | null {
  const old = lookOf(base, page);
  return old !== undefined && loads(old) ? old : null;
}

const loads = ({ status }: PageLook): boolean => status !== null && status < 400;
const isBlank = ({ uniform, text, elements }: PageLook): boolean => uniform || text + elements === 0;

function visualOf(old: PageLook | null, page: PageLook): string[] {
  if (!loads(page)) return [notLoaded(page)];
  const fresh = (now: readonly string[], then: readonly string[] = []): string[] =>
    [...new Set(now)].filter((one) => !then.includes(one));
  return [
    ...(isBlank(page) && (old === null || !isBlank(old)) ? ["the page is blank"] : []),
    ...fresh(page.console_errors, old?.console_errors).map((error) => `error in the console: ${error}`),
    ...fresh(page.failed_requests, old?.failed_requests).map((request) => `request failed: ${request}`),
    ...(page.overflow > Math.max(1, old?.overflow ?? 0)
      ? [`the page is ${page.overflow}px wider than its window`]
      : []),
  ];
}

function auditOf(old: PageLook | null, page: PageLook): string[] {
  if (!loads(page)) return [notLoaded(page)];
  const { accessibility, accessibility_problem: problem } = page;
  if (accessibility === null) return [`the audit of this page says nothing: ${problem ?? ""}`];
  return [...hidden(old, page), ...newViolations(old?.accessibility ?? null, accessibility)];
}

/** Content that is only there for the eye passes every rule: rules look at what is exposed. */
function hidden(old: PageLook | null, page: PageLook): string[] {
  const share = ({ text, exposed }: PageLook): number => (text === 0 ? 1 : exposed / text);
  const wasEmpty = old !== null && old.text + old.elements === 0;
  if (page.text + page.elements === 0) return wasEmpty ? [] : ["the page is empty: there is nothing to audit"];
  const isHidden = share(page) < 0.5 && (old === null || share(page) < share(old));
  return isHidden
    ? [
        `${page.text - page.exposed} of ${page.text} characters are hidden from assistive technology (aria-hidden, inert)`,
      ]
    : [];
}

/** More elements of a rule than base has: selectors move with the elements around them, numbers do not. */
function newViolations(old: Accessibility | null, { violations: found }: Accessibility): string[] {
  return found.flatMap(({ rule, impact, help, targets }) => {
    if (impact !== "critical" && impact !== "serious") return [];
    const known = old?.violations.find((one) => one.rule === rule)?.targets ?? [];
    if (targets.length <= known.length) return [];
    const fresh = targets.filter((target) => !known.includes(target));
    const named = (fresh.length > 0 ? fresh : targets).slice(0, 5).join(", ");
    return [`${rule} (${impact}): ${help}: ${named}`];
  });
}

/** The same of audits that a command of the project's own made, page by page; a page and a rule that base's audit had are still asked. */
export function auditFlaws(base: readonly Accessibility[], head: readonly Accessibility[]): string[] {
  const olds = new Map(base.map((audit) => [pageOf(audit), audit]));
  const everywhere = commonOf(base);
  const now = new Set(head.map(pageOf));
  return [
    ...[...olds.keys()]
      .filter((page) => !now.has(page))
      .map((page) => `${page}: it was audited before and no longer is`),
    ...head.flatMap((audit) => {
      const page = pageOf(audit);
      const old = olds.get(page) ?? null;
      const off = new Set([
        ...audit.disabled.filter((rule) => old?.disabled.includes(rule) !== true),
        ...noLongerAsked(old ?? everywhere, audit),
      ]);
      return [
        ...[...off].map((rule) => `${page}: the rule ${rule} is switched off`),
        ...narrowed(old ?? everywhere, audit).map((flaw) => `${page}: ${flaw}`),
        ...newViolations(old, audit).map((flaw) => `${page}: ${flaw}`),
      ];
    }),
  ];
}

/** What a page is asked: of a new one, what every page of base was. */
type Asked = Pick<Accessibility, "engine" | "asked" | "only">;

function commonOf([first, ...others]: readonly Accessibility[]): Asked | null {
  if (first === undefined) return null;
  const engine = others.every((one) => one.engine === first.engine) ? first.engine : "";
  if (first.asked === undefined || others.some(({ asked }) => asked === undefined)) return { engine };
  return { engine, asked: first.asked.filter((rule) => others.every(({ asked }) => asked?.includes(rule))) };
}

/** Rules that base asked, however few elements they found, and head does not. Another axe has other rules. */
function noLongerAsked(old: Asked | null, { engine, asked, disabled }: Accessibility): string[] {
  if (old?.asked === undefined || asked === undefined || old.engine !== engine) return [];
  return old.asked.filter((rule) => !asked.includes(rule) && !disabled.includes(rule));
}

/** Where rules cannot be compared, what the call says of itself is; a report that says less than before hides which were asked. */
function narrowed(old: Asked | null, { engine, asked, only }: Accessibility): string[] {
  if (old === null) return [];
  if (old.asked !== undefined && asked === undefined) return ["the report no longer says which rules were asked"];
  const isCompared = old.asked !== undefined && old.engine === engine;
  const isNarrower = only !== undefined && (old.only === undefined || old.only.some((name) => !only.includes(name)));
  return isCompared || !isNarrower ? [] : [`only ${only.slice(0, 5).join(", ")} are asked`];
}

/** Without the machine and the port, which may be others each time. */
const pageOf = ({ url }: Accessibility): string => url.replace(/^[a-z]+:\/\/[^/]*/, "") || "/";

const notLoaded = ({ status, error }: PageLook): string =>
  `the page does not load: ${status === null ? (error ?? "no answer") : `status ${status}`}`;

/** One line a flaw, with every width that has it. */
function merged(found: readonly { readonly page: PageLook; readonly flaws: readonly string[] }[]): string[] {
  const widths = new Map<string, number[]>();
  for (const { page, flaws } of found)
    for (const flaw of flaws) {
      const line = `${page.page}\n${flaw}`;
      widths.set(line, [...(widths.get(line) ?? []), page.width]);
    }
  return [...widths].map(([line, at]) => {
    const [page = "", flaw = ""] = line.split("\n");
    return `${page} at ${at.join(" and ")}px: ${flaw}`;
  });
}
