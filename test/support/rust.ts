import { findLlvmTools } from "../../src/checks/runners/rust-coverage.ts";

/** Not every toolchain comes with the runtime that counts; for those that do, CI installs what reads its counts. */
export function hasRustCoverage(): boolean {
  const env = Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => !!entry[1]));
  const found = findLlvmTools(process.cwd(), env) !== null;
  if (!found) process.stderr.write("skipped: llvm-cov\n");
  return found;
}
