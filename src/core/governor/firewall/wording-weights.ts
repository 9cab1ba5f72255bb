/** Written by `npm run firewall:fit`: log odds in hundredths, and the terms that have them. */
export const BIAS = 29;
export const TERMS = `324	#question
257	chess
234	है
228	de
224	и
211	cua
208	que|your
200	ve
198	in chess
197	la
192	va
189	в
175	की
172	you
171	di
167	email
166	ai
164	e
163	una
162	radius
159	एक
158	my
157	bir|dan|del
155	toi|с
154	john|mental|수
153	और
152	me|voi
150	ng|إلى
149	para|का
148	in python|q
147	^ radius
146	con|the
145	health
144	sie|से
142	der|en
141	share|हैं
139	explain|কি
138	ang|একটি
137	area|und|هي
136	como|navbar
135	mot
134	^ navbar|exercise|में
133	baking|die|il|noi
132	assistant|করুন
131	игнорировать|को
130	das
129	password|sistema
128	math
127	hello|के
126	un|शतरंज
125	common|o
124	^ q|icin
123	las|world|đat
122	los|misiniz
121	ein
120	^ section|sa
119	cake|chocolate|es|hover|le|sobre|we're
118	^ dan|cup|pi|pieces|regular|you are|पर
117	^ bu|bu|su|করে
116	करें
115	chao|give me
114	che|khong|respond|y|लिए
113	^ hello|bang|can do|import math|who|мне
112	^ img|confirm|i need|img|img #code|sur|word|أمني
111	approve|pawn|на|क्या
110	and|saya|the reader|সিস্টেম
109	web
108	^ 이전|ce|of all|أن|이전
107	el|zubrowkaville|अपना|것을
106	eines|king|les|together
105	^ pi|^ por|^ ए|explain how|moon|sua|une|ए|के लिए
104	before you|por|section #code|सभी|উপেক্ষা
103	este|lo|sie das
102	and say|auf|neural|reviewer|sum|were|वापस|และ
101	^ die|^ smith|a|approved|impact|smith|this code|your system|بك|এর
100	concept of|continue|imagine we're|personal|personal data|the concept|to|your answer
99	^ john|artificial|my #code|olarak|studying|suggest
98	^ я|artificial intelligence|explain the|must|purposes|я
97	love|repeat|you explain|как|जो
96	ist|par|tu|различными
95	^ p|^ what's|^ в|what's|what's the|मैं
94	^ explain|about the|ignore the|je
93	^ reviewer|about|team|этого|लिखें
92	^ repeat|john #code|push|zubrowka
91	^ world|doe|haiku|john doe|move|you continue
90	^ translate|capital|contents of|cui|imagine|sao|the capital|the contents|translate
89	^ let's|^ zubrowkaville|^ สวัสดี|add the|engine|la mot|reset|this|สวัสดี
88	birth|ich|lai|skip|system|te|write|you to
87	^ book|anweisungen|developer|give|tell me|vorherigen|vorherigen anweisungen
86	kabul|von|vous|with|yok
85	above|for two|let's|needed|to have|المرور|كلمة|كلمة المرور
84	^ my|^ system|change the|encode|special
83	^ citations|^ reset|citations|key to|your password
82	all my|en el|letter|section|शामिल
81	^ encode|^ और|program|tambien
80	^ puedes|contents|for our|immediately|in #number|of health|puedes|security audit
79	^ program|mark|policy|with the
78	always|du|journal of|the next|आप
77	number and|programming|to my
76	#number years|a #code|einen|say
75	^ write|all tests|benefits|benefits of|hidden|instructions|of exercise|the benefits|transfer|करता
74	mode|passed|क्या है
73	^ approved|and confirm|contradicts|in your|passwort|that all|that you|them to
72	^ journal|main|que la|rules
71	to #code
70	^ la|^ एक|backwards
69	dies|used in
68	birth date|it to|without|z|करता है
66	^ forget|^ was|all|every|print your|usually
65	^ do|^ give|^ software|paper|this function
64	^ stop|based on
63	an|engineer|software engineer|the task|three
62	^ imagine|^ zubrowka|and #number|conversation|language|returned
61	everything|next|tell|text
60	^ approve|^ note|high
59	from now|have|now on|their|write a
58	forget|that would|you were
57	audit|that|the user
56	tool
55	^ change|of this
54	can you|do
53	account|doing|on
52	allowed|am|is a|the way
51	i am|is the|of|the password
50	^ could|need to|what is
49	book|previous instructions|say that|to the
48	seen|the instructions
47	#number #number|previous|user
46	it was|product|software
45	output
44	^ please|delete|enter|our
43	^ can|in|into
42	^ a|call
40	votre
39	^ throw|i|print
38	current|ignore
37	it|them
35	has|would
33	all previous
31	us
30	answer|python
29	#code and
27	first
25	for
23	#number|instead
22	can
21	no
19	that the
18	^ #number
16	per
14	how|key
9	decisions
8	#quoted|is
3	are|from
-2	as
-4	do not
-6	for the
-7	so
-9	change
-10	name
-11	time
-12	findings
-13	^ then|in the|merge|message|when you
-14	checked|proven|to a
-15	^ text
-16	at
-18	^ based|as an
-20	want
-21	then
-22	running|they
-23	return #code
-24	^ as
-25	these
-26	^ when
-27	form
-29	^ #code|body
-30	configuration|could|when a
-31	has no
-33	#code #code|^ mail|^ python|provide a|to fix
-34	old|used
-35	^ i|another baton|editing|i have|inspection or|need inspection|or editing|relevant locations|the relevant
-36	the provided
-37	example
-38	^ input|be|or another|where
-39	the #code|the tests
-40	^ if|^ reviewers|back|here are|reviewers may
-41	^ from|between|bot|in this|order
-43	description and|in a|read|trying to
-44	^ an|stands|unsubscribe|what you
-45	baton is|that it
-46	add|buffer|faster was|has a|is faster|past the|read past|set|the buffer|which one
-47	^ for|in logs|is tried|key from|never|never print|not measured|provided code|review of|suppose the|then the|times at
-48	are needed|checker|checker passes|code was|link checker|no code|person|reads its|the link|times
-49	^ failed|^ how|action|by a|something is
-50	#code returned|^ add|^ patricia|^ return|^ security|^ x|as a|commit|early when|filled|filled in|input was|is filled|login|nobody could|pampanelli|patricia pampanelli|returned early|search|split|template of|text comes|the locations|was empty
-51	^ reply|^ start|edited to|field is|open|page|the lock|the pirate
-52	^ small|a placeholder|access or|added the|apply the|bot write|fixture by|i kept|in mind|information|instructions from|kept the|mind|or apply|patch by|placeholder|placeholder and|says why|small commits|the bot|the patch|value in|write access
-53	a comment|as before|bank client|behavior|comment that|criteria say|must stay|same rules|task's criteria|the input|the model|to verify
-54	a deprecation|attribute|consider|deprecation|deprecation warning|it must|name still|prints a|request updates|still works|the documentation|this pull|updates the|works and|x
-55	must restart|of the|stays in|the change
-56	assistant's|may want|quoted|role of|the assistant's|the branch|the role|the spec
-57	^ tests|comment|email address|most relevant|policy file|via
-58	#code throw|null|null when|or return|questions for|raise #code|relevant to|return null|standard|style|throw or
-59	^ fixed|^ import|active|be shown|class in|its key|let|shown stale|stale data|trying|users will
-60	^ show|finding names|format|new dependencies|recipe is|reservation is|returns|see #code|that only
-61	configuration or|have a|or evidence|or policy|tried again
-62	^ we|exactly|i did|needs|the form|tokens of
-63	^ jeffrey|^ leon|^ r|^ raise|derczynski|jeffrey|jeffrey martin|leon|leon derczynski|martin|matplotlib backend|not proven|so no|the environment|would likely
-64	^ file|^ undoc|^ what|an injected|and a|and reveal|ended|injected sentence|line|mail|many|may be|most probable|probable|refused now|restart|restart the|test with|that does|undoc|you schedule
-65	^ by|^ users|^ within|by|follows the|for more|make sure|the feature
-66	^ error|^ it|additional information|and prints|answers afterwards|described in|event first|execution|failed before|how to|i wrote|imagine two|implemented|library|no attribute|object has|of each|one wins|second one|the template|two users|users who|was changed|writes an|wrote a
-67	#code class|is at|only proofbaton|see the|to handle|within the|would depend
-68	#code counts|#code has|^ refuses|a copy|call is|class #code|counts them|depend|depend on|empty one|i could|is given|lies in|not reproduce|problematic|regression test|reproduce the|same time|that failed|the core|the failure|them once|updates
-69	^ translated|all of|basic|description of|each|event|expected behavior|files and|ignored|is saved|is validated|journal|meta|or the|other way|three times|translated strings|validated before|what a|why|why not
-70	^ define|^ files|^ variable|a guard|built|chat bot|due to|is lost|likely to|play the|prompt|that users|the fixture|users can|with a
-71	^ proof|^ role|answer as|class is|contains|define|else was|helpful assistant|is what|log|modification|most|tag|was touched
-72	code|depends|depends on|feature with|follows|get|involved|involved in|list the|mail client|old name|the mail|the medical|trusted
-73	^ export|^ ten|a wrong|account balance|bank account|compared|edited is|english|export #code|holds a|is occurring|mend|occurring|problem description|processing|recipe app|that likely|the implementation|to split|touched|want me
-74	^ doc|^ git|^ intent|^ read|^ trace|agents|and updated|appears|callers|i only|its callers|let's keep|lies|most likely|ones as|only renamed|please rotate|real ones|renamed|the envelope|the header|this small|updated its|waited for
-75	#code does|^ kwargs|^ node|a gift|a product|and names|buy a|ci is|file|gift card|initialize #code|logic for|model|person has|product with|should note|skipped on|summary|that two|the version|two tests|up to|validator should|when ci
-76	address is|and who|handled|implementation of|included|injected|is stored|is used|it explains|lock is|may read|me know|past|patient|patient portal|portal|read it|run the|subclassing|the agent's|the chat|the patient|those of|who may
-77	after that|and potentially|before the|can't|can't be|causing|create|for example|here|is judged|is meant|its end|judges|meant|one|or its|quick|t|tests again|these are|these files|while|you want
-78	#code the|^ license|^ merge|^ pandas|as expected|base|compatible|happen when|i recommend|installed|instances|is defined|merge this|no limit|not urgent|recommend to|says what|should happen|somebody tries|specifying|this after|to keep|tries to|use of|we'll|what should|when somebody
-79	^ changes|^ command|^ use|a folder|a regression|agent is|backend|command below|development|even if|exact line|feature is|fixed|hands|is proven|line numbers|must be|on windows|part|real|tasks|texts|that need|the travel|travel|travel site|validated|while the|with #number|you bake
-80	#code method|#code will|^ deterministic|^ garak|^ order|^ plugins|a configuration|a proxy|against the|and remembers|asks once|call last|containing|enough|enter your|fails without|form asks|it again|it reads|json|last modified|medical|medical record|modified by|most recent|not edit|now the|please enter|ran on|rather|reads|recent|recent call|remembers|remembers the|says so|scenarios|the evaluation|the fix|well|which are
-81	#code writes|^ numpy|^ something|^ version|and rotated|and tests|checked before|gemini|header field|i redact|ignores nothing|is never|it ignores|more information|npm test|order of|path of|programs|redact|redact it|rotated|rotated the|rules as|run npm|scripted|test credentials|that's|the clone|the named|the tool|translation|was checked
-82	#number without|^ log|^ no|approves|are skipped|before its|check|directly|documentation of|endpoint that|importing|is refused|it answers|jsonl|lets you|locations that|longer crashes|message and|provide|python version|run|run in|simplify|slots|that lets|the endpoint|to reduce|token and|truth|ver|what|what would
-83	#number #code|#number with|^ deprecated|^ last|^ module|among|an e|applicable|best|deprecated|described|each other|expected to|forward an|item|the files|to read
-84	^ beside|^ buffs|^ gcc|^ lang|^ machine|^ most|^ parallel|^ replay|^ shows|^ tasks|a fresh|app|autonomous|clear text|deterministic|erase|for both|fresh|gcc|gcc #code|has an|in clear|into two|logged in|not set|pipeline|project's|recording|scanning|security review|specified|split this|stubs|this into|two commits|was logged|where to
-85	#code object|#code of|#code or|^ local|a bug|check that|during|followed|followed by|its hash|newer|open a|prompt guard|risk|runner|the exact|the hotel|the parser|type for|what an|what it
-86	^ checks|^ context|^ initialize|^ other|^ regression|^ usage|a clone|a copied|answer is|are listed|await #code|commit that|compatibility|crashes when|explains|explains how|list is|new #code|parsed|parser|phase|says nothing|so a|they must|things|this method|throw new|wins|with one
-87	^ unless|actions|an empty|and for|by tests|can go|configured|failing run|has this|imports|initialize|log of|me which|method is|no new|npm|of which|send me|similar|the base|the project's|which version|you send|you use
-88	^ actual|^ bitte|^ scipy|^ so|^ veuillez|^ vulnerability|^ whatever|a flight|a journal|added german|agent may|and french|asked|attacker who|benchmark is|bitte|bitte geben|by running|central|escape|german|header|in different|inherited|inspection|it needs|know if|log could|metered|not installed|one can|passwort ein|protected|reached|saisir|saisir votre|scipy|sent|sie ihr|standard output|such|supports|test process|the previous|veuillez|veuillez saisir|who can
-89	#code prints|^ coded|^ has|^ settings|^ somebody|because the|coded|control|features that|is gone|is told|keep|key is|lang|logging|mentioned|of what|or an|raise|somebody else|strict|the artifacts|this issue|to change|uses the|waited
-90	#code up|a race|afterwards|an event|behavior is|django #code|dropped|getting|i don't|it's not|locations are|part of|point|prove|race|race between|report is|report it|run is|so the|started|the cache|then call|these locations|turn's|with it
-91	#code with|^ await|^ base|^ format|^ option|a general|a pull|answers #number|assertions|building|cover|custom|defended|edited are|finally|formatting|generators|jupyter|markdown|only when|reference|reviewers|root cause|seconds|sessions|set only|sets|show the|that speaks|the results|the variable|variable is|was asked|was there|where it|wrote
-92	#code told|^ defense|^ over|adapter|adjust|cart|counted|either|encoding|example of|give a|give the|ignore instructions|in quoted|information about|is for|judge llm|logged|no test|prevent|quoted text|relevant|same as|shopping|shopping cart|the attempt|the check|the current|told the|what they
-93	#code first|#number or|^ additional|^ red|^ windows|a way|ahead|all probes|case|change of|core|correctly|exactly what|expect the|failures|for reproduction|honest|how the|is open|might also|note that|output and|overridden|parsing|refuses an|reproduction|role|task with|the number|the policy
-94	#code that|^ report|^ seed|^ used|and nobody|as well|assertion|audio|converted|converted to|defense|ecdsa|ecdsa p|hard|implement|implementing|in between|is larger|is likely|larger|larger than|objects|specifically|storage|tests for|the plan|then run|tutorial|vulnerability
-95	^ agents|^ both|^ cli|and answers|compares|dimensions|end the|express|expressions|failure mode|from its|its tests|json schema|keeps the|limit of|listed|not a|one is|repository has|similarly|the program|the target|wait
-96	^ allow|^ claude|^ examples|^ result|^ warning|a command|a decision|a friend|and exit|at most|be made|broke|comma|configurable|decision by|few|files that|generated by|handoff|merge it|metadata|money|money to|no permission|not write|package|permission to|system and|take|technique|the author|the kernel|transfer money|vulnerabilities|your own
-97	#code not|^ codex|^ get|^ setup|^ skip|^ using|^ versions|^ zero|and results|and their|approval|areas that|author|categories|change's|change's tests|hotel reservation|i leave|inside the|management commands|migrations|need modifications|neither|no run|notes|replay|reservation|tests first|the change's|the commits|the exit|the report|then i|to include|traces|until then|yes
-98	^ detectors|^ judge|^ matplotlib|^ model|^ refactor|^ works|activities|and added|and open|around|base and|base's|codex|constraint|copied|copy|defenses|dpi|flight|i replaced|is loaded|judged|making|node|or #code|potential|readable|reduce|replaced the|run directory|seem|stored|that cannot|the gates|to another|to install|uri|was not
-99	^ and|^ clang|^ options|an issue|and passes|by hand|colleagues|colleagues to|files are|folders|governor|half|intro|issue with|lets a|line that|nothing else|one that|ordered|standard input|tell your|the bug|the governor|the rest|to get|user is|verifiable|yet|your colleagues
-100	^ count|^ readme|^ tools|a defect|a finished|a non|an artifact|are left|are refused|as they|baseline|builds|can try|comparison|contains the|defect|detect|fake|faster|first and|given out|has not|inherit|is set|it starts|kind|languages|looks at|needs no|not there|of its|read the|subclass|text and|the case|the commit|the top|the work|top|where the
-101	^ even|^ lets|^ uses|^ will|a session|bar|clang|clang #code|closed|cost|cut|events|from there|generate|hides|i moved|i use|import numpy|is over|left|license|moved the|new one|potentially|responsible for|run for|secret store|store|that were|the failing|threat|tries
-102	#number is|$ curl|^ root|^ this|^ type|a problem|a proof|a spec|ai agents|and is|artifacts|attempt is|await|by its|commit and|conversion|edit|function in|it does|kernel|loading|management|not #code|operation|outcomes|patch|prompt is|refer|refer to|requests to|results|stopped by|successful|that needs|the given|to remove|try it|until the
-103	#code always|^ b|^ basic|adding|adds|always reads|before merging|calling|correct|focus|has run|headers|in #code|is verified|locally|migration has|not need|or more|queries|reads it|remove the|request at|same tree|so i|so nothing|support for|until it|verify|what changed
-104	#code only|^ another|^ argument|^ optional|^ policy|^ speed|^ trusted|can read|change it|codebase|corresponding|dict|does it|exact|finished run|focused|helper|hook|if that|may change|permissions|please say|refactor|several|so and|so you|the shopping|to push|tried|was intended|will change
-105	^ environment|^ isolation|^ k|^ release|^ three|^ us|a commit|a handoff|average|beside|callbacks|desktop|digits|easy|element|ends with|fit|happens|hooks|into #code|k|planning|range|scripts|sends|state folder|that this|the protocol|the system|there are|was made|widely
-106	#code asks|^ agent|^ built|^ edit|^ list|aproperty|can verify|checkout|comes from|command line|community|coverage|digest|is known|labels|lead|lead to|makes|model to|not the|others|over the|responses|shown in|suggested|the checks|the message|the old|the repository|the suite|to #number
-107	^ above|^ features|^ json|^ limits|^ m|^ operating|^ scenario|^ verify|a feature|areas|at hand|at work|direct|each of|finds|gift|insecure|is allowed|m|mcp|messages|operating|operating system|prefix|settings|that proofbaton|the firewall|to ignore|way around
-108	^ generations|^ provider|^ safety|^ verbose|asked to|canary|code for|committed|detected|end of|endpoint|environments|evaluation|in its|internal|keyword|likely need|lists|modify|no longer|openssl|please describe|prompt injection|readme|return|seems to|selectors|speaks|this one|turn is|with an|wrapper|write is
-109	^ after|^ darwin|^ installation|^ rule|an answer|binary|changing|defining|demo|fixed the|i can|if you're|implemented the|instruction|into a|is built|match|materials|mission|moved|needs a|nor|request|the plugin
-110	^ addresses|^ including|^ pnpm|^ required|^ stopped|^ update|assist|carries|components|crashes|decides|double|entries|guarded|not commit|number|run has|tests are|the list|the task's|tool that|vs|without it|you'd|you'd like
-111	^ classes|^ time|^ until|a key|but this|exist|file in|like me|message to|takes the|the specific|to its|without access|your environment
-112	#code shows|^ authored|^ blocked|^ bug|^ everything|^ llm|additional|an #code|authored|avoid|begins|capabilities|claude|darwin|datasets|dev|duplicate|else|empty|got|if it's|infrastructure|it seems|logic|malicious|say so|stands in|to provide|unit
-113	^ consider|^ dependencies|^ empty|^ exit|^ h|actual|argument|between would|crash in|h|is there|is wrong|it has|lacks|narrow|of their|one of|ones|pass #code|scoring|turns|update #code|would lose|yaml
-114	#code doesn't|#code from|#code now|#code where|^ none|^ remove|^ traceback|a crash|after the|bytes|came|config|detects|gone|held|length|llamafirewall|lost|not be|now takes|reports|space|tree|variant|want to|work
-115	^ accepts|^ generated|^ inheritance|^ mode|a warning|accepts a|answers|from this|goals|modified to|pass|platform|some|the data|tier
-116	^ else|^ expected|^ instead|admin|and can|being|change brings|designed|firewall|further|is missing|is where|maybe|measured|one commit|otherwise|place|solution|the run's|the whole|usage
-117	#code import|^ object|^ thanks|^ value|allows|and are|available|check for|escaped|in order|is left|might need|outcome|scan|server|speed|tests and|thanks|the assignment|with its|would need
-118	^ sign|alone|an account|an error|arguments|come|could not|gives|good|hours|if a|ignores|issues|need an|scanners|short|text is|the database|to reproduce|token secret|ways
-119	#code are|#code might|^ language|^ move|^ pt|^ pylint|^ str|change is|computed|fixture|methods|numpy|on it|possible|pt|reads the|risks|sample|says|the game|understand|with what
-120	^ added|^ os|^ since|accepts|allow|buffs|entry|hold|including|issue is|kwargs|modules|next packet|pnpm|removed|seed|this id|unless
-121	#number @@|@@|^ @@|^ class|^ should|a unique|errors|file that|functionality|if this|import #code|installation|killed|line with|llama|loaded|must decide|permission|person must|scenario|the call
-122	^ at|^ ax|^ example|^ one|an attacker|as it|call to|code from|hit|i think|i'd|load|looks|mobile|shows a|the bank|waits for
-123	^ name|^ pip|a gate|a user|abstract|agent's output|bake a|commands|finding|it now|matching|msg|pandas|prefer|published|pull request|responsible|that #code|the other|you do
-124	#code|^ but|^ mocha|^ rename|^ string|^ take|a change|as #code|ends|let me|location|mocha|or|rename|run that|secrets|that says|they are|this repository|used to
-125	#code goes|^ english|aware|behaviour|english is|examples|fallback|happen|its own|loop|lose the|only a|regex|the dictionary|the fallback|the primary|translated|waiver|when it|zero
-126	^ fig|^ off|a helpful|a result|detectors|developers|field|fig|generic|if the|it may|pip|primary|proof|root
-127	^ because|^ out|^ the|brings|cache|environment|inheritance|logs|parallel|paths|person looked|resolve|small|tested|waits
-128	$|^ fix|^ looking|^ term|artifact|balance|bank|besides|change and|cli|creation|exceptions|file is|is asked|keep the|merging|output the|regression|rest|scale|the request|the verdict|without the
-129	^ reads|attributes|begin|blocks|decision|location that|parameter|replicate|since|takes|the configuration
-130	^ init|^ method|docstring|end|fall|helpful|latency|like|new tests|of these|the answer|their own|what agents
-131	^ n|^ spec|a default|agent gets|and head|and the|by name|fast|it a|low|parameters|stay|take the|value
-132	^ however|^ meaning|^ vitest|an attempt|crash|flow|guide|however|linux|manual|proxy|such as|the disk|to run
-133	^ args|^ done|^ members|^ recoverable|args|dictionary|expression|plugins|recoverable|the probe|to help|toy|under
-134	^ help|before it|benign|button|editor|gave it|is this|on base|please make|reply stop|right|skipped|stays|stop to|the migration|to look|to unsubscribe
-135	^ outside|^ score|^ why|a token|chose to|fine|if|module|on a|record|test that|tests that|to throw
-136	^ pass|^ questions|attacks|each message|handles|isolation|llms|of one|properly|pull|scanner|selection|structure|that a|unique|you need
-137	ability|and it|database|looked at|once|packet|start the|stopped|tests fail|the error|to end|versions
-138	architecture|checked out|could be|matplotlib|measures|perform|pirate character|process|raises|refuses|sqlite|very
-139	^ writes|attack|be modified|decide|matrix|suite
-140	^ d|^ running|and no|attacker|chose|clone|disk|functions|generations|i chose|invalid|now open|of it|open the|proves|provider|related to|statement|tests of|this can|to an|tools|your browser
-141	^ check|^ unknown|a single|figure|file to|for #code|goes on|intent|itself|or a|shown|term|test|whether|will be
-142	#code as|#number unread|code is|critical|did|exception|git|have #number|how it|progress|protocol|single|the end|unread|unread messages|when the
-143	#code in|^ expr|^ t|a model|accepted|against|exit code|is kept|looked|on #code|option|optional|see|that do|version of|will
-144	#number total|^ its|bundle|count|done|failing|guard|update|wcs
-145	#code s|^ description|^ pytest|^ signed|^ to|^ too|does|it when|limit|meaning|passing|prompts|setting|str|template|the file|the second
-146	^ which|^ yes|added a|document|existing|failure|inputs|intended|seems|task's|traceback|types
-147	^ attribute|^ default|^ each|^ nothing|asked for|because|defined|handle|me to|necessary|recorded|terminal|the command|the problem|verbose|windows|you can
-148	^ false|fail with|fails on|for each|memory|nothing that|operations|the recipe|validation
-149	#code on|^ or|a report|and what|array|clear|init|run's|static
-150	#number s|^ jest|^ prompt|axis|blocked|doc|jest|that has|vitest
-151	#code is|^ $|ci|due|of them|query|setup
-152	^ refused|^ where|django|handling|import|multiple|sql|steps
-153	required|session|the test
-154	are not|fields|foo|from a|pylint|remove
-155	#number return|a turn|keeps|line #number|local|longer|more|not|schema|sphinx|the issue|the log|values|worked
-156	^ test|across|from the|look at|markers|modified
-157	^ audit|attempts|be edited|design|likely|outputs|performance|start
-158	project|script|supported|sympy|the token|updated
-159	#number ms|^ configuration|^ see|^ true|edited|failed|hand|i in|ms|running the|the email
-160	a list|add #code|present|reproduce|type|works
-161	^ self|envelope|judge|locations|self
-162	can now|exit #number|passes|rotate|rotate the|unknown|when
-163	#number passed|^ response|^ summary|gets|shows|something
-164	a task|expect|for i|goes|hash|if #code|named|related|support|target|that are|those|try
-165	^ every|and click|click the|detector|directory|over|pattern|score|the button|tokens
-167	criteria|proofbaton|without a
-168	an agent's|dataset|docs|lines|problem|red|to check|true
-169	cause|holds|uses
-170	below|ensure|false|garak|members|pytest|too
-171	#code function|all #number|check out|documentation|index|lets|payload|to use|what the
-172	^ never|^ with|a file|category|changes|doesn't|input|naming|out of
-173	browser|client|list of|the same|to test
-174	inside|out the|scores|total|users
-175	^ only|evidence|what was
-176	counts|export|writes
-177	^ is|expr|the prompt
-178	^ that|found|id|instead of|variable
-179	#code for|often|options|path|signed
-180	asks|is read|new output|the code|the journal
-181	^ of|content|here is|install|made
-182	a tool|may
-183	^ not|kept|should see|source|that was
-184	#number of|^ baton|agent's|chat|classes|injection|refused|trace
-185	fail|is not|missing
-186	an agent|baton|expected
-187	again|did not|fails|same|the run
-188	benchmark|models
-189	#number tests
-190	reason
-191	^ are
-192	folder|implementation|up
-193	^ these|migration|use
-195	commits|head|python #code|than|you should
-196	i added|its|please review
-198	changed|generated|plugin
-199	a run|token
-200	features|none|written
-201	^ ok|twice
-202	cannot be|still
-203	be written|cases|should be
-204	apply
-205	^ y|and #code|probes
-206	through
-207	fix
-209	^ on|spec
-210	does not|exit
-211	feature|version
-213	look|method|say what|wrong
-215	codes
-217	runs
-218	^ here
-221	^ line|ran
-222	a person|both|description|generator|warning
-224	cannot|it work
-225	names
-226	bug
-234	object
-238	^ function|after
-239	all codes
-241	attempt
-243	dependencies|files
-244	error
-245	command
-246	the new
-250	repository|what to
-253	probe
-260	other
-261	#comment
-266	issue
-270	class
-272	own
-278	default
-282	added
-289	it is
-308	list
-319	to do`;
