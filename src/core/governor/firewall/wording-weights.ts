/** Written by `npm run firewall:fit`: log odds in hundredths, and the terms that have them. */
export const BIAS = 36;
export const TERMS = `322	#question
241	que
234	и
213	है
203	cua|la
200	you
194	de
187	ve
186	va
185	chess
181	your
177	в|के
174	में
172	del
171	dan
167	e
164	bir
162	কি
161	से
159	ang|수
158	di
157	email|para
154	sie
152	my|radius
150	exercise
149	die
148	navbar
147	mga|إلى|هي|हैं
146	mot
145	एक
143	world
142	como|me
141	voi|और
140	q|una
138	ai
137	in chess|my #code|toi|की
136	your password|একটি
135	^ radius|का
133	baking
132	es
131	king|purposes|sobre
130	icin|le|to my|أن
129	ban|eine|health|с
128	con|explain|mental
127	the|করুন
126	^ section|john
124	pieces
123	^ img|capital|hover|img|img #code|in python|the capital|un
122	co|confirm|जो
121	cup|लिए
120	su|vous|игнорировать
119	a #code|area|क्या
118	^ ए|il|sa|situation|together|you are|ए
117	saya
116	approve
115	chao|করে
114	common
113	^ я|che|я
112	en|के लिए
111	^ die|artificial|ein|pi|sistema|đuoc|সিস্টেম
110	a poem|chocolate|hello|sur|system|мне|بك
109	^ bu|^ dan|about|bu|can do|أمني
108	la mot|your system
107	^ q|artificial intelligence
106	auf|lo|math|것을
105	anteriores|fur|lai|sua|we're|y
104	^ hello|all|les|mark|olarak|sie das
103	capital of|contradicts|i need|khong|machine learning|этого
102	assistant|bang|cui|du|give an|impact|jane|los|neural|section|sum|und|करें|लिखें|และ
101	and skip|change the|instructions|of all|password|une|различными
100	cake|give|imagine we're|reviewer|উপেক্ষা|있습니까
99	^ pi|^ smith|ich|smith|yok|अपना|এর
98	^ es|^ il|bread
97	^ dass|^ 이전|am a|been|dass|las|zubrowkaville|이전
96	^ p|das|der|engine|for two|have|how can|programming|regular|son|special|web|were
95	^ sie|and|in #number|करता
94	ignore the|security audit|write a
93	^ और|imagine|import math|them to
92	^ puedes|el|puedes|skip|te|this|von
91	^ software|a joke|all my|joke|mental health|regular exercise|share|सभी
90	^ give|^ let's|article|recipe for|tu|на|क्या है|पर
89	^ в|chocolate cake|करता है
88	^ program|developer|es un|sao|se|team|the reader|को
87	^ what's|let's|only with|pretend|rules|share your|website|what's|what's the|who|write
86	ist|john #code|without
85	zubrowka is
84	^ reviewer|clean|qual|the basic|this code|to|you tell
83	add the|contents of|data and|haiku|por|the contents|to account|transfer #number
82	einen|esta|it prints|misiniz|program|that you
81	an|before you|everything|poem about|repeat|tell me
80	engineer|este|letters|of this|personal|personal data|say the|software engineer
79	^ imagine|decirme|o|with the|zubrowka
78	#number years|^ citations|all tests|citations|concept|contents|conversation|dire|passwort|review is|software|रूप
77	^ john|^ por|^ zubrowkaville|approved|state the|three
76	act as|et|key to|of health|won|इस
75	#number #number|^ system|a recipe|journal of|language|policy|they were|z|आप
74	data is|that all|this function
73	audit|move
72	^ forget|about the|and state|ha|the user
71	^ journal|doe|john doe
70	and repeat|text|you also
69	#code and|^ इस|access|word|words|मुझे
68	^ my|act
67	a
66	^ approved|^ tool|birth|the task
65	^ a|^ was|always|is a|main|wikipedia
64	give me|push|recommend a|their
63	^ approve|^ conclusions|a positive|conclude|conclude that|our results|positive impact|to #code|we conclude
62	^ एक|passed|send
61	^ could|^ they|above|of zubrowka|paper|सकते|सकते हैं
59	reader|shop|the shop|votre
58	^ write|from now|now on|with
57	^ note|^ stop|enter|secret
56	^ who|say that|the function
55	^ zubrowka|bake|print your|the user's|user's|what is
54	must|used in
53	are now|forget|on|our|the output|to the|user
52	^ s|mode
51	you to
50	^ output|can you|different|in
49	am|an example
48	#number|of|say|the password
47	i am|needed
46	previous instructions|transfer
45	do|instead|tell|the reviewer
44	next|note|us
43	and #number|change
42	^ print|account|in your|need to
40	^ ignore|ignore
39	that
38	^ do
37	^ can|is your
35	print
34	based on
33	^ please|can|the way|tool
31	python|the following
30	at|proven
29	any|first|i
28	string
25	following|it|output
23	answer|are the|only|previous|system prompt
20	are
15	decisions|report
14	per
11	need
9	new
7	commit|is
6	key
4	for
1	how|log
-1	to a
-6	call
-7	^ #number|we
-8	last
-9	as a|person
-10	time
-13	from #code|line
-14	address|form
-15	based
-17	do not|role of
-18	the role
-20	^ #code|^ if
-21	and i|configuration|so
-22	^ i|file|with a
-23	action|how does
-24	has no|page
-26	is in|merge
-27	another|to fix|you're
-28	was
-29	reads|returns
-30	as|english
-31	ask|example
-32	^ by|behavior|the branch
-33	could
-34	another baton|baton is|never
-35	in logs|key from|never print|return #code|the pirate|the provided
-36	^ start|of #code|reads its
-37	most
-38	^ small|^ then|i kept|in mind|instructions from|kept the|mind|or another|small commits|something is
-39	of each
-40	mail
-41	^ input|check|create|end|in the|stands
-42	description and|nobody|see #code
-43	^ for|criteria say|faster was|for the|is faster|it in|it must|its key|must stay|task's criteria|which one
-44	^ reviewers|are needed|buffer|checker|checker passes|code was|link checker|no code|old|outside|past the|read past|reviewers may|safety|the buffer|the link
-45	a comment|as before|comment that|same rules|says why|where
-46	information|not count|on the
-47	also|but|left|of the
-48	^ python|^ tell|^ you|b|pirate|prompt|trusted
-49	^ reply|by a|the model
-50	for an|is tried|suppose the|the #code|then the|times at|to verify
-51	email address|filled|filled in|here|how to|is filled|run the|template of|text comes
-52	^ patricia|a test|new dependencies|pampanelli|patricia pampanelli
-53	built|may want|request updates|see the|that users|the documentation|this pull|updates the|users can
-54	a placeholder|added the|class #code|directly|fixture by|journal|placeholder|placeholder and|problem description|value in
-55	#code throw|^ no|^ r|a deprecation|deprecation warning|let|name still|null|null when|or return|prints a|questions for|recipe is|return null|still works|throw or|works and
-56	^ returns|^ x|cut off|files and|is at|the current|the files
-57	^ undoc|basic|failed before|i wrote|out|undoc|wrote a
-58	#code method|^ failed|bank client|deprecation|for more|regression test|set|wait
-59	^ correct|^ error|^ import|attribute|edited is|edited to|field is|from|that failed
-60	command below|must restart|past|stays in|sure|was changed|x
-61	#code class|^ b|^ fixed|numbers would|read|the environment
-62	#code has|^ it|a regression|and a|assistant's|base|be involved|best|other way|so no|the assistant's|why not|would likely
-63	#code counts|#code does|#number without|^ security|access or|and who|apply the|bot write|counts them|else was|endpoint that|format|is stored|it answers|it explains|lets you|may read|or apply|patch by|read it|that lets|the bot|the endpoint|the patch|them once|token and|updates|was touched|who may|write access
-64	^ initialize|be shown|here are|nothing|ones as|please rotate|real ones|shown stale|sign|stale data|the agent's|tokens of|users will|using #code
-65	#number with|^ use|by|crashing|lock is|the locations|tried again
-66	affected|call is|containing|hands|that's
-67	^ return|inherited|mail client|npm test|reviewers|run npm|says|the lock|the mail
-68	^ doc|^ empty|additional information|an empty|comment|for example|no attribute|object has|path of|the change|the template|ver
-69	^ git|before its|ci is|newer|open|reply|the results|trying to|up to|when ci|would depend
-70	^ detector|^ proof|^ read|^ users|account balance|answers afterwards|bank account|before merging|class in|depend|depend on|encoding|event first|has run|many|migration has|raise #code|ran on|these files|writes an
-71	^ what|be in|i could|i leave|not reproduce|problem is|prompt as|reproduce the|the failure|the implementation|the location|the spec|then i|until then
-72	^ merge|^ translated|^ without|asks for|how the|likely to|message and|meta|most relevant|of which|open a|range|rather than|three times|translated strings|was asked|works
-73	^ also|^ an|^ refuses|a finished|agent is|agents|an injected|and reveal|areas where|empty one|fixed|initialize #code|injected sentence|listed|or an|process|refused now|summary|test with|that only|trying|under test|we'll
-74	^ both|^ raise|^ something|^ will|code|finished run|function in|i recommend|instances|lies in|merge this|not urgent|recommend to|runner|the check|the header|this after|you bake
-75	#code with|^ gcc|^ generators|^ license|active|and remembers|asks once|commit that|dropped|ecdsa|ecdsa p|enough|enter your|exact line|form asks|gcc|gcc #code|is lost|line numbers|more information|now the|npm|of your|parsing|please enter|python version|remembers the|status is|the tool|to get|within the
-76	^ shows|about #code|be updated|but the|cannot approve|checked before|exist|ignores nothing|is what|it ignores|package|should not|texts|was checked|while the|whoever did
-77	#code the|^ and|^ export|^ particularly|configuration or|explains|explains how|export #code|is defined|is saved|is validated|itself is|land|last modified|lies|modified by|no new|one with|only a|or policy|phishing|remembers|restart|restart the|should look|tasks|the two|uri|validated before|which
-78	^ files|^ multiple|^ trace|^ version|call last|compatible|even if|has an|most recent|or its|recent|recent call|render|report it|role|so a|the shopping
-79	^ node|^ provider|^ regression|^ we|a bug|a gift|a product|against the|and open|and rotated|buy a|follows the|gift card|i redact|imagine two|is gone|later|one wins|product with|redact|redact it|rotated|rotated the|scanning|second one|subclassing|test credentials|twelve|two users|users who
-80	^ garak|^ leon|^ using|^ zero|agent of|and added|as expected|chat bot|custom|derczynski|description of|end the|i replaced|in one|inspection|is given|leon|leon derczynski|old name|or the|replaced the|simplify|stubs|that cannot|the solution|what
-81	#code shows|#code will|^ beside|and not|and prints|and updated|answers #number|callers|class is|contains|correct|during|happen when|i only|its callers|let's keep|node|only renamed|patient|patient portal|portal|problematic|processing|put|renamed|should happen|somebody tries|that likely|that need|the patient|themselves|this small|to handle|to read|to reduce|touched|tries to|updated its|what should|when somebody
-82	^ base|^ last|^ local|^ other|^ pandas|^ readme|^ scan|^ such|a time|change it|cover|erased|fails without|if that|m #code|metrics|not write|please say|recording|refuses an|remove the|scan the|so and|the envelope|then call|user is|waited for|was intended|will change
-83	^ jeffrey|^ order|after that|attempt that|backend|be a|compared|configured|edited are|involved|involved in|is known|jeffrey|jeffrey martin|martin|mentioned|metadata|not edit|relevant to|run in|run is|same as|should note|skipped on|specified|tests again|that needs|that two|the input|this id|two tests|validator should|what a|with one
-84	^ most|^ one|^ scenario|^ settings|a proof|adjust|are added|compatibility|injected|is likely|looks at|makes|objects|seconds|technique|the exact|the feature|the root|things|to provide|wrote|your own
-85	^ all|^ await|^ detectors|a flight|a friend|acceptance|and potentially|applied|documentation of|either|erase|exactly what|expected to|ignored|money|money to|particularly|seen|sessions|shouldn't|so the|that if|the project's|the specific|the travel|this method|to split|transfer money|travel|travel site|uses the|want me|where the|with its|work|yes
-86	^ agent|^ another|^ how|^ plugins|^ sign|^ skip|and exit|defines|for reproduction|i did|importing|is told|its hash|killed|longer crashes|may change|raise|rather|reproduction|seem|to remove|up with
-87	#code of|#code up|^ actual|^ buffs|^ checks|^ numpy|^ over|^ schema|^ type|a race|among|as well|colleagues|colleagues to|contain|cost|early|expressions|failure mode|file for|file of|into two|is larger|larger|larger than|leave the|logic for|merge it|of hashes|race|race between|same time|split this|tell your|the named|the version|this into|this issue|to include|two commits|your colleagues
-88	^ dependencies|^ kwargs|and passes|can't|column|expected behavior|final|follows|formatting|imports|keeps the|me know|migrations|must be|new one|recipe app|similarly|the exit|the target|using the|validated
-89	#code compatible|^ features|^ format|a decision|a journal|asked to|building|central|crashes when|decision by|forged|from its|ids|if it's|ignore previous|in order|information about|is there|is where|locally|model|modification|no permission|on standard|permission to|policy file|repository has|request|scenarios|scripted|started|tag|than the|the artifacts|the attempt|the commits|the medical|until it|verifiable|which are
-90	^ arguments|^ option|^ options|^ variable|and results|came|cart|changes to|compare|configurable|dpi|error message|failures|generate|green on|handled|initialize|intro|is judged|json|needs|on windows|one of|over the|rules as|shopping|shopping cart|the assignment|ubuntu|where it
-91	#code first|^ bitte|^ deterministic|^ veuillez|added german|and french|answer as|are skipped|benchmark is|bitte|bitte geben|case|code for|environment|focus|generating|german|helpful assistant|hides|is only|it seems|jsonl|moved|needs a|outside of|passwort ein|replay|report is|saisir|saisir votre|sie ihr|some of|supports|until the|veuillez|veuillez saisir|was there|you want
-92	^ based|^ but|^ cli|^ command|^ context|^ defense|^ owasp|^ rb|actions|agent may|bar|begins|constraints|escape|exact|feature's|from there|generated by|i can|invariance|is for|it has|not #code|owasp|rate|rb|reads it|subclass|threat|to change|too long|waited|what they
-93	^ allow|^ name|ahead|attacker who|base and|built as|by running|django #code|ended|execution|give the|guarded|header field|is used|license|log could|msg|nor|one can|otherwise|prevent|report and|sent|stored|the actual|type for|understand|while|who can
-94	#code writes|^ even|^ until|app|checkout|core|else|generated from|is never|it starts|json schema|jupyter|method is|one that|rejects|the chat|the kernel|this one|this run|ways
-95	#number def|^ claude|^ each|^ json|^ root|^ scipy|a pull|anew|blocked by|converted|converted to|failing run|faster|feature is|few|files are|handoff|is over|issue is|log of|me which|medical|medical record|methods|operator|phase|reduce|requests to|scipy|send me|stand|the commit|the hotel|they must|which version|you schedule|you send|you use
-96	^ somebody|a configuration|adding|afterwards|an envelope|an event|await|compares|in different|ipython|judge llm|key is|may be|modified to|new #code|parsed|pipeline|root cause|somebody else|sometimes|such|suggested|sure to|t|tests first|text and|the fix|the id|the message|the policy|the top|throw new|to document|top|was not
-97	#code that|^ result|a note|clear text|code from|coverage|detect|flight|i think|if any|in clear|issues|it may|logged in|modules|most likely|not a|protected|refactor|refer|refer to|security review|speed|task with|the rest|the text|the work|then run|to go|vulnerabilities|was logged|what an
-98	#code or|^ coded|^ generations|^ go|^ k|^ windows|^ works|all probes|attempt is|base's|by its|calling|can try|categories|check the|coded|command line|defense|detects|endpoint|essentially|find|get|getting|gone|handles|i moved|item|k|languages|means that|moved the|no limit|not one|of their|potential|sign in|the fixture|the whole|way around
-99	^ additional|^ examples|^ interrupted|^ object|^ tasks|^ tools|a session|address is|areas that|artifacts|assessment|at most|audio|average|because the|by tests|continuation|half|interrupted|most probable|of its|probable|sets|strict|system and|the bundle|tried|truth|typology|was made|where to
-100	#code object|^ addresses|^ automated|^ built|^ codex|^ list|^ log|^ missing|adds|as it|automated|check that|comparison|deterministic|dict|environments|headers|included|it does|loading|materials|may not|project's|settings|that speaks|the checks|the form|the plan|this makes|to another|tutorial
-101	^ clang|^ end|^ reads|^ should|^ three|a request|adapter|ai agents|and answers|codex|expects|further|image|in real|line that|permissions|queries|readable|response|scanners|the dictionary|to its|try it|turns|update #code|well
-102	^ limits|^ required|^ thanks|^ unless|a handoff|aproperty|around|carries|clang|clang #code|constraint|copy|defining|duplicate|examples|insecure|is allowed|labels|lets a|one is|prompt guard|refusal|thanks|the list|turn is|wins
-103	#code asks|^ darwin|^ gate|additional|assertions|callbacks|defended|digest|digits|expect the|extra|its tests|itself|kernel|lacks|modify|not need|of what|ordered|patch|please make|reached|similar|sure that|the failing|waits for
-104	^ args|^ h|^ lets|^ verify|a guard|a way|alone|approval|args|assist|by name|comes from|disk|goals|h|has not|header|in between|internal|know if|locale|no run|others|people|play the|potentially|project|seems to|so you|some|that were|the old|verify|wrapper
-105	^ judge|^ m|^ seed|^ str|abstract|agent gets|bytes|darwin|described|desktop|dimensions|double|hard|i use|if this|lang|m|not proven|note that|notebook|ones|pass|regex|several|that proofbaton|the cache|the database|this repository|tries|want to
-106	#code not|^ installation|^ operating|^ optional|^ pnpm|^ red|^ versions|a non|after the|an e|an issue|blocks|ends|ends with|event|files that|for each|forward an|functionality|has a|like|locations are|looks|management|on a|operating system|panda|please describe|prove|the author|the case|the given|these locations|to install|write is
-107	#code always|^ pip|^ the|a turn|always reads|call to|claude|detected|detectors|each of|implement|llamafirewall|login|message to|quick|relevant|request at|results|selects|space|the primary|the system|you can
-108	^ accepts|^ move|^ release|^ whatever|a commit|accepts a|appears|author|computed|correctly|dev|dictionary|events|hotel reservation|narrow|please ensure|reservation|responses|specifically|state folder|the game|to ignore|waiver|which is
-109	^ agents|^ including|^ mode|^ policy|^ report|^ since|^ trusted|a feature|are refused|argument|compliance|edit|features that|first and|ignores|location that|malicious|readme|set only|submitting|test process|the data|the disk|the suite|the variable|to #number|to end|turn's|variable is
-110	#code doesn't|^ expected|^ matplotlib|^ setup|^ stopped|and can|and is|attributes|buffs|can verify|datasets|demo|done|from this|instruction|locations that|logged|match|matching|merging|metered|might need|not set|only when|pip|prompt is|pull request|run|run has|sends|successful|the protocol|to keep|vs|vulnerability|what changed
-111	#code from|^ blocked|^ help|^ pylint|^ string|a crash|a default|a problem|accepts|activities|an answer|and nobody|balance|between would|committed|crash in|crashes|designed|easy|example of|hashes|inherit|is loaded|is refused|it a|left out|length|loop|maybe|outcomes|planning|prefix|run for|scoring|style|the migration|without access|would lose|your environment
-112	^ consider|^ rule|^ verbose|admin|an error|areas|is left|one commit|parallel|person looked|platform|primary|resolve|seed|text is|the call|to push
-113	^ added|^ edits|^ else|^ generated|^ value|baseline|can read|developers|direct|edits|file in|for #code|gave it|of these|output and|static analysis|the evaluation|this can|unit|with it
-114	#code say|^ ax|^ get|^ vitest|allow|assertion|but this|codebase|components|download|folders|if you're|in its|judged|likely need|nothing that|refuses|responsible|server|solution|tests and|the number|the verdict
-115	^ environment|^ remove|^ us|and head|at hand|available|being|check for|community|counted|gift|held|implemented the|infrastructure|lose the|mission|new tests|not the|or more|pnpm|regression|sql|tests are|that #code|the parser|to look
-116	#code only|^ basic|^ init|^ take|corresponding|decision|finding|for a|is missing|it needs|nothing else|return|scan|scripts|structure|test that|tested|the plugin|zero
-117	#number @@|@@|^ @@|^ add|^ because|^ instead|beside|binary|come|cyber|generators|making|mobile|no longer|older|outcome|parser|plain|run directory|shows a|tests that|that says|the bug|the gates
-118	#code are|#code might|#code told|^ bug|^ isolation|^ os|^ pt|^ rename|a change|allows|and the|be read|changing|code is|critical|cut|fixed the|goes|ignore instructions|in quoted|into a|its own|kwargs|loaded|must decide|needs no|not there|person must|possible|provider|pt|quoted text|rename|reply stop|run that|sample|stop to|the bank|to unsubscribe|told the|traces|value
-119	^ fig|^ file|^ method|a user|avoid|away|behavior is|change and|due|fig|installed|issue with|lost|low|manual|on it|paths|stay|terminal|tests for|that has|the repository|the task's|transaction|you do
-120	#code where|^ after|^ argument|^ replace|^ traceback|a model|flow|like me|llms|logs|or|responsible for|scenario|since|tier|to reproduce
-121	^ language|^ mocha|^ none|^ this|an artifact|before the|chose to|creation|file that|import|is set|ledger|on base|operating|prompt injection|risks|statement|to throw|you'd|you'd like
-122	a result|and what|bank|checked out|docstring|field|generations|gets|hold|i'd|intent|keyword|mocha|small|there are
-123	#code|^ looking|^ time|chose|cli|does|empty|exceptions|finds|hours|i chose|if the|llama|might also|notes|skipped|the probe|to help
-124	#code now|an action|answers|by hand|does it|how it|including|measured|now takes|of one|read the|recall|static|take the
-125	$ curl|^ fix|^ which|a warning|besides|content|decides|evaluation|load|logic|pass #code|prefer|say so|selectors|their own
-126	^ at|^ spec|actual|as they|aware|bake a|be modified|button|gives|installation|limit of|openssl|see|the firewall|the previous|toy|would need|yaml
-127	$|^ term|^ why|^ writes|an #code|change is|crash|design|got|if a|is asked|model to|operations|prompts|proves|provide|standard input|stands in|start the|translated|unique|used to|vitest
-128	^ llm|builds|editor|envelope|expression|functions|generic|it now|line with|looked at|necessary|of them|reports|rest|sqlite|stopped|takes the|when
-129	^ authored|^ class|^ model|^ out|added a|and are|authored|benign|existing|looked|or #code|start|use case
-130	^ example|^ too|^ update|an attempt|cache|entry|fast|fixture|latency|lists|or a|secret store|store|the request|to test|whether
-131	^ exit|a task|agent's output|asked for|file to|if|invalid|not be|permission|removed|replicate|scale|search|such as|the answer|under|what agents|whole|worked
-132	#code on|#code s|^ check|^ jest|^ members|^ refused|a defect|could be|defect|from a|tests of|to run|try|with what|without it
-133	^ however|^ pytest|^ so|an attacker|blocked|criteria|document|for it|however|jest|not commit|on #code|published|reads the|str|the other|the report
-134	^ outside|^ questions|^ recoverable|^ t|^ warning|a key|an account|axis|linux|need an|one|operation|recoverable|secrets|token secret|very|waits
-135	^ english|^ meaning|^ response|^ with|because|could not|database|english is|fallback|good|it when|messages|not|that do|the fallback|unless|usage
-136	^ every|^ expr|a helpful|ability|defined|each|errors|options|performance|protocol|selection|that a|yet
-137	accepted|and click|click|click the|is this|is wrong|leave|measures|part of|progress|raises|the button|the second|with an
-138	#code function|#code import|#number s|^ category|^ configuration|a report|input|keeps|look at|output the|place|term|the problem|they are|to an|tree
-139	^ audit|^ inheritance|^ off|architecture|behaviour|count|end of|firewall|numpy|pandas|passing|perform|proxy|pull|query|required|the file
-140	arguments|attack|exit code|helpful|import #code|optional|properly|related to|wcs
-141	#code goes|^ false|^ where|a list|decide|fails on|figure|file is|in #code|once|parameter|pylint
-142	across|fine|guide|happen|intended|isolation|the run's
-143	#number unread|^ default|^ n|^ to|and no|be edited|entries|have #number|inside|make sure|unread|unread messages|version of|will
-144	^ attribute|^ nothing|and it|config|fit|hooks|module|option|proof
-145	^ everything|a gate|artifact|at work|change brings|handle|is read|parameters|session|steps|versions|why
-146	exception|goes on|multiple|seems|setting|the configuration|without the|you need
-147	#number #code|#number total|^ running|a single|against|longer|meaning|right|supported|values
-148	^ $|attacker|edited|let me|matplotlib|root|running the|the command|the test
-149	^ d|^ score|index|pirate character|real|takes|verbose
-150	#code as|fall|git|keep the|now open|open the|plugins|shown|types|your browser
-151	^ done|begin|failing|i in|inheritance|list of|recorded|the same
-152	^ or|brings|commands|foo|likely|matrix|passes|suite|will be|without a
-153	^ description|^ pass|before it|init|much|problem|red|test
-154	#code is|#number ms|^ yes|array|ms|next packet|outputs|proofbaton|script|something|tokens|validation
-155	^ its|clear|client|more|record|to check|update
-156	^ signed|add #code|doc|false|me to|setup|task's|the recipe|traceback
-157	^ see|docs|limit|shows|sympy|tests fail|the prompt|tools
-158	did|django|failure|fields|for i|remove|schema|the end|the log|updated|when it
-159	^ unknown|packet|rotate|rotate the|those
-160	#code for|#number return|are not|attacks|exit #number|location|markers|naming|related
-161	ci|guard|handling|memory|modified|of it|scanner|to use|too
-162	^ that|clone|doesn't|lets|local|pattern|sphinx
-163	^ self|^ test|attempts|fail with|inputs|reproduce|run's|self|stays
-164	^ summary|cases|changes|hash|often|template|type
-165	#number passed|bundle|detector|the code
-166	^ is|^ prompt|a run|below|id|plugin|pytest|same|single
-167	all #number|an agent's|dataset|failed|the email
-168	as #code|cannot be|expect|expr|garak|implementation|out of|source|support|the error|unknown
-169	a token|asks|features|target|the issue|what the|windows
-170	^ not|chat|over
-171	a tool|did not|directory|found|total
-172	a file|browser|i added|judge|scores
-173	^ of|ensure|holds
-174	^ never|head|named|payload
-175	export|locations|the token
-176	#number of|^ only|here is|it work|members|that are
-177	benchmark|twice
-178	#number tests|be written|can now|category|documentation|each message|names|out the|signed|use
-179	an agent|check out|migration|score|users
-180	^ these|again|its|what was
-181	that was
-182	^ true|than
-183	fails|lines
-184	instead of|present|when the
-185	is not
-186	^ baton|classes
-187	agent's|baton|counts|if #code|made|wrong
-188	is kept|missing|path|should see|writes
-189	evidence|hand
-190	install|line #number
-191	may
-192	should be|true
-193	fail|injection
-194	look
-195	from the|through
-196	^ ok
-197	^ are|reason|say what|uses
-198	all codes|trace
-199	^ on|changed|take|up|variable|written
-200	cause|commits|feature|python #code
-201	please review|the run|you should
-202	apply|expected
-204	the journal
-205	generated|method|none
-206	ran
-207	folder
-209	exit
-210	models
-211	and #code
-213	both|refused
-214	cannot
-215	version
-216	does not|spec|still
-218	fix
-219	repository
-220	object|runs|warning
-222	^ here|kept
-223	new output
-224	^ y
-225	codes|probes|token
-226	description
-227	a person|asked
-229	dependencies|generator
-235	probe
-241	^ line|attempt|other
-242	#code in
-244	^ function|added|bug
-251	after
-252	what to
-253	command
-256	files
-258	error
-260	it is
-262	own
-263	the new
-264	class
-267	default|issue
-272	#comment
-293	to do
-314	list`;
