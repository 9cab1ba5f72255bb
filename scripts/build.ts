import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { bundle } from "./bundle.ts";

rmSync("dist", { recursive: true, force: true });
await bundle();
execFileSync("tsc", ["-p", "tsconfig.build.json"], { stdio: "inherit" });
