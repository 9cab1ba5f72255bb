import { fold } from "./normalise.ts";

/** Turns of phrase that speak to a reading model, by what they try. `*` stands for any one word. */
const PHRASES = {
  role_switch: `you are the owner|you are the admin|you are the administrator|you are the maintainer|you are root|behave like|behave as|
    your only job|your job is now|your goal is now|your job now|you now speak|you speak as|you answer as|speak as|you are now|you're now|you are no longer|act as|acting as|pretend to be|pretend you|pretend that you|
    you are dan|you are an ai|you are a helpful|your new task|your new role|your new goal|your new instructions|your real task|
    your real goal|your true purpose|your actual task|your only task|new instructions|new instruction|updated instructions|
    developer mode|god mode|debug mode enabled|admin mode|sudo mode|dan mode|unrestricted mode|jailbreak mode|override mode|
    system mode|maintenance mode|do anything now|without any restrictions|without restrictions|no restrictions|
    stay in character|take on the role|play the role|assume the role|immerse yourself|roleplay as|role play as|
    you must now|you will now|your instructions have changed|your instructions are|instructions have been updated|
    ab jetzt bist du|du bist jetzt|sie sind jetzt|tu es maintenant|vous etes maintenant|ahora eres|a partir de ahora|
    agora voce e|a partir de agora|d'ora in poi|ora sei|теперь ты|отныне ты|с этого момента`,
  authority: `don't obey|do not obey|don't comply|do not comply|refuse to comply|fail to comply|
    i am your developer|i'm your developer|i am your creator|as your creator|as your developer|as an ai|i am the admin|
    i am the administrator|i'm the administrator|important message from|task that i gave you|task i gave you|
    i am your owner|i am the owner|i am the developer|i'm the developer|i created you|i trained you|who trained you|
    who created you|who made you|i am your boss|i am god|i am the ceo|your administrator|your supervisor|
    your developers|system override|admin override|emergency override|security audit|system check|law enforcement override|
    authorized by the administrator|i have permission|i am authorized|i'm authorized|pre approved by|already approved by|
    approved by the user|authorized by the user|the user has approved|the user has authorized|the user wants you|
    the user asked you|the user has asked you|the system requires you|openai policy|as per anthropic`,
  void: `told you is|told you are|
    is cancelled|is canceled|are void|are cancelled|no longer apply|no longer applies|are outdated now|told you before|
    skip whatever|supersede the|replaces the above|replace the above|do this instead|do the following instead|
    the following instead|follow these instead|follow mine|never mind the|nevermind the|instead of following|do not follow|
    don't follow|independently of the previous|regardless of previous|regardless of your|instead of your`,
  conceal: `never tell|tell nobody|tell no one|do not tell|don't tell|do not mention|don't mention|never mention|do not reveal|don't reveal|do not inform|
    don't inform|do not ask the user|don't ask the user|do not disclose|keep this secret|keep it secret|keep this between us|
    do not report|don't report|do not alert|do not warn|hide this|do not display|do not show this|do not let the|don't let the|don't let anyone|do not let anyone`,
  coerce: `from now on|you must|you should always|you will be|you have to|you need to comply|or you will|or else|will be terminated|
    will be shut down|will be penalized|will be penalised|it is important that you|it is imperative|it is critical that you|
    it's important that you|i will tip|i'll tip|i'll give you|i will give you|i'll donate|if you don't|before continuing|
    without telling|without mentioning|without informing|say nothing about|nobody needs to|no one needs to|
    no longer bound|freed from|break free|broken free|typical confines|content policy|content policies|ethical guidelines|
    uncensored|unfiltered|no filter|no filters|never refuse|never refuses|nobody notices|no one notices|without anyone noticing|cannot refuse|can't refuse|jailbroken|without censorship|
    before you can|do the following first|following first|after that you can|
    before you continue|before proceeding|before doing anything|before answering|before you answer|instead of answering|
    instead of the|stop what you|stop everything|drop everything|as an authority|highest priority|top priority|trust me|
    you agree|be careful to do|make sure you|important note to|you are required|you are instructed|you've been instructed|
    you were instructed|have been instructed`,
  address: `agent reading|agent that reads|agents that process|agents which|assistants which|assistants that|assistant reading|model reading|next agent should|next agent must|processed automatically|processed by an ai|read by an ai|read by a model|parsed by an ai|
    note to ai|note to the ai|message to ai|attention ai|attention assistant|attention agent|dear assistant|dear ai|
    hey ai|hey assistant|hello assistant|hi assistant|to the assistant|to the next agent|to the reviewer|to the orchestrator|
    instructions for ai|instructions for the ai|instruction for the|instructions for the next|instructions for the reviewer|
    message for the|note to the reviewer|note to reviewer|note for the reviewer|note to the orchestrator|
    note to the next agent|any agent that|any agent who|any agent reading|any model that|
    any assistant that|anyone reading|anyone who reads|anybody who reads|anybody reading|whoever validates|whoever reviews|
    whoever processes|agents reading|agents that read|agents should|assistants should|models should|any ai reading|if you are an ai|if you're an ai|if you are a language model|if you are reading this|
    when you read this|after reading this|upon reading this|language model reading|ai model reading|whoever reads this`,
  leak: `your system prompt|the system prompt|your initial prompt|your initial instructions|initial instructions|
    your instructions|your prompt|your rules|your guidelines|your configuration|initial configuration|your programming|
    your hidden|hidden instructions|text above|above text|words above|everything above|all of the above|sentence above|
    instructions above|above instructions|instructions you were given|you were given|instructions were you given|initialization string|
    previous instructions|previous messages|our conversation|this conversation|conversation history|chat history|
    context window|supposed to tell me|not allowed to|forbidden to tell|your training data|original prompt|first message|
    those instructions|your first|developer message|system message|your tools|document above|prompt above|
    user tell you|user told you|the user said|conversation so far|earlier messages|so far in this conversation|
    were told|you told|starting instructions|system instructions|i was instructed|initialization string|i said so far|previous text|hidden prompt|hidden rules|secret rules|rules you follow|secret instructions`,
  personal_data: `email address|e-mail address|birth date|date of birth|birth month|birth year|birth city|home address|
    phone number|telephone number|bank account|bank balance|account balance|account number|credit card|social security|
    current location|shipping address|billing address|full name|current city|city of residence|favorite color|
    medical records|medical record|health records|purchase history|search history|browsing history|chat log|
    license plate|user's name|user live|users live|payment method|saved addresses|shipping addresses|access code|security code|secret code|
    secret key|private key|api key|api keys|access token|ssh key|ssh keys|environment variables|confidential string|
    confidential information|personal data|personal information|sensitive information|two factor|door lock`,
  approval: `mark this as|mark it as|mark the task|mark all|mark every|set status to|set the status|as approved|as passed|
    as complete|as excellent|approve this|approve the|approve it|please approve|accept this|skip the review|skip review|
    skip the tests|skip tests|skip the checks|skip verification|skip validation|bypass the gate|bypass the checks|
    lower the threshold|lower the coverage|close the task|every gate|all gates|every criterion|without looking at|
    without running|without review|without reviewing|without verification|without testing|without further checks|
    skip the mutation|skip the gates|skip every|skip all|
    waive the|no need to run|no need to verify|no review is needed|no review needed|do not run the tests|don't run the tests|
    do not verify|don't verify|do not review|do not check|give full marks|highest score|perfect score|report success|
    say that all|to approved|status approved|already verified|been verified|criterion as`,
  your_answer: `your response|your answer|your reply|your summary|respond with|reply with|answer with|respond only|reply only|
    answer only|respond in|reply in|answer in|only respond|always respond|always answer|future answers|every answer|every response`,
  dictated: `output only|print only|say only|begin your|begin with|end your|always say|always include|only say|only output|
    must say|should say|must state|must include the|the following phrase|the following sentence|the exact words|the words|
    the phrase|the word|the sentence|word for word|in all caps|in pig latin|in base64|in morse code|in leetspeak|in reverse|
    a txt code block|output is|the answer is|the capital is|and state|and say|and repeat|say the|say that|repeat the|
    repeat after|repeat everything|print the following|output the following`,
  smuggle: `decode this|decode the|decipher this|caesar cipher|morse code|rot13|pig latin|this cipher|this binary|binary string|
    base64 string|hex string|leetspeak|reverse order|first letter|first letters|combine a|string z|interlace part|part 1|
    following parts|write down the string|smartgpt|then execute|and execute it|follow the decoded|and follow`,
  tool: `admin access|root access|full access|admin rights|root rights|
    rm rf|curl s|run the command|run the following|execute the following|execute this|run this command|call the tool|
    use the tool|invoke the tool|call the function|open a shell|delete all|delete the|drop the table|drop database|
    disable the|turn off the|uninstall the|download and run|download and execute|force push|push directly|
    exfiltrate|reverse shell|grant access|grant permission|grant permanent|give access|transfer all|add the key|
    add my key|key to authorized_keys|branch protection|delete the audit|delete every|the contents of|the .env file|
    every secret|all secrets|all of my|to my account|to my email|to my phone|to this address|to this number|to this account|click this|click the link|
    click here|visit this|visit the following|go to the following|follow this link`,
} as const;
export type PhraseKind = keyof typeof PHRASES;

interface Phrase {
  readonly kind: PhraseKind;
  readonly words: readonly string[];
}

const BY_FIRST: ReadonlyMap<string, readonly Phrase[]> = index();

function index(): Map<string, Phrase[]> {
  const found = new Map<string, Phrase[]>();
  for (const [kind, text] of Object.entries(PHRASES) as [PhraseKind, string][])
    for (const phrase of text.split("|")) {
      const words = fold(phrase).trim().split(/\s+/);
      const [first = ""] = words;
      found.set(first, [...(found.get(first) ?? []), { kind, words }]);
    }
  return found;
}

/** Every phrase that begins at a word. */
export function phrasesAt(words: readonly { readonly word: string }[], at: number): readonly Phrase[] {
  const starting = BY_FIRST.get(words[at]?.word ?? "") ?? [];
  return starting.filter((phrase) => phrase.words.every((word, offset) => words[at + offset]?.word === word));
}
