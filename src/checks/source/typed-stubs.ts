import { applyEdits, type Edit } from "./edits.ts";
import type { ChangedSource, MutatedSource, StubbedSource, StubValue } from "./port.ts";
import { field, line, type Node, normalised, type Parse, parts, readBoth, type Source } from "./tree-sitter.ts";

/** A typed language has its default values, and one other value of each type that can be told. `mark` changes nothing. */
export type StubMode = "zero" | "other" | "mark";
const MODES: Partial<Record<StubValue, StubMode>> = { undefined: "zero", proxy: "other" };

/** Something of a file that can be taken away, under a name that base and head share. */
interface Named {
  readonly name: string;
  readonly node: Node;
}

/** What a language says of its own about stubs. */
export interface StubLanguage<T extends Named> {
  readonly members: (source: Source) => readonly T[];
  /** None where the member cannot be stubbed. */
  readonly edits: (source: Source, member: T, mode: StubMode) => readonly Edit[];
  /** A statement that only returns a default. */
  readonly defaults: RegExp;
}

export interface TypedStubs {
  readonly stubbed: (parse: Parse, file: ChangedSource, value: StubValue | "mark") => StubbedSource[];
  /** One file a changed function that returns a default at once. A body that does no more is left out. */
  readonly withoutBodies: (parse: Parse, file: ChangedSource) => MutatedSource[];
}

/**
 * Lets every changed body return at once. The old body stays behind the return, so that no import and no name becomes
 * unused, and no line moves.
 */
export function createTypedStubs<T extends Named>({ members, edits, defaults }: StubLanguage<T>): TypedStubs {
  /** Members of head that base has not, or has in other words, with what takes them away. */
  const changed = (parse: Parse, file: ChangedSource, mode: StubMode): { member: T; made: readonly Edit[] }[] => {
    const both = readBoth(parse, file);
    if (both === null) return [];
    const { base, head } = both;
    const known = new Map(base === null ? [] : members(base).map(({ name, node }) => [name, normalised(node)]));
    return members(head)
      .filter(({ name, node }) => known.get(name) !== normalised(node))
      .map((member) => ({ member, made: edits(head, member, mode) }))
      .filter(({ made }) => made.length > 0);
  };
  return {
    stubbed(parse, file, value) {
      const mode = value === "mark" ? value : MODES[value];
      if (mode === undefined || parse(file.path, file.head) === null) return [];
      const all = changed(parse, file, mode);
      const edits = all.flatMap(({ made }) => made);
      const text = applyEdits(file.head, edits);
      return [{ path: file.path, text, symbols: all.map(({ member }) => member.name).toSorted() }];
    },
    withoutBodies: (parse, file) =>
      changed(parse, file, "zero").flatMap(({ member, made }): MutatedSource[] => {
        const body = field(member.node, "body");
        if (body === null || isDefault(body, defaults)) return [];
        const text = applyEdits(file.head, made);
        return [{ path: file.path, text, symbol: member.name, line: line(body), end_line: body.endPosition.row + 1 }];
      }),
  };
}

function isDefault(body: Node, defaults: RegExp): boolean {
  const [only, ...more] = parts(body);
  return only === undefined || (more.length === 0 && defaults.test(only.text.replaceAll(/^return\s+|;$/g, "")));
}
