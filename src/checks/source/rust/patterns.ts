import { allBelow, field, type Node, parts } from "../tree-sitter.ts";

/** A name of a pattern, with the value that it is given, or the part of one. */
export interface Bound {
  readonly name: string;
  readonly value: Node;
  readonly member: string | null;
}

const NAME = /^(?:shorthand_field_)?identifier$/;

/** The names that a pattern gives the parts of a value. What begins with a capital is a constant. */
export function boundBy(pattern: Node, value: Node, member: string | null = null): Bound[] {
  if (NAME.test(pattern.type)) return /^[a-z_]/.test(pattern.text) ? [{ name: pattern.text, value, member }] : [];
  const inner = parts(pattern);
  switch (pattern.type) {
    case "tuple_pattern": {
      const values = value.type === "tuple_expression" ? parts(value) : [];
      return inner.flatMap((one, at) => boundBy(one, values[at] ?? value, values[at] ? null : `.${at}`));
    }
    case "tuple_struct_pattern": {
      const type = /\w+$/.exec(field(pattern, "type")?.text ?? "")?.[0] ?? "";
      const part = /^(?:Some|Ok|Err)$/.test(type) ? member : type;
      return inner.slice(1).flatMap((one) => boundBy(one, value, part));
    }
    case "field_pattern": {
      const name = field(pattern, "name");
      return name === null ? [] : boundBy(field(pattern, "pattern") ?? name, value, `.${name.text}`);
    }
    default: {
      if (!pattern.type.endsWith("pattern")) return [];
      const part = pattern.type === "slice_pattern" ? "[]" : member;
      return inner.flatMap((one) => boundBy(one, value, part));
    }
  }
}

/** Each row gives all of the names. */
export function boundByRows(pattern: Node, rows: Node): Bound[] {
  const names = allBelow(pattern, (one) => NAME.test(one.type) && /^[a-z_]/.test(one.text));
  return names.map(({ text }) => ({ name: text, value: rows, member: null }));
}
