#!/usr/bin/env node
import { performQuickly } from "./quick.ts";

// Node prints its own warnings (node:sqlite is young) to standard error, which --json promises to keep empty.
process.removeAllListeners("warning");

async function start(): Promise<void> {
  process.exitCode =
    (await performQuickly(process.argv.slice(2))) ?? (await (await import("./program.ts")).main(process.argv));
}

void start();
