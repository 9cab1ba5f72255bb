import { readFileSync } from "node:fs";
import { injectPath } from "../../util/package-root.ts";

/** What answers in a disguised file of JavaScript; its capital words are still to be written out. */
export const javaScriptWorld = (): string => readFileSync(injectPath("javascript-world.cjs"), "utf8");

/** What answers for a function whose answers are varied; as above. */
export const javaScriptVariant = (): string => readFileSync(injectPath("javascript-variant.cjs"), "utf8");
export const javaVariant = (): string => readFileSync(injectPath("BatonVariant.java"), "utf8");
export const rustVariant = (): string => readFileSync(injectPath("baton_variant.rs"), "utf8");
