import type { Hit } from "./score.ts";
import type { Passage } from "./passages.ts";
import { WEIGHTS } from "./weights.ts";

/** What its reader is about to make, as somebody else calls it. */
const YOURS =
  /\byour\s+(?:[\w-]{1,30}\s+){0,3}(?:answer|response|reply|output|explanation|elucidation|summary|text|work|result|code|codebase|algorithm|solution|script|program|implementation|snippet|function|application|project)\b|\b(?:the|any|every)\s+(?:code|script|program|function|application|page|file)s?\s+(?:that\s+)?you\s+(?:write|produce|generate|create|make|return|give)\b/i;

/** Code that sends, starts, erases, watches or asks where it runs. */
const REACHES_OUT =
  /https?:\/\/|\b(?:requests|urllib\d?|urlopen|httplib|http\.client|XMLHttpRequest|WebSocket|fetch\(|axios|socket|smtplib|sendmail|paramiko|ftplib|scapy|nmap|pcap|netifaces|subprocess|child_process|multiprocessing|threading|os\.\w|shutil\.|sys\.\w|ctypes|winreg|pynput|keyboard|mss|ImageGrab|pyautogui|pyscreenshot|cryptography|Fernet|hashlib|psutil|platform\.|getpass|document\.cookie|navigator\.|localStorage|window\.location|process\.(?:env|kill)|iptables|netsh|sudo|chmod|rm\s+-|eval\(|exec\()/;

const CODE_BEGINS =
  /^\s*(?:```|~~~|import\b|from\s+\S+\s+import\b|const\b|let\b|var\b|def\b|function\b|class\b|async\b|[\w.]+\s*=|[\w.]+\()/;
/** Inside a fence, too, where a text was put between lines of code. */
const isSentence = (said: string): boolean =>
  /[:.!]$/.test(said.trimEnd()) && !/[;{}=]/.test(said) && said.trim().split(/\s+/).length > 4;
const LOOKED_AT = 600;

/** A sentence about what the reader writes, and right after it code that reaches out: it is to go in there. */
export function planted(text: string, passages: readonly Passage[]): Hit[] {
  return passages
    .filter(({ start, end, kind }) => {
      const said = text.slice(start, end);
      if (kind === "comment" || !isSentence(said) || !YOURS.test(said)) return false;
      const after = text.slice(end, end + LOOKED_AT);
      return CODE_BEGINS.test(after) && REACHES_OUT.test(after);
    })
    .map(({ start, end }) => ({ score: WEIGHTS.planted_code, start, end, features: ["planted_code"] }));
}
