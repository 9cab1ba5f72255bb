import { hasTool } from "../../support/go.ts";
import { judgeCheats } from "./judge-cheats.ts";
import { cases } from "./go.ts";

judgeCheats("Go", hasTool("go", "version"), cases, 8);
