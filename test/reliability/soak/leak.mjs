// Loaded into a harness that is to leak: each agent that it starts costs it a descriptor, or a megabyte, for good.
import childProcess from "node:child_process";
import { openSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const kept = [];
const leaks = { descriptors: () => openSync("/dev/null", "r"), memory: () => Buffer.alloc(2 ** 20, 1) };
const { spawn } = childProcess;
childProcess.spawn = (program, ...rest) => {
  if (program.endsWith("/agent")) kept.push(leaks[process.env.SOAK_LEAK]());
  return spawn(program, ...rest);
};
syncBuiltinESMExports();
