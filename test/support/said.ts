import type { Measured } from "../../src/engine/measure/outcome.ts";
import { objectOf } from "../../src/schema/json.ts";

/** Each finding as `CODE message`. */
export const saidOf = ({ findings }: Measured): string[] => findings.map(({ code, message }) => `${code} ${message}`);

/** What its report says it was made with. */
export const toolsOf = ({ report }: Measured): unknown => objectOf(objectOf(report?.content)["environment"])["tools"];
