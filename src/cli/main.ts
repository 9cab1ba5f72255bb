#!/usr/bin/env node
// Node prints its own warnings (node:sqlite is young) to standard error, which --json promises to keep empty.
process.removeAllListeners("warning");

const { main } = await import("./program.ts");
process.exitCode = await main(process.argv);
