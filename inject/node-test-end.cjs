"use strict";
// A file of node:test whose tests are over, and which something left open keeps alive, ends once it has been idle for a second.
// --test-force-exit does it at once, and what the file had still to say is lost: of 120 tests only 107 were told of. Nor is a
// second by the clock enough beside other work: of 400 tests 254 were.
const { AsyncResource } = require("node:async_hooks");
const { readFileSync } = require("node:fs");
const { performance } = require("node:perf_hooks");
const { isMainThread } = require("node:worker_threads");

// As they are now: what tests put in their place may never come.
const { setTimeout } = globalThis;
const used = performance.eventLoopUtilization.bind(performance);

const LOOK_MS = 500;
const QUIET_LOOKS = 2;
const MOST_LOOKS = 120;
const IDLE = 0.5;

/** Whether the runner itself started this process: tests give its environment, and Node's flags, on to processes of their own. */
function isOfRunner() {
  if (!isMainThread || process.channel !== undefined || process.env.NODE_TEST_CONTEXT === undefined) return false;
  try {
    return readFileSync(`/proc/${process.ppid}/cmdline`, "utf8").split("\0").includes("--test");
  } catch {
    return true;
  }
}

/** Ends where the loop had nothing to do since the last looks, or never has: a file may leave something behind that spins. */
function look(quiet, looks, since) {
  const isIdle = used(since).utilization < IDLE;
  const now = isIdle ? quiet + 1 : 0;
  if (now >= QUIET_LOOKS || looks >= MOST_LOOKS) process.exit();
  setTimeout(look, LOOK_MS, now, looks + 1, used()).unref();
}

if (isOfRunner()) {
  const { after, beforeEach } = require("node:test");
  const end = () => void setTimeout(look, LOOK_MS, 0, 1, used()).unref();
  // Outside of any test, and only once the first one begins: so it comes after what the file itself does at its end.
  const atTheEnd = AsyncResource.bind(() => after(end));
  let isKnown = false;
  beforeEach(() => {
    if (!isKnown) atTheEnd();
    isKnown = true;
  });
}
