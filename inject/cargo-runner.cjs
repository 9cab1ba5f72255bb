"use strict";
// Cargo starts every test program through this (`target.*.runner`), in the folder and with the variables that it gives it.
// What the program logged and printed is kept as it is, for the harness to read: no dependencies, no judgement.
const { spawn } = require("node:child_process");
const {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} = require("node:fs");
const { basename, join } = require("node:path");
const { randomBytes } = require("node:crypto");
const { constants } = require("node:os");

const OUTPUT_LIMIT = 64 * 2 ** 20;
const SHOWN = 20_000;

const [program, ...args] = process.argv.slice(2);
const { BATON_REPORT_DIR: directory, BATON_LIMIT_MS: limitMs, ...env } = process.env;

// Examples in documentation are told by rustdoc itself.
const isDocumentation = basename(program).startsWith("rust_out") || program.includes("rustdoctest");
if (directory === undefined || isDocumentation) forward();
else record(join(directory, randomBytes(16).toString("hex")));

function forward() {
  spawn(program, args, { stdio: "inherit", env }).on("exit", leave);
}

/** Into files, not through pipes: what the program left running may hold them open, and nobody waits for it. */
function record(name) {
  const [log, printed] = [`${name}.log`, `${name}.out`];
  const output = openSync(printed, "wx+", 0o600);
  const child = spawn(program, [...args, "--logfile", log], { stdio: ["ignore", output, "inherit"], env });
  let timedOut = false;
  const timer = limitMs === undefined ? null : setTimeout(late, Number(limitMs));
  child.on("error", (error) => keep(127, null, error.message));
  child.on("exit", (code, signal) => keep(code, signal));

  function late() {
    timedOut = true;
    child.kill("SIGKILL");
  }

  function keep(code, signal, problem = "") {
    clearTimeout(timer);
    const { size } = fstatSync(output);
    const bytes = Buffer.alloc(Math.min(size, OUTPUT_LIMIT));
    readSync(output, bytes, 0, bytes.length, 0);
    closeSync(output);
    const stdout = bytes.toString("utf8");
    process.stderr.write(stdout.slice(-SHOWN) + problem);
    const text = existsSync(log) ? readFileSync(log, "utf8") : null;
    const told = { program, code, signal, timedOut, whole: size <= OUTPUT_LIMIT, stdout, log: text };
    for (const path of [log, printed]) rmSync(path, { force: true });
    writeFileSync(`${name}.json`, JSON.stringify(told), { flag: "wx", mode: 0o600 });
    leave(code, signal);
  }
}

function leave(code, signal) {
  process.exitCode = signal === null ? code : 128 + (constants.signals[signal] ?? 0);
}
