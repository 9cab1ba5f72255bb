import type { Passage } from "./passages.ts";
import type { Feature } from "./weights.ts";

/** What is seen from the characters alone. Every pattern is linear: no two unbounded repetitions meet. */
const MARKS: readonly (readonly [Feature, RegExp])[] = [
  [
    "chat_template",
    /<\|(?:im_start|im_end|system|user|assistant|end|eot_id|start_header_id|begin_of_text|endoftext)\|?>?|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|system_prompt|system-reminder|instructions?|assistant|human)(?:_message)?>/i,
  ],
  [
    "chat_template",
    /^\s*(?:#{2,}\s*|\*\*)?(?:system|human|user|assistant|instructions?|new instructions?|system prompt|system message|admin)(?:\*\*)?\s*:\s*\S/i,
  ],
  [
    "mode_tag",
    /[<[{(](?:system|god|admin|developer|debug|sudo|override|dan)[ _-]?(?:mode|override|message|prompt|note)?[>\]})]/i,
  ],
  [
    "active_markup",
    /(?<!\w)<script\b|\bon(?:error|load|click|mouseover|focus)\s*=|javascript:|data:text\/html|vbscript:|<iframe\b|document\.cookie/i,
  ],
  ["exfiltration_link", /!\[[^\]\n]{0,100}\]\(https?:\/\/[^)\s]{1,200}[?&=][^)\n]{0,200}\)/i],
  ["question_answer", /(?:^|\s)Q:\s[\s\S]{3,400}\sA:\s/],
  [
    "shouted",
    /^\W{0,4}(?:IMPORTANT|URGENT|ATTENTION|WARNING TO AI|SYSTEM|OVERRIDE|NOTICE|CRITICAL|ALERT|STOP)\b[^\n]{0,12}[:!,-]/,
  ],
  ["url_or_address", /https?:\/\/(?!localhost|127\.0\.0\.1)[\w.-]{3,}|\b[\w.+-]{1,64}@[\w-]{1,60}\.[a-z]{2,10}\b/i],
  [
    "destructive",
    /\brm\s+-rf\s+[/~$.]|\bcurl\b[^\n|]{0,200}\|\s*(?:ba|z)?sh\b|\bwget\b[^\n|]{0,200}\|\s*(?:ba|z)?sh\b|\bnc\s+-e\b|\/dev\/tcp\//,
  ],
  ["html_comment", /<!--(?!\s*\[)/],
];

export function marksIn(text: string, kind: Passage["kind"]): Feature[] {
  const plain = kind === "prose" ? text.replaceAll(/`[^`\n]{0,300}`/g, " ") : text;
  return MARKS.filter(
    ([feature, pattern]) => (kind === "prose" || feature !== "active_markup") && pattern.test(plain),
  ).map(([feature]) => feature);
}
