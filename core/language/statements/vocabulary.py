"""The words that statements are said in: folded, in lower case without accents."""

import re

from core.language.phrases.vocabulary import WEEKDAYS, one_of
from core.language.statements.wording import THANKS, Wording, sentences

PERSON = r"@?z+(?: (?:y|and)(?: a)? @?z+)*"
"""People named, each a word of that letter."""
ASKED = re.compile(
    r"\b(?:puedes|podrias|podes|ayudas a|favor de|se puede|(?:alguien|quien) (?:me )?puede|can (?:you|someone|anyone)"
    r"|could you|would you)\b"
)
"""A request in the form of a question."""


def head(verbs: str) -> Wording:
    """A sentence that begins with one of the verbs."""
    return Wording(rf"(?P<verb>{verbs})\b")


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
TASKS = rf"{TASK}(?:{NEXT_TASK})*+"
BARE_TASKS = rf"{BARE_TASK}(?:{NEXT_TASK})*+"

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
"""Words that a report of a day before today has: that day, or a verb in the past."""
NOW = r"(?:ya|apenas|por fin|ahorita|hoy|just|already|finally|i|i'?ve|i have|i am|i'?m|we)"
IS = (
    r"(?:ya|esta|estan|estaba|va|van|voy|iba|was|anda|sigue|lleva|llevo|se|queda|quedo|quedaron|quedan|la tengo"
    r"|la traigo|la llevo|la deje|la pongo|ponla|en|al?|por|como|con|un|el|is|are|'s|at|now|to|it|up|already|apenas"
    r"|ahorita|avanzo|subio|llego|todavia|aun|still|me|casi|mas o menos|like|about|around|roughly)"
)
HALF = r"(?P<half>(?:a )?la mitad|a medias|half(?:way)?(?: (?:done|there|way))?)"
SAME = (
    r"(?:nada nuevo|sin cambios?|sin avances?|sin novedad|igual|no (?:le )?(?:avance|movi)(?: nada)?|nothing new|no"
    r" (?:change|progress|news)|same)"
)
PERCENT = r"(?P<percent>100|[0-9]{1,2})(?P<sign> ?(?:%|por ?ciento|percent))?"
LIGHTS = {
    "ROJO": (
        r"roj[oa]|red|atorad[oa]|atasc(?:ad[oa]|o)|bloquead[oa]|parad[oa]|detenid[oa]|frenad[oa]|trabad[oa]|atoro|trabo"
        r"|stuck|blocked|on hold"
    ),
    "NARANJA": r"naranja|orange",
    "AMARILLO": r"amarill[oa]|yellow",
    "VERDE": r"verde|green",
}
LIGHT = "|".join(f"(?P<{light}>{words})" for light, words in LIGHTS.items())
BECAUSE = re.compile(r"[\s,;:.–-]*(?:(?:porque|por que|ya que|pues|es que|debido a que|because|since|as)\s+)?")
SETS = imperative("marc", "dej", "actualiz", "cambi", "pas", "sub", "baj", "mov") + (
    r"|pon(?:er|ga)?(?:me|le|la)*|muev[ea](?:me|la)?|traigo|tengo|llevo|voy|dale|set|put|mark|update|move|turn|bring"
    r"|sigo|i have|i'?ve got|(?:(?:ya|hoy) )*(?:le )?(?:avance|subi|movi|lleve|deje|adelante)|(?:i "
    r"|i'?ve )?(?:already )?(?:moved|brought|got)"
)
REPORTS = sentences(
    rf"(?:{NOW} )*{DID} (?:con |todo de )?{TASKS}(?: (?:ya|hoy|ahorita))*",
    rf"(?:{NOW} )*(?:finished|completed|closed|done with|wrapped up|finish|complete) (?:with |up )?{BARE_TASKS}",
    rf"(?:cierra|cerrar|termina|close)(?:me|la)? {BARE_TASKS}",
    rf"{TASKS}(?: {IS})* (?P<done>{DONE})(?: (?:ya|now|already))?",
    rf"{TASKS},? (?:{NOW} )*(?:la |lo |las )?(?:{DID}|quedo|quedaron|esta|estan|salio)(?: ya)?",
    rf"(?:{NOW} )+(?:quedo|quedaron|esta|estan|salio|tengo|estuvo) (?:{DONE} )?{TASKS}(?: {DONE})?",
    rf"(?:{DONE}) (?:con |with )?{TASKS}",
    rf"(?:{SETS}|da) (?:por |como |as )?(?:{DONE} )?{BARE_TASKS}(?: {IS}| por| as)* {DONE}",
    rf"(?:{SETS}|da(?:me)?) (?:por|como|as) {DONE} {TASKS}",
    rf"[a-z]{{3,}}[ei] {TASK}(?: (?!de\b)[a-z ]+)?,? ya (?:quedo|estuvo)",
)
"""Sentences that say that tasks are done."""
PERCENTS = sentences(
    rf"(?:en )?{TASK}(?:,? {IS})+,? {PERCENT}(?: (?:de avance|{DONE}))?",
    rf"(?:el )?(?:avance|progreso|progress) (?:de|en|on|of) {TASK}(?:,? {IS})*,? {PERCENT}",
    rf"(?:{SETS})(?: en| a| con)? {BARE_TASK}(?:,? {IS}| hasta)*,? {PERCENT}",
    rf"(?:{SETS})(?: {IS})* {PERCENT}(?: (?:a|de|en|con|on|for|of|to))? {TASK}",
)
LEFT = sentences(
    rf"(?:ya |solo |nomas |me )*(?P<left>faltan?|quedan?) (?:como )?(?:el |un )?{PERCENT}"
    rf" (?:de|a|en|con|para acabar) {TASK}",
    rf"(?:a )?{TASK} (?:ya )?(?:solo |nomas |nada mas )?(?:le |me )?(?P<left>faltan?) (?:como )?(?:el |un )?{PERCENT}",
    rf"(?:i have |there'?s )?(?:about )?{PERCENT} (?P<left>left|to go) (?:on|of|in|with) {TASK}",
)
"""Sentences that say how much of a task is left to do."""
HALVES = sentences(
    rf"(?:en )?{BARE_TASK}(?: {IS})* {HALF}",
    rf"(?:{SETS})(?: en| a)? {BARE_TASK}(?: {IS})* {HALF}",
    rf"(?:{SETS}|i'?m|i am|(?:ya )?hice)(?: {IS})* {HALF} (?:de|con|en|of|through|with|on|into) {TASK}",
)
ORDERED = (
    r"(?:pon(?:l[oa]|er(?:l[oa])?)|marcal[oa]|dejal[oa]|pasal[oa]|regresal[oa]|muevel[oa]|cambial[oa]|subel[oa]|bajal[oa]"
    r"|(?:put|mark|set|turn|make|move) (?:it|that)(?: back)?)"
)
LIGHT_LAST = sentences(
    rf"(?P<before>.*?){TASK}(?P<rest>.*?)[ ,;.]{{1,3}}(?:y |and |so |mejor )?{ORDERED}(?: {IS})* (?:{LIGHT})"
)
"""A light said last, behind why: "no contestan en la 3, ponla en rojo"."""
BUT = r"(?P<rest>,? (?:pero|nomas|nada mas|solo|aunque|falta|but|only|just|though)\b.*)"
REPORTS_BUT = Wording(rf"{TASK}(?: {IS})* (?P<done>{DONE}){BUT}$")
PERCENTS_BUT = Wording(rf"(?:en )?{TASK}(?: {IS})+ {PERCENT}{BUT}$")
"""The same reports with a remark behind: "la 3 va al 50, pero falta la firma"."""
CANNOT_MOVE = (
    r"(?:no (?:he podido|pude|puedo|logro|estoy pudiendo)|(?:i )?(?:haven'?t been able to|can'?t|couldn'?t))"
    r" (?:avanzar|mover|hacer nada|moverle|move|progress|get anywhere|make progress)(?: (?:en|con|a|on|with))?"
)
GOES_BADLY = (
    r"(?:ya )?(?:se (?:me |nos )?)?(?:complico|atraso|retraso|(?:esta|va|anda) (?:complicad[oa]|dificil|mal|en riesgo)"
    r"|(?:got|is) (?:complicated|tricky|hard|at risk))"
)
TROUBLE = sentences(rf"{CANNOT_MOVE} {BARE_TASK}", rf"{BARE_TASK} {GOES_BADLY}")
"""Sentences that say that a task goes badly, but not which light it has."""
NEARLY = r"(?:(?:ya|esta|va|is|'s) )*(?:mero|casi|almost|nearly)"
ALMOST = sentences(
    rf"{BARE_TASK} {NEARLY}(?: (?:queda|acabo|termino|{DONE}|there|sale|esta))*",
    rf"(?:mero|casi) (?:acabo|termino|queda|sale|tengo|cierro) (?:con )?{TASK}",
    rf"(?:(?:i'?m|i am) )?(?:almost|nearly) (?:done|finished|there|through)(?: (?:with|on))? {BARE_TASK}",
)
"""Sentences that say that a task is nearly done, but not how far."""
REST_UNCHANGED = Wording(
    r"(?:tod[oa]|lo demas|everything(?:'?s)?|all)(?: lo demas| else)?"
    r"(?: (?:sigue|va|esta|queda|is|stays))? (?:igual|lo mismo|(?:the )?same)(?: (?:que|as|than) (?:ayer|antes"
    r"|yesterday|before))?[ ,;.]+(?:(?:nomas|solo|solamente|nada mas|excepto|menos|salvo|pero|only|except(?: for)?|but"
    r"|just|apart from)(?: que| that)? )+"
)
"""The beginning of a report that all is unchanged but what follows: "todo igual, nomás la 3 va en 80"."""
MEANT = re.compile(
    rf"[\W]*(?:(?:no|nop|perdon|sorry|disculpa|ay|ups|oops|ah|espera|wait)[ ,.!]+)*(?:(?:eso |that |this )?"
    r"(?:era|es|iba|digo|quise decir|me referia a|quiero decir|hablaba de|i meant?|it was|was|it's)[ ,]+)+"
    rf"(?:(?:en|para|for|on) )?(?:(?:el|la|lo|the)(?: del?| of)? )?(?:de |a |al )?{TASK}[ .!]*$"
)
"""The task that a report is of instead: "no, era la 12"."""
UNCHANGED = sentences(
    rf"(?:hoy |de |ahi )*{SAME} (?:en|con|de|a|on|with|in) {BARE_TASK}(?: hoy| today)?",
    rf"{TASK}(?: {IS})* {SAME}(?: hoy| today)?",
)
"""Sentences that say that a task is as it was."""
STILL = r"(?:ya|ando|andamos|estoy|estamos|sigo|seguimos|voy|vamos|i'?m|i am|we'?re|still|muy|bien)"
RED = Wording(
    rf"(?:(?:{SETS}|ya) )?{TASK}(?: {IS})* (?:{LIGHT})(?!\w)(?P<rest>.*)",
    rf"(?:{SETS}) {BARE_TASK}(?: {IS})* (?:{LIGHT})(?!\w)(?P<rest>.*)",
    rf"(?:(?:{SETS}|{STILL}) )*(?:{LIGHT}) (?:en|con|a|on|with|to|for) {BARE_TASK}(?!\w)(?P<rest>.*)",
    rf"(?:(?:{IS}|{SETS}) )*(?:se )?(?:me |nos )?(?:{LIGHT}) {TASK}(?!\w)(?P<rest>.*)",
)

ABOUT_IT = Wording(
    r"(?:(?:y|e|and|ahora|tambien|mejor|now|also) ){0,2}+"
    r"(?:(?P<verb>(?:pon|cierr|cancel|borr|pas|elimin|quit|termin|marc|cambi|aplaz|recorr|sub|baj|dej|muev"
    r"|mand|renombr|nombr|rebautiz|retitul)[aeo]?)(?P<it>(?:me|se|te|le)?(?:lo|la|los|las))"
    r"|(?P<order>move|put|set|mark|close|delete|cancel|push|reschedule|change|drop|remove|finish|complete|send|give"
    r"|rename|retitle|relabel)"
    r" (?P<that>it|that|this|them|that one|this one))\b"
)
"""An order about something that is not named: "muévela para mañana"."""

MAY_IT = Wording(
    r"(?:(?:y|e|and|ahora|tambien|mejor|now|also|sera que|crees que|sabes si|hay chance de|any chance) )"
    r"{0,2}+(?:(?:(?P<before>la|lo|las|los) )?(?:podemos|podriamos|puedo|puedes|podes|podrias|se puede|se podria)"
    r" (?:pasar|mover|cambiar|recorrer|aplazar|posponer|atrasar|correr|dejar|poner|extender)(?P<behind>la|lo|las|los)?"
    r"|(?P<present>la|lo|las|los) (?:pasamos|movemos|cambiamos|recorremos|aplazamos|dejamos|corremos|posponemos)"
    r"|(?:can|could|may|shall) (?:we|you|i) (?:please )?(?:move|push|change|shift|postpone|extend|reschedule|make)"
    r" (?P<that>it|that|this)) (?P<when>(?:al?|para|pal|hasta|to|for|until|till|by|back to) (?=[^ ]).*)"
)
"""The question whether what is not named may be on another day: "¿la podemos pasar al viernes?"."""

ABOUT_ITS_PRIORITY = Wording(
    r"(?:(?:y|e|and|ahora|tambien|mejor|now|also) ){0,2}+"
    r"(?:(?:pon|pone|ponga|da|marca|sube)(?:l[ae]|sel[ae])|(?P<order>make|mark|set) (?:it|that|this))"
    r" (?:(?:que es|que sea|como|la|as|to) )?(?P<level>(?:(?:muy|super|very|a) )?"
    r"(?:urgent|prioridad\b|(?:high|low|medium|top) priority|priority\b)(?:(?! (?:al?|del?|to|for|of|on) ).)*$)"
)
"""A priority for what is not named: "y ponle urgente", "make it urgent"."""

ABOUT_ITS_NAME = Wording(
    r"(?:(?:y|e|and|ahora|tambien|mejor|now|also) ){0,2}+"
    r"(?:(?:cambi|modific|edit|correg|corrig)[a-z]* (?:el |la )?|(?:pon|pone|ponga)l[ae] (?:otro |de |el )*"
    r"|(?:change|edit|update|set|fix) (?:the |its )?)"
    r"(?:nombre|titulo|name|title)(?:\s*[:,]\s*| (?:a|por|como|to|as)(?: (?=[^ ])|\s*:\s*)| (?!de |del |a |of |for ))"
    r"(?=[^ ])(?!(?:la|el|las|los|the|mi|my) (?:de |del |tarea|task|evento|junta|event|meeting))"
)
"""A new title for what is not named: "cámbiale el nombre a Planos finales"."""

# The day

DAY = r"(?:(?:(?:el|mi|tu) )?dia|(?:mi |la )?jornada|(?:the|my) day|(?:mi |la )?bitacora)"
REPORT = r"(?:(?:el|mi|tu|un) )?(?:avance|reporte|reporte de avance)|(?:my|the|a) (?:report|progress|update)"
ALSO = (
    r"(?:[ ,]+(?:ya|que|porque|me|voy|acabe|termine|es|todo|por|hoy|ahora|now|for|today|i'?m|im|done|i am"
    r"|nos vemos(?: manana)?|hasta (?:manana|luego|el lunes)|adios|bye"
    r"|see (?:you|ya)(?: tomorrow)?|leaving|out|off|going|home|already|porfa|urge|tengo|irme|nos|vamos))*"
)
OPENS = sentences(
    rf"(?:(?:(?:vamos a|i'?m|im) )?(?:abr(?:e|o|ir|eme|enos|imos)(?:lo)?|inici(?:a|o|ar|ame|amos)"
    rf"|empie(?:za|zo)|empez(?:ar|amos)|comenz(?:ar|amos)|arranc(?:o|ar|amos)|open|start|begin|opening|starting"
    rf"|beginning) (?:con )?{DAY}{ALSO}|abr(?:e|o|ir|elo|irlo)"
    rf"|(?:(?:ya|aqui|acabo de|recien|apenas) )*(?:llegu?e|llegar|ando aqui|estoy aqui)(?: (?:a la (?:oficina|chamba)"
    rf"|al trabajo|aqui|ya))*|(?:i'?m |im |just )+(?:in|here|got in|at work|online)(?: now)?)"
)
"""Orders to open the day, and sentences that say that one has come."""
OOPS = r"(?:no|nono|nop|nope|ay|uy|uh|ah|perdon|sorry|espera|wait|never ?mind|nvm|mejor)[ ,.!]+"
WENT_WRONG = (
    r"(?:me equivoque|la regue|la cague|meti la pata|i messed up|my bad|my mistake|(?:eso|asi) no(?: era| es)?"
    r"|no era (?:eso|asi)|eso (?:estuvo|esta) mal|not (?:that|like that)|that(?:'?s| was) (?:wrong|not it)|ups|oops)"
)
LAST_DONE = (
    r"(?:eso|esto|lo ultimo|lo que (?:te )?(?:hice|puse|escribi|dije|mande|anote|acabo de \w+)"
    r"|el cambio|ese cambio|that|it|this|the last (?:one|change|thing)|my last change|what i (?:just )?\w+)"
)
UNDOES = sentences(
    rf"(?:{OOPS}|{WENT_WRONG}[ ,.!]+)*(?:(?:deshaz|deshace|deshaga|undo|revierte|reverti)(?:lo|la|me)?|deshacer(?:lo)?"
    r"|revertir|revert|take (?:that|it) back|regresal[oa]|put it back|roll it back"
    r"|(?:quit|borr|sac|anul|cancel|olvid|elimin)[ae] (?!eso\b|esto\b)(?=l[oa] |el cambio|ese cambio)"
    r"|(?:scratch|delete|remove|forget|cancel|reverse) (?!it\b|this\b)(?=that$|what i |the last |my last ))"
    rf"(?:,? ?(?:{LAST_DONE}|(?:a )?como estaba(?: antes)?|(?:the way|how|as) it was|back))*",
    rf"(?:{OOPS})*{WENT_WRONG},? (?:quita(?:lo|r(?:lo)?)?|borralo|regresalo|deshazlo|remove it|undo|put it back)",
)
"""Orders to take back what was done last."""
WITHDRAWS = Wording(
    rf"(?:{OOPS}|{WENT_WRONG}[ ,.!]+)*(?:(?:quit|borr|elimin|sac|cancel|retir|anul)(?:a|e|ar)(?:me)?|deshaz|delete"
    r"|remove|undo|take back|withdraw|unsend|scratch) (?:(?:el|ese|este|mi|the|that|this|my) )?"
    r"(?:(?:ultimo|last|latest) )?(?:comentario|comment)"
    r"(?: (?:mio|ultimo|de recien|que (?:puse|hice|escribi|deje|mande|acabo de \w+)"
    r"|i (?:just )?(?:made|wrote|left|put|sent)))?"
    r"(?P<rest>[ ,.;:!(]+(?!(?:de|del|en|on|of|from|a|y|and) )[^0-9]*)?[ .!?]*$"
)
"""An order to take back the comment that one wrote last, perhaps with the reason."""
OF_ANOTHER = re.compile(
    r"\b(?:en otra|la otra|otra tarea|no era (?:ahi|en esa|esa)|la que no|equivocada|wrong (?:task|one)|another"
    r"|other one)\b"
)
"""Words that say that a comment was meant for another task."""
MISTAKEN = sentences(rf"(?:{OOPS})*{WENT_WRONG}(?:[ ,.!]+{WENT_WRONG})*")
"""Sentences that only say that something was wrong."""
SENT = rf"{imperative('mand', 'envi', 'pas')}|email|compart[ea](?:me|le|les)?|ensena(?:le|les)|send|submit|share"
TO_LEADER = (
    r"(?:(?: (?:a|to|with) (?:mi|my|el|la|the) (?:jef[ea]|lider|lideresa|equipo|grupo|boss|leader|lead|manager|team))?)"
)
SENDS = sentences(rf"(?:{SENT}) (?:ya )?(?:{REPORT}){TO_LEADER}{ALSO}")
NOTHING_NEW = sentences(
    r"(?:hoy |today |pues |no, )*(?:no (?:avance|hice|movi)(?: nada)?|(?:todo|everything(?:'?s)?"
    r"|all)(?: (?:sigue|esta|va|is|still))?(?: (?:igual|lo mismo|the same|same|unchanged))|sin (?:cambios?|avances?"
    r"|novedad(?:es)?)|no (?:progress|changes?|updates?|hay (?:cambios|novedad(?:es)?|nada nuevo))"
    r"|nothing(?:'?s)? (?:new|changed|has changed)|nada (?:nuevo|cambio|ha cambiado)|no cambio nada|sigo igual"
    r"|sigue (?:todo )?igual|(?:lo mismo|same|igual)(?= (?:que|de|as|como) )|(?:i )?didn'?t (?:do|get) anything"
    r"(?: done)?)(?: (?:hoy|today|por hoy|for today|que reportar|to report|(?:que|como|de) (?:ayer|antes|siempre"
    r"|en la manana|hace rato|la manana)|desde (?:ayer|la manana|en la manana)|(?:since|as|from) (?:this morning"
    r"|the morning|yesterday|before|earlier)))*"
)
"""Sentences that say that the whole day is as it was: it is reported so."""
SENDS_TO = sentences(
    rf"(?:{SENT}) (?:ya )?(?:(?:{REPORT})(?: de hoy)? (?:a |para |to |with )@?z+"
    rf"|(?:a |to )?@?z+ (?:{REPORT})(?: de hoy)?){ALSO}"
)
"""Orders to send a report to one person, whose name is there as "zzz"."""
CLOSES = sentences(
    rf"(?:(?:voy a |i'?m going to )?"
    r"(?:cierr(?:o|a|ame|alo|en)|cerrar(?:me)?|cerrame|cerremos|termin[ao]|(?:close|wrap)(?: out| up)?|closing"
    r"|wrapping up|end|finish)"
    rf"(?: ya)? {DAY}(?: de)?{ALSO}|cierro(?: ya)?"
    rf"|(?:{SENT}) (?:ya )?(?:{REPORT}){TO_LEADER},? (?:y|and) (?:ya )?(?:cierr[aoe]|cerrar|close)(?:me|lo|la)?"
    rf"(?: {DAY})?)"
)
"""Orders to close the day: "cierra mi día", "cierro", "manda mi avance y cierra"."""
ENDS = sentences(
    r"(?:(?:(?:acabe|termine|i finished)|i'?m done|i am done|all done|done|listo|wrapping up"
    r"|calling it a day) (?:por|for) (?:hoy|today|the day)|call(?:ing)? it a day|(?:eso|esto) (?:es|fue"
    r"|seria) todo (?:por|de) hoy|that'?s (?:all|it) for today|ya me voy(?: a (?:mi |la )?casa)?|(?:i'm|im"
    r"|i am) (?:leaving|heading (?:out|home))(?: now| for today)?)"
    rf"{ALSO}"
)
"""Sentences that say that one is done or leaves: perhaps the day is to be closed."""

# When one is not to be written to

NO_MESSAGES = (
    r"(?:no (?:me|nos) (?:escrib|mand|molest|avis|envi|despiert|habl|notifi)[a-z]*(?: (?:nada|mas|mensajes?"
    r"|mensajitos?|avisos?|notificaciones))*|no (?:quiero (?:mas )?(?:mensajes|avisos|notificaciones|que me (?:escribas"
    r"|mandes nada|molestes|avises)))|no molestar|(?:ponme |pon |quiero )?(?:(?:horas? de |modo )?silencio|quiet hours)"
    r"|(?:don'?t|do not|dont|stop|never) (?:writ|messag|text|bother|disturb|notify|ping"
    r"|contact)[a-z]*(?: me)?|(?:don'?t|do not|dont|stop) send(?:ing)? me (?:anything|messages|notifications)"
    r"|no (?:messages|notifications))"
)
CLOCK = (
    r"[0-9]{1,2}(?:[:.][0-9]{2})?(?: y (?:media|cuarto))?(?: ?(?:[ap]\.? ?m\b\.?|hrs?\b|horas|de la (?:manana|tarde"
    r"|noche)|in the (?:morning|afternoon|evening)|at night))?"
)
QUIET = sentences(
    rf"{NO_MESSAGES},? (?:(?:despues|a partir|pasadas|luego) de|desde|de|entre|after|past|from|between)"
    rf" (?:las? )?(?P<starts>{CLOCK})(?:(?: (?:a|hasta|y|to|until|till|and) | ?- ?)(?:las? )?(?P<ends>{CLOCK}))?"
    rf"(?: (?:en adelante|onwards?|on))?"
)
"""Orders not to write between two hours; where only one is said, from then on."""
QUIET_BEFORE = sentences(rf"{NO_MESSAGES},? (?:antes de|hasta|before|until|till) (?:las? )?(?P<ends>{CLOCK})")
"""Orders not to write until an hour of the morning."""

# When one has lunch

ONES_LUNCH = (
    r"(?:mi |la )?(?:hora|horario|break|descanso)s? (?:de|del|para)(?: la| el| mi)?"
    r" (?:comida|almuerzo|lunch|comer|almorzar|refrigerio|colacion)"
    r"|mi (?:comida|almuerzo|lunch|refrigerio|colacion|sobremesa)|my lunch(?: ?break| ?hour| ?time)?|(?:my )?lunch"
    r"(?: ?break| ?hour| ?time)|almuerzo|lunch"
)
HAS_LUNCH = (
    r"(?:(?:yo )?(?:siempre |normalmente |diario |todos los dias )?(?:como|almuerzo|salgo a (?:comer|almorzar)"
    r"|me voy a (?:comer|almorzar)|(?:a mi )?me toca (?:comer|almorzar|(?:la )?comida|(?:el )?almuerzo)"
    r"|tengo (?:mi |la )?(?:comida|almuerzo|lunch|hora de (?:comida|comer|almuerzo|almorzar))"
    r"|tomo (?:mi |el )?(?:almuerzo|lunch)))"
    r"|(?:i |i'?m (?:always )?)?(?:usually |always |normally )?(?:have|take|do|eat|at|am at)(?: my)? lunch(?: ?break)?"
)
EVERY_DAY = r"(?: (?:todos los dias|siempre|diario|diariamente|cada dia|every ?day|daily|always|each day))?"
LUNCH = sentences(
    rf"(?:(?:{ONES_LUNCH})(?: (?:es|va|esta|queda|is|goes|runs))?|{HAS_LUNCH}){EVERY_DAY}:?"
    rf" (?:(?:de|desde|entre|a|from|between|at) )?(?:las? )?(?P<starts>{CLOCK})"
    rf"(?: (?:a|hasta|y|to|until|till|and) | ?- ?)(?:las? )?(?P<ends>{CLOCK}){EVERY_DAY}"
)
"""Sentences with the hours of one's daily lunch; a lunch with somebody, or of a day, is an event."""

# Tasks

GIVES = head(
    r"ponles?|have(?= @?z+ (?:do|take|handle|finish)\b)|"
    + imperative("pas", "asign", "reasign", "encarg", "turn", "entreg", "deleg", "transfer", "regres")
    + r"|devuelv[ea](?:le|sela)?|transfiere(?:le|la|sela)?|dal[ea]|da(?:le|sela)|give|assign|reassign|hand|pass"
    + r"|transfer|delegate"
)
FROM_ONE = re.compile(
    r"\b(?:a|de|from) @?z+,? (?:(?:y|and),? )?(?:(?:d[ae]|pas[ae]|asign[ae])(?:le|se)?l[ao] |give it )?(?=(?:a"
    r"|to) @?z+)"
)
"""The person who has a task that somebody else is given: "quítale la 3 a Luis y dásela a Ana"."""
TAKES = re.compile(
    r"\b(?:es para|le toca a|is for|goes to|(?:que )?(?:haga|vea|tome|lleve|termine|atienda|se encargue (?:de)?"
    r"|se haga cargo (?:de)?|should do|take over|takes|handle))\b"
)
MOVES = head(
    r"(?:dale|denle|da(?:me)?) (?:mas tiempo|chance|otro plazo)|give(?= #?[0-9]+ (?:more time|until|till))|extend"
    r"|extiende(?:le)?|"
    + imperative("cambi", "pas", "recorr", "adelant", "atras", "aplaz", "reagend", "reprogram")
    + r"|(?:pas|muev|recorr|dej|aplaz|pospong|cambi)o|muev[ea]n?(?:me|nos|le)?(?:la|lo)?|mover(?:me|la|lo)?"
    r"|recorre(?:me|la)?|pospon(?:er|ga)?(?:me|la|lo)?|pon(?:le|me|la|lo)?(?: fecha)?|move|reschedule|shift"
    r"|push(?: back)?|postpone|bring forward|change|delay|se (?:mueve|movio|pasa|paso|recorre|recorrio|cambia|cambio)"
)
CANCELS = head(
    imperative("cancel", "quit", "borr", "elimin", "suspend", "anul")
    + r"|cancel|delete|remove|call off|drop|suspende|ya no (?:va a haber|habra|hay|tenemos|tendremos)"
    r"|there(?:'?s| is) no|se (?:cancel[ao]|suspend(?:e|io))"
)
WHY_DELETED = re.compile(
    r"[\s,;.:–-]*(?:porque|por que|que|pues|ya no|ya se|ya lo|no (?:va|hace falta|se necesita|sirve)|se (?:cancelo"
    r"|duplico)|esta (?:repetida|duplicada)|es (?:repetida|duplicada)|we (?:don'?t|do not|no longer)|it'?s (?:not"
    r"|no longer|a duplicate)|not needed|no longer|because|since|duplicate)\b"
)
"""The beginning of the reason to delete a task, behind its number."""
FILLERS = re.compile(
    r"\b(?:la|el|lo|las|los|de|del|a|al|para|por(?: ?favor)?|que|se|le|me|en|con|y|fecha|entrega|vencimiento|limite|due"
    r"|date|deadline|tarea|task|actividad|pendiente|ticket|the|of|to|on|for|by|over|from|until|till|hasta|mejor|numero"
    r"|number|it|esa|mi|mas tiempo|more time|plazo|do|handle|is|mover|muevela|pasa|pasala|ya|hoy|una?|sus?|porfa|please"
    r"|gracias|thanks|vence|quede|queda|entrego|cambia|(?:dej|pas|muev|recorr)(?:o|amos|emos))\b"
)

NOT_THEN = re.compile(
    r",? (?:y )?(?:no|not|en vez de|en lugar de|instead of) (?:el |para el |the |on )?"
    rf"(?:[0-9]{{1,2}}(?: de [a-z]+)?|{one_of(WEEKDAYS)})[ .!]*$"
)
"""The date that something is not due: "vence el 20, no el 15"."""

COMMENTED = r"(?:(?:a|en|sobre|de|on|to|about) )?"
NOTES = rf"(?:pon|escrib|apunt|agreg|anad|writ|put|add)[a-z]* (?:a|en|on|to|in) {BARE_TASK}(?=\s*:|\s+(?:que|that)\b)"
"""An order to write something on a task, which says so only with what follows."""
COMMENTS = Wording(
    rf"(?:(?:(?:coment(?:a|ar|e)(?:me|le|les|lo|selo)?|comenta(?:me)?lo|anota(?:le|me)?|comment|note)"
    r"|(?:pon|agreg|anad|dej|escrib|met|haz|hac|add|leave|write|put|make)[a-z]* (?:una? |el |este |a |an |the |this )?"
    r"(?:nuevo |new )?(?:comentario|nota|comment|note))"
    rf" {COMMENTED}{BARE_TASK}|{NOTES}|(?:comentario|nota|comment|note) (?:a|en|on|to|for|para) {TASK})"
    r"(?:\s*[:,;.–-]+\s*|\s+(?:que|diciendo que|con|that|saying(?: that)?)\s+|\s+|$)"
)
"""An order to comment on a task; what follows is the comment."""
COMMENTS_FIRST = sentences(
    rf"(?:comenta|comentar|comment|anota)\b(?: que| that)? (?P<said>[^ ].*) (?:en|a|sobre|on) {TASK}"
)
"""A comment said before its task: "comenta que ya pagué en la 3"."""
SEARCHES = sentences(
    r"(?:busca(?:r|me|nos)?|encuentra(?:me)?|encontrar|localiza(?:r|me)?|find(?: me)?|search(?: for)?"
    r"|look (?:for|up)) (?:(?:algo|todo|lo|something|anything|everything|all) )?(?:(?:sobre|acerca de|about"
    r"|on) )?(?:que (?:diga|hable de) )?(?:(?:en )?(?:(?:mis|las|los|my|the) )?(?:tareas|eventos|comentarios|tasks"
    r"|events|comments) (?:(?:de|con|sobre|about|with|on) )?)?(?:(?:la|el) (?:tarea|junta|pendiente) (?:de|del|con"
    r"|sobre) )?(?:(?:de la|de los|de las|del|de|la|el|los|las|the|a|an|un"
    r"|una) )?[\"'«“]{0,2}(?P<sought>[a-z0-9][^?]*?)[\"'»”]{0,2}"
)
NO_SEARCH = re.compile(
    r"\b(?:para|por|en|con|for|by|at|with|in|hueco|huecos|horarios?|hora|tiempo|espacio|time|slot|antes|y|and)\b"
)
"""Words said of something that is to be found in the world, or in a calendar."""
STEP = (
    r"(?:abr(?:a|an|ir|e)|cierr(?:e|en|a)|cerrar|mand(?:e|en|ar)|envi(?:e|en|ar)|report(?:e|en|ar)?|llen(?:e|en|ar)"
    r"|haga|hagan|open|close|send|submit|fill in|update)"
)
OF_THEIR_DAY = (
    r"(?:(?:su|el|la|sus|his|her|their|the) )?"
    r"(?:dia|avance|reporte|bitacora|cierre|jornada|day|report|progress|log|update)"
)
EVERYBODY = (
    r"(?:todos|todo el equipo|tod[oa]s los demas|mi equipo|el equipo|la gente|los que|quien(?:es)?|everybody|everyone"
    r"|those|the (?:whole )?team|my team|all)"
)
NOT_YET = (
    r",? (?:que |porque |he |she |they |who |because )*"
    r"(?:falt[ae]n? (?:de|por)|no han?|(?:todavia|aun) no(?: han?)?|sigue sin|(?:still )?(?:hasn'?t|haven'?t|didn'?t))"
    r" (?:abierto|abr(?:e|ir)|mandado|enviado|reportado|cerrado|mandar|enviar|reportar|cerrar|opened|open|sent|reported"
    rf"|closed|send|report|close)(?: {OF_THEIR_DAY})?"
)
NUDGES = sentences(
    rf"(?:(?:recuerd[ae]|recorda|recuerden|avisa|di|pide)(?:le|les)?|remind|tell|nudge|ask|ping|poke|apura"
    r"|presiona|jala|(?:echa|da|pega)(?:le)? un(?:a)? (?:llamada(?: de atencion)?|grito|ojo|toque)"
    r"|(?:mand|envi|send)[a-z]* (?:un |a )?(?:recordatorio|reminder))"
    rf" (?:a |to )?(?:{PERSON}|(?P<all>{EVERYBODY}))(?:(?: (?:(?:de|para) que|que|to|de|about))?(?: (?:por favor|ya"
    rf"|please|hoy))* (?:{STEP}(?: {OF_THEIR_DAY})?|{OF_THEIR_DAY})|{NOT_YET})(?: (?:de )?hoy| today)?"
)
"""Orders to remind somebody, or everybody, of their day."""

# Places and all of somebody's tasks

ONES_CLOCK = (
    r"(?:(?:usa|use|go by|ponme|con) (?:esa hora|ese horario|that (?:time|clock|zone)|the time there"
    r"|la hora de (?:ahi|alla))"
    r"|(?:cambi[a-z]*|ajust[a-z]*|actualiz[a-z]*|pon(?:me|er|ga)?|change|set|switch|update)(?: a)?"
    r" (?:(?:la|mi|el|my|the) )?(?:hora|horario|zona(?: horaria)?|huso(?: horario)?|reloj|time ?zone|clock|time)\b)"
)
FOR_NOW = (
    r"(?:,? (?:por )?(?:(?:hasta|until|till) (?:el )?[a-z]+(?: [0-9]+)?|hoy|esta semana|este mes|unos dias|ahorita"
    r"|ahora|today|this week|this month|for now|right now|(?:a )?few days|for a few days))*"
)
ONES_ZONE = sentences(
    rf"(?:ando|estoy|estare|voy a estar|vivo|me mude|me cambie|i'?m|im|i am|i'?ll be|i moved|i live) (?:en|a|in|to)"
    rf" (?P<at>[a-z][a-z ]{{2,30}}?){FOR_NOW}[,;.]? (?:(?:y|and|so|asi que|entonces|please) )*{ONES_CLOCK}",
    rf"{ONES_CLOCK} (?:a|de|por|en|al|to|for) (?:la (?:hora )?de |el de |the )?(?P<at>[a-z][a-z ]{{2,30}}?)(?: time)?"
    rf"{FOR_NOW}",
    rf"{ONES_CLOCK}[,;.]? (?:(?:que|porque|pues|ya que|because|since) )?(?:ando|estoy|estare|voy a estar"
    rf"|i'?m|im|i am) (?:en|in) (?P<at>[a-z][a-z ]{{2,30}}?){FOR_NOW}",
)
"""Sentences with the place by whose clock one is to be written to."""
HOLIDAYS = (
    r"(?:(?:dias? )?(?:festivos|feriados|inhabiles|de asueto|asuetos)|(?:calendario|dias) de (?:festivos|feriados)"
    r"|calendario (?:laboral|oficial)|(?:(?:public|bank|national) )?holidays?(?: calendar)?)(?: oficiales| nacionales)?"
)
HAS_HOLIDAYS = (
    rf"(?:(?:me )?(?:{imperative('us', 'cambi', 'aplic', 'tom', 'configur', 'actualiz', 'consider')}"
    r"|pon(?:me|er|ga)?|pone(?:me)?|dame|sigue|sigo|observo|celebro|descanso|tengo|trabajo con|me rijo (?:con|por)"
    r"|me guio (?:con|por)|(?:a mi )?me (?:aplican|tocan|corresponden|dan|valen)|use|set|switch|change|give me|apply"
    r"|follow|(?:i )?(?:use|follow|observe|have|get|take|celebrate|go by|want))(?: me)?)"
)
OF_A_COUNTRY = (
    r"(?: (?:a|por|con|para|to|as))?(?: (?:los|las|el|those|the ones?|the))?(?: (?:del?|en|of|from|in|for))?"
    r" (?P<of>[a-z][a-z ,()'.-]{1,40}?)(?: ones)?"
    r"(?: (?:para mi|for me|y|and))?(?:,? (?:y no|no|not|instead of|en vez de|en lugar de) [a-z][a-z ]{2,40})?"
)
LIVES = (
    r"(?:ando|estoy|vivo|trabajo|me mude|me cambie|i'?m|i am|i live|i work|i moved) (?:en|a|in|to|desde|from)"
    r" (?P<at>[a-z][a-z ,]{2,40}?),? (?:(?:y|and|so|asi que|entonces|por eso) )?"
)
MORE = r"(?:[,;.] [a-z][a-z ,']{2,60})?"
"""A request that follows from it: "cámbiamelos"."""
ONES = r"(?:(?:los|las|el|mis?|my|the) )?"
ONES_HOLIDAYS = sentences(
    rf"{LIVES}{HAS_HOLIDAYS} {ONES}(?:local )?{HOLIDAYS}"
    r"(?: (?:de (?:aqui|aca|alla|alli|ahi)|locales|from (?:here|there)|(?:of|in) (?:here|there)|here|there))?",
    rf"(?:(?:mis?|my) {HOLIDAYS}|(?:los|the) {HOLIDAYS} (?:que )?(?:me tocan|me corresponden|tengo|i have|i get))"
    rf" (?:son|seran|van a ser|deben ser|deberian ser|tienen que ser|es|are|should be|will be)(?: ahora| now)?"
    rf"{OF_A_COUNTRY}",
    rf"(?:en mi perfil,? |yo |{LIVES})?{HAS_HOLIDAYS} (?:(?:a|por|con|to) )?{ONES}{HOLIDAYS}{OF_A_COUNTRY}",
    rf"(?:{LIVES})?{HAS_HOLIDAYS}(?: to| on)?(?: the)? (?P<of>[a-z][a-z .-]{{1,30}}?(?:'s?)?)"
    r" (?:(?:public|bank|national) )?holidays(?: for me| instead)?(?:,? not [a-z][a-z ]{2,40})?"
    r"(?P<part>, [a-z][a-z ]{2,30}?)?",
    r"(?:(?:aca|aqui|alla|here|over here),? )?(?:en|in) (?P<of>[a-z][a-z ,]{2,40}?),? "
    rf"(?:(?:(?:los|nuestros|the|our) )?{HOLIDAYS} (?:son|are) (?:otros|distintos|diferentes|different|others)"
    rf"|(?:tenemos|hay|se usan|we have|there are) (?:otros|distintos|other|different) {HOLIDAYS}){MORE}",
    rf"(?:tenemos|we have) (?:otros|distintos|other|different) {HOLIDAYS}(?: (?:aqui|aca|here|over here))? (?:en|in)"
    rf" (?P<of>[a-z][a-z ,]{{2,40}}?){MORE}",
)
"""Sentences with the country of one's public holidays."""
ALL_OF = (
    r"(?:tod[oa]s? (?:lo|las tareas|los pendientes)|todo|lo que tiene|las tareas|everything"
    r"|all(?: the| of the)? tasks|all)"
)
HANDS_ON = (
    rf"(?:{imperative('pas', 'reasign', 'asign', 'entreg', 'transfer', 'turn')}|dal[ea]|give|reassign|hand(?: over)?"
    r"|pass|move)"
)
WHILE_AWAY = r"(?:,? (?:mientras|en lo que|while|until|hasta que|porque|because)\b.*)?"
HANDS_ALL = sentences(
    rf"{HANDS_ON} {ALL_OF} (?:de |que (?:tiene|trae) |of )?(?P<of>@?z+)(?: tasks)? (?:a |to )@?z+{WHILE_AWAY}",
    rf"{HANDS_ON} (?:a |to )?@?z+ {ALL_OF} (?:de |que (?:tiene|trae) |of )(?P<last>@?z+)(?: tasks)?{WHILE_AWAY}",
)
"""Orders to give all of somebody's tasks to another: named in this order, or `last` the one who has them."""

# Files and new tasks

EXPORTED = r"\b(?:export(?:a(?:r|me|nos)?)?|descarga(?:r|me)?|download|excel|xlsx?|csv|hoja de calculo|spreadsheet)\b"
EXPORTS = Wording(EXPORTED)
"""A request for a file of the team's days."""
OF_A_FILE = re.compile(
    rf"\b(?:{EXPORTED}|(?:mand|envi|pas|baj|descarg|sac|gener|quier|necesit)[a-z]*|da(?:me|nos)?|send|give"
    r"|download|get|need|can|could|have|puedo|tener|numbers|figures|numeros|cifras|as"
    r"|want|i|me|nos|us|el|la|los|las|un|una|the|an?|all|mis?|my|en|to|into|as|reportes?|informes?|datos|tareas"
    r"|pendientes|dias|avances?|bitacoras?|archivo|report|data|tasks|days|logs|file|del equipo|de mi equipo|of (?:the"
    r"|my) team|s)\b(?! [0-9])"
)
"""The other words of such a request, but for its days."""
MAKES = (
    rf"(?:{imperative('cre', 'agreg', 'agend', 'anot', 'apunt', 'registr', 'levant')}|haz(?:me|le)?|pon(?:me|le)?"
    r"|dame de alta|create|add|make|log|open)"
)
A, A_NEW = r"(?:(?:una|un|la|el|a|an|the) )?", r"(?:nuev[oa] |new )?"
TASK_NOUN = r"(?:tarea|task|pendiente|to-do|(?<=\ba )todo|(?<=new )todo|(?<![a-z] )todo(?=:))"
WHAT = rf"(?P<what>\S.*?){THANKS}$"
"""The thing to be done, without the thanks for it."""
SUBJUNCTIVE = (
    r"(?:(?!(?:tiene|viene|puede|quiere|sabe|sale|debe|hace|dice|trae|sigue|vuelve|pide|ve|este|siempre|llegue"
    r"|falte)n?\b)[a-z]{2,}e|haga|vea|suba|ponga|traiga|pida|escriba|recoja|corrija|imprima|mueva|venda|atienda|consiga"
    r"|resuelva|responda|abra|cubra|reciba|lea|defina|distribuya|construya|incluya)n?(?:l[aeo]s?)?"
)
"""A verb in the subjunctive, of what somebody wants another to do: "que Luis revise"."""
INFINITIVE = r"(?=[a-z]+[aei]r(?:me|te|se|nos|les?)?(?:l[aeo]s?)?\b)"
NEW_TASK = Wording(
    rf"(?:{MAKES} (?:me )?{A}{A_NEW}|(?:nuev[oa]|new) ){TASK_NOUN}"
    rf"(?: (?:para mi|for me)\b)?(?:\s*[:,]\s*|\s+(?:de |que diga |que |called |to )?){WHAT}"
)
"""An order to make a task of what follows."""
IS_TO_DO = Wording(
    rf"(?:(?:encarg|encomiend|asign|deleg)[a-z]* (?:a )?|(?:apunt|anot)[aeo](?:le|les)? a "
    r"|(?:get|assign|i need) |ponle (?:a )?"
    rf"|(?:dale|give) (?:a )?(?=@?z+ {A}{A_NEW}{TASK_NOUN})"
    rf"|(?:{MAKES} )?{A}{A_NEW}{TASK_NOUN} (?:para|a|for) )(?P<who>{PERSON})(?: {A}{TASK_NOUN})?"
    rf"(?:\s*[:,]\s*|\s+(?:que|to)\s+|\s+(?:(?:de|con)\s+)?{INFINITIVE}){WHAT}"
)
"""An order to give somebody a task: "encárgale a Luis revisar las bocinas"."""
IS_WANTED = Wording(rf"que (?P<who>{PERSON}) (?:(?:ya|me|nos|les?|l[ao]s?) )*(?={SUBJUNCTIVE}\s){WHAT}")
"""A wish that somebody do something: "que Luis revise las bocinas"."""
IS_GIVEN = Wording(
    rf"(?:encarg|encomiend|asign|deleg)[a-z]* (?:a |to )?(?P<who>{PERSON})\s+"
    rf"(?=(?:la|el|los|las|una?|the|a)\s){WHAT}"
)
"""A thing that somebody is to work on: "asígnale a Luis la presentación"."""
HAS_TO = Wording(
    rf"(?P<who>{PERSON}) (?:tienen? que|deben?|has to|have to|needs? to|must|should)\s+"
    r"(?!(?:salir|irse|ir|llegar|faltar|estar|ser|volver|regresar|leave|go|be|come|arrive|return)\b)"
    rf"(?=[a-z]{{3,}}\s){WHAT}"
)
"""A task that somebody is said to have to do: "Luis tiene que revisar las bocinas"."""
DONE_BY = re.compile(
    r"[ ,;](?<![ ,;][ ,;])[ ,;]*(?:y )?"
    rf"(?:que (?:lo|la|los|las|eso) (?:haga|vea|lleve|tome|atienda|prepare|mande)n? (?P<who>{PERSON})"
    r"|(?:(?:lo|la|los|las) hacen? |(?:le|les) toca(?:n)? a |se (?:lo|la) (?:dejo|dejas|encargo|encargas) a )"
    rf"(?P<whose>{PERSON})"
    rf"|(?:have|let) (?P<them>{PERSON}) (?:do|handle|take) (?:it|them))"
)
"""The person who is to do what was said before: "hay que imprimir los carteles, que lo haga Luis"."""
WISHES = Wording(
    rf"(?:(?:{imperative('apunt', 'anot', 'agreg')}|pendiente|tarea|to-do|todo|add|note(?: down)?)"
    rf"(?:[ ,]+(?:por ?fa(?:vor|s)?|please))*(?:\s*:\s*|\s+{INFINITIVE})"
    r"|(?:yo )?(?:hay que|tengo que|debo|tenemos que|me toca|me falta|no se me (?:vaya a olvidar|olvide)|i have to"
    r"|we have to|i need to|we need to|i(?:'ve)? got to|i must|necesito(?= [a-z]+[aei]r\b))\s+)"
    rf"(?=[a-z]{{3,}}\s){WHAT}"
)
"""A thing to be done that is not called a task: "tengo que comprar tóner para el viernes"."""

# Events

KIND = r"(?:junta|reunion|cita|evento|sesion|llamada|meeting|event|appointment|session|call|sync)"
"""Nouns of most events, which tell none from another."""
EVENT = (
    r"(?:junta|reunion|cita|llamada|videollamada|evento|sesion|entrevista|comida|desayuno|cena|visita|curso|demo"
    r"|meeting|call|event|appointment|session|interview|lunch|breakfast|dinner|sync|one on one|1:1|check-?in)"
)
WITH_SOMEBODY = Wording(
    rf"(?:{imperative('agend', 'program', 'apart', 'reserv')}|schedule|book|block)"
    r" (?:algo |un rato |tiempo |un espacio |some time |time )?(?P<event>(?:[0-9]+ ?(?:min|h)[a-z]* )?(?:con"
    r"|with) @?z+.*)"
)
"""A time with somebody, without saying what for."""
AN_EVENT = re.compile(rf"\b{EVENT}s?\b")
WHAT_IS_ON = re.compile(
    r" lo del?\b|(?= [a-z ]+'s [0-9]+(?::[0-9]{2})? ?(?:[ap]m|o'?clock)\b)"
    r"| (?:my|the|our)(?= [0-9]+(?::[0-9]{2})? ?(?:[ap]m|o'?clock)\b)| (?:la|el|mi) de(?= las? [0-9])"
)
"""With a day, an event that is not called one: "cancela lo de mañana"."""
ITS_HOUR = re.compile(
    r"\b(?:de|a) las? (?P<hour>[0-9]{1,2}(?::[0-9]{2})?)\b|\b(?P<at>[0-9]{1,2}(?::[0-9]{2})? ?[ap]m)\b"
    r"|\b(?P<clock>[0-9]{1,2}) ?o'?clock\b"
)
"""The hour by which an event is called: "mueve lo de las 10"."""
SAYS_NO_NAME = re.compile(rf"{KIND}s?|next|proxim[oa]|siguiente")
COMES = (
    r"(?:(?:al final|creo que|siempre|mejor|hoy|manana|yo|si|no|ya no|ya|tal vez|quizas?|a lo mejor"
    r"|todavia) )*(?:(?:(?:voy a |creo )?(?:poder|alcanzar a|puedo|podre|pude|podria|alcanzo a|quiero) )?(?:ir|asistir"
    r"|llegar|entrar|estar)|voy(?: a (?:ir|asistir|llegar|estar))?|vaya|ire|asisto|asistire|llego|llegare|falto|faltare"
    r"|voy a faltar|me uno|no cuenten conmigo|cuenten conmigo|confirmo(?: mi asistencia)?) (?:al?|en|para) "
    r"|(?:(?:actually|sorry),? )?(?:(?:i|i'?m|i am|i'?ll|i will|i might|maybe|not|probably|can'?t|cannot|can|won'?t"
    r"|will|may|going to|have to|unable to|able to|be) )*(?:make it to|make(?= (?:the|my|that|[a-z]+'s)\b)|com(?:e"
    r"|ing) to|attend(?:ing)?|go(?:ing)? to|join(?:ing)?|skip(?:ping)?|miss(?:ing)?|be (?:at|in)) |(?:accept|decline"
    r"|acepto|aceptar|rechazo|rechazar|declino|declinar)(?: (?:the|la|a) (?:invitation|invite|invitacion))?(?: (?:a|al"
    r"|to|for|de|del))? |count me (?:in|out) (?:for|of) "
)
ANSWERS_EVENT = Wording(rf"(?:{COMES})(?=(?:[a-z0-9']+ ){{0,3}}{EVENT}\b)")
"""The beginning of an answer whether one comes to an event."""
SEES_EVENT = Wording(
    rf"(?:quien(?:es)? (?:mas )?(?:va|van|viene|vienen|asisten?|estan?|confirm[a-z]*|dij[a-z]* que si)"
    r"(?: a (?:ir|venir|asistir))? (?:al?|en|de)|(?:con|de) qu(?:ien(?:es)?|e) (?:es|va a ser|sera)|(?:a que hora"
    r"|cuando|donde|que dia|en donde) (?:es|va a ser|sera|qued[ao]|toca|empieza|tenemos)|who(?:'s| is"
    r"| else is)? (?:coming|going|invited|attending|in)(?: to)?"
    rf"|(?:when|what time|where)(?:'s| is| does)) (?=(?:[a-z0-9']+ ){{0,3}}{EVENT}\b)"
)
"""The beginning of a question about when or where an event is, or who comes."""
WHERE_OR_WHO = Wording(r"(?:en )?donde\b|where\b|quien(?:es)?\b|who\b")
"""The beginning of a question about one event, and not about the next one: "¿dónde es la junta con Ana?"."""
SAYS_WHY = re.compile(r"[,;:.]|\b(?:porque|por que|ya que|pues|because|since|que tengo|i have|tengo)\b")
SAYS_EVENT = Wording(
    rf"(?:(?:tengo|tenemos|i have|we have|una?|an?|otra|nueva"
    rf"|new) )*(?!call (?!with\b))(?P<event>{EVENT}\b)"
)
"""An event without a verb, at the beginning: "junta con Luis mañana a las 10"; "call Ana" is something to do."""
TIME_FIRST = Wording(
    rf"(?P<when>(?:(?:cada|tod[oa]s?|every|each|el|los|las?|en|por|de|a|on|at|in|the|y|and|media|cuarto"
    rf"|[0-9:.]+ ?(?:am|pm|hrs?)?|hoy|manana|tarde|noche|today|tomorrow|morning|afternoon|evening|{one_of(WEEKDAYS)})"
    rf"[ ,]+)+)(?:tengo |tenemos |hay )?(?:una? )?(?P<event>{EVENT}\b)"
)
"""An event whose time is said first: "cada viernes a las 9 junta con Luis"."""
DRAFTS_EVENT = Wording(
    rf"(?:{imperative('agend', 'program', 'organiz', 'apart', 'reserv', 'convoc', 'arm', 'cre', 'agreg')}"
    r"|pon(?:me|nos|ga)?|schedule|set up|book|create|add|put|arrange|organize)"
    rf" (?:me |us |in )?(?:(?:una?|an?|otra|another|la|el) )?(?:(?:nueva|new|quick) )?(?P<event>{EVENT}\b)"
)
FRONTED = Wording(
    rf"(?P<event>(?:(?:la|el|mi|the|my|our) )?(?:[a-z']+ )?{EVENT}\b.*?)[ ,;]{{1,3}}(?:mejor |ya |porfa )?"
    r"(?P<verb>muev|pas|cambi|recorr|cancel|adelant|atras|aplaz|reagend)(?P<ending>[ae])(?:me)?l[oa]\b"
)
"""An event said before what is to become of it: "la junta del jueves muévela al viernes"."""
BLOCKS = Wording(
    rf"(?:{imperative('apart', 'reserv', 'bloque', 'separ', 'agend')}|block(?: off| out)?|hold|reserve"
    r"|book) (?P<when>.*?\b(?:a las?|de|from|at|[0-9]) ?.*?) (?:para|pa|for|to) "
    r"(?P<what>(?!las? [0-9]|el |manana|hoy)[a-z].*)"
)
"""A time that is kept for something: "apártame el martes de 12 a 1 para comer con el cliente"."""
INVITES = Wording(
    rf"(?:{imperative('invit', 'agreg', 'sum')}|(?:incluy[ea]|met[ea])(?:me|le)?|invite|add|include)"
    rf" (?:tambien |also )?(?:a )?{PERSON}"
)
MEETS = Wording(
    r"(?:(?:hay|tenemos) que |vamos a )?"
    r"(?P<event>(?:nos (?:juntamos|reunimos)|(?:ver|juntar|reunir)nos|meet)\b)"
)
"""Verbs of people who meet, where an hour is said."""
REPEATS = re.compile(r"\b(?:cada|tod[oa]s l[oa]s|every|each)\b")
REMINDS = Wording(
    r"(?:(?:me )?(?:recuerd(?:a|as|e)|recorda|recordar|acuerda)(?:me)|hazme acordar|avisame|"
    r"(?:me )?avisas"
    r"|me recuerdas|(?:que )?no (?:se )?me (?:deje olvidar|olvide)|no dejes que (?:se )?me olvide"
    r"|(?:pon(?:me)?|crea(?:me)?|agenda(?:me)?|hazme) un recordatorio|recordatorio(?=:)|remind me"
    r"|don'?t let me forget|(?:set|create|add|make) (?:me )?a reminder)\b[ ,:]*(?!.*\b(?:antes de (?:mis|cada)|before"
    r" (?:my|each|every)) (?:juntas?|reunion(?:es)?|eventos?|meetings?|events?)\b)"
)
LINKS = re.compile(r"^(?:[\s,:]|(?:de que|de|que|para|about|that i|that|to)\b)+", re.IGNORECASE)

# Absences

ABSENT = Wording(
    r"\b(?:no (?:(?:voy|vengo|ire|vendre|asisto|asistire|trabajo|trabajare|laboro|laborare|estare"
    r"|estoy)(?: a (?:trabajar|laborar|la (?:oficina|chamba)|(?:ir|venir|estar|asistir)(?: a (?:trabajar|la (?:oficina"
    r"|chamba)))?|poder (?:ir|venir|estar|asistir|llegar|trabajar)))?|(?:puedo|podre) (?:ir|venir|asistir|llegar"
    r"|trabajar)(?: a (?:trabajar|la (?:oficina|chamba)))?)(?! (?:al?|con)\b)|es mi (?:dia (?:libre|de descanso)"
    r"|descanso)|is my day off|(?:puedo|podria|podre|se puede|(?:me das|me dan|hay) chance de|me dejas) (?:faltar"
    r"|no venir|descansar|ausentarme|tomarme|salir de (?P<outing>vacaciones))|(?:dame|denme|me das|me dan|me (?:puedes"
    r"|podrias|pueden) dar|me regalas)(?= (?:[a-z0-9]+ ){1,3}libres?\b)|(?:can|could|may) i (?:be off|be out|miss work"
    r"|not come(?: in)?|(?:take|have|get)(?= (?:[a-z0-9]+ ){1,4}off\b))|no (?:cuenten conmigo|me esperen|me cuenten)"
    r"|(?:count|leave) me out|(?:don'?t|do not) (?:expect|wait for|count on) me|falto|faltare|voy a faltar|me ausento"
    r"|me ausentare|voy a ausentarme|estare (?:ausente|fuera)|descanso|descansare|(?:estare|me voy|me ire|salgo|saldre"
    r"|voy a salir|ando|estoy|me tomo|tomo|tomare|me tomare|voy a tomar|pido|pedire|quiero|necesito|voy a estar) (?:de "
    r"|unas |mis )*(?P<why>vacaciones|permiso|viaje|descanso|incapacidad)|(?:pido|pedire|me tomo|tomo|tomare|me tomare"
    r"|voy a (?:tomar|pedir)|quiero pedir|necesito) (?:libres? )?(?:el|los?|el dia"
    r"|un dia)(?: dias?)?(?: libres?)?(?! (?:de|que)\b)|(?:i'm|im|i am|i'?ll be|ill be|i will be"
    r"|i'?m going to be) (?:(?:out|off)(?: (?P<sick>sick)| of (?:the )?office| of town)?|away|ooo"
    r"|on (?P<reason>vacation|holiday|leave|pto))|(?:i )?(?:won'?t|will not|can'?t|cannot|am not going to"
    r"|'m not going to) (?:be (?:in|here|there|around|working|able to (?:come|make it)(?: in)?)|come(?: in)?|work"
    r"|make it)|(?:(?:i'm|im|i am|i'?ll be) )?not (?:coming(?: in)?|working)|(?:i'm|im|i am|i'?ll be) not in|(?:(?:i'm"
    r"|im|i am|i'?ll be|i will be|i'?d like to|i will|i'?ll|i) )?(?:taking|take|need|want)(?= (?:[a-z0-9]+ ){1,4}off\b)"
    r"|(?:i'm|i am|im) (?:going|leaving) on (?P<leave>vacation|holiday))(?!\w)"
)
"""Words that say in the first person that one will not be there."""
RETURNS = re.compile(
    r"[\s,](?<![\s,][\s,])[\s,]*(?:(?:y|and) )?(?:regres[oa]|vuelv[oe]|(?:(?:i'?m|i'?ll be|he'?s|she'?s"
    r"|be) )?back)(?: hasta)?(?: on)? (?P<on>.+)"
)
"""The day on which one is there again: "salgo de vacaciones el 7 y regreso el 14"."""
PERMITS = re.compile(
    r"\b(?<!no )(?:puedo|podria|podre|se puede|hay chance de|me dejas|me das|me dan|me puedes dar|me podrias dar|can i"
    r"|could i|may i)\b"
)
"""Words that ask for leave."""
FOR_HOURS = Wording(r"\b(?:salir(?:me)?|irme|retirarme|llegar|entrar|leave|leaving|come in|get in|start)\b")
"""Words that make leave a matter of hours: "permiso para salir el viernes a las 3"."""
FAMILY_ILL = Wording(
    r"\b(?:mi|my) \w+ (?:esta|anda|amanecio|se puso|se me puso|sigue|is|got|woke up) (?:muy |very )?"
    r"(?:enferm[oa]|mal(?:o|a|it[oa])?|sick|ill|con (?:fiebre|gripa|calentura))\b"
)
"""Words that say that a relative is ill, which without a day means today."""
NEITHER = Wording(r"ni ")
NOT_ON_THEM = re.compile(r"(?:voy|vengo|trabajo|asisto|ire|vendre|estoy|estare)(?=[ .!]*$)")
"""The verb behind days on which one is away, each with "ni": "ni el lunes ni el martes vengo"."""
DAYS_AWAY = Wording(
    r"(?:(?:apunta|anota|registra|pon|pide|solicita|marca|request|(?:put|mark) me(?: down)? (?:as"
    r"|for))(?:me|nos)? )?"
    r"(?:(?:unas?|un|mis|una|a|my|on|de) )?(?:(?P<noun>vacaciones|permiso|incapacidad|vacations?|pto|sick leave|leave"
    r"|holidays?)|dias? (?:libres?|de descanso)|descanso|ausencia|ausente|time off|days? off|off|out(?: (?P<sick>sick)"
    r"| of (?:the )?office)?|ooo|away|absent)(?!\w)"
)
"""Days away said without a verb, at the beginning: "vacaciones del 7 al 11", "off on Monday"."""
OWN_ABSENCE = (
    r"(?:(?:mis?|las?|los|el|my|the) )?(?:dias? de )?(?:vacaciones|ausencias?|faltas?|permisos?|incapacidad"
    r"|dias? libres?|descansos?|vacations?|time off|days? off|leave|absences?|pto|holidays?)"
)
RATHER = Wording(r"mejor")
UNTIL = ("hasta", "until", "till")
IS_NOW = re.compile(
    r"\b(?:mejor|siempre|ahora|se (?:alargan?|extienden?|amplian?)|(?:run|last|extend)s?|ser[ai]n?|van? a ser"
    r"|cambian?|cambiaron|ya (?:son|es)|(?:is|are) now|will be|should be)\b"
    r"(?: (?:son|es|que|sean?|las|los|lo|la|tomo|quedan?|a|be|now|se|cambian?|de)\b)*"
)
"""Words between an absence and its new days: "mis vacaciones mejor del 22 al 26"."""
STAYS = Wording(
    r"(?:(?:siempre |ya |al final |mejor )*"
    r"(?:no (?:me voy de|salgo de|voy a (?:tomar|salir de)|tomo|tomare|me tomo) (?:mis |las )?vacaciones"
    r"|no (?:voy a faltar|falto|faltare)|si (?:voy a (?:ir|venir|trabajar)(?: a trabajar)?|vengo|voy|trabajo|ire|vendre"
    r"|trabajare))|(?:actually )?(?:i'm|i am|im) coming(?: in)?(?: to work)?|(?:actually )?i'?ll be (?:there"
    r"|in) after all|(?:i'm|i am) not (?:going on|taking(?: my)?) (?:vacation|holiday|leave|time off)(?: (?:after all"
    r"|anymore))?)(?!\w)"
)
"""Words that say that one will be there after all, before the days: "siempre sí voy el lunes"."""
TAKEN_OFF = re.compile(
    r"[ ,;.](?<![ ,;.][ ,;.])[ ,;.]*(?:y )?"
    r"(?:quita|borra|cancela|elimina|remove|cancel|delete|drop)(?:me)? (?:mi|la|esa|my|the|that)"
    r" (?:falta|ausencia|permiso|dia|absence|day off|leave)(?: (?:por favor|porfa|please))?[ .!]*$"
)
"""An order to cancel the absence, behind words that one will be there after all."""
STAYS_AFTER_ALL = sentences(
    r"(?:actually,? )?(?:(?:i'?ll|i will|i can|i'?m going to) (?:be (?:there|in|around|working)"
    r"|come(?: in)?|work|make it)|(?:i'm|i am|im) (?:in|coming(?: in)?|working)"
    r"|(?:(?:i'm|i am|im) not|i (?:won'?t|will not) be) (?:going to be )?(?:off|out|away|absent))"
    r"(?P<days>(?: .*?)?) (?:after all|any ?more)"
)
"""English sentences that say that one will be there after all, with the days before "after all"."""
ILL = Wording(
    r"\bme enferme\b|\bi got sick\b|\b(?:estoy|amaneci|me siento|ando|i'?m|im|i am|i feel|feeling|me puse|sigo) (?:muy "
    r"|un poco |bien |so |really |very )?(?:enferm[oa]|mal[oa]?|indispuest[oa]|con (?:gripa|fiebre|gripe|temperatura"
    r"|calentura)|sick|ill|unwell)\b"
)
"""Words that say that one is ill, which without a day means today."""
OF_DAYS = re.compile(
    r"(?:\b(?:libres?|dias?|completos?|todo|off|y|ni|e|o|el|los|la|del?|en|hoy|por fa(?:vor)?|porfa|please|and|or|on"
    r"|the|all|day|at|that|yo|oye|hola|buenos|buenas|tardes|noches|aviso|les|aviso que|que|pues|bueno|si|tampoco|work"
    r"|to|chamba|trabajar)\b|[\W])*"
)
"""Words that may also be said of the days on which one is away."""
REASON = re.compile(
    r"\W*(?:(?:the |a |el |al )?(?:doctor(?:'?s)?|dentist(?:a)?|medic[oa]|appt|appointment|family|familia|imss"
    r"|tramites?|funeral|mudanza)|no (?:viene|vendra|va a venir|puede venir)|cause|porque|por|que|ya que|tengo"
    r"|tengo que|llevo a|estoy|ando|amaneci|me|voy|es|debido|cita|because|due|as|va (?:al|a la|a ir)|tiene|(?:esta|anda"
    r"|amanecio|sigue|se (?:siente|puso)) (?:muy )?(?:enferm[oa]|mal[oa]?)|he'?s|she'?s|has|got|since|i|i'?m|i'?ve|my"
    r"|mi|sigo|feeling|toca|hay|para)\b"
)
"""The beginning of the reason of an absence."""
OF_AN_EVENT = re.compile(rf"\b(?:al?|de|del|con|to|for|from) (?:la |el |una? |the |a |my |mi )?{EVENT}\b")
"""Absent from an event is not absent from work."""
