"use strict";
// Loaded by --require before mocha itself. mocha's command line can only add files to those its configuration names, and
// one file that cannot be loaded ends it before any reporter exists; both are mended where mocha collects and loads.
const { statSync } = require("node:fs");
const Module = require("node:module");
const { resolve } = require("node:path");
const { pathToFileURL } = require("node:url");
const { isMainThread } = require("node:worker_threads");
const { leaveArguments } = require("./report-file.cjs");

/** Files that could not be loaded, for the reporter of the same process. */
const loadErrors = [];
const WANTED = /(?:collect-files|esm-utils|mocha)(?:\.[cm]?js)?$/;
const COLLECT = /[\\/]mocha[\\/]lib[\\/]cli[\\/]collect-files(?:\.[cm]?js)?$/;
const LOAD = /[\\/]mocha[\\/]lib[\\/](?:nodejs[\\/])?esm-utils(?:\.[cm]?js)?$/;
const MOCHA = /[\\/]mocha[\\/]lib[\\/]mocha\.c?js$/;
const patched = new WeakSet();
let mocha = null;

function install() {
  const files = process.env.BATON_FILES ? JSON.parse(process.env.BATON_FILES) : null;
  const shard = shardOf(process.env);
  const load = Module._load;
  Module._load = function batonLoad(request, parent, ...rest) {
    const exported = load.call(this, request, parent, ...rest);
    if (!WANTED.test(String(request))) return exported;
    const path = resolvedPath(request, parent);
    if (COLLECT.test(path) && (files !== null || shard !== null)) {
      const collect = (options) => exported(files === null ? options : { ...options, spec: files });
      return shard === null ? collect : (options) => inShard(collect(options), options, shard);
    }
    if ((!LOAD.test(path) && !MOCHA.test(path)) || patched.has(exported)) return exported;
    patched.add(exported);
    if (LOAD.test(path)) keepLoading(exported);
    else rememberInstance(exported);
    return exported;
  };
}

/** Which shard this is and of how many; null where one process runs everything. mocha may start itself once more. */
function shardOf({ BATON_SHARD: shard = "" }) {
  const [at, of] = shard.split("/").map(Number);
  return of === undefined ? null : { at, of };
}

/** Up to version 10 mocha collects a list, later an object. What `--file` names is loaded in every shard. */
function inShard(collected, { file: always = [] }, shard) {
  const files = Array.isArray(collected) ? collected : collected.files;
  const everywhere = new Set([always].flat().map((path) => resolve(path)));
  const own = dealt(
    files.filter((path) => !everywhere.has(path)),
    shard,
  );
  const kept = files.filter((path) => everywhere.has(path) || own.has(path));
  return Array.isArray(collected) ? kept : { ...collected, files: kept };
}

/** The largest file first, to whoever has the least. */
function dealt(files, { at, of }) {
  const loads = new Array(of).fill(0);
  const sized = files.map((path) => ({ path, size: statSync(path).size }));
  const own = new Set();
  for (const { path, size } of sized.sort((a, b) => b.size - a.size || (a.path < b.path ? -1 : 1))) {
    const least = loads.indexOf(Math.min(...loads));
    loads[least] += size;
    if (least === at) own.add(path);
  }
  return own;
}

function resolvedPath(request, parent) {
  try {
    return Module._resolveFilename(request, parent);
  } catch {
    // A module that resolved only through another hook is none of mocha's own.
    return "";
  }
}

function rememberInstance(Mocha) {
  const loadFilesAsync = Mocha.prototype.loadFilesAsync;
  Mocha.prototype.loadFilesAsync = function batonLoadFiles(...rest) {
    mocha = this;
    // Long read by now, and test files may look at them while they load, which is before the reporter exists.
    leaveArguments();
    return loadFilesAsync.apply(this, rest);
  };
}

/** Loads file by file. A suite that threw stays open in mocha's interface and would swallow the next files' suites. */
function keepLoading(utils) {
  const loadFilesAsync = utils.loadFilesAsync;
  utils.loadFilesAsync = async (files, ...rest) => {
    for (const file of files) {
      try {
        await loadWhole(() => loadFilesAsync([file], ...rest));
      } catch (error) {
        loadErrors.push({ file, error });
        mocha?.ui(mocha.options?.ui);
      }
    }
  };
}

const HALF_LOADED = /^Cannot require\(\) ES Module (.+?) because it is not yet fully loaded/;

/** An ES module that imports what is not there leaves its other imports half loaded, and `require` then refuses them to other files. */
async function loadWhole(load) {
  for (let seen = null; ;) {
    try {
      return await load();
    } catch (error) {
      const library = HALF_LOADED.exec(String(error?.message))?.[1];
      if (library === undefined || library === seen) throw error;
      seen = library;
      await import(pathToFileURL(library).href);
    }
  }
}

module.exports = { loadErrors };
if (isMainThread) install();
