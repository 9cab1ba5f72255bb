/**
 * How a command is run by a shell, as argv: one that is the user's own, or lines of ours with `args` as `$1`, `$2`, … It is the
 * same shell whatever the user's is, and nothing else starts one (security.md, Processes). `name` is what it calls itself, `$0`.
 */
export function shell(
  command: string,
  { args = [], name }: { readonly args?: readonly string[]; readonly name?: string } = {},
): [string, ...string[]] {
  const named = name ?? (args.length === 0 ? undefined : "sh");
  return ["/bin/sh", "-c", command, ...(named === undefined ? [] : [named]), ...args];
}
