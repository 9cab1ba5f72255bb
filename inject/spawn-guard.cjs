"use strict";
// `cross-env NODE_OPTIONS=… jest` and the like replace the NODE_OPTIONS that carry our preload: put back for every child
// that still has the report directory. A runner's own children have left it and are not touched.
const { ChildProcess } = require("node:child_process");
const { forOwnReporter } = require("./node-test-flags.cjs");

const MARK = "BATON_NODE_OPTIONS=";
const spawn = ChildProcess.prototype.spawn;

function install() {
  ChildProcess.prototype.spawn = function batonSpawn(options, ...rest) {
    if (Array.isArray(options?.envPairs)) restore(options.envPairs, [options.args ?? []].flat().join(" "));
    return spawn.call(this, options, ...rest);
  };
}

function restore(pairs, commandLine) {
  const mark = pairs.findIndex((pair) => pair.startsWith(MARK));
  if (mark === -1) return;
  const before = pairs[mark].slice(MARK.length);
  const ours = forOwnReporter(before, commandLine);
  pairs[mark] = MARK + ours;
  const at = pairs.findIndex((pair) => pair.startsWith("NODE_OPTIONS="));
  if (at === -1) pairs.push(`NODE_OPTIONS=${ours}`);
  else if (pairs[at].includes(before)) pairs[at] = pairs[at].split(before).join(ours);
  else pairs[at] += ` ${ours}`;
}

module.exports = { install };
