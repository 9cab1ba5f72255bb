import type { SeenUi } from "../../checks/ui/look.ts";
import { uiFilesWith } from "../../core/gate/registry.ts";
import { changesUi } from "../../core/gate/ui-files.ts";
import { findUi } from "../../core/measure/find-ui.ts";
import { absentWords, accessibilityFlaws, auditFlaws, canJudge } from "../../core/measure/judge-ui.ts";
import type { Finding } from "../../errors.ts";
import type { Accessibility } from "../../schema/accessibility.ts";
import { withMeasuring, type MeasureOptions, type Measuring } from "./open.ts";
import { capped, notMeasured, type Measured } from "./outcome.ts";

/** Serious and critical violations that base does not have, by the project's own commands; null: it names none. */
async function auditsByCommands({ subject, unmuted, suites, layers }: Measuring): Promise<Measured | null> {
  const check = "accessibility";
  const commands = subject.config.checks.commands.flatMap((one) => (one.check === check ? [one] : []));
  if (commands.length === 0) return null;
  const flaws: string[] = [];
  const pages: Accessibility[] = [];
  for (const command of commands) {
    const plan = { command, timeout_seconds: subject.config.limits.suite_seconds };
    const head = await suites.measureBy({ tree: unmuted.tree, layer: layers.head, plan });
    if (head.pages === null) return notMeasured(check, head.problem?.code ?? "", head.problem?.message ?? "");
    // What base could not show has nothing that head could lean on.
    const base = await suites.measureBy({ tree: subject.base.tree, layer: layers.base, plan });
    flaws.push(...auditFlaws(base.pages ?? [], head.pages));
    pages.push(...head.pages);
  }
  const findings = capped(flaws.map((message): Finding => ({ code: "ACCESSIBILITY", severity: "error", message })));
  const status = flaws.length > 0 ? "fail" : "pass";
  const result = {
    status,
    tool: commands.map(({ name }) => name).join(", "),
    violations: pages.reduce((sum, { violations }) => sum + violations.length, 0),
    new_violations: flaws.length,
  } as const;
  const content = { ...result, new: flaws, pages };
  return { check, status, result, findings, notes: [], report: { name: "a11y_report.json", content } };
}

/** What was seen of a change, before and after. */
export interface SeenChange {
  readonly base: SeenUi;
  readonly head: SeenUi;
}

/** Looks at the user interface of base and head: each tree once, however often it is asked for. */
export const lookAtChange = async (options: Omit<MeasureOptions, "checks">): Promise<SeenChange> =>
  withMeasuring({ ...options, checks: [] }, look);

async function look({ subject, suites, layers }: Measuring): Promise<SeenChange> {
  const head = await suites.lookAt({ tree: subject.head, layer: layers.head });
  // Without a browser there is none for base either.
  if (head.look.problem?.code === "BROWSER_MISSING") return { base: head, head };
  return { base: await suites.lookAt({ tree: subject.base, layer: layers.base }), head };
}

/**
 * Serious and critical violations that base does not have; a change that leaves the user interface alone has none, unless the configuration asks
 * for the check always.
 */
export async function measureAccessibility(measuring: Measuring): Promise<Measured> {
  const { subject } = measuring;
  const paths = subject.changes.map(({ path }) => path);
  const check = "accessibility";
  const { ui_files: added, checks, ui } = subject.config;
  const trees = [subject.head, subject.base];
  const isStarted = trees.some((tree) => findUi(tree, ui) !== null);
  const change = { patterns: uiFilesWith(added), changed: paths, isStarted };
  const isAsked = checks.need[check] === "always" || changesUi(change, trees);
  if (!isAsked) {
    const notes = "no file of the user interface changed";
    return {
      check,
      status: "pass",
      result: { status: "not_applicable", reason: "no_ui", notes },
      findings: [],
      notes: [],
      report: null,
    };
  }
  const audited = await auditsByCommands(measuring);
  if (audited !== null) return audited;
  const { base, head } = await look(measuring);
  if (!canJudge(base.look, head.look)) {
    const message = absentWords(base.look, head.look) ?? "nothing was seen";
    const { code, message: why } = head.look.problem ?? { code: "UI_NOT_STARTED", message };
    return notMeasured(check, code, why);
  }
  const absent = absentWords(base.look, head.look);
  const flaws = accessibilityFlaws(base.look, head.look);
  const findings = capped(flaws.map((message): Finding => ({ code: "ACCESSIBILITY", severity: "error", message })));
  const status = flaws.length > 0 ? "fail" : "pass";
  const found = head.look.pages.flatMap(({ accessibility }) => accessibility?.violations ?? []);
  const engine = head.look.pages.find(({ accessibility }) => accessibility !== null)?.accessibility?.engine ?? "";
  const result = {
    status,
    tool: `axe-core ${engine}`,
    violations: found.length,
    new_violations: flaws.length,
    ...(absent === null ? {} : { notes: absent }),
  } as const;
  const { nonce, pages } = head.look;
  const content = {
    ...result,
    nonce,
    new: flaws,
    pages: pages.map(({ page, width, accessibility }) => ({ page, width, accessibility })),
  };
  return { check, status, result, findings, notes: [], report: { name: "a11y_report.json", content } };
}
