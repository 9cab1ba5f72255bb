#!/usr/bin/env node
// Plain JavaScript for every Node there is.
if (Number(process.versions.node.split(".")[0]) < 24) {
  process.stderr.write(
    `baton needs Node 24 or newer; this is ${process.version}. Install it, or run npx -p node@24 -p PACKAGE baton, with the proofbaton-VERSION.tgz that you have\n`,
  );
  process.exit(2);
}
// Not imported: an import of a part of Node makes everything that it exports.
const { existsSync, mkdirSync, readFileSync } = process.getBuiltinModule("node:fs");
const { enableCompileCache } = process.getBuiltinModule("node:module");
const { homedir } = process.getBuiltinModule("node:os");
const { dirname, join } = process.getBuiltinModule("node:path");
// One by one: Node's own way to make all of them at once never ends where a file system says that what it makes is not there.
const isMade = (folder) => {
  if (existsSync(folder)) return true;
  if (!isMade(dirname(folder))) return false;
  try {
    mkdirSync(folder);
  } catch {
    // What needs the folder says so; without the cache a command only starts later.
  }
  return existsSync(folder);
};
const words = process.argv.slice(2);
if (words.length === 1 && (words[0] === "--version" || words[0] === "-V")) {
  // The commonest question of scripts needs none of the rest.
  process.stdout.write(`${JSON.parse(readFileSync(join(__dirname, "..", "package.json"), "utf8")).version}\n`);
} else {
  // Below the state folder like all else that is written, and never in a shared temporary folder, where others could plant code.
  const { BATON_STATE, XDG_STATE_HOME } = process.env;
  const state = BATON_STATE || join(XDG_STATE_HOME || join(homedir(), ".local", "state"), "baton");
  const cache = join(state, "compile-cache");
  if (!words.some((word) => /^--state(?:=|$)/.test(word)) && isMade(cache)) enableCompileCache(cache);
  const main = join(__dirname, "..", "dist", "cli", "main.cjs");
  if (existsSync(main)) require(main);
  else {
    process.stderr.write("baton is not built in this checkout. Run npm run build, or npm run baton -- in its place\n");
    process.exitCode = 2;
  }
}
