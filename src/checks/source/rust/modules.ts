/**
 * The modules that a Rust file is, from its path alone: `src/cart/tax.rs` is `cart::tax`. Crate roots are none. A file that
 * `#[path]` puts elsewhere is not known here: its tests are told apart by running alone.
 */
export function modulesOf(path: string): string[] {
  const parts = path.replace(/\.rs$/, "").split("/");
  // Of folders alone: `tests/tests.rs` is a file of that name.
  const folders = parts.slice(0, -1);
  const source = folders.lastIndexOf("src");
  const tests = folders.lastIndexOf("tests");
  if (source < 0 && tests < 0) return [];
  const isTests = isTestCrate(path);
  const inner = parts.slice((isTests ? tests : source) + 1);
  const last = inner.at(-1);
  // Every file of `tests/`, and every folder there with a `main.rs`, is a crate.
  if (isTests && (inner.length === 1 || (inner.length === 2 && last === "main"))) return [];
  if (isTests && last !== "mod") return inner.slice(1);
  if (!isTests && inner[0] === "bin") return inner.length === 2 || last === "main" ? [] : inner.slice(2);
  if (!isTests && inner.length === 1 && (last === "lib" || last === "main")) return [];
  return last === "mod" ? inner.slice(0, -1) : inner;
}

/** A file of `tests/`, which is a crate of its own, or belongs to one. */
export function isTestCrate(path: string): boolean {
  const folders = path.split("/").slice(0, -1);
  const tests = folders.lastIndexOf("tests");
  return tests > folders.lastIndexOf("src") && !folders.slice(0, tests).includes("src");
}
