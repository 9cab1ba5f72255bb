/**
 * Says on standard error, with a code, that standard output could not be written (a full disk): nobody shall take half an
 * answer for a whole one. A reader that has gone, as `head` goes, has what it wanted: the command's own exit code stands.
 */
export function watchOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") void tell(error);
  });
  // Nobody is left who could be told.
  process.stderr.on("error", () => {});
}

async function tell(error: NodeJS.ErrnoException): Promise<void> {
  // Loaded when there is need of it: what is imported here, every start pays for.
  const { printError } = await import("./output.ts");
  const exitCode = printError("baton", Object.assign(error, { path: "standard output" }), false, (text) => text);
  process.once("exit", () => (process.exitCode = exitCode));
}
