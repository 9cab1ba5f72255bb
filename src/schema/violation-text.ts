/** In words: its code, the field with the line of it, then what to do. */
export function violationText({ code, message, ...place }: ToldViolation): string {
  return `${code}: ${violationPlace(place)}${message}`;
}

/** `STATUS, line 3: `; empty where no field is told. */
export function violationPlace({ field, line }: Pick<ToldViolation, "field" | "line">): string {
  if (field === undefined) return "";
  return line === undefined || line === null ? `${field}: ` : `${field}, line ${line}: `;
}

/** Of which only the code and what to do are always known. */
export interface ToldViolation {
  readonly code: string;
  readonly field?: string | undefined;
  readonly line?: number | null | undefined;
  readonly message: string;
}
