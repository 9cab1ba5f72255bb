import { descendants, type FunctionNode, type Node } from "./tree.ts";

/** Where a function looks at the first value that it is given; the value's pattern where it takes it apart. */
export function usesOf(of: FunctionNode): Node[] {
  const [first] = of.params;
  if (first === undefined)
    return descendants(of.body).filter((one) => one.type === "Identifier" && one.name === "arguments");
  if (first.type !== "Identifier") return [first];
  return descendants(of.body).filter((one) => one.type === "Identifier" && one.name === first.name);
}
