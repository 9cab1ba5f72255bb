"use strict";
// A file of node:test whose tests are over, and which something left open keeps alive, ends a second later.
// --test-force-exit does it at once, and what the file had still to say is lost: of 120 tests only 107 were told of.
const { AsyncResource } = require("node:async_hooks");
const { readFileSync } = require("node:fs");
const { isMainThread } = require("node:worker_threads");

const GRACE_MS = 1000;

/** Whether the runner itself started this process: tests give its environment, and Node's flags, on to processes of their own. */
function isOfRunner() {
  if (!isMainThread || process.channel !== undefined || process.env.NODE_TEST_CONTEXT === undefined) return false;
  try {
    return readFileSync(`/proc/${process.ppid}/cmdline`, "utf8").split("\0").includes("--test");
  } catch {
    return true;
  }
}

if (isOfRunner()) {
  const { after, beforeEach } = require("node:test");
  const end = () => void setTimeout(() => process.exit(), GRACE_MS).unref();
  // Outside of any test, and only once the first one begins: so it comes after what the file itself does at its end.
  const atTheEnd = AsyncResource.bind(() => after(end));
  let isKnown = false;
  beforeEach(() => {
    if (!isKnown) atTheEnd();
    isKnown = true;
  });
}
