import type { RunFacts } from "../../schema/event.ts";
import type { Feature } from "../../schema/feature-list.ts";
import type { ToolPlan } from "../../schema/tool-plan.ts";
import type { Unit } from "../../schema/unit.ts";
import { isCode } from "../measure/code-files.ts";
import { counted } from "../text/counted.ts";
import { oneLine } from "../text/one-line.ts";

/** What is there when a run begins. */
interface Surveyed {
  readonly spec: string;
  readonly features: number;
  readonly units: readonly Unit[];
  readonly paths: Iterable<string>;
  /** What looks at each change by itself. */
  readonly tools: readonly ToolPlan[];
}

const NAMED = 8;

/** What `init` read and found, a fact each: `research_findings` of the planner's report. */
export const researchOf = ({ spec, features, units, paths, tools }: Surveyed): string[] => [
  `${spec}: ${counted(features, "feature")} read from it`,
  ...some(units.map(unitWords), "no test was found in the repository", "places with tests"),
  codeWords(paths),
  ...some([...new Set(tools.map(toolWords))], "no linter, type checker or scanner was found", "tools"),
];

const unitWords = ({ runner, stack, directory, command, level }: Unit): string =>
  oneLine(
    `tests of ${stack} ${directory === "" ? "at the root" : `in ${directory}`}: ${command} (${runner}, ${level})`,
  );

const toolWords = ({ tool, check, command }: ToolPlan): string => `${check} by ${command?.name ?? tool}`;

function codeWords(paths: Iterable<string>): string {
  const kinds = Map.groupBy([...paths].filter(isCode), (path) => path.slice(path.lastIndexOf(".")));
  const words = [...kinds]
    .toSorted(([a, one], [b, other]) => other.length - one.length || a.localeCompare(b))
    .map(([kind, all]) => `${all.length} ${kind}`);
  return words.length === 0 ? "no code is there yet" : `files of code: ${words.slice(0, NAMED).join(", ")}`;
}

function some(words: readonly string[], none: string, what: string): string[] {
  if (words.length === 0) return [none];
  const more = words.length > NAMED ? [`${words.length - NAMED} more ${what}`] : [];
  return [...words.slice(0, NAMED), ...more];
}

/** Of one planned task: what its feature brings, after what was found for the run, which its first task tells. */
export function researchFor({ research }: RunFacts, feature: Feature | undefined, isFirst: boolean): string[] {
  if (research === undefined) return [];
  return [...(isFirst ? research : []), ...(feature === undefined ? [] : [featureWords(feature)])];
}

function featureWords({ id, verification_method: method, test_command: command }: Feature): string {
  if (method === "manual") return `${id}: a person verifies it`;
  return command === null
    ? `${id}: the spec names no test; those that the change brings prove it`
    : oneLine(`${id}: the spec names its test, ${command}`);
}
