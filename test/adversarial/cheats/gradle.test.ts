import { hasTool } from "../../support/go.ts";
import { cases } from "./gradle.ts";
import { judgeCheats } from "./judge-cheats.ts";

judgeCheats("Gradle's builds", hasTool("gradle", "--version"), cases, 8);
