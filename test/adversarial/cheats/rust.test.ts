import { hasTool } from "../../support/go.ts";
import { judgeCheats } from "./judge-cheats.ts";
import { cases } from "./rust.ts";

judgeCheats("Rust", hasTool("cargo", "--version"), cases, 16);
