/** Records that are much alike, told shorter: most of what a long run's snapshot says, and reading it is most of opening one. */
export interface Packed<T extends object> {
  /** The fields of the first record, in their order; what is no plain value is null here, and told by each record. */
  readonly usual: Readonly<Record<string, unknown>>;
  /** Of a record with the same fields, those that are not as usual; any other is told whole. */
  readonly records: Record<string, Partial<T>>;
  readonly whole: readonly string[];
}

const isPlain = (value: unknown): boolean => value === null || typeof value !== "object";

export function pack<T extends object>(records: Readonly<Record<string, T>>): Packed<T> {
  const [first = {}] = Object.values(records);
  const usual: Record<string, unknown> = Object.fromEntries(
    Object.entries(first).map(([name, value]) => [name, isPlain(value) ? (value ?? null) : null]),
  );
  const fields = Object.keys(first).join();
  const whole: string[] = [];
  const packed = Object.entries(records).map(([id, record]): [string, Partial<T>] => {
    if (Object.keys(record).join() !== fields || Object.values(record).includes(undefined)) {
      whole.push(id);
      return [id, record];
    }
    const own = Object.entries(record).filter(([name, value]) => !isPlain(value) || value !== usual[name]);
    return [id, Object.fromEntries(own) as Partial<T>];
  });
  return { usual, records: Object.fromEntries(packed), whole };
}

/** What was packed, with its fields in their order. Takes it over: unpacked in place. */
export function unpack<T extends object>({ usual, records, whole }: Packed<T>): Record<string, T> {
  const asTheyAre = new Set(whole);
  for (const id of Object.keys(records))
    if (!asTheyAre.has(id)) records[id] = { ...usual, ...records[id] } as Partial<T>;
  return records as Record<string, T>;
}
