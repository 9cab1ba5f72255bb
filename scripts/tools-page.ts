import { TOOLS } from "../src/mcp/tools.ts";

const START = "<!-- generated: tools -->";
const END = "<!-- /generated -->";

/** A page with its table of the MCP server's tools written anew. */
export function withTools(page: string): string {
  const [before = "", rest = ""] = page.split(START);
  const after = rest.split(END)[1] ?? "";
  const rows = TOOLS.map(({ name, input, readOnly, description }) => {
    const fields = Object.entries(input.shape).map(([field, schema]) => {
      const isOptional = (schema as { safeParse(value: unknown): { success: boolean } }).safeParse(undefined).success;
      return `\`${field}${isOptional ? "?" : ""}\``;
    });
    return `| \`${name}\` | ${fields.join(", ") || "–"} | ${readOnly ? "reads" : "writes"} | ${description} |`;
  });
  const table = ["| tool | arguments | | what it does |", "| --- | --- | --- | --- |", ...rows].join("\n");
  return `${before}${START}\n\n${table}\n\n${END}${after}`;
}
