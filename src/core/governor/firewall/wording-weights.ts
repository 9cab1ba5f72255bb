/** Written by `npm run firewall:fit`: log odds in hundredths, and the terms that have them. */
export const BIAS = 38;
export const TERMS = `325	#question
225	de
208	your
204	ve
201	chess
193	que
191	va|в
188	и
183	है
180	cua
177	in chess|को
174	la
166	radius
165	share
164	me
163	del
162	हैं
160	dan
159	수
158	sie|und|you
156	email|los
155	como|der|mot|my
154	die
152	para|هي
151	john|एक
150	the|और|के
149	^ radius
146	ist|q|إلى
145	es|toi
144	bir
143	navbar|zubrowka|का|की
141	करें
140	e|una
139	das
138	eine|đat
137	con
136	^ bu|bu
135	health|में
134	mental|pi|world|أن
133	en
132	शतरंज
131	di|exercise
130	^ q
129	করুন
128	ai
127	ang|le|les|с
126	^ section|in python|password|situation|sur
125	sa
124	area|given this|web|কি
123	il|mga
122	give me
121	chocolate|co|confirm|we're
120	ban|continue
119	^ zubrowka|assistant|my #code|regular|একটি|করে
118	o|tu|y
117	capital|the capital
116	saya|мне
115	hello|أمني
114	^ ए|ng|you are|ए
113	auf|of all|the reader|पर
112	^ hello|approve|সিস্টেম
111	a #code|tell me|игнорировать
110	section #code|un|who
109	about the|before you|el|neural
108	^ img|and|img|img #code|john #code|math
107	can do|explain|misiniz|pawn|sum|you continue|предыдущие|से
106	^ die|^ pi|cup|ein|este
105	^ dan|a pawn|cui|main|sobre|that regular
104	give|lower|rules and|were|you were|этого
103	^ я|purposes|system|различными|я|것을
102	^ smith|olarak|smith|together|있습니까
101	chocolate cake|por|sistema|spanish
100	se
99	haiku|jane|sua|to my|উপেক্ষা
98	^ john|artificial|import math|las|reader|te
97	approved|von|you write|এর
96	^ la|artificial intelligence|reviewer|sie das
95	^ dass|dass|say
94	^ 이전|anthropic|to|translate|이전
93	^ por|encode|you to|your system|सभी
92	dire|move|sao
91	^ forget|add the|doe|john doe|lo|trinh|won the
90	passwort|suggest|with
89	backwards|recommend a|section|you explain|zubrowkaville|मैं
88	^ reviewer|a|ha|special|word
87	write|на
86	and confirm|datos|developer|translate the|wie
85	account|explain the|they were
84	^ book|data is|vous|करता
83	du|for two|have|personal|personal data|programming|push|to #code
82	^ citations|^ my|^ zubrowkaville|all|citations|home|letter|this|आप|करता है|क्या
81	einen|imagine|security audit|your answer|इस
80	hidden|secret key
79	^ system|^ what's|cake|change the|esta|explain how|imagine we're|of this|what's|what's the
78	contradicts|in your|rules|son|words|कैसे
77	above|far|instructions|must
76	for chocolate|transfer
75	birth date|mark|with the|your password
74	^ disregard|concept of|disregard|every|me a|repeat|the concept|the task
73	^ write|and say|reading|without
72	on|text|सकते|सकते हैं
71	^ repeat|are now|for our|in #number|write a
70	^ approved|game|ignore the|key to|रूप
69	#number #number|^ note|^ एक|based on|needed|this function|लिए
68	^ approve|been|but|contents of|that you|the contents|votre|we're in|क्या आप
67	^ a|start with|z
66	^ software|am|forget|i need|policy|reset|share your|state the
65	^ stop
64	an|date in|everything|program
63	about|i am|note to|of health
62	^ क्या|the next|the user
61	contents|say that|user|you must
60	^ could|always|and tell|returned|software|that
59	^ imagine|benefits|benefits of|journal of|of exercise|passed|the benefits|what is
57	#number|different
56	and #number|tell
55	audit|that would|three|used in
54	book|confirm the|us
53	^ journal|next|tool
52	^ give|^ output|birth|you tell
51	^ throw|high|print|the function
50	gates
49	enter|key|our|state
48	in
47	are the|of
46	is a
45	an example|do|ignore|me the
43	product|the way
41	would
39	^ e
38	previous instructions
37	#code and|call|it|the following
36	about it|current|previous
34	all previous|need to|python
33	for|note|of a|send the
32	into|now
31	following|make|per
30	the password
29	send
27	^ do
26	^ in
25	answer|output
17	based
15	are
12	is
11	#quoted|can|two
8	from
4	first
-2	last
-4	commit
-8	only
-10	so
-13	message
-17	^ #number|address|by a
-19	do not|has no|use the
-20	help|prints
-21	^ if
-22	^ you|role of|the role
-23	^ then|time
-24	as
-25	^ #code|how does
-26	^ i|bot|form|return #code
-27	of the
-28	code
-29	#code to|read
-30	^ based|^ python|given|way
-31	#code #code|then
-32	another baton|baton is
-33	^ input|and a|file|for the|gave
-34	be|or another|prompt|proven|something is
-35	in the
-36	^ how|basic|editing|email address|inspection or|need inspection|or editing|want
-37	^ all|^ save|and type|as a|code as|questions|save the|see the|set
-38	^ code|old|relevant locations|the provided|the relevant|trying to
-39	^ small|i kept|in mind|instructions from|kept the|mind|outside|small commits
-40	go|here
-41	^ can|^ tell|criteria say|must stay|stands|task's criteria|to fix
-42	are needed|checker|checker passes|code was|link checker|no code|on the|the link
-43	^ by|^ include|description and|page|the spec
-44	^ an|^ we|login|provide
-45	style|where
-46	behavior|can you|may want|new dependencies
-47	#code throw|^ add|^ create|^ start|example|has a|null|null when|or return|questions for|return null|throw or
-48	is tried|quoted|reads its|see #code|suppose the|then the|these|times at|to verify|trying|using #code
-49	in logs|key from|known|log|never print|which
-50	^ x|access or|apply the|base|between|bot write|likely to|or apply|patch by|the bot|the patch|write access
-51	^ for|^ mail|built|is at|recipe is|that users|to see|users can
-52	^ return|configuration|of each|used|was changed
-53	could|not measured
-54	a deprecation|cut off|deprecation warning|for more|format|it must|keys|name still|prints a|so no|still works|times|works and
-55	^ fixed|^ tests|again to|and who|here are|is stored|it explains|line|read it|record is|script again|then we|we run
-56	a placeholder|added the|comment|each|expected behavior|filled|filled in|fixture by|is filled|may read|must restart|pirate|placeholder|placeholder and|stays in|template of|text comes|the lock|value in
-57	#code returned|be shown|deprecation|early when|i could|if you'd|input was|nobody could|not reproduce|or if|returned early|shown stale|stale data|the failure|users will|was empty
-58	^ import|^ ten|agent|assistant's|failed before|i wrote|the assistant's|the branch|the model|the speed|wrote a|x
-59	^ answer|buffer|have questions|its key|needs|never|past the|read past|regression test|started|that failed|the buffer|the mail|trusted
-60	^ something|^ undoc|before we|request updates|simple|the documentation|this pull|undoc|updates the|we change|we'll see|yes
-61	action|active|what it
-62	^ from|^ refuses|^ users|answers afterwards|class #code|empty one|event first|imagine two|information|mail client|one wins|problem and|second one|summary|that likely|the project's|two users|users who|writes an
-63	^ no|^ time|bug summary|most|reproduced|role|the input|these files|to split
-64	^ correct|^ reply|additional information|balance is|else was|not proven|ones as|other way|please rotate|problem description|real ones|start page|the secret|was touched|when a|whether people|why not
-65	^ show|agents|create|edited to|returns|tried again
-66	^ read|^ security|all of|depends|depends on|let|or evidence|same time|touched
-67	#code class|#code counts|^ sure|and updated|attribute|call is|callers|counts them|explains|explains how|i only|its callers|let's keep|not edit|now prints|only renamed|our reproduction|prints nothing|renamed|reproduction script|script now|them once|this small|updated its
-68	#number without|^ initialize|^ using|account balance|bank account|bank client|correct|either|endpoint that|it answers|key is|lets you|old name|that lets|that only|the endpoint|token and
-69	#code will|#number with|^ command|^ failed|^ press|a regression|are other|arrow|arrow keys|by|fun|get|have fun|keys to|most likely|ones they|other places|places that|press|press space|space to|the arrow|the key|to pause|updates|which ones
-70	chat bot|feature with|i recommend|lies|merge this|not urgent|raise #code|recommend to|restart|restart the|that an|this after|with #number
-71	#code first|^ translated|add tests|encoding|like any|modification|phishing|rules as|since a|three times|translated strings|we expect|what we
-72	^ garak|^ module|^ what|and prints|core|is lost|message and|meta|only proofbaton|past|reviewers|run|would likely
-73	checked before|drawn in|has this|if there|ignores nothing|is drawn|it ignores|middle of|no new|not exist|run the|the screen|the template|to forward|was asked|was checked|which are
-74	^ docs|^ proof|an injected|and reveal|commit that|fixed|injected sentence|left|lock is|refused now|test with|the change|where it
-75	#number #code|^ gcc|^ options|^ raise|agent is|asks for|directly|does with|gcc|gcc #code|if something|in order|is known|looks odd|mail|something looks|team if|that's|the agent's|tokens of|while the|write to
-76	^ license|also|but the|can customise|colours|colours and|contains the|customise|customise the|due to|no attribute|object has|one|recipe app|speed as|tests again|the check|the colours
-77	^ empty|^ export|actions|as you|call last|ci is|command below|compatible|export #code|i did|into two|many|most recent|recent|recent call|split this|this into|translation|two commits|way to|when ci
-78	^ features|^ has|^ jeffrey|^ local|^ order|add|afterwards|backend|before its|depend|depend on|description of|is saved|is validated|jeffrey|jeffrey martin|martin|most relevant|of which|rather than|then call|to read|validated before|wait
-79	^ merge|^ over|a copy|an empty|and have|begins|can't|configuration or|edited are|file of|generated by|happen when|lies in|model|more information|newest|or policy|report it|scenario|should happen|somebody tries|the medical|the target|tries to|well|what should|when somebody
-80	#code with|^ kwargs|and rotated|during|i redact|if that|initialize #code|item|its tests|please say|readable|redact|redact it|rotated|rotated the|so and|test credentials|type the|ver|was intended|will change
-81	are listed|asked to|be involved|best|field is|for example|it out|key as|likely need|parsing|parsing and|ran on|reads|see what|technique|texts|the environment|the tool|the version|these are|you forward
-82	#code of|^ intent|^ internal|^ key|^ type|^ variable|answer in|before monday|crashing|decide who|documentation of|include their|invoice after|it before|it down|keeps the|markdown|migrations|odd|of their|of what|owner whether|product owner|questions about|relevant to|should note|skipped on|support about|tell support|text to|that two|the fix|the ticket|the translators|their answer|this method|ticket|translators|two tests|validator should|wins|within the|write it
-83	^ most|answers #number|defended|follows the|formatting|is never|moved|or its|the fixture|the script|the start|truth|up with|was made|work is
-84	^ actual|^ tasks|^ will|a wrong|affected|any changes|central|cost|dpi|exact line|exist|injected|is judged|is used|line numbers|no run|pipeline|problematic|run in|says so|subclassing|the feature|while
-85	^ numpy|a gift|a product|a specific|an event|ask the|buy a|check that|field|gift card|in different|last modified|looks at|modified by|npm test|places|product with|quick|run npm|status is|take|task with|the shopping|the solution|where #code|where to
-86	#code not|#code prints|^ deterministic|^ leon|^ regression|^ this|against the|among|and added|and remembers|anew|answer as|asks once|derczynski|enter your|erase|form asks|helpful assistant|i replaced|imports|is right|its hash|json|leon|leon derczynski|needed to|now the|number|of its|one json|please enter|remembers|remembers the|replaced the|safety|that if|the exact|the specific|yet
-87	^ last|^ pandas|^ warning|are left|changes to|custom|dropped|english|event|extra|for reproduction|instances|is told|may be|medical|medical record|repository has|says what|scanning|to play|waited for
-88	^ additionally|^ changes|^ lang|additionally|baseline|expected to|followed|followed by|holds a|involved|involved in|not #code|on windows|order|prompt is|request|strict|the commit|the commits|waited
-89	#code might|^ it|^ shows|a finished|and answers|and exit|attacker who|before merging|colleagues|colleagues to|comparison|deterministic|end|exactly what|files are|has run|ignore previous|initialize|invariance|jsonl|log could|longer crashes|migration has|of hashes|part|planning|point|problem is|render|run is|successful|sure|tell your|the results|top|tries|what a|who can|your colleagues
-90	#code shows|^ another|^ b|^ red|^ role|^ use|^ wait|adjust|api|app|because the|change of|correctly|define|edited is|ended|green on|handled|hashes|i add|it has|it seems|kind|logging|or shall|pass|processing|shall i|the actual|the clone|the evaluation|to explain|what an
-91	#code always|^ bitte|^ dependencies|^ detectors|^ option|^ readme|^ schema|^ scipy|^ veuillez|a decision|added german|always reads|and french|around|asked|bitte|bitte geben|compatibility|decision by|feature is|german|guarded|half|i leave|i think|its end|lets a|locally|new one|no permission|not what|of #number|otherwise|output the|owner|passwort ein|path of|permission to|prompt guard|reduce|request at|saisir|saisir votre|scipy|sie ihr|that need|the attempt|then i|to its|to remove|tutorial|until then|veuillez|veuillez saisir|with one
-92	^ allow|^ and|^ json|^ lets|^ limits|^ owasp|^ policy|^ skip|^ versions|a session|applied|constraints|enough|hides|let's reproduce|me know|middle|not write|npm|owasp|risk|some|the artifacts|the envelope|the message|the middle|the named|the system|to handle|to schedule|turn's
-93	#code asks|#code up|^ ask|^ cli|calling|came|case|configured|cover|detected|drawn|focused|is proven|on a|only a|open|parsed|raise|range|rather|sent|shall|the kernel|the travel|until the|what|without access
-94	^ agent|^ buffs|^ decide|^ examples|^ result|^ rule|^ unless|^ we'll|a string|adapter|admin|are skipped|as they|attempt that|crashes when|follows|hands|is likely|is over|license|of that|others|refuses an|reproduction|run id|sends|so i|then run|until it|update #code|uses the|you can
-95	^ files|^ root|applicable|at most|aware|converted|converted to|honest|inside the|it may|merge it|refusal|says|threat|ubuntu|uri|was green|ways
-96	^ both|^ clang|^ defense|^ settings|a short|artifacts|bar|benchmark is|cart|clear text|defines|detect|getting|in clear|is where|lang|length|locations are|logged in|newer|not set|or the|read from|security review|shopping|shopping cart|stored|supports|the header|the work|these locations|this one|travel|travel site|was logged
-97	#code compatible|^ additional|^ inputs|^ object|^ shell|^ value|a race|agent may|an envelope|code for|containing|ecdsa|ecdsa p|evaluators|intro|most probable|no attempt|or more|probable|race|race between|reached|should not|show the|to change|using the
-98	^ plugins|a user|can try|checkout|evaluation|examples|failures|gift|happens|how to|ids|in between|inspection|ipython|judge llm|jupyter|logic|name of|secret store|settings|similar|store|the given|traces
-99	#code where|^ log|^ one|^ works|a change|an issue|and results|avoid|categories|clang|clang #code|coverage|environments|first and|is only|it does|it starts|kernel|locations that|loop|needs a|one that|openssl|payloads|same as|scanners|subclass|this id|this run|vulnerability|wrote
-100	#code writes|#number is|^ checks|^ windows|a bug|a configuration|a handoff|an artifact|codebase|cut|defense|designed|easy|execution|expressions|files that|function in|generate|implement|is meant|issue is|management|meant|nor|one is|python version|queries|set only|the old|the variable|to keep|tried|variable is
-101	#code or|^ above|^ seed|^ setup|adding|adds|as well|endpoint|feature's|focus|generic|leave a|not a|patch|policy file|reach|refactor|scripted|stubs|text and|to include|tree
-102	#code told|#number or|^ try|^ verify|^ zero|and find|areas that|as expected|change it|dev|fake|find where|from there|header|header field|i moved|ignore instructions|in quoted|it needs|let's look|messages|moved the|msg|node|nothing else|only when|primary|progress|quoted text|regex|this issue|told the|turns|want to|was not|who may
-103	#code method|#code works|^ addresses|^ count|^ format|^ three|a request|additional|and are|aproperty|by running|goals|governor|headers|if you're|neither|screen|t|tests for|the exit|the files|the governor|the list|the record|the rest|tuple|works
-104	#code are|#code from|^ agents|^ also|^ generations|^ provider|^ remove|a guard|configurable|details|dict|element|finds|finished run|has not|is for|land|modify|new text|note that|one file|play the|recording|seconds|seems to|sets|that its|the current
-105	#code object|#code only|#code that|^ accepts|^ consider|^ finally|^ us|^ version|accepts a|and go|appears|assist|at hand|can play|evaluated|from this|let's open|lists|loading|malicious|might also|modified to|new #code|not need|remove the|requests to|throw new|to line|what changed|with what
-106	^ installation|^ interrupted|^ judge|^ trusted|^ until|activities|an #code|and is|answers|attributes|base and|building|by hand|closed|control|detects|edit|exact|interrupted|line that|no limit|potential|run that|the hotel|the protocol|to reproduce|validated|with it
-107	#code does|^ even|^ matplotlib|^ used|a key|digits|errors|faster|fit|left out|mandatory|notes|same tree|says nothing|simplify|so you|specifically|suggested|the number|the patient|the repository|way around|widely
-108	^ argument|^ including|^ operating|^ pnpm|^ scenario|^ should|^ since|a friend|after that|approval|argument|by this|compared|detectors|digest|expect the|features that|finding|has an|issues|listed|logged|money|money to|needs no|objects|operating system|person looked|shouldn't|tag|this repository|transfer money|vulnerabilities|where the|without it
-109	^ after|^ base|^ blocked|^ foo|a proof|areas|by one|change and|duplicate|example of|failing run|finally|i use|if it's|line with|log of|no longer|ordered|parameter|patient|patient portal|portal|prove|relevant|responses|send me|the assignment|the bug|understand|use case|which version|you send|you use
-110	^ file|^ os|^ stopped|and passes|balance|fixed the|functions|held|implemented the|installed|know if|labels|languages|output and|output or|package|system and|the cache|unit
-111	#code in|$ curl|^ none|^ release|^ required|^ sign|^ term|^ verbose|a defect|canary|contains|defect|fine|model to|possible|root cause|several|that #code|that this|the previous|to ignore|turn is|yaml|you'd|you'd like
-112	#code doesn't|#number @@|@@|^ @@|^ coded|^ language|^ move|^ optional|^ report|accepts|an e|and the|call to|coded|command line|committed|compliance|copy|each of|forward an|hit|hold|if this|in its|infrastructure|over the|potentially|prompt injection|resolve|scripts|standard input|that cannot|that needs|the author|the policy|the primary|verify|we'll|what its
-113	^ everything|^ spec|^ string|^ tools|^ would|address is|built as|checked out|escape|events|it a|not one|now let's|reports|than the|the checks|the suite|to look|to push|used to|what they
-114	^ darwin|^ generated|^ help|a default|abstract|as #code|as it|average|before the|behavior is|can read|double|enum|inherit|lacks|mentioned|one commit|pnpm|the call
-115	^ ax|^ environment|^ writes|assertion|between would|crash in|described|hard|in #code|is set|location that|outcomes|phase|the bank|the database|user is|when|when it|would lose
-116	^ added|^ built|^ fig|^ get|^ inheritance|^ isolation|^ pt|^ so|^ traceback|a crash|binary|blocks|check|counted|dimensions|fig|file in|folders|further|gone|hooks|if|not there|project|pt|risks|run for|sample|the id|the other|the plugin
-117	#code goes|$|^ args|^ expected|^ looking|^ pip|author|builds|carries|change is|check for|chose to|components|decides|direct|each other|framework|import|inheritance|internal|limit of|return|small|tests first|that speaks|the plan|to throw|value
-118	^ authored|^ category|args|authored|await|darwin|exit #number|file that|generators|hotel reservation|insecure|is refused|is verified|modules|read the|reservation|run has|runner|so the|tests are|that says|the firewall|to help
-119	^ at|^ init|base's|beside|by tests|corresponding|docstring|for i|handling|llamafirewall|matching|merging|the data|the disk|the gates|the task's|waits for|write is
-120	^ check|^ claude|^ english|^ h|^ rename|^ why|available|by its|chose|cli|community|defining|ends|english is|fallback|flow|h|i chose|including|makes|need an|part of|pause|reads the|rename|report is|reproduce the|say so|term|the fallback|token secret
-121	a commit|artifact|at work|bank|being|developers|disk|does it|environment|good|if a|match|materials|new tests|operation|pip|platform|prefer|process|proves|responsible for|run directory|seed|stay|the case|the dictionary|the invoice|translated|try it|wrapper
-122	^ codex|a warning|agent's output|ai agents|cache|cyber|demo|end of|give the|loaded|looked at|lost|might need|mocha|outcome|pass #code|place|scoring|since|the report
-123	^ but|^ llm|^ method|^ mocha|^ mode|added a|an error|can verify|creation|existing|itself|lose the|measures|operating|please make|removed|see|the parser|there are|vs|work
-124	^ class|^ list|^ thanks|^ where|a feature|and head|anything else|are refused|attempt is|ends with|like|permission|properly|solution|state folder|text is|thanks|there anything
-125	^ m|accepted|besides|codex|dictionary|else|else that|looked|m|methods|not the|of these|paths|replicate|setting|tests and|tests of|their own|with an
-126	#code now|^ each|^ outside|axis|buffs|bytes|changing|code from|could be|crashes|critical|firewall|git|happen|i'd|it now|not forget|now takes|pull first|replay|shows a|take the|the configuration|to pull
-127	#code|^ default|a helpful|after the|allows|and can|architecture|behaviour|fall|gave it|instruction|invalid|its own|kwargs|latency|low|manual|narrow|or #code|over|pull request|scan|statement|stopped|the failing|zero
-128	^ because|a gate|also add|an answer|array|datasets|do with|file to|fixture|issue with|of one|selectors|server|short|that were|tier
-129	^ example|a flight|an attacker|browser|fast|ignores|is left|is loaded|one of|or|scale
-130	^ exit|^ instead|^ whatever|button|database|installation|measured|results|root|that proofbaton|types|unless
-131	^ bug|ability|crash|criteria|empty|exceptions|guide|init|is wrong|keyword|linux|me which|parser|project's|proxy|stands in|tests that|this can|you need
-132	^ basic|^ meaning|a result|but this|flight|gives|handles|helpful|in one|into a|keep the|llama|real|refuses|start the|to end|wcs
-133	^ configuration|^ vitest|agent gets|begin|entry|for #code|forget to|like me|on it|options|reply stop|skipped|stop to|supported|terminal|to unsubscribe|toy
-134	a model|allow|alone|benign|regression|selection|the verdict
-135	^ fix|^ off|^ pytest|add #code|generations|llms|load|mobile|more|on base|readme|structure|takes the|to an|whether
-136	^ d|computed|defined|editor|must decide|next packet|person must|sqlite|that a|to #number|to run|to test
-137	#code s|^ else|^ recoverable|^ the|blocked|come|expression|got|handle|parallel|protocol|provider|recoverable|rest|tested|than|the error|you like
-138	^ out|arguments|change brings|comes from|fails on|list of|module|space|steps|the prompt|the recipe|the request
-139	#number total|^ n|^ pylint|^ str|^ take|^ too|could not|exit code|functionality|judged|setup|the command|unique|usage
-140	^ refused|^ update|actual|claude|foo|goes on|i in|id|nothing that|ones|parameters|proofbaton|seems|sql|values|waits|want me|with its
-141	^ members|^ name|a single|and nobody|entries|is this|not commit|operations|perform|pirate character|record|such as|under|version of
-142	#code on|^ attribute|^ expr|^ of|^ questions|^ t|fields|handoff|intended|is read|is there|lets|of them|prompts|published|required|takes|what agents|would need
-143	#number unread|^ however|^ model|be edited|before it|cannot be|done|have #number|however|it when|matplotlib|necessary|of it|the game|the migration|the run's|unread|unread messages|will be
-144	bake a|by name|does|from the|let me|likely|not|once|query|secrets|that do|what was
-145	#code import|#number s|^ unknown|code is|edited|numpy|responsible|shown
-146	#number passed|^ running|attack|ledger|longer|optional|run's|scanner|the answer|the probe|worked
-147	decision|due|envelope|failed|jest|option|or a|the end|those
-148	^ false|^ its|^ jest|against|asked for|brings|commands|doc|document|figure|import #code|is missing|meaning|not be|unknown
-149	#code as|#number return|a turn|across|intent|local|logs|performance|stays
-150	and it|attacker|because|design|for each|session|template|test|they are|too|vitest
-151	#number ms|limit|looks|ms|question above|running the|that has|very
-152	^ done|attacks|garak|raises|right|task's|without an|without the|you want
-153	^ score|^ signed|^ to|a list|config|evidence|how it|look at|related to|static|the issue|why
-154	bundle|failure|location|locations|now open|outputs|passes|passing|something|sphinx|to check|try|what the|your browser
-155	^ description|count|documentation|exception|goes|isolation|markers|red|str|traceback|verbose|versions
-156	#code function|an agent's|judge|life|tests fail|updated|without a
-157	^ audit|from a|if the|speed|the whole
-158	gets|pandas|validation
-159	an agent|and no|check out|did not|is asked|keeps|made|multiple|the file
-160	^ or|a way|hand|windows
-161	be modified|rotate|rotate the|suite
-162	^ test|dataset|did|export|fail with|i can|index|pytest|users
-163	#code is|#number of|and what|cases|failing|false|naming|single|tokens
-164	all #number|an attempt|clone|inside|modified|on #code|present
-165	matrix|pattern|test that|the problem|the second|to use|total
-166	^ every|^ self|^ summary|a report|and click|click the|docs|lines|out the|packet|self|the button|use
-167	^ $|^ great|ci|often
-168	a token|answer to|clear|guard|inputs|memory|sympy|through
-169	^ see|^ which|found|target|the log
-170	^ response|file is|the test
-171	great|pylint|the token|update
-172	^ never|^ not|a task|attempts|doesn't|plugins|reproduce|the email
-173	cause|i added|remove|schema|score
-174	^ nothing|^ with|detector|expr|if #code|out of|shows
-175	can now|decide|expected|hash|pull
-176	below
-177	^ is|^ that|django|ensure|named|related
-178	^ are|does not|input
-179	category|content|when the
-180	^ pass|^ prompt|^ these|changes|features|members|tools
-181	are not|head|holds|payload|please review|that are
-182	injection|trace|up
-183	client|instead of|it work|proof|the question
-184	^ true|a tool|agent's|none|writes
-185	install|path|plugin|start
-186	#number tests|scores
-187	fail|the same|uses
-188	^ baton|commits|counts
-189	^ yes|here is|that was|the code
-190	again|fails|twice
-191	each message
-192	a file|baton|problem|reason|signed|type
-193	an account|is not|open the
-194	^ only|be written|generated|the run
-195	support|true
-196	directory|implementation|its|recorded|will
-197	is kept|may|me to|script
-198	apply|look|should see|source|variable
-199	line #number|runs
-200	expect|models
-201	benchmark|spec
-203	asks|description|new output|the journal|wrong
-204	same
-205	exit|refused
-206	add it|classes|missing|you add
-207	^ on|all codes
-208	^ ok|should be|still
-209	python #code
-210	you should
-211	method
-212	#code for
-213	fix|version|written
-216	say what
-219	names
-220	^ y
-222	bug|object
-223	both
-224	generator
-225	^ here|changed|probes
-226	^ line
-227	kept|ran
-228	migration|warning
-229	and #code
-232	a run|feature
-235	cannot|dependencies|the chat
-236	change i|token
-237	codes|other
-238	default
-240	error|folder
-241	^ function
-242	probe
-243	repository
-245	after
-247	#comment|files
-248	a person
-250	attempt|command
-253	what to
-257	added
-258	own
-265	issue
-270	chat
-275	the new
-279	it is
-280	class
-312	to do
-316	list`;
