import type { ReportedFinding } from "../../../schema/finding.ts";
import type { Feature } from "../../../schema/feature-list.ts";
import type { TaskPlan } from "../../../schema/task.ts";

/** What a task is known by before anybody works on it; each value one of a few, so that like tasks are alike. */
export interface Signal {
  /** What its test is run with. */
  readonly stack: string;
  /** Kinds of files that it may change. */
  readonly files: string;
  readonly size: "small" | "medium" | "large";
  readonly priority: string;
  /** Why the attempt before failed; `none` for a first one. */
  readonly failure: string;
}

export interface SignalFacts {
  readonly feature: Pick<Feature, "test_command" | "steps" | "acceptance" | "priority">;
  readonly plan: Pick<TaskPlan, "files">;
  /** Of the last attempt that was judged. */
  readonly findings: readonly Pick<ReportedFinding, "code" | "severity">[];
}

/** The signature of a task's facts, by which outcomes are compared and patterns are looked for (HRM §5.2). */
export function signalOf({ feature, plan, findings }: SignalFacts): Signal {
  return {
    stack: stackOf(feature.test_command),
    files: kindsOf(plan.files),
    size: sizeOf(feature.steps.length + (feature.acceptance ?? []).length),
    priority: feature.priority,
    failure: findings.find(({ severity }) => severity === "error")?.code ?? "none",
  };
}

const STACKS: readonly (readonly [string, RegExp])[] = [
  ["node", /\b(?:npm|npx|pnpm|yarn|node|vitest|jest|mocha|bun|deno)\b/],
  ["python", /\b(?:pytest|python3?|tox|nox|uv|poetry)\b/],
  ["go", /\bgo\b/],
  ["rust", /\bcargo\b/],
  ["java", /\b(?:mvnw?|gradlew?|java)\b/],
];

function stackOf(command: string | null): string {
  if (command === null) return "none";
  return STACKS.find(([, words]) => words.test(command))?.[0] ?? "other";
}

const KINDS: readonly (readonly [string, RegExp])[] = [
  ["any", /^\*\*(?:\/\*)?$/],
  ["tests", /(?:^|[/._-])(?:tests?|specs?|__tests__)(?:[/._-]|$)/],
  ["docs", /\.(?:md|mdx|rst|txt|adoc)$|^docs?\//],
  ["interface", /\.(?:css|scss|html|vue|svelte|tsx|jsx)$/],
  ["configuration", /\.(?:json|ya?ml|toml|ini|lock)$|(?:^|\/)\.|\.config\./],
];

function kindsOf(files: readonly string[]): string {
  const kinds = files.map((file) => KINDS.find(([, form]) => form.test(file))?.[0] ?? "source");
  return [...new Set(kinds)].toSorted().join("+") || "any";
}

const sizeOf = (points: number): Signal["size"] => (points <= 3 ? "small" : points <= 8 ? "medium" : "large");
