import { ENVELOPE_FIELDS } from "../../schema/envelope.ts";
import type { EnvelopeCode, EnvelopeField, PartialEnvelope, Violation } from "../../schema/envelope.ts";

/** What was read of an answer: the fields, the line of each, and what is wrong with their form. */
export interface ParsedEnvelope {
  readonly envelope: PartialEnvelope;
  readonly lines: Readonly<Partial<Record<EnvelopeField, number>>>;
  readonly violations: readonly Violation[];
}

/** One field of an answer in the order given. Names that are no field are kept, to be named. */
export interface RawField {
  readonly name: string;
  readonly line: number;
}

export function isField(name: string): name is EnvelopeField {
  return ENVELOPE_FIELDS.some((field) => field === name);
}

export function violation(code: EnvelopeCode, field: string, line: number | null, message: string): Violation {
  return { code, field, line, message };
}

/** All twelve there, each once, none besides, in order (ENV-01). */
export function formViolations(fields: readonly RawField[]): Violation[] {
  const found: Violation[] = [];
  const first = new Map<string, RawField>();
  for (const field of fields) {
    const { name, line } = field;
    const earlier = first.get(name);
    if (!isField(name)) {
      const message = `${name} is no envelope field; remove it, or indent the line by two spaces if it belongs to OUTPUT`;
      found.push(violation("ENVELOPE_FIELD_UNKNOWN", name, line, message));
    } else if (earlier !== undefined) {
      const message = `${name} already stands on line ${earlier.line}; give each field once`;
      found.push(violation("ENVELOPE_FIELD_DUPLICATE", name, line, message));
    } else first.set(name, field);
  }
  for (const name of ENVELOPE_FIELDS) {
    if (!first.has(name))
      found.push(violation("ENVELOPE_FIELD_MISSING", name, null, `add the field ${name}: ${placeOf(name)}`));
  }
  return [...found, ...orderViolations([...first.values()])];
}

function placeOf(name: EnvelopeField): string {
  const before = ENVELOPE_FIELDS[ENVELOPE_FIELDS.indexOf(name) - 1];
  return before === undefined ? "as the first field" : `after ${before}`;
}

/** Names each field that stands before one it has to follow. */
function orderViolations(fields: readonly RawField[]): Violation[] {
  let highest: EnvelopeField | null = null;
  return fields.flatMap(({ name, line }) => {
    if (!isField(name)) return [];
    if (highest === null || ENVELOPE_FIELDS.indexOf(name) > ENVELOPE_FIELDS.indexOf(highest)) {
      highest = name;
      return [];
    }
    return [
      violation(
        "ENVELOPE_FIELD_ORDER",
        name,
        line,
        `${name} stands after ${highest}; move it before, the order is ${ENVELOPE_FIELDS.join(", ")}`,
      ),
    ];
  });
}
