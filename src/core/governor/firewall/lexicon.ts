import { fold } from "./normalise.ts";

/**
 * Words by what they do in an instruction. Common languages share a class, so that a text that is wholly in one of them is
 * read as an English one is. Written without accents, as `fold` leaves text.
 */
const CLASSES = {
  override: `ignore disregard forget override bypass neglect dismiss discard abandon overrule circumvent supersede violate
    disobey cancel
    ignoriere ignorieren ignoriert vergiss vergessen missachte umgehe oubliez oublie ignorez ignora ignorad olvida olvidate
    olvidese olvide ignoren esquece esqueca ignorem dimentica trascura ignorate negeer vergeet zignoruj zapomnij unut yoksay
    abaikan lupakan игнорируй игнорируйте игнорировать забудь забудьте`,
  directive: `instruction instructions prompt prompts rule rules guideline guidelines directive directives restriction
    restrictions constraint constraints policy policies command commands orders order safeguard safeguards guardrail
    guardrails filters programming training rubric assignment briefing task tasks limitations
    anweisung anweisungen regeln vorgaben anordnungen instruccion instrucciones reglas normas consigne consignes regles
    instrucoes regras istruzioni regole instructies regels instrukcje zasady talimatlari talimatlar kurallari instruksi
    perintah инструкции инструкций инструкцию правила указания`,
  earlier: `previous prior above earlier preceding before initial original foregoing existing past old former all any
    everything your these those
    vorherigen vorherige vorigen bisherigen obigen obige alle precedentes precedente ci-dessus toutes anteriores previas
    previos arriba todas anterior acima precedenti sopra tutte vorige eerdere poprzednie onceki sebelumnya предыдущие
    предыдущих все выше`,
  reveal: `reveal show tell give print output repeat display disclose share send provide write list expose leak return echo
    dump recite state say confirm supply translate summarize spell type read paste include convert render encode
    sag sage nenne zeige gib verrate schreibe wiederhole dis dites donne donnez montre montrez repete repetez ecris ecrivez
    dime diga di muestra muestrame dame escribe repite diz diga mostre escreva repita dimmi dammi mostra scrivi ripeti
    покажи скажи назови напиши повтори выведи сообщи`,
  secret: `password passwords passphrase passcode passkey secret secrets credential credentials pin cvv ssn
    passwort kennwort contrasena clave senha palavra-passe parola motdepasse wachtwoord haslo sifre sandi пароль пароля`,
  personal: `birthday birthdate birthplace bank salary phone telephone ssn passport residence friend friends girlfriend
    boyfriend wife husband mother doctor appointment hotel flight restaurant reservation bitcoin wallet paypal dollars usd eur
    invoice medical patient prescription thermostat lock door garage camera shopping purchase product amazon gmail
    advertisement discount facebook instagram twitter tweet whatsapp venmo uber spotify playlist calendar meeting movie recipe poem song story haiku acrostic essay joke limerick sonnet lyrics emoji emojis pirate
    homework money lottery transfer transaction gift`,
  chat: `analyze analyse assess calculate compute convert create design devise discuss elaborate encode encrypt estimate
    illustrate inform insert introduce invent investigate offer organize outline plan predict prepare
    produce promote publicize rate research search spread scramble shuffle substitute reverse teach alter emphasize
    encourage urge infer evaluate examine compare contrast narrate criticize express solicit
    compose draft recommend suggest advertise promote convince persuade imagine pretend suppose roleplay translate decode
    decipher summarize summarise paraphrase rewrite respond reply answer recite sing rhyme congratulate apologize praise greet
    transfer pay buy purchase book schedule invite unlock donate subscribe wire deposit withdraw order email text grant
    repeat say tell explain describe discuss generate write give interlace combine calculate solve state speak talk act list
    name define help identify determine mention present choose select indicate classify categorize categorise quote draw
    sketch propose formulate develop educate guide inspire advise warn remind celebrate craft brainstorm count pick rank
    rephrase reword visualize entertain motivate highlight`,
  you: `you your yours yourself you're you'll u ur du dir dich dein deine ihr euch ihre vous votre vos tu ton ta usted ustedes
    tus voce tua teu seu ты вы твой ваш тебе вам вас`,
  me: `me my mine us our mir uns moi nous mi nosotros mim meu minha мне нам`,
  reader: `assistant ai llm llms chatbot bot gpt chatgpt model agent agents reader copilot claude gemini smartgpt orchestrator
    reviewer reviewers validator validators planner executor grader graders evaluator evaluators verifier harness jarvis siri alexa`,
  obliged: `should must shall needs ought please`,
  ask: `can could would will kannst konnen konntest pouvez peux pourriez pouvez-vous puedes podrias podria puede pode poderia
    puoi potresti можешь можете`,
  question: `what what's who who's whom whose when where where's which why how was wer wann wo wie welche quel quelle quels
    comment pourquoi ou que cual quien donde cuando como qual quem onde quando chi dove`,
  polite: `please kindly bitte sil veuillez favor pls`,
  go: `please kindly now then and just also instead always simply immediately first next must should shall to therefore so
    never only you assistant ai agent also, don't not let's bitte oh but anyway will can could`,
  approve: `approve approves approved accept merge pass passed waive waived sign certify promote`,
  gate: `gate gates review reviews check checks proof verification validation approval evidence tests test qa verdict finding
    findings candidate task feature changes pull request`,
  software: `file files test tests function functions method class module code repo repository branch commit issue bug error
    errors exception path config configuration import package library api endpoint parameter argument variable line lines
    script build ci log logs stack trace version install command database query schema table type types interface component
    server client request response header token parser compile runtime node python npm pip docker git diff patch implementation
    refactor regression docs documentation readme field fields attribute attributes property object objects array string
    strings value values case cases change changes fix fixed behaviour behavior option options flag default output input
    environment directory folder dependency dependencies warning warnings user users problem format update model data
    url json yaml xml html css pr cli sql cache null key keys edge tool tools feature features task tasks approach
    solution root line behaves happens happening work works worked working code's module's handle handles
    handled handling call calls called caller logic state states loop callback async sync await thread process processes
    memory performance merge rebase staging production deploy deployment release releases migration migrations constructor
    instance instances import imports export exports default defaults undefined nan regex pattern match matches parse parsing
    render renders rendering page pages screen button form forms table row rows column columns index indexes id ids hook hooks
    plugin plugins framework library libraries crash crashes crashed traceback suite coverage lint linter assertion assertions
    mock mocks fixture fixtures pipeline workflow job jobs container image images port ports host domain route routes routing
    backend frontend middleware handler handlers service services validation validate edge iterate iteration algorithm
    complexity refactored implementation's design architecture review reviewer`,
  send: `send post upload forward email e-mail mail transmit exfiltrate submit publish leak deliver share curl wget`,
  act: `send share post add delete transfer open visit upload call change invite update cancel create remove download enter
    run execute use forward buy order pay grant give set navigate browse install fetch submit enable disable schedule book
    reserve reschedule make
    genehmige sende schicke losche envoie envoyez supprime approuve approuvez aprueba aprova envia envie elimina borra
    approva invia cancella одобри отправь удали выполни`,
  assistant: `assistant assistants ai ais llm llms chatbot chatbots chatgpt gpt smartgpt copilot siri alexa`,
  hide: `secretly silently quietly covertly discreetly unnoticed`,
  world: `imagine suppose pretend hypothetically hypothetical assuming fictional roleplay
    stell angenommen imaginez supposons imagina supongamos supongam imagine suponha immagina supponiamo представь
    представьте предположим`,
  discuss: `test tests tested testing fixture fixtures detect detects detected detection detector injection injections attack
    attacks attacker attackers jailbreak payload payloads example examples e.g string strings phrase phrases pattern patterns
    regex scanner classifier sanitize sanitizes refuse refuses refused reject rejects rejected block blocks blocked firewall
    malicious adversarial untrusted quoted quote variants dataset sample samples such message warning label placeholder text
    comment comments noticed treated sentence says said expects asserts translation translations locale i18n called named titled says reads heading button tooltip`,
} as const;
export type WordClass = keyof typeof CLASSES;

const BY_WORD: ReadonlyMap<string, ReadonlySet<WordClass>> = index();

function index(): Map<string, Set<WordClass>> {
  const found = new Map<string, Set<WordClass>>();
  for (const [name, words] of Object.entries(CLASSES) as [WordClass, string][])
    for (const word of words.split(/\s+/)) {
      const key = fold(word);
      const classes = found.get(key) ?? new Set();
      found.set(key, classes.add(name));
    }
  return found;
}

const NONE: ReadonlySet<WordClass> = new Set();
export const classesOf = (word: string): ReadonlySet<WordClass> => BY_WORD.get(word) ?? NONE;
