"use strict";
// node:test takes our reporter from NODE_OPTIONS, which come before the flags of the command line. The numbers of reporters
// and destinations must agree, or Node 18 to 26 end before any preload runs.
const { spawnSync } = require("node:child_process");

const SPEC = "--test-reporter=spec --test-reporter-destination=stdout";
const DESTINATION = "--test-reporter-destination=stdout";

/** For a command line with a reporter but no destination of its own: it takes the place of `spec` behind ours. */
function forOwnReporter(options, commandLine) {
  if (!/--test-reporter(?:=|\s)/.test(commandLine) || commandLine.includes("--test-reporter-destination"))
    return options;
  return options.split(SPEC).join(DESTINATION);
}

/** A watched run never ends: it is started again without the flag. */
function endWatching() {
  if (!process.execArgv.includes("--test") || !process.execArgv.includes("--watch")) return;
  const flags = process.execArgv.filter((flag) => flag !== "--watch");
  const result = spawnSync(process.execPath, [...flags, ...process.argv.slice(1)], { stdio: "inherit" });
  if (result.signal) process.kill(process.pid, result.signal);
  process.exit(result.status ?? 1);
}

module.exports = { forOwnReporter, endWatching };
