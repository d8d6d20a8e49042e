"""The words that statements are said in: folded, in lower case without accents."""

import re
from re import Pattern

POLITE = (
    r"(?:(?:oye|oiga|hola|hey|hi|hello|ok|okay|bueno|pues|por ?fa(?:vor|s|vorcito)?|porfis|please|pls|plis|favor de"
    r"|buen(?:os|as)? (?:dias?|tardes|noches)|(?:good )?(?:morning|afternoon|evening)|gm|let'?s|ahora|entonces"
    r"|ya|este|nomas"
    r"|(?:me |nos |les? )?(?:puedes|podrias|podes|ayudas a|haces (?:el )?favor de)|can you|could you|would you"
    r"|i need you to|quiero|quisiera|necesito|me gustaria|i want to|i need to|i'?d like to|i would like to"
    r"|quiero que|necesito que|quisiera que|i want you to)[ ,.!¿¡]+)*"
)
"""What a sentence may begin with."""
THANKS = (
    r"(?:[ ,]+(?:por ?fa(?:vor|s|vorcito)?|cuanto antes|asap|rapido|ok\?|si\?|porfis|please|pls|plis|gracias|thanks"
    r"|thank you|va|ok|sale))*[ .!?]*"
)
"""What it may end with."""
POLITELY = re.compile(rf"[^\w#]*{POLITE}")
ASKED = re.compile(r"\b(?:puedes|podrias|podes|ayudas a|favor de|can you|could you|would you)\b")
"""A request in the form of a question."""


def head(verbs: str) -> Pattern[str]:
    """A sentence that begins with one of the verbs, perhaps politely."""
    return re.compile(rf"[\W]*{POLITE}(?P<verb>{verbs})\b")


def imperative(*stems: str) -> str:
    """Verbs in "-ar" by their stems, as one asks for them with whatever is joined to them: "pásamela", "pasen"."""
    return "|".join(rf"{stem}(?:ar?|en?|as|es)(?:me|nos|le|les|se)?(?:lo|la|los|las)?" for stem in stems)


# A task by its number

NUMBER = "[0-9]{1,9}"
TASK = (
    rf"(?:(?:(?:la|el|mi|the) )?(?:tarea|task|actividad|pendiente|ticket) (?:numero |number |no\.? ?)?#?|la #?"
    rf"|#)({NUMBER})"
)
BARE_TASK = rf"(?:{TASK}|({NUMBER}))"
NEXT_TASK = (
    rf"(?:\s*(?:,|,? (?:y|and)) (?:(?:con|with) )?(?:(?:la|tarea|task) )?#?({NUMBER})(?!\s*(?:%|por ?ciento|percent)))"
)
TASKS = rf"{TASK}(?:{NEXT_TASK})*"
BARE_TASKS = rf"{BARE_TASK}(?:{NEXT_TASK})*"

# A report

DONE = (
    r"(?:list[oa]s?|hech[oa]s?|terminad[oa]s?|acabad[oa]s?|complet[oa]s?|cerrad[oa]s?|concluid[oa]s?"
    r"|finalizad[oa]s?|entregad[oa]s?|done|finished|ready|completed?|closed|sorted(?: out)?)"
)
DID = (
    r"(?:termin[eo]|acab[eo]|complete|conclui|cerre|finalice|entregue|saque|hice|quede con|acabo de "
    r"(?:terminar|cerrar|acabar|entregar))"
)
BEFORE_TODAY = re.compile(
    r"\b(?:ayer|antier|anteayer|yesterday)\b|\b(?:quedo|iba|estaba|llego|termine|acabe|cerre|avance|deje|was|were"
    r"|got to|finished)\b"
)
"""What a report of a day before today says: that day, or a verb in the past."""
NOW = r"(?:ya|apenas|por fin|ahorita|hoy|just|already|finally|i|i'?ve|ive|i have|i am|i'?m|im|we)"
IS = (
    r"(?:ya|esta|estan|estaba|va|van|voy|iba|was|anda|sigue|lleva|llevo|se|queda|quedo|quedaron|quedan|la tengo|la"
    r" traigo"
    r"|la llevo|la deje|la pongo|ponla|en|al?|por|como|con|un|el|is|are|'s|at|now|to|it|up|already|apenas|ahorita"
    r"|ya va|avanzo|subio|llego|todavia|aun|still|me|como|casi|mas o menos|like|about|around|roughly)"
)
HALF = r"(?P<half>(?:a )?la mitad|a medias|half(?:way)?(?: (?:done|there|way))?)"
SAME = (
    r"(?:nada nuevo|sin cambios?|sin avances?|sin novedad|igual|no (?:le )?(?:avance|movi)(?: nada)?|nothing new|no"
    r" (?:change|progress|news)|same)"
)
PERCENT = r"(?P<percent>100|[0-9]{1,2})(?P<sign> ?(?:%|por ?ciento|percent))?"
LIGHTS = {
    "ROJO": (
        r"roj[oa]|red|atorad[oa]|atasc(?:ad[oa]|o)|bloquead[oa]|parad[oa]|detenid[oa]|frenad[oa]|trabad[oa]|atoro"
        r"|trabo"
        r"|stuck|blocked|on hold"
    ),
    "NARANJA": r"naranja|orange",
    "AMARILLO": r"amarill[oa]|yellow",
    "VERDE": r"verde|green",
}
LIGHT = "|".join(f"(?P<{light}>{words})" for light, words in LIGHTS.items())
BECAUSE = re.compile(
    r"[\s,;:.–-]*(?:(?:porq(?:ue)?|[px]q|por que|ya que|pues|es que|debido a que|because|since|as)\s+)?"
)
SETS = imperative("marc", "dej", "actualiz", "cambi", "pas", "sub", "baj", "mov") + (
    r"|pon(?:er|ga)?(?:me|le|la)*|muev[ea](?:me|la)?|traigo|tengo|llevo|voy|dale|set|put|mark|update|move"
    r"|turn|bring|i have|i'?ve got|(?:(?:ya|hoy) )*(?:avance|subi|movi|lleve|deje|adelante)|(?:i |i'?ve )?(?:already"
    r" )?(?:moved|brought|got)"
)
REPORTS = tuple(
    re.compile(rf"[\W]*{POLITE}{pattern}{THANKS}$")
    for pattern in (
        rf"(?:{NOW} )*{DID} (?:con |todo de )?{TASKS}(?: (?:ya|hoy|ahorita))*",
        rf"(?:{NOW} )*(?:finished|completed|closed|done with|wrapped up|finish|complete) (?:with |up )?{BARE_TASKS}",
        rf"(?:cierra|cerrar|termina|close)(?:me|la)? {BARE_TASKS}",
        rf"{TASKS}(?: {IS})* (?P<done>{DONE})(?: (?:ya|now|already))?",
        rf"{TASKS},? (?:{NOW} )*(?:la |lo |las )?(?:{DID}|quedo|quedaron|esta|estan|salio)(?: ya)?",
        rf"(?:{NOW} )+(?:quedo|quedaron|esta|estan|salio|tengo|estuvo) (?:{DONE} )?{TASKS}(?: {DONE})?",
        rf"(?:{DONE}) (?:con |with )?{TASKS}",
        rf"(?:{SETS}|da) (?:por |como |as )?(?:{DONE} )?{BARE_TASKS}(?: {IS}| por| as)* {DONE}",
        rf"da(?:me)? por {DONE} {TASKS}",
    )
)
"""That tasks are done."""
PERCENTS = tuple(
    re.compile(rf"[\W]*{POLITE}{pattern}{THANKS}$")
    for pattern in (
        rf"(?:en )?{TASK}(?:,? {IS})+,? {PERCENT}(?: (?:de avance|{DONE}))?",
        rf"(?:el )?(?:avance|progreso|progress) (?:de|en|on|of) {TASK}(?:,? {IS})*,? {PERCENT}",
        rf"(?:{SETS})(?: en| a| con)? {BARE_TASK}(?:,? {IS}| hasta)*,? {PERCENT}",
        rf"(?:{SETS})(?: {IS})* {PERCENT}(?: (?:a|de|en|con|on|for|of|to))? {TASK}",
    )
)
HALVES = tuple(
    re.compile(rf"[\W]*{POLITE}{pattern}{THANKS}$")
    for pattern in (rf"(?:en )?{BARE_TASK}(?: {IS})* {HALF}", rf"(?:{SETS})(?: en| a)? {BARE_TASK}(?: {IS})* {HALF}")
)
BUT = r"(?P<rest>,? (?:pero|nomas|nada mas|solo|aunque|falta|but|only|just|though)\b.*)"
REPORTS_BUT = (re.compile(rf"[\W]*{POLITE}{TASK}(?: {IS})* (?P<done>{DONE}){BUT}$"),)
PERCENTS_BUT = (re.compile(rf"[\W]*{POLITE}(?:en )?{TASK}(?: {IS})+ {PERCENT}{BUT}$"),)
"""The same with a remark."""
CANNOT_MOVE = (
    r"(?:no (?:he podido|pude|puedo|logro|estoy pudiendo)|(?:i )?(?:haven'?t been able to|can'?t|couldn'?t))"
    r" (?:avanzar|mover|hacer nada|moverle|move|progress|get anywhere|make progress)(?: (?:en|con|a|on|with))?"
)
GOES_BADLY = (
    r"(?:ya )?(?:se (?:me |nos )?)?(?:complico|atraso|retraso|esta (?:complicad[oa]|dificil)"
    r"|(?:got|is) (?:complicated|tricky|hard))"
)
TROUBLE = tuple(
    re.compile(rf"[\W]*{POLITE}{pattern}{THANKS}$")
    for pattern in (rf"{CANNOT_MOVE} {BARE_TASK}", rf"{BARE_TASK} {GOES_BADLY}")
)
"""That a task goes badly, without saying which light it has."""
NEARLY = r"(?:(?:ya|esta|va|is|'s) )*(?:mero|casi|almost|nearly)"
ALMOST = tuple(
    re.compile(rf"[\W]*{POLITE}{pattern}{THANKS}$")
    for pattern in (
        rf"{BARE_TASK} {NEARLY}(?: (?:queda|acabo|termino|{DONE}|there|sale|esta))*",
        rf"(?:ya )?(?:mero|casi) (?:acabo|termino|queda|sale|tengo|cierro) (?:con )?{TASK}",
        rf"(?:(?:i'?m|i am) )?(?:almost|nearly) (?:done|finished|there|through)(?: (?:with|on))? {BARE_TASK}",
    )
)
"""That a task is nearly done, without saying how far."""
UNCHANGED = tuple(
    re.compile(rf"[\W]*{POLITE}{pattern}{THANKS}$")
    for pattern in (
        rf"(?:hoy |de |ahi )*{SAME} (?:en|con|de|a|on|with|in) {BARE_TASK}(?: hoy| today)?",
        rf"{TASK}(?: {IS})* {SAME}(?: hoy| today)?",
    )
)
"""That a task is as it was."""
STILL = r"(?:ya|ando|estoy|sigo|seguimos|i'?m|i am|we'?re|still|muy|bien)"
RED = tuple(
    re.compile(rf"[\W]*{POLITE}{pattern}")
    for pattern in (
        rf"(?:(?:{SETS}|ya) )?{TASK}(?: {IS})* (?:{LIGHT})(?!\w)(?P<rest>.*)",
        rf"(?:{SETS}) {BARE_TASK}(?: {IS})* (?:{LIGHT})(?!\w)(?P<rest>.*)",
        rf"(?:{STILL} )*(?:{LIGHT}) (?:en|con|on|with) {BARE_TASK}(?!\w)(?P<rest>.*)",
        rf"(?:(?:{IS}|traigo|tengo) )*(?:se )?(?:me |nos )?(?:{LIGHT}) {TASK}(?!\w)(?P<rest>.*)",
    )
)

# The day

DAY = r"(?:(?:(?:el|mi|tu) )?dia|(?:mi |la )?jornada|(?:the|my) day|(?:mi |la )?bitacora)"
REPORT = r"(?:(?:el|mi|tu|un) )?(?:avance|reporte|reporte de avance)|(?:my|the|a) (?:report|progress|update)"
ALSO = (
    r"(?:[ ,]+(?:ya|que|porque|me|voy|acabe|termine|es|todo|por|hoy|ahora|now|for|today|i'?m|im|done|i am"
    r"|nos vemos(?: manana)?|hasta (?:manana|luego|el lunes)|adios|bye"
    r"|see (?:you|ya)(?: tomorrow)?|leaving|out|off|going|home|already|porfas?|porfis|urge|tengo|irme|nos|vamos))*"
)
OPENS = re.compile(
    rf"[\W]*{POLITE}(?:(?:(?:vamos a|let'?s|i'?m|im) )?(?:abr(?:e|o|ir|eme|enos|imos)(?:lo)?|inici(?:a|o|ar|ame|amos)"
    rf"|empie(?:za|zo)|empez(?:ar|amos)|comenz(?:ar|amos)|arranc(?:o|ar|amos)|open|start|begin|opening|starting"
    rf"|beginning) (?:con )?{DAY}{ALSO}"
    rf"|(?:(?:ya|aqui|acabo de|recien|apenas) )*(?:llegu?e|llegar|ando aqui|estoy aqui)(?: (?:a la (?:oficina|chamba)"
    rf"|al trabajo|aqui|ya))*|(?:i'?m |im |just )+(?:in|here|got in|at work|online)(?: now)?){THANKS}$"
)
"""That the day is to be opened, or that one has come."""
UNDOES = re.compile(
    rf"[\W]*{POLITE}(?:deshaz(?:lo|me)?|deshacer(?:lo)?|undo|revierte(?:lo)?|revertir|take (?:that|it) back"
    r"|me equivoque|eso no(?: era| es)?|asi no(?: era)?|my mistake|not that)"
    r"(?:,? (?:quita(?:lo|r(?:lo)?)?|borralo|regresalo|remove it)"
    r"|,? (?:eso|esto|lo ultimo|lo que hice|el cambio|ese cambio|that|it|this|the last (?:one|change)|my last change))"
    rf"{{0,2}}{THANKS}$"
)
"""That what was done last is to be taken back."""
SENT = rf"{imperative('mand', 'envi', 'pas')}|email|compart[ea](?:me|le|les)?|ensena(?:le|les)|send|submit|share"
TO_LEADER = (
    r"(?:(?: (?:a|to|with) (?:mi|my|el|la|the) (?:jef[ea]|lider|lideresa|equipo|grupo|boss|leader|lead|manager|team))?)"
)
SENDS = re.compile(rf"[\W]*{POLITE}(?:{SENT}) (?:ya )?(?:{REPORT}){TO_LEADER}{ALSO}{THANKS}$")
NOTHING_NEW = re.compile(
    rf"[\W]*{POLITE}(?:hoy |today )*(?:no (?:avance|hice|movi)(?: nada)?|(?:todo|everything(?:'?s)?|all) (?:sigue"
    rf" )?(?:igual|the same|same)"
    rf"|sin (?:cambios|avances?|novedad(?:es)?)|no (?:progress|changes|updates?)|nothing new|nada nuevo|(?:i"
    rf" )?didn'?t (?:do|get) anything(?: done)?)"
    rf"(?: (?:hoy|today|por hoy|for today|que reportar|to report))*{THANKS}$"
)
"""That the whole day is as it was: it is reported so."""
SENDS_TO = re.compile(
    rf"[\W]*{POLITE}(?:{SENT}) (?:ya )?(?:(?:{REPORT})(?: de hoy)? (?:a |para |to |with )@?z+"
    rf"|(?:a |to )?@?z+ (?:{REPORT})(?: de hoy)?){ALSO}{THANKS}$"
)
"""To one person, whose name is there as "zzz"."""
CLOSES = re.compile(
    rf"[\W]*{POLITE}(?:(?:voy a |i'?m going to |let'?s )?"
    r"(?:cierr(?:o|a|ame|alo|en)|cerrar(?:me)?|cerrame|cerremos|termin[ao]|(?:close|wrap)(?: out| up)?|closing"
    r"|wrapping up|end|finish)"
    rf"(?: ya)? {DAY}(?: de)?{ALSO}|cierro(?: ya)?){THANKS}$"
)
"""That the day is to be closed: what «cerrar» alone says."""
ENDS = re.compile(
    rf"[\W]*{POLITE}"
    r"(?:(?:(?:ya )?(?:acabe|termine)|i'?m done|i am done|all done|done|listo|wrapping up|calling it a day)"
    r" (?:por|for) (?:hoy|today|the day)|(?:let'?s )?call(?:ing)? it a day"
    r"|(?:eso|esto) (?:es|fue|seria) todo (?:por|de) hoy|that'?s (?:all|it) for today|ya me voy(?: a (?:mi "
    r"|la )?casa)?"
    r"|(?:i'm|im|i am) (?:leaving|heading (?:out|home))(?: now| for today)?)"
    rf"{ALSO}{THANKS}$"
)
"""That one is done or leaves, with which the day is perhaps to be closed."""

# When one is not to be written to

NO_MESSAGES = (
    r"(?:(?:ya )?no (?:me|nos) (?:escrib|mand|molest|avis|envi|despiert|habl|notifi)[a-z]*"
    r"(?: (?:nada|mas|mensajes?|mensajitos?|avisos?|notificaciones))*"
    r"|no (?:quiero (?:mas )?(?:mensajes|avisos|notificaciones|que me (?:escribas|mandes nada|molestes"
    r"|avises)))"
    r"|no molestar|(?:ponme |pon |quiero )?(?:(?:horas? de |modo )?silencio|quiet hours)"
    r"|(?:please )?(?:don'?t|do not|dont|stop|never) (?:writ|messag|text|bother|disturb|notify|ping|contact)[a-z]*"
    r"(?: me)?"
    r"|(?:don'?t|do not|dont|stop) send(?:ing)? me (?:anything|messages|notifications)|no (?:messages|notifications))"
)
CLOCK = (
    r"[0-9]{1,2}(?:[:.][0-9]{2})?(?: y (?:media|cuarto))?"
    r"(?: ?(?:[ap]\.? ?m\b\.?|hrs?\b|horas|de la (?:manana|tarde|noche)|in the (?:morning|afternoon|evening)"
    r"|at night))?"
)
QUIET = re.compile(
    rf"[\W]*{POLITE}{NO_MESSAGES},? (?:(?:despues|a partir|pasadas|luego) de|desde|de|entre|after|past|from|between)"
    rf" (?:las? )?(?P<starts>{CLOCK})(?:(?: (?:a|hasta|y|to|until|till|and) | ?- ?)(?:las? )?(?P<ends>{CLOCK}))?"
    rf"(?: (?:en adelante|onwards?|on))?{THANKS}$"
)
"""Between which hours one is not to be written to; where only one is said, from then on."""
QUIET_BEFORE = re.compile(
    rf"[\W]*{POLITE}{NO_MESSAGES},? (?:antes de|hasta|before|until|till) (?:las? )?(?P<ends>{CLOCK}){THANKS}$"
)
"""Until when in the morning."""

# Tasks

GIVES = head(
    r"ponles?|have(?= @?z+ (?:do|take|handle|finish)\b)|"
    + imperative("pas", "asign", "reasign", "encarg", "turn", "entreg", "deleg", "transfer")
    + r"|transfiere(?:le|la|sela)?|dal[ea]|da(?:le|sela)|give|assign|reassign|hand|pass|transfer|delegate"
)
TAKES = re.compile(
    r"\b(?:es para|le toca a|is for|goes to|(?:que )?(?:haga|vea|tome|lleve|termine|atienda|se encargue (?:de)?"
    r"|se haga cargo (?:de)?|should do"
    r"|take over|takes|handle))\b"
)
MOVES = head(
    r"(?:dale|denle|da(?:me)?) (?:mas tiempo|chance|otro plazo)|give(?= #?[0-9]+ (?:more time|until|till))|extend"
    r"|extiende(?:le)?|"
    + imperative("cambi", "pas", "recorr", "adelant", "atras", "aplaz", "reagend", "reprogram")
    + r"|(?:pas|muev|recorr|dej|aplaz|pospong)o|muev[ea]n?(?:me|nos|le)?(?:la|lo)?|mover(?:me|la|lo)?|recorre(?:me|la)?"
    r"|pospon(?:er|ga)?(?:me|la|lo)?"
    r"|pon(?:le|me|la|lo)?(?: fecha)?|move|reschedule|shift|push(?: back)?|postpone|bring forward|change|delay"
)
CANCELS = head(
    imperative("cancel", "quit", "borr", "elimin", "suspend", "anul") + r"|cancel|delete|remove|call off|drop|suspende"
)
WHY_DELETED = re.compile(
    r"[\s,;.:–-]*(?:porque|por que|que|pues|ya no|ya se|ya lo|no (?:va|hace falta|se necesita|sirve)|se (?:cancelo"
    r"|duplico)"
    r"|esta (?:repetida|duplicada)|es (?:repetida|duplicada)|we (?:don'?t|do not|no longer)|it'?s (?:not|no longer|a"
    r" duplicate)"
    r"|not needed|no longer|because|cuz|since|duplicate)\b"
)
"""Why a task is to go, behind its number."""
FILLERS = re.compile(
    r"\b(?:la|el|lo|las|los|de|del|a|al|para|por|que|se|le|me|en|con|y|fecha|entrega|vencimiento|limite|due"
    r"|date|deadline"
    r"|tarea|task|actividad|pendiente|ticket|the|of|to|on|for|by|over|from|until|till|hasta|mejor|numero"
    r"|number|it|esa|mi|mas tiempo|more time|plazo|do|handle|is"
    r"|mover|muevela|pasa|pasala|ya|hoy|una?|sus?|porfa|por ?favor|please|gracias|thanks|vence|quede|queda"
    r"|entrego|cambia|(?:dej|pas|muev|recorr)(?:o|amos|emos))\b"
)

COMMENTED = r"(?:(?:a|en|sobre|de|on|to|about) )?"
NOTES = rf"(?:pon|escrib|apunt|agreg|anad|writ|put|add)[a-z]* (?:a|en|on|to|in) {BARE_TASK}(?=\s*:|\s+(?:que|that)\b)"
"""That something be written there, which says so only with what follows."""
COMMENTS = re.compile(
    rf"[\W]*{POLITE}(?:(?:(?:coment(?:a|ar|e)(?:me|le|les|lo|selo)?|comenta(?:me)?lo|anota(?:le|me)?|comment|note)"
    r"|(?:pon|agreg|anad|dej|escrib|met|haz|hac|add|leave|write|put|make)[a-z]* (?:una? |el |este |a |an |the |this )?"
    r"(?:nuevo |new )?(?:comentario|nota|comment|note))"
    rf" {COMMENTED}{BARE_TASK}|{NOTES}|(?:comentario|nota|comment|note) (?:a|en|on|to|for|para) {TASK})"
    r"(?:\s*[:,;.–-]+\s*|\s+(?:que|diciendo que|con|that|saying(?: that)?)\s+|\s+|$)"
)
"""That something be said of a task; what follows is the comment."""
COMMENTS_FIRST = re.compile(
    rf"[\W]*{POLITE}(?:comenta|comentar|comment|anota)\b(?: que| that)? (?P<said>[^ ].*) (?:en|a|sobre|on) {TASK}"
    rf"{THANKS}$"
)
"""The same with the comment before the task."""
SEARCHES = re.compile(
    rf"[\W]*{POLITE}(?:busca(?:r|me|nos)?|encuentra(?:me)?|encontrar|localiza(?:r|me)?|find(?: me)?|search(?: for)?"
    r"|look (?:for|up))"
    r" (?:(?:algo|todo|lo|something|anything|everything|all) )?(?:(?:sobre|acerca de|about|on) )?"
    r"(?:que (?:diga|hable de) )?"
    r"(?:(?:en )?(?:(?:mis|las|los|my|the) )?(?:tareas|eventos|comentarios|tasks|events|comments) "
    r"(?:(?:de|con|sobre|about|with|on) )?)?"
    r"(?:(?:la|el) (?:tarea|junta|pendiente) (?:de|del|con|sobre) )?"
    r"(?:(?:de la|de los|de las|del|de|la|el|los|las|the|a|an|un|una) )?[\"'«“]*(?P<sought>[a-z0-9][^?]*?)[\"'»”]*"
    rf"{THANKS}$"
)
NO_SEARCH = re.compile(
    r"\b(?:para|por|en|con|for|by|at|with|in|hueco|huecos|horarios?|hora|tiempo|espacio|time|slot|antes|y|and)\b"
)
"""What is said of something that is to be found in the world, or in a calendar."""
STEP = (
    r"(?:abr(?:a|an|ir|e)|cierr(?:e|en|a)|cerrar|mand(?:e|en|ar)|envi(?:e|en|ar)|report(?:e|en|ar)?|llen(?:e|en|ar)"
    r"|haga|hagan|open|close|send|submit|fill in|update)"
)
OF_THEIR_DAY = (
    r"(?:(?:su|el|la|sus|his|her|their|the) )?"
    r"(?:dia|avance|reporte|bitacora|cierre|jornada|day|report|progress|log|update)"
)
NUDGES = re.compile(
    rf"[\W]*{POLITE}(?:(?:recuerda|recorda|avisa|di|pide)(?:le|les)?|recuerde(?:le|les)|remind|tell|nudge|ask)"
    r" (?:a |to )?@?z+(?: (?:y|and)(?: a)? @?z+)*(?: (?:que|to|de|about))?(?: (?:por favor|ya|please|hoy))*"
    rf" (?:{STEP}(?: {OF_THEIR_DAY})?|{OF_THEIR_DAY})(?: (?:de )?hoy| today)?{THANKS}$"
)
"""That somebody be reminded of their day."""

NUDGES_ALL = re.compile(
    rf"[\W]*{POLITE}(?:(?:recuerda|recorda|avisa|di|pide)(?:le|les)?|recuerden|remind|tell|nudge|ask|ping)"
    r" (?:a |to )?(?:todos|todo el equipo|tod[oa]s los demas|mi equipo|el equipo|la gente|everybody|everyone|the"
    r" (?:whole )?team|my team|all)"
    rf"(?: (?:que|to|de|about))?(?: (?:por favor|ya|please|hoy))* (?:{STEP}(?: {OF_THEIR_DAY})?|{OF_THEIR_DAY})"
    rf"(?: (?:de )?hoy| today)?{THANKS}$"
)
"""That everybody be."""
NUDGES_LATE = re.compile(
    rf"[\W]*{POLITE}(?:ping|nudge|poke|apura|presiona|jala|avisa(?:le)?|dile|recuerda(?:le)?|echa(?:le)? un(?:a)?"
    rf" (?:llamada(?: de atencion)?|grito|ojo|toque))"
    r" (?:a |to )?@?z+,? (?:que |porque |he |she |they |because )*(?:no ha|todavia no|aun no|sigue sin|hasn'?t"
    r"|haven'?t|didn'?t|still hasn'?t)"
    rf" (?:abierto|abre|mandado|enviado|reportado|cerrado|abrir|mandar|opened|open|sent|reported|closed|send|report"
    rf"|close)(?: {OF_THEIR_DAY})?{THANKS}$"
)
"""That somebody be who has not done a step of it yet."""

# Files and new tasks

EXPORTS = re.compile(
    rf"[\W]*{POLITE}(?:(?:manda|envia|da|pasa|exporta|baja|descarga|saca|genera|quiero|necesito|send|give|export"
    rf"|download|get|i need|i want)(?:me|nos)?"
    r" (?:me |us )?(?:(?:el|la|un|una|the|a|an|los|my|mi) )?)?(?:excel|xlsx?|csv|hoja de calculo|spreadsheet|archivo"
    r"|export|file)"
    rf"(?: (?:del equipo|de mi equipo|of (?:the|my) team))?(?P<days>(?: (?:de|del|for|of|from) .*?)?){THANKS}$"
)
MAKES = (
    rf"(?:{imperative('cre', 'agreg', 'anot', 'apunt', 'registr', 'levant')}|haz(?:me|le)?|pon(?:me|le)?|dame de alta"
    r"|create|add|make|log|open)"
)
A, A_NEW = r"(?:(?:una|un|la|el|a|an|the) )?", r"(?:nuev[oa] |new )?"
TASK_NOUN = r"(?:tarea|task|pendiente|to-?do)"
INFINITIVE = r"(?=[a-z]+[aei]r(?:me|te|se|nos|les?)?(?:l[aeo]s?)?\b)"
NEW_TASK = re.compile(
    rf"[\W]*{POLITE}(?:{MAKES} (?:me )?{A}{A_NEW}|(?:nuev[oa]|new) ){TASK_NOUN}"
    r"(?:\s*[:,]\s*|\s+(?:de |que diga |que |called |to )?)(?P<what>\S.*)$"
)
"""That a task be made of what follows."""
PERSON = r"@?z+(?: (?:y|and)(?: a)? @?z+)*"
"""People named, each a word of that letter."""
IS_TO_DO = re.compile(
    rf"[\W]*{POLITE}(?:(?:encarg|encomiend|asign|deleg)[a-z]* (?:a )?|(?:get|assign|i need) |ponle (?:a )?"
    rf"|(?:{MAKES} )?{A}{A_NEW}{TASK_NOUN} (?:para|a|for) )(?P<who>{PERSON})(?: {A}{TASK_NOUN})?"
    rf"(?:\s*[:,]\s*|\s+(?:que|to)\s+|\s+(?:(?:de|con)\s+)?{INFINITIVE})(?P<what>\S.*)$"
)
"""That somebody be given a task: "encárgale a Luis revisar las bocinas"."""
HAS_TO = re.compile(
    rf"[\W]*{POLITE}(?P<who>{PERSON}) (?:tienen? que|deben?|has to|have to|needs? to|must|should)\s+"
    r"(?!(?:salir|irse|ir|llegar|faltar|estar|ser|volver|regresar|leave|go|be|come|arrive|return)\b)"
    r"(?P<what>[a-z]{3,}\s+\S.*)$"
)
"""What somebody has to do: "Luis tiene que revisar las bocinas"."""
WISHES = re.compile(
    rf"[\W]*{POLITE}(?:(?:{imperative('apunt', 'anot', 'agreg')}|pendiente|tarea|to-?do|add|note(?: down)?)"
    rf"(?:[ ,]+(?:por ?fa(?:vor|s)?|please))*(?:\s*:\s*|\s+{INFINITIVE})"
    r"|(?:yo )?(?:hay que|tengo que|debo|tenemos que|me toca|me falta|no se me (?:vaya a olvidar|olvide)|i have to"
    r"|we have to|i need to|we need to|i(?:'ve)? got to|i must|necesito(?= [a-z]+[aei]r\b))\s+)"
    r"(?P<what>[a-z]{3,}\s+\S.*)$"
)
"""What is to be done, without calling it a task: "tengo que comprar tóner para el viernes"."""

# Events

KIND = r"(?:junta|reunion|cita|evento|sesion|llamada|meeting|event|appointment|session|call|sync)"
"""What most events are called, which tells none from another."""
EVENT = (
    r"(?:junta|reunion|cita|llamada|videollamada|evento|sesion|entrevista|comida|desayuno|cena|visita|curso|demo"
    r"|meeting|call|event|appointment|session|interview|lunch|breakfast|dinner|sync|one on one|1:1|check-?in)"
)
WITH_SOMEBODY = re.compile(
    rf"[\W]*{POLITE}(?:{imperative('agend', 'program', 'apart', 'reserv')}) (?:algo |un rato |tiempo |un espacio"
    rf" )?(?P<event>con @?z+.*)"
)
"""A time with somebody, without saying what for."""
AN_EVENT = re.compile(rf"\b{EVENT}s?\b")
SAYS_NO_NAME = re.compile(rf"{KIND}s?|next|proxim[oa]|siguiente")
COMES = (
    r"(?:(?:al final|creo que|siempre|mejor|hoy|manana|yo|si|no|ya no|ya|tal vez|quizas?|a lo mejor|todavia) )*"
    r"(?:(?:(?:voy a |creo )?(?:poder|alcanzar a|puedo|podre|pude|podria|alcanzo a|quiero) )?"
    r"(?:ir|asistir|llegar|entrar|estar)"
    r"|voy(?: a (?:ir|asistir|llegar|estar))?|vaya|ire|asisto|asistire|llego|llegare|falto|faltare"
    r"|voy a faltar|me uno|no cuenten conmigo|cuenten conmigo|confirmo(?: mi asistencia)?) (?:al?|en|para) "
    r"|(?:(?:actually|sorry),? )?(?:(?:i|i'?m|i am|i'?ll|i will|i might|maybe|not|probably|can'?t|cannot|can|won'?t"
    r"|will|may|going to|have to|unable to|able to|be) )*"
    r"(?:make it to|make(?= (?:the|my|that|[a-z]+'s)\b)|com(?:e|ing) to|attend(?:ing)?|go(?:ing)? to|join(?:ing)?"
    r"|skip(?:ping)?|miss(?:ing)?|be (?:at|in)) "
    r"|(?:accept|decline|acepto|aceptar|rechazo|rechazar|declino|declinar)(?: (?:the|la|a) (?:invitation|invite"
    r"|invitacion))?(?: (?:a|al|to|for|de|del))? |count me (?:in|out) (?:for|of) "
)
ANSWERS_EVENT = re.compile(rf"[\W]*{POLITE}(?:{COMES})(?=(?:[a-z0-9']+ ){{0,3}}{EVENT}\b)")
"""Whether one comes to an event."""
SEES_EVENT = re.compile(
    rf"[\W]*{POLITE}(?:quien(?:es)? (?:mas )?(?:va|van|viene|vienen|asisten?|estan?|confirm[a-z]*|dij[a-z]* que si)"
    r"(?: a (?:ir|venir|asistir))? (?:al?|en|de)|(?:a que hora|cuando|donde|que dia|en donde)"
    r" (?:es|va a ser|sera|qued[ao]|toca|empieza|tenemos)|who(?:'s| is| else is)?"
    r" (?:coming|going|invited|attending|in)(?: to)?"
    rf"|(?:when|what time|where)(?:'s| is| does)) (?=(?:[a-z0-9']+ ){{0,3}}{EVENT}\b)"
)
"""When or where an event is, or who comes."""
SAYS_WHY = re.compile(r"[,;:.]|\b(?:porque|por que|ya que|pues|because|since|que tengo|i have|tengo)\b")
SAYS_EVENT = re.compile(rf"[\W]*{POLITE}(?:(?:una?|an?|otra|nueva|new) )*(?!call (?!with\b))(?P<event>{EVENT}\b)")
"""One without a verb, at the beginning: "junta con Luis mañana a las 10"; "call Ana" is something to do."""
DRAFTS_EVENT = re.compile(
    rf"[\W]*{POLITE}(?:{imperative('agend', 'program', 'organiz', 'apart', 'reserv', 'convoc', 'arm', 'cre')}"
    r"|pon(?:me|nos|ga)?|schedule|set up|book|create|put|arrange|organize)"
    rf" (?:me |us |in )?(?:(?:una?|an?|otra|another|la|el) )?(?:(?:nueva|new|quick) )?(?P<event>{EVENT}\b)"
)
MEETS = re.compile(
    rf"[\W]*{POLITE}(?:(?:hay|tenemos) que |vamos a )?"
    r"(?P<event>(?:nos (?:juntamos|reunimos)|(?:ver|juntar|reunir)nos|meet)\b)"
)
"""That some meet, where an hour is said."""
REPEATS = re.compile(r"\b(?:cada|tod[oa]s l[oa]s|every|each)\b")
REMINDS = re.compile(
    rf"[\W]*{POLITE}(?:(?:me )?(?:recuerd(?:a|as|e)|recorda|recordar|acuerda)(?:me)|hazme acordar|avisame|"
    rf"(?:me )?avisas"
    r"|me recuerdas|(?:que )?no (?:se )?me (?:deje olvidar|olvide)|no dejes que (?:se )?me olvide"
    r"|(?:pon(?:me)?|crea(?:me)?|agenda(?:me)?|hazme) un recordatorio|remind me"
    r"|don'?t let me forget|(?:set|create|add|make) (?:me )?a reminder)\b[ ,:]*"
)
LINKS = re.compile(r"^(?:[\s,:]|(?:de que|de|que|para|about|that i|that|to)\b)+", re.IGNORECASE)

# Absences

ABSENT = re.compile(
    r"\b(?:"
    r"no (?:(?:voy|vengo|ire|vendre|asisto|asistire|trabajo|trabajare|laboro|laborare|estare|estoy)(?: a "
    r"(?:trabajar|laborar"
    r"|la (?:oficina|chamba)|(?:ir|venir|estar|asistir)(?: a (?:trabajar|la (?:oficina|chamba)))?"
    r"|poder (?:ir|venir|estar|asistir|llegar|trabajar)))?"
    r"|(?:puedo|podre) (?:ir|venir|asistir|llegar|trabajar)(?: a (?:trabajar|la (?:oficina|chamba)))?)(?! "
    r"(?:al?|con)\b)"
    r"|es mi (?:dia (?:libre|de descanso)|descanso)|is my day off"
    r"|(?:puedo|podria|podre|se puede) (?:faltar|no venir|descansar|ausentarme|tomarme|salir de (?P<outing>vacaciones))"
    r"|(?:dame|denme|me das|me dan|me (?:puedes|podrias|pueden) dar|me regalas)(?= (?:[a-z0-9]+ ){1,3}libres?\b)"
    r"|(?:can|could|may) i (?:be off|be out|miss work|not come(?: in)?|(?:take|have|get)(?= (?:[a-z0-9]+ ){1,4}off\b))"
    r"|no (?:cuenten conmigo|me esperen|me cuenten)|(?:count|leave) me out|(?:don'?t|do not) (?:expect|wait for"
    r"|count on) me"
    r"|falto|faltare|voy a faltar|me ausento|me ausentare|voy a ausentarme|estare (?:ausente|fuera)|descanso"
    r"|descansare"
    r"|(?:estare|me voy|me ire|salgo|saldre|voy a salir|ando|estoy|me tomo|tomo|tomare|me tomare|voy a tomar"
    r"|pido|pedire"
    r"|quiero|necesito|voy a estar) (?:de |unas |mis )*(?P<why>vacaciones|permiso|viaje|descanso|incapacidad)"
    r"|(?:pido|pedire|me tomo|tomo|tomare|me tomare|voy a (?:tomar|pedir)|quiero pedir|necesito) (?:libres? )?"
    r"(?:el|los?|el dia|un dia)(?: dias?)?(?: libres?)?(?! (?:de|que)\b)"
    r"|(?:i'm|im|i am|i'?ll be|ill be|i will be|i'?m going to be)"
    r" (?:(?:out|off)(?: (?P<sick>sick)| of (?:the )?office| of town)?|away|ooo"
    r"|on (?P<reason>vacation|holiday|leave|pto))"
    r"|(?:i )?(?:won'?t|will not|can'?t|cannot|am not going to|'m not going to) (?:be (?:in|here|there|around|working"
    r"|able to (?:come|make it)(?: in)?)|come(?: in)?|work|make it)"
    r"|(?:(?:i'm|im|i am|i'?ll be) )?not (?:coming(?: in)?|working)|(?:i'm|im|i am|i'?ll be) not in"
    r"|(?:(?:i'm|im|i am|i'?ll be|i will be|i'?d like to|i will|i'?ll|i) )?(?:taking|take|need|want)(?= "
    r"(?:[a-z0-9]+ ){1,4}off\b)"
    r"|(?:i'm|i am|im) (?:going|leaving) on (?P<leave>vacation|holiday)"
    r")(?!\w)"
)
"""That one will not be there, in the first person."""
PERMITS = re.compile(
    r"\b(?<!no )(?:puedo|podria|podre|se puede|me das|me dan|me puedes dar|me podrias dar|can i|could i|may i)\b"
)
"""That leave is asked for."""
FAMILY_ILL = re.compile(
    r"\b(?:mi|my) \w+ (?:esta|anda|amanecio|se puso|se me puso|sigue|is|got|woke up) (?:muy |very )?"
    r"(?:enferm[oa]|mal(?:o|a|it[oa])?|sick|ill|con (?:fiebre|gripa|calentura))\b"
)
"""Why somebody is not coming, which without a day means today."""
NEITHER = re.compile(rf"[\W]*{POLITE}ni ")
NOT_ON_THEM = re.compile(r"(?:voy|vengo|trabajo|asisto|ire|vendre|estoy|estare)(?=[ .!]*$)")
"""That one is away on the days before it, each with "ni": "ni el lunes ni el martes vengo"."""
DAYS_AWAY = re.compile(
    rf"[\W]*{POLITE}(?:(?:apunta|anota|registra|pon)(?:me|nos)? )?(?:(?:unas?|un|mis|una|a|my|on|de) )?"
    r"(?:(?P<noun>vacaciones|permiso|incapacidad|vacations?|pto|sick leave|leave|holidays?)"
    r"|dias? (?:libres?|de descanso)|descanso|ausencia|ausente|time off|days? off|off"
    r"|out(?: (?P<sick>sick)| of (?:the )?office)?|ooo"
    r"|away|absent)(?!\w)"
)
"""The same without a verb, at the beginning: "vacaciones del 7 al 11", "off on Monday"."""
OWN_ABSENCE = (
    r"(?:(?:mis?|las?|los|el|my|the) )?(?:dias? de )?(?:vacaciones|ausencias?|faltas?|permisos?|incapacidad"
    r"|dias? libres?|descansos?|vacations?|time off|days? off|leave|absences?|pto|holidays?)"
)
STAYS = re.compile(
    rf"[\W]*{POLITE}(?:(?:siempre |ya |al final |mejor )*"
    r"(?:no (?:me voy de|salgo de|voy a (?:tomar|salir de)|tomo|tomare|me tomo)"
    r" (?:mis |las )?vacaciones|no (?:voy a faltar|falto|faltare)"
    r"|si (?:voy a (?:ir|venir|trabajar)(?: a trabajar)?|vengo|voy|trabajo|ire|vendre|trabajare))"
    r"|(?:actually )?(?:i'm|i am|im) coming(?: in)?(?: to work)?|(?:actually )?i'?ll be (?:there|in) after all"
    r"|(?:i'm|i am) not (?:going on|taking(?: my)?) (?:vacation|holiday|leave|time off)"
    r"(?: (?:after all|anymore))?)(?!\w)"
)
STAYS_AFTER_ALL = re.compile(
    rf"[\W]*{POLITE}(?:actually,? )?(?:(?:i'?ll|i will|i can|i'?m going to) (?:be (?:there|in|around|working)"
    r"|come(?: in)?|work|make it)|(?:i'm|i am|im) (?:in|coming(?: in)?|working)"
    r"|(?:(?:i'm|i am|im) not|i (?:won'?t|will not) be) (?:going to be )?(?:off|out|away|absent))"
    rf"(?P<days>(?: .*?)?) (?:after all|any ?more){THANKS}$"
)
"""The same in English with the days before the words that say so."""
"""That one will be there after all."""
ILL = re.compile(
    r"\bme enferme\b|\bi got sick\b|\b(?:estoy|amaneci|me siento|ando|i'?m|im|i am|i feel|feeling|me puse|sigo)"
    r" (?:muy |un poco |bien |so "
    r"|really |very )?"
    r"(?:enferm[oa]|mal[oa]?|indispuest[oa]|con (?:gripa|fiebre|gripe|temperatura|calentura)|sick|ill|unwell)\b"
)
"""That one is ill, which without a day means today."""
OF_DAYS = re.compile(
    r"(?:\b(?:libres?|dias?|completos?|todo|off|y|ni|e|o|el|los|la|del?|en|hoy|por fa(?:vor)?|porfa|please|and"
    r"|or|on|the|all|day|at"
    r"|that|yo|oye|hola|buenos|buenas|tardes|noches|aviso|les|aviso que|que|pues|bueno|si|tampoco|work|to"
    r"|chamba|trabajar)\b"
    r"|[\W])*"
)
"""What else may be said of the days on which one is away."""
REASON = re.compile(
    r"\W*(?:(?:the |a |el |al )?(?:doctor(?:'?s)?|dentist(?:a)?|medic[oa]|appt|appointment|family|familia|imss"
    r"|tramites?|funeral|mudanza)"
    r"|cuz|cause|porque|por|que|ya que|tengo|tengo que|llevo a"
    r"|estoy|ando|amaneci|me|voy|es|debido|cita|because|due|as|va"
    r" (?:al|a la|a ir)|tiene|(?:esta|anda|amanecio|sigue|se (?:siente|puso)) (?:muy )?(?:enferm[oa]|mal[oa]?)|he'?s"
    r"|she'?s|has|got"
    r"|since|i|i'?m|i'?ve"
    r"|my|mi|sigo|feeling|toca|hay|para)\b"
)
"""How the reason of an absence begins."""
OF_AN_EVENT = re.compile(rf"\b(?:al?|de|del|con|to|for|from) (?:la |el |una? |the |a |my |mi )?{EVENT}\b")
"""Absent from an event is not absent from work."""
