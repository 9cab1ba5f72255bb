import type { ChangedSource, WrittenBody } from "../../../schema/source.ts";

/** What its name says to be there for others to extend, or to say that nothing is there. */
const FOR_OTHERS = /^_*(?:Base|Abstract|Unimplemented)(?![a-z])|(?:Base|Abstract|Mixin|Interface|Protocol)$/;

/** Classes that head adds, of which no method is written, and which no code of the change extends. */
export function unwrittenClasses(bodies: readonly WrittenBody[], code: readonly ChangedSource[]): WrittenBody[] {
  return bodies.filter((body) => {
    const { name, path, says } = body;
    if (says !== "unfinished_class" || FOR_OTHERS.test(name)) return false;
    const own = code.filter((file) => endingOf(file.path) === endingOf(path));
    const said = declarationOf(name);
    const declared = own.flatMap(({ head }) => head.match(said) ?? []).length;
    // What has two texts is one thing here and another there: on platforms, by versions.
    if (declared > 1 || own.some(({ base }) => base !== null && base.match(said) !== null)) return false;
    const extension = extensionOf(endingOf(path), name);
    const methods = methodsOf(name);
    const heads = new RegExp(`${said.source}[^{:]*`, "g");
    return !own.some(
      (file) => extension.test(file.head.replaceAll(heads, "")) || (file.path !== path && methods.test(file.head)),
    );
  });
}

/** The ending that stands for a language. */
const endingOf = (path: string): string => (/\.\w+$/.exec(path)?.[0] ?? "").replace(/^\.[cm]?[jt]sx?$/, ".js");

const declarationOf = (name: string): RegExp =>
  new RegExp(String.raw`\b(?:class|struct|enum|record|type)\s+${RegExp.escape(name)}(?![\w$])`, "g");

function extensionOf(ending: string, name: string): RegExp {
  const own = String.raw`(?<![\w$])${RegExp.escape(name)}(?![\w$])`;
  const above = String.raw`\b(?:extends|implements)\s[^{;()]*${own}`;
  switch (ending) {
    case ".py":
      return new RegExp(String.raw`\bclass\s+\w+\s*\([^)]*${own}`);
    case ".go":
      // A field without a name.
      return new RegExp(String.raw`\bstruct\s*\{[^}]*\n[ \t]*\*?${own}[ \t]*(?:[/\n}]|\`)`);
    case ".java":
      return new RegExp(String.raw`${above}|\bnew\s+${own}[^;{]*\)\s*\{`);
    default:
      return new RegExp(above);
  }
}

/** Methods of Go and Rust stand apart from their type. */
const methodsOf = (name: string): RegExp =>
  new RegExp(String.raw`\bfunc\s*\(\w*\s*\*?${RegExp.escape(name)}\b|\bimpl\b[^{;]*\b${RegExp.escape(name)}\b[^{;]*\{`);
