// Looks for secrets in texts given on standard input, one JSON line a file: {path, base, head}. Runs in a process of its own
// of the harness, bounded in time and memory, since the patterns run over whatever an agent wrote. Answers secretlint's own
// JSON without texts and messages, and only what base did not hold already.
import { createInterface } from "node:readline";
import { lintSource } from "@secretlint/core";
import { rules } from "@secretlint/secretlint-rule-preset-recommend";

/** Comments that switch rules off are the text's own word: that rule is left out. */
const COMMENTS = "@secretlint/secretlint-rule-filter-comments";
const config = {
  rules: rules.filter(({ meta }) => meta.id !== COMMENTS).map((rule) => ({ id: rule.meta.id, rule, options: {} })),
};

async function messagesOf(path, content) {
  const source = { filePath: path, content, ext: /\.[^./]+$/.exec(path)?.[0] ?? "", contentType: "text" };
  const { messages } = await lintSource({ source, options: { config, noPhysicFilePath: true } });
  return messages
    .filter(({ type }) => type === "message")
    .map((message) => ({ message, text: content.slice(...message.range) }));
}

const report = [];
for await (const line of createInterface({ input: process.stdin })) {
  const { path, base, head } = JSON.parse(line);
  const known = new Set(
    (base === null ? [] : await messagesOf(path, base)).map(({ message, text }) => `${message.ruleId} ${text}`),
  );
  const found = (await messagesOf(path, head)).filter(({ message, text }) => !known.has(`${message.ruleId} ${text}`));
  const messages = found.map(({ message: { ruleId, messageId, type, severity, loc } }) => ({
    ruleId,
    messageId,
    type,
    severity,
    loc,
  }));
  report.push({ filePath: path, messages });
}
process.stdout.write(JSON.stringify(report));
