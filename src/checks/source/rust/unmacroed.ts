import { applyEdits, type Edit } from "../edits.ts";
import { field, type Node, type Parse, type Source, walk } from "../tree-sitter.ts";

/** A text whose macros read as calls, each at its position. */
export interface Unmacroed {
  readonly root: Node;
  /** Whether what reads as a call is one of a macro. */
  readonly isMacro: (call: Node) => boolean;
}

/** A macro's call, also one among the tokens of another. */
interface MacroCall {
  readonly start: number;
  /** Where its name ends. */
  readonly named: number;
  readonly open: number;
  readonly end: number;
  readonly isList: boolean;
}

/**
 * Macros are given tokens. What they would be as the arguments of a function is what nearly every one makes of them: `assert_eq!(a, b)`
 * reads as `assert_eq (a, b)`, and `vec![a]` as `[a]`, with spaces in the place of what is gone. What does not parse so stays.
 */
export function withoutMacros(parse: Parse, { path, text, root }: Source): Unmacroed {
  const all = callsIn(root);
  const read = (calls: readonly MacroCall[]): Unmacroed | null => {
    const source = parse(path, rewritten(text, calls));
    if (source === null) return null;
    const names = new Set(calls.filter(({ isList }) => !isList).map(({ named }) => named));
    return { root: source.root, isMacro: (call) => names.has(field(call, "function")?.endIndex ?? -1) };
  };
  return read(all) ?? read(thoseThatParse(parse, text, all)) ?? { root, isMacro: () => false };
}

/** Inner ones before those around them. */
function thoseThatParse(parse: Parse, text: string, calls: readonly MacroCall[]): MacroCall[] {
  const kept: MacroCall[] = [];
  for (const call of calls.toReversed()) {
    const { open, end } = call;
    const inner = kept.filter((one) => one.start > open && one.end < end);
    const inside = rewritten(text, inner).slice(open + 1, end - 1);
    if (parse("", `fn f(){g(${inside});}`) !== null) kept.push(call);
  }
  return kept;
}

function rewritten(text: string, calls: readonly MacroCall[]): string {
  return applyEdits(
    text,
    calls.map(({ start, named, open, isList }) => blank(isList ? start : named, open)),
  );
}

const blank = (start: number, end: number): Edit => ({ start, end, text: " ".repeat(end - start) });

const NO_EXPRESSION = /^(?:source_file|declaration_list|\w+_pattern|\w+_type)$/;

function callsIn(root: Node): MacroCall[] {
  const found: MacroCall[] = [];
  const add = (name: Node, tokens: Node): void => {
    const brackets = tokens.text[0];
    const call = { start: name.startIndex, named: name.endIndex, open: tokens.startIndex, end: tokens.endIndex };
    if (brackets !== "{") found.push({ ...call, isList: brackets === "[" });
  };
  walk(root, (node) => {
    if (node.type === "macro_definition") return false;
    if (node.type === "macro_invocation" && !NO_EXPRESSION.test(node.parent?.type ?? "")) {
      const [name, tokens] = [field(node, "macro"), node.namedChildren.find(({ type }) => type === "token_tree")];
      if (name !== null && tokens !== undefined) add(name, tokens);
    } else if (node.type === "token_tree") {
      const { children } = node;
      for (const [at, name] of children.entries()) {
        const tokens = children[at + 2];
        const isCall = name?.type === "identifier" && children[at + 1]?.text === "!" && tokens?.type === "token_tree";
        if (isCall) add(name, tokens);
      }
    }
    return true;
  });
  return found;
}

/** What the rules of a macro make, each as the body of a function: `$a` reads as `a`, and what is repeated as a block. */
export function rulesOf(parse: Parse, definition: Node): { readonly source: Source; readonly body: Node }[] {
  return definition.namedChildren.flatMap((rule) => {
    const right = rule.type === "macro_rule" ? field(rule, "right") : null;
    const source = right === null ? null : parse("", `fn f(){${madeBy(right)}}`);
    const body = source === null ? null : (source.root.namedChildren[0] ?? null);
    return source === null || body === null ? [] : [{ source, body }];
  });
}

function madeBy(right: Node): string {
  const edits: Edit[] = [];
  const put = (start: number, end: number, text: string): void => {
    edits.push({ start: start - right.startIndex, end: end - right.startIndex, text: text.padEnd(end - start) });
  };
  walk(right, (node) => {
    if (node.type === "metavariable") put(node.startIndex, node.startIndex + 1, "");
    const close = node.type === "token_repetition" ? node.children.findLast((child) => child?.text === ")") : null;
    if (close === undefined || close === null) return;
    put(node.startIndex, node.startIndex + 2, " {");
    put(close.startIndex, node.endIndex, "}");
  });
  return applyEdits(right.text, edits).slice(1, -1);
}
