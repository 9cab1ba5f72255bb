import { hasTool } from "../../support/go.ts";
import { judgeCheats } from "./judge-cheats.ts";
import { cases } from "./java.ts";

judgeCheats("Java", hasTool("mvn", "--version"), cases, 16);
