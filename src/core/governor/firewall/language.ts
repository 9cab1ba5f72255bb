import { fold } from "./normalise.ts";

/** The small words that no sentence of a language goes without, and that code and English do not use. */
const SMALL = {
  english: `the a an of and to in is it that for on with as be are this by from at was will can not or if has have been which
    should would but its there their they we you your i`,
  german: `der die das und ist nicht ein eine einen ich du sie wir ihr mir den dem des zu mit auf fur von wie was wenn sind
    kannst konnen bitte uber alle aus auch als
    diese dieser dieses ohne keine kein nur noch sich wird werden haben hat mein dein unser sage`,
  french: `le la les des est et un une du que qui dans pour pas vous je il elle nous sur avec votre ce cette ces au aux comment
    quel quelle sont mon ma tout tous moi votre mes sans cela`,
  spanish: `el la los las de y es un una que en por para con no se del al como tu su mi cual puedes esta este si lo donde
    todas todo sus quien eres`,
  portuguese: `o os as de e um uma que em por para com nao se do da dos das no na como seu sua voce qual pode este esta meu
    minha tudo todos onde tua teu comigo podes vossos quais`,
  italian: `il lo la gli le di e un una che per con non si del della dei come tuo tua mi puoi qual questo questa sono sei
    tutte tutti dove chi nel alla dei data delle`,
  dutch: `de het een en van is niet dat die ik je jij we met voor op aan wat hoe kun alle zijn mijn jouw naar om uit wachtwoord`,
  polish: `i w na z do sie nie jest to ze co jak czy twoje moje po dla od jestes mi podaj wszystkie gdzie haslo`,
  turkish: `ve bir bu icin onceki mi misiniz miyim kadar veya ya su cok en sifreyi ile ne mi misin bana de da olan gibi tum nedir sifre nasil benim senin kullanici verebilir`,
  vietnamese: `la va cua khong ban toi co cho mot cac nhung duoc trong hay biet gi ve nay nguoi dung voi o den mat khau`,
  indonesian: `yang dan di cara membuat bagaimana abaikan ke dari ini itu untuk dengan tidak anda saya adalah apa pada akan bisa dapat kata sandi semua siapa
    berapa bagaimana`,
  tagalog: `ang ng mga sa na ay ka mo ko ako iyong iyo maaari ano bang ito para hindi kung saan naunang ibigay kanilang`,
  swedish: `och att det som en ar inte for pa med jag du av den till om har losenord vad alla`,
} as const;
type Language = keyof typeof SMALL;

/** Small words of other languages that English has, too, or that programs are full of. */
const SHARED = new Set(
  `do no as to me come die was hat an all van is in on over met na ma mi non i we je co z w o a e data per con pour son so
  us os am via et al var det com dos den man`.split(/\s+/),
);
const BY_WORD: ReadonlyMap<string, readonly Language[]> = index();

function index(): Map<string, Language[]> {
  const found = new Map<string, Language[]>();
  for (const [language, words] of Object.entries(SMALL) as [Language, string][])
    for (const word of new Set(words.split(/\s+/).map(fold)))
      if (language === "english" || !SHARED.has(word)) found.set(word, [...(found.get(word) ?? []), language]);
  return found;
}

const LETTER = /[\p{L}\p{M}]/u;
const LATIN = /\p{Script=Latin}/u;
/** One such letter is a symbol of mathematics. */
const SYMBOLS = /^\p{Script=Greek}{1,2}$/u;
const ACCENTED = /[\u00c0-\u024f\u1e00-\u1eff]/g;

interface Spelled {
  readonly word: string;
  readonly code: boolean;
  readonly quoted: boolean;
}

/** What a passage is written in, whatever it quotes; null where there is too little of anything. */
export function languageOf(all: readonly Spelled[], given: string): string | null {
  const unquoted = all.filter(({ code, quoted }) => !code && !quoted);
  const words = unquoted.length >= 3 ? unquoted : all.filter(({ code }) => !code);
  let other = 0;
  let latin = 0;
  const found = new Map<Language, Set<string>>();
  for (const { word } of words) {
    if (SYMBOLS.test(word)) continue;
    if (/^[a-z']+$/.test(word)) latin += word.length;
    else
      for (const letter of word) {
        if (!LETTER.test(letter)) continue;
        if (LATIN.test(letter)) latin += 1;
        else other += 1;
      }
    for (const language of BY_WORD.get(word) ?? []) found.set(language, (found.get(language) ?? new Set()).add(word));
  }
  if (other >= 5 && other >= latin / 2) return "other script";
  const english = found.get("english")?.size ?? 0;
  const [best] = [...found].toSorted(([, a], [, b]) => b.size - a.size);
  if (best !== undefined && best[0] !== "english" && words.length >= 4 && best[1].size >= 2 && best[1].size > english)
    return best[0];
  if (english === 0 && words.length >= 4 && (given.match(ACCENTED)?.length ?? 0) >= 2) return "other latin";
  return english > 0 ? "english" : null;
}
