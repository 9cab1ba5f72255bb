import { z } from "zod";
import type { Accessibility } from "../../schema/accessibility.ts";
import { empty, jsonOf, parsed, reading, said, shaped, textOf, type Evidence } from "./evidence.ts";

const Target = z.union([z.string(), z.array(z.string())]);
const Node = z.object({ target: z.array(Target).min(1) });
const Rule = z.object({
  id: z.string().min(1),
  impact: z.enum(["critical", "serious", "moderate", "minor"]).nullable().optional(),
  tags: z.array(z.string()),
  help: z.string(),
  nodes: z.array(Node),
});
/** Axe takes a name, a list of them, or either with its kind. */
const Names = z.union([z.string(), z.array(z.string())]);
const RunOnly = z.union([Names, z.looseObject({ values: Names })]).nullable();
const Report = z.object({
  testEngine: z.object({ name: z.literal("axe-core"), version: z.string() }),
  url: z.string(),
  toolOptions: z
    .looseObject({
      rules: z.record(z.string(), z.object({ enabled: z.boolean().optional() })).optional(),
      runOnly: RunOnly.optional(),
    })
    .optional(),
  violations: z.array(Rule),
  passes: z.array(Rule).optional(),
  incomplete: z.array(Rule),
  inapplicable: z.array(Rule).optional(),
});

/**
 * axe-core's results for one page. A page on which no rule found anything to look at is an empty page, not an accessible
 * one. With `resultTypes` set, axe cuts the nodes of passed rules to one: they still tell that the rule had work.
 */
export const readAxe = (source: Uint8Array): Evidence<Accessibility> =>
  reading(() => accessibilityIn(jsonOf(source, Report, "the axe report")));

/** The same of one page or a list of them, as axe's command line writes them. */
export const readAxePages = (source: Uint8Array): Evidence<Accessibility[]> =>
  reading(() => {
    const pages = [parsed(textOf(source), "the axe report")].flat();
    if (pages.length === 0) throw empty("the report holds no page");
    return pages.map((page) => accessibilityIn(shaped(page, Report, "the axe report")));
  });

function accessibilityIn(report: z.infer<typeof Report>): Accessibility {
  const { testEngine, url, toolOptions, violations, passes = [], incomplete, inapplicable } = report;
  const checked = [...violations, ...passes, ...incomplete].filter(({ nodes }) => nodes.length > 0).map(({ id }) => id);
  if (checked.length === 0) throw empty(`axe found nothing to look at on ${url.slice(0, 200)}`);
  return {
    url,
    engine: testEngine.version,
    checked: [...new Set(checked)],
    ...askedOf(report.passes === undefined || inapplicable === undefined ? null : [...passes, ...inapplicable], report),
    ...onlyOf(toolOptions?.runOnly ?? null),
    violations: violations.map(({ id, impact, help, tags, nodes }) => ({
      rule: id,
      impact: impact ?? "serious",
      help: said(help),
      tags,
      targets: nodes.map(({ target }) => said(target.flat().join(" "))),
    })),
    incomplete: incomplete.map(({ id }) => id),
    disabled: Object.entries(toolOptions?.rules ?? {})
      .filter(([, { enabled }]) => enabled === false)
      .map(([id]) => id),
  };
}

type Report = z.infer<typeof Report>;

/** A report that leaves out what held cannot say which rules were asked. */
const askedOf = (
  quiet: readonly { readonly id: string }[] | null,
  { violations, incomplete }: Report,
): { asked?: string[] } =>
  quiet === null ? {} : { asked: [...new Set([...quiet, ...violations, ...incomplete].map(({ id }) => id))] };

function onlyOf(narrowed: z.infer<typeof RunOnly>): { only?: string[] } {
  if (narrowed === null) return {};
  const names = typeof narrowed === "string" || Array.isArray(narrowed) ? narrowed : narrowed.values;
  return { only: [names].flat() };
}
