import { BatonError } from "../../errors.ts";
import { GovernorConfig } from "../../schema/governor-config.ts";
import { splitOutsideBraces } from "../pattern/list.ts";
import { refuseUnreadable } from "../pattern/settings.ts";

type Field = keyof GovernorConfig;

/** The configuration that counts, with where each value comes from. */
export interface ResolvedConfig {
  readonly config: GovernorConfig;
  readonly origins: Readonly<Record<Field, string>>;
}

export interface ConfigSources {
  /** `governor` of the project's file, as written; absent fields have their default. */
  readonly file: { readonly name: string; readonly values: Readonly<Record<string, unknown>> } | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `--set FIELD=VALUE`. */
  readonly flags: readonly string[];
}

const DEFAULTS: GovernorConfig = GovernorConfig.parse({});
const Checked = GovernorConfig.superRefine(({ high_stakes_paths, low_stakes_paths }, context) =>
  refuseUnreadable({ high_stakes_paths, low_stakes_paths }, context),
);
const FIELDS = Object.keys(DEFAULTS) as Field[];

/** `escalation_threshold` is BATON_ESCALATION_THRESHOLD. */
export const variableOf = (field: Field): string => `BATON_${field.toUpperCase()}`;

/**
 * Every field of HRM §10: flag, BATON_*, project, default, the first that says something (surfaces.md, Command line 8).
 * Throws CONFIG_INVALID naming the source, USAGE_INVALID for a flag that names no field.
 */
export function resolveGovernorConfig({ file, env, flags }: ConfigSources): ResolvedConfig {
  const given = new Map<string, { readonly value: unknown; readonly origin: string }>();
  for (const [field, value] of Object.entries(file?.values ?? {}))
    given.set(field, { value, origin: file?.name ?? "" });
  for (const field of FIELDS) {
    const text = env[variableOf(field)];
    if (text !== undefined && text !== "") given.set(field, { value: valueOf(field, text), origin: variableOf(field) });
  }
  for (const flag of flags) {
    const [field, text] = pairOf(flag);
    given.set(field, { value: valueOf(field, text), origin: "flag" });
  }
  const parsed = Checked.safeParse(Object.fromEntries([...given].map(([field, { value }]) => [field, value])));
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => {
      const field = String(path[0] ?? "");
      return `governor.${path.join(".")} (${given.get(field)?.origin ?? "default"}): ${message}`;
    });
    throw new BatonError("CONFIG_INVALID", problems.join("; "), { details: { problems } });
  }
  const origins = FIELDS.map((field) => [field, given.get(field)?.origin ?? "default"]);
  return { config: parsed.data, origins: Object.fromEntries(origins) as Record<Field, string> };
}

function pairOf(flag: string): [Field, string] {
  const [, name = "", text = ""] = /^([a-z0-9_]+)=(.*)$/s.exec(flag) ?? [];
  const field = FIELDS.find((one) => one === name);
  if (field !== undefined) return [field, text];
  throw new BatonError("USAGE_INVALID", `--set ${JSON.stringify(flag)} is not FIELD=VALUE of the governor`, {
    hint: `Fields: ${FIELDS.join(", ")}.`,
  });
}

/** A text as the kind of value that the field has; what is no number or truth value is left for the schema to refuse. */
function valueOf(field: Field, text: string): unknown {
  const kind = DEFAULTS[field];
  if (typeof kind === "boolean") return text === "true" ? true : text === "false" ? false : text;
  if (typeof kind === "number") return text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
  if (Array.isArray(kind))
    return splitOutsideBraces(text, /,/)
      .map((one) => one.trim())
      .filter((one) => one !== "");
  return text;
}
