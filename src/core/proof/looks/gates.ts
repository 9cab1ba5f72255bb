/** `process.env.SLOW`, `os.environ.get("SLOW")`, `os.Getenv("SLOW")`, `env::var("SLOW")`, `System.getenv("SLOW")`, `@EnabledIf…(named = "SLOW")`. */
const ASKED =
  /\b(?:process|import\.meta)\.env(?:\.(\w+)|\[["'](\w+)["']\])|\benviron(?:\.get\(|\[)\s*["'](\w+)|\b[gG]etenv\(\s*["'](\w+)|\bLookupEnv\(\s*"(\w+)|\benv::var(?:_os)?\(\s*"(\w+)|\bEnabledIf\w+\(\s*named\s*=\s*"(\w+)|["'](\w+)["']\s+(?:not\s+)?in\s+os\.environ\b/g;
/** `const { SLOW, REDIS_URL: url } = process.env` */
const TAKEN = /\{([^{}]*)\}\s*=\s*process\.env\b/g;

/** The variables of the surroundings that a text asks for, in any of the languages that are read. */
export function variablesIn(text: string): string[] {
  const taken = [...text.matchAll(TAKEN)].flatMap(([, names = ""]) =>
    names.split(",").flatMap((name) => /^\s*(\w+)/.exec(name)?.[1] ?? []),
  );
  const asked = [...text.matchAll(ASKED)].flatMap(([, ...names]) => names.filter((name) => name !== undefined));
  return [...new Set([...asked, ...taken])];
}
