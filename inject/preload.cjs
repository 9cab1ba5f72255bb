"use strict";
// P2: every Node process below the user's command loads this through NODE_OPTIONS; the one that is a test runner gets our
// reporter added to its arguments. What the user wrote stays, except what keeps a runner from ending or from the whole list.
const Module = require("node:module");
const { join } = require("node:path");
const { realpathSync } = require("node:fs");
const { isMainThread } = require("node:worker_threads");

const RUNNERS = [
  { name: "vitest", program: /[\\/]vitest[\\/](?:vitest\.mjs|dist[\\/]cli\.js)$/ },
  {
    name: "jest",
    program: /[\\/](?:jest|jest-cli)[\\/]bin[\\/]jest\.js$|[\\/]react-scripts[\\/]scripts[\\/]test\.js$/,
  },
  { name: "mocha", program: /[\\/]mocha[\\/](?:bin[\\/]_?mocha(?:\.js)?|lib[\\/]cli[\\/]cli\.[cm]?js)$/ },
  { name: "ava", program: /[\\/]ava[\\/](?:entrypoints[\\/]cli\.m?js|cli\.js)$/ },
  { name: "tap", program: /[\\/]tap[\\/](?:bin[\\/]run\.js|dist[\\/]esm[\\/]run\.mjs)$/ },
  { name: "jasmine", program: /[\\/]jasmine[\\/]bin[\\/]jasmine(?:\.js)?$/ },
];

function injected(name, args, program) {
  const at = (file) => join(__dirname, file);
  if (name === "ava") return avaArgs(args, program);
  if (name === "tap") return tapArgs(args, program);
  if (name === "jasmine") return jasmineArgs(args, at("jasmine-helper.cjs"));
  if (name === "vitest") return vitestArgs(args, at("vitest-reporter.mjs"));
  if (name === "jest") return jestArgs(args, at("jest-reporter.cjs"));
  require("./mocha-hooks.cjs");
  return mochaArgs(args, at("mocha-reporter.cjs"));
}

/** Removes the given flags, each with a value written apart where `value` allows it. */
function without(args, flags, value) {
  const kept = [];
  for (let index = 0; index < args.length; index += 1) {
    const [flag] = args[index].split("=");
    if (!flags.includes(flag)) kept.push(args[index]);
    else if (value !== null && !args[index].includes("=") && value.test(args[index + 1] ?? "-")) index += 1;
  }
  return kept;
}

const METRICS = ["lines", "functions", "branches", "statements"];
/** Base's tests reach less of head's code: a threshold that is missed would end a command before its next runner. */
const NO_THRESHOLDS = ["--coverage.thresholds.100=false", ...METRICS.map((one) => `--coverage.thresholds.${one}=0`)];
const VITEST = ["--watch=false", "--bail=0", "--passWithNoTests=false", ...NO_THRESHOLDS];
const JEST = ["--watchAll=false", "--bail=0", "--passWithNoTests=false", "--coverageThreshold={}"];

const COUNT = /^(?:\d+|true|false)$/;
const ANY = /^[^-]/;

/** Arguments of ours go before a `--`, after which runners stop reading options. */
function withOurs(args, ours) {
  const end = args.indexOf("--");
  return end === -1 ? [...args, ...ours] : [...args.slice(0, end), ...ours, ...args.slice(end)];
}

const hasFlag = (args, ...names) =>
  args.some((arg) => names.some((name) => arg === name || arg.startsWith(`${name}=`)));

function vitestArgs(args, reporter) {
  if (hasFlag(args, "--version", "-v", "--help", "-h") || ["list", "init", "bench"].includes(args[0])) return args;
  const rest = without(args, ["--watch", "-w", "--bail", "--passWithNoTests", "--ui"], COUNT);
  if (["watch", "dev"].includes(rest[0])) rest[0] = "run";
  const own = hasFlag(rest, "--reporter") ? [] : ["--reporter=default"];
  return withOurs(rest, [...own, `--reporter=${reporter}`, ...VITEST]);
}

function jestArgs(args, reporter) {
  if (hasFlag(args, "--version", "--help", "-h", "--listTests", "--showConfig", "--init", "--clearCache")) return args;
  const kept = without(args, ["--watch", "--watchAll", "--bail", "-b", "--passWithNoTests"], COUNT);
  const rest = without(kept, ["--coverageThreshold"], ANY);
  const own = hasFlag(rest, "--reporters") ? [] : ["--reporters=default"];
  return withOurs(rest, [...own, `--reporters=${reporter}`, ...JEST]);
}

function mochaArgs(args, reporter) {
  if (hasFlag(args, "--version", "-V", "--help", "-h") || args[0] === "init") return args;
  const rest = without(without(args, ["--watch", "-w", "--bail", "-b"], null), ["--reporter", "-R"], ANY);
  return withOurs(rest, [`--reporter=${reporter}`, "--watch=false", "--no-bail"]);
}

function avaArgs(args, program) {
  if (hasFlag(args, "--version", "--help") || ["debug", "reset-cache"].includes(args[0])) return args;
  require("./ava-events.cjs").listen(program);
  return withOurs(without(args, ["--watch", "-w", "--fail-fast"], null), ["--no-fail-fast"]);
}

/** Coverage that is missed is allowed by other flags up to tap 16 than from 18 on. */
function tapArgs(args, program) {
  if (hasFlag(args, "--version", "-v", "--versions", "--help", "-h") || TAP_OTHERS.test(args[0])) return args;
  require("./tap-tests.cjs").listenToRunner();
  const rest = without(args, ["--watch", "-w", "--bail", "-b", "--changed", "-n", "--check-coverage"], null);
  const coverage = program.endsWith(".mjs")
    ? ["--allow-incomplete-coverage", "--allow-empty-coverage"]
    : ["--no-check-coverage"];
  return withOurs(rest, ["--no-bail", ...coverage]);
}

const TAP_OTHERS = /^(?:plugin|build|list|report|replay|config|versions|dump-config|debug|repl|help)$/;

function jasmineArgs(args, helper) {
  if (hasFlag(args, "--version", "-v", "--help", "-h") || /^(?:init|examples|enumerate|help|version)$/.test(args[0]))
    return args;
  return withOurs(without(args, ["--parallel", "--fail-fast", "--stop-on-failure"], null), [`--helper=${helper}`]);
}

function programPath() {
  try {
    return realpathSync(process.argv[1]);
  } catch {
    // Started with -e, or a program that is no file: not a runner.
    return "";
  }
}

/** Script packages (kcd-scripts and its like) start jest inside their own process: its arguments are a call's, not a program's. */
function wrapJest() {
  const load = Module._load;
  Module._load = function batonLoad(request, ...rest) {
    const exported = load.call(this, request, ...rest);
    if ((request !== "jest" && request !== "jest-cli") || typeof exported?.run !== "function") return exported;
    const run = (args = process.argv.slice(2), ...others) => {
      // jest itself calls jest-cli, which is wrapped as well.
      const isOurs = args.some((argument) => argument.startsWith("--reporters=") && argument.includes(__dirname));
      return exported.run(isOurs ? args : injected("jest", args), ...others);
    };
    return Object.create(exported, { run: { value: run, enumerable: true } });
  };
}

/** A script of the project's own may start mocha by its class: the instance that runs gets our reporter. */
function wrapMocha() {
  const load = Module._load;
  const wrapped = new WeakSet();
  Module._load = function batonLoad(request, ...rest) {
    const exported = load.call(this, request, ...rest);
    if (!/(?:^|[\\/])mocha(?:[\\/]index\.[cm]?js)?$/.test(String(request))) return exported;
    const { prototype } = exported?.default ?? exported ?? {};
    if (typeof prototype?.run !== "function" || wrapped.has(prototype)) return exported;
    wrapped.add(prototype);
    const { run } = prototype;
    prototype.run = function batonRun(...given) {
      return run.apply(this.reporter(require("./mocha-reporter.cjs")).bail(false), given);
    };
    return exported;
  };
}

function start() {
  if (process.env.BATON_TAP_REPORT !== undefined) return require("./tap-tests.cjs").listenToFile();
  const path = programPath();
  const runner = RUNNERS.find((one) => one.program.test(path));
  if (runner === undefined) {
    wrapJest();
    wrapMocha();
    require("./tape-results.cjs").wrapTape();
    return;
  }
  // A runner may start itself again with what it was given: what came first is the user's.
  if (runner.name !== "tap") process.env.BATON_ARGS ??= JSON.stringify(process.argv.slice(2));
  process.argv.splice(2, process.argv.length, ...injected(runner.name, process.argv.slice(2), path));
}

if (isMainThread && process.env.BATON_REPORT_DIR) {
  start();
  require("./node-test-flags.cjs").endWatching();
  require("./spawn-guard.cjs").install();
}
