/** Records that are much alike, told shorter: most of what a long run's snapshot says, and reading it is most of opening one. */
export interface Packed {
  readonly ids: readonly string[];
  /** The fields that most records have, in their order, each with what it says in all of them. */
  readonly columns: Readonly<Record<string, Column>>;
  /** Records with other fields, told as they are. */
  readonly odd: Readonly<Record<string, object>>;
}

type Column =
  /** The same value, but in the records with these numbers. */
  | { readonly usual: unknown; readonly but: Readonly<Record<number, unknown>> }
  /** Records again. */
  | { readonly inner: Packed }
  | { readonly each: readonly unknown[] };

export function pack(records: Readonly<Record<string, object>>): Packed {
  const ids = Object.keys(records);
  const all = Object.values(records) as Record<string, unknown>[];
  const names = Object.keys(all[0] ?? {});
  const fields = names.join();
  const isOdd = (record: object): boolean =>
    Object.keys(record).join() !== fields || Object.values(record).includes(undefined);
  const alike = all.filter((record) => !isOdd(record));
  return {
    ids,
    columns: Object.fromEntries(names.map((name) => [name, columnOf(alike.map((record) => record[name]))])),
    odd: Object.fromEntries(Object.entries(records).filter(([, record]) => isOdd(record))),
  };
}

function columnOf(values: readonly unknown[]): Column {
  const [usual] = values;
  const told = isPlain(usual) ? null : JSON.stringify(usual);
  const isUsual = (value: unknown): boolean =>
    value === usual || (told !== null && !isPlain(value) && JSON.stringify(value) === told);
  const others = [...values.keys()].filter((at) => !isUsual(values[at]));
  if (others.length * 2 < values.length)
    return { usual, but: Object.fromEntries(others.map((at) => [at, values[at]])) };
  if (values.every(isRecord)) return { inner: pack(Object.fromEntries(values.entries())) };
  return { each: values };
}

const isPlain = (value: unknown): boolean => typeof value !== "object" || value === null;

const isRecord = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What was packed, with its fields in their order, and nothing that two records share. */
export function unpack<T extends object>({ ids, columns, odd }: Packed): Record<string, T> {
  const named = Object.entries(columns);
  // Copied as a whole, so that a record has all of its fields from the first on, in their order.
  const template = Object.fromEntries(named.map(([name, column]) => [name, "usual" in column ? column.usual : null]));
  const records: Record<string, object> = {};
  const alike: Record<string, unknown>[] = [];
  for (const id of ids) {
    const record = Object.hasOwn(odd, id) ? odd[id] : { ...template };
    records[id] = record as object;
    if (record !== odd[id]) alike.push(record as Record<string, unknown>);
  }
  for (const [name, column] of named) fill(alike, name, column);
  return records as Record<string, T>;
}

function fill(records: readonly Record<string, unknown>[], name: string, column: Column): void {
  if ("usual" in column) {
    const { usual, but } = column;
    if (!isPlain(usual)) for (const record of records) record[name] = copy(usual);
    for (const [at, value] of Object.entries(but)) Object.assign(records[Number(at)] ?? {}, { [name]: value });
    return;
  }
  const values = "each" in column ? column.each : Object.values(unpack(column.inner));
  let at = 0;
  for (const record of records) record[name] = values[at++];
}

function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (!isRecord(value)) return value;
  const whole: Record<string, unknown> = { ...value };
  for (const name of Object.keys(whole)) whole[name] = copy(whole[name]);
  return whole;
}
