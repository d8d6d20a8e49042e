"""The words of questions, Spanish and English, by what they say.

Words are folded: lower case, no accents. A phrase may have several words; the longest that fits is taken. Forms are
written out, so that what is understood can be read here; a long word with one letter wrong is understood as well.
"""

from collections import defaultdict
from collections.abc import Mapping
from enum import Enum, auto


class Says(Enum):
    """What a word or phrase of a question says."""

    # What sort of sentence it is
    WHO = auto()
    WHAT = auto()
    WHEN = auto()
    HOW = auto()
    HOW_MANY = auto()
    WHERE = auto()
    WHY = auto()
    WHETHER = auto()
    REQUEST = auto()
    GREETING = auto()
    THANKS = auto()
    FILLER = auto()
    NAMES_NEXT = auto()
    """A filler behind which a person may be named: "con", "de", "is"."""
    # Who
    ME = auto()
    WE = auto()
    TEAM = auto()
    # What, and how it stands
    RED = auto()
    YELLOW = auto()
    ORANGE = auto()
    GREEN = auto()
    OPEN = auto()
    CLOSE = auto()
    REPORT = auto()
    NOUN = auto()
    LACK = auto()
    NOT = auto()
    DAY = auto()
    TASKS = auto()
    TASK = auto()
    LATE = auto()
    DUE = auto()
    PLANNED = auto()
    REPEATED = auto()
    EVENTS = auto()
    EVENT = auto()
    NEXT = auto()
    FREE = auto()
    CAN = auto()
    MEET = auto()
    BUSY = auto()
    AWAY = auto()
    ABSENCE = auto()
    BACK = auto()
    OFF = auto()
    NOT_HERE = auto()
    WORKS = auto()
    WORK_AT_ALL = auto()
    BIRTHDAY = auto()
    HOLIDAY = auto()
    DID = auto()
    DOING = auto()
    HAVE = auto()
    GOES = auto()
    SUMMARY = auto()
    HISTORY = auto()
    SEARCH = auto()
    TOLD = auto()
    COMMENT = auto()
    # How something is done here
    CHANGE = auto()
    CREATE = auto()
    LANGUAGE = auto()
    ZONE = auto()
    NOTICES = auto()
    TOKEN = auto()
    HELP = auto()


WORDS: Mapping[tuple[Says, ...], str] = {
    (Says.WHO,): (
        "quin|qien|kien|quien es|quein|qienes|quien|quienes|a quien|a quienes|who|whom|who's|whos|whose"
        "|who all|which people|cual de ellos"
    ),
    (Says.WHO, Says.TEAM): (
        "alguien|anyone|anybody|someone|somebody|cuantas personas|cuanta gente|how many people|que personas|que gente"
    ),
    (Says.WHO, Says.TEAM, Says.NOT): ("nadie|nobody|no one"),
    (Says.WHAT,): (
        "que|cual|cuales|what|what's|whats|which|que cosas|que cosa|lo que|what all|what else|que mas"
        "|que otra|que otras|que otros|algo que|anything"
    ),
    (Says.WHEN,): (
        "cuando|a que hora|a que horas|que dia|que dias|desde cuando|hasta cuando|when|when's|whens|what time"
        "|at what time|what day|what days|which day|which days|until when|since when|cuanto falta para"
        "|que horas"
    ),
    (Says.HOW,): ("como|how|how's|hows|que tal|que tan|que onda con"),
    (Says.HOW_MANY,): ("cuanto|cuantos|cuanta|cuantas|how many|how much|el numero de|the number of"),
    (Says.WHERE,): ("donde|en donde|adonde|where|where's|wheres"),
    (Says.WHY,): ("por que|porque|xq|pq|why|why's|how come|a causa de que|el motivo de|the reason"),
    (Says.WHETHER,): ("hay|habra|hubo|acaso|is there|are there|was there|were there|did|does|will|has|if|whether"),
    (Says.REQUEST,): (
        "dime|decime|dinos|muestrame|mostrame|muestra|mostra|ensename|ensena|dame|danos|ver|veo|vea|checar"
        "|quiero ver|consultar|lista|listar|lista de|list of|list|listame|saber|show|show me|tell me|tell us"
        "|give me|see|pasame|mandame|ponme|i want to see|i'd like to see|let's see|let me see|a ver|enlistame"
        "|consulta|revisame|tienes|tenes|tendras|have you got|do you have|puedes darme|podes darme"
        "|podrias darme|me das|can i get|could i get|can i see|could i see|puedo ver|podria ver|i need"
        "|necesito|quiero|i want|abreme|ensenanos|muestranos|pull up|bring up"
    ),
    (Says.GREETING,): (
        "hola|holi|holis|buenas|buen dia|buenos dias|buenas tardes|buenas noches|hello|hi|hey|hi there"
        "|hello there|good morning|good afternoon|good evening|que onda|saludos|hey there|ola|que hubo|quiubo"
    ),
    (Says.THANKS,): (
        "gracias|muchas gracias|mil gracias|thanks|thank you|thank you very much|thx|thanks a lot|ty"
        "|te agradezco|many thanks|muchisimas gracias|gracias de antemano"
    ),
    (Says.HELP,): (
        "ayuda|ayudame|help|que puedes hacer|que sabes hacer|que haces|what can you do|how do you work"
        "|como funcionas|como funciona esto|how does this work|comandos|commands|que puedo hacer"
        "|what can i do|que puedo preguntarte|what can i ask|ayudame por favor|instrucciones"
        "|que me puedes responder|que puedo pedirte|para que sirves|how do i use this|como se usa esto"
        "|como te uso"
    ),
    (Says.FILLER,): (
        "early|temprano|everything|todo lo|todo|all that|all the|all|that's|thats|each|cada quien|cada uno"
        "|every one|kind of|oye|oiga|che|get|gets|consigo|obtengo|saco|oyes|por favor|porfa|porfis|porfavor"
        "|please|pls|plz|disculpa|disculpe|perdon|una pregunta|una duda|question|quick question|me dices"
        "|me decis|me puedes decir|me podrias decir|me podes decir|puedes decirme|podrias decirme"
        "|podes decirme|me dirias|me diras|sabes|sabras|sabe|do you know|any idea|tienes idea de|tienes idea"
        "|can you tell me|could you tell me|would you tell me|can you show me|could you show me|can you say"
        "|can you check|could you check|please tell me|can you let me know|could you let me know|let me know"
        "|me gustaria saber|quisiera saber|quiero saber|necesito saber|i want to know|i'd like to know"
        "|i would like to know|i need to know|id like to know|me puedes mostrar|puedes mostrarme|me muestras"
        "|me ensenas|podrias mostrarme|me podrias mostrar|me puedes ensenar|me avisas|me confirmas|puedes ver"
        "|podrias ver|podrias checar|puedes checar|me ayudas a ver|ayudame a ver|help me see|i wonder"
        "|wondering|me pregunto|pregunta|a ver|bot|semaforo|vos|tu|usted|ustedes|you|el|la|los|las|lo|le|les"
        "|se|me|te|un|una|unos|unas|the|an|al|del|en|in|on|at|of|para|for|por|to|from|y|e|o|and|or|ni|es|son"
        "|era|fue|was|were|be|been|being|have been|ser|sea|sera|seran|estara|estaran|estaba|estaban|ya|yet"
        "|already|aun|todavia|still|ahora|ahorita|ahora mismo|now|right now|currently|at the moment"
        "|en este momento|por ahora|actualmente|also|tambien|entonces|pues|so|then|ok|okay|bueno|well|just"
        "|solo|nada mas|any|some|alguna|algunas|alguno|algunos|algun|algo|something|ninguna|ninguno|this|that"
        "|these|those|este|esta|estos|estas|ese|esa|esos|esas|eso|esto|there|here|aqui|ahi|alli|it|its|it's"
        "|they|them|their|he|she|her|him|his|su|sus|muy|mucho|muchos|mucha|muchas|tanto|very|much|many|lot"
        "|lots|more|most|mas|menos|segun|cosa|cosas|thing|things|stuff|marcado|marcada|marcados|marcadas"
        "|puesto|puesta|momento|fecha|fechas|date|dates|the day|rato|would|should|may|might|be able to|able"
        "|vez|veces|otra|otro|otros|otras|other|others|ultimo|ultima|ultimos|ultimas|latest|last|exactamente"
        "|exactly|mismo|misma|same|ellos|ellas|both|ambos|ambas|dos|two|having|got|up|come|coming|proceso"
        "|curso|as|like|asi|be at|going to be|estan siendo|ha|han|habia|habian|haya|hayan|hemos|had"
        "|having been|sido|estado en|current|actual|actuales|registrado|registrada|registrados|registradas"
        "|apuntado|apuntada|apuntados|apuntadas|programado|programada|programados|programadas|scheduled"
        "|planned for|set|listed|gusta|favor|onda|jefe|amigo|amiga|right|verdad|o no|cierto|no es cierto"
        "|persona|personas|gente|people|person|man|dude|wey|guey|compa|mate|folks|hours|horas|hora|time"
        "|horario|dia|dias|day|days|semana|week|mes|month|week's|today's|tomorrow's|yesterday's|month's|queda"
        "|quedan|quedo|left|remaining|total|en total|in total|altogether|between|entre|juntos|together"
        "|al mismo tiempo"
    ),
    (Says.NAMES_NEXT,): ("con|de|esta|estan|with|is|are|a|para|sobre|about|of|by|for|si"),
    (Says.ME,): (
        "yo|mi|mis|mio|mia|mios|mias|conmigo|my|mine|i|i'm|im|i've|ive|me toca|me tocan|a mi|de mi|for me"
        "|of mine|estoy|para mi|me queda|me quedan"
    ),
    (Says.WE,): ("nosotros|nosotras|nos|we|we're|us|our|ours|estamos|todos nosotros"),
    (Says.TEAM,): (
        "equipo|mi equipo|del equipo|el equipo|nuestro equipo|team|my team|the team|our team|team's|teams"
        "|mi gente|la gente|my people|todos|todas|todos los demas|todo el mundo|todo mundo|todo el equipo"
        "|everyone|everybody|everyone's|everyones|los demas|las demas|the others|companeros|companeras"
        "|mis companeros|colegas|colleagues|my colleagues|colaboradores|mis colaboradores|the whole team"
        "|all of us|los mios|mis chicos|mi grupo|the guys|los muchachos|teammates|my teammates|coworkers"
        "|co-workers|workmates|personal|staff|the staff|mi personal|the crew|crew"
    ),
    (Says.RED,): (
        "rojo|rojos|roja|rojas|en rojo|red|reds|in red|in the red|luz roja|foco rojo|focos rojos"
        "|semaforo rojo|semaforo en rojo|red light|red lights|a red light|on red|red flag|red flags"
        "|red flagged|atorado|atorada|atorados|atoradas|atascado|atascada|atascados|atascadas|bloqueado"
        "|bloqueada|bloqueados|bloqueadas|blocked|stuck|detenido|detenida|detenidos|detenidas|trabado|trabada"
        "|trabados|trabadas|parado|parada|paradas|parados|frenado|frenada|frenados|frenadas|en problemas"
        "|in trouble|va mal|van mal|anda mal|andan mal|going badly|going wrong|blocker|blockers|bloqueos"
        "|bloqueo|atorones|se atoro|se atoraron|se bloqueo|urge destrabar|destrabar|unblock|unblocked"
        "|blocking|held up|red tasks|rojito|rojitos|red items"
    ),
    (Says.YELLOW,): ("amarillo|amarillos|amarilla|amarillas|en amarillo|yellow|yellows|in yellow|amber"),
    (Says.ORANGE,): ("naranja|naranjas|en naranja|orange|oranges|in orange|en riesgo|at risk|riesgo|peligro|in danger"),
    (Says.GREEN,): ("verde|verdes|en verde|green|greens|in green|va bien|van bien|going well|on track"),
    (Says.OPEN,): (
        "abrir|abre|abren|abrio|abrieron|abra|abran|abierto|abierta|abiertos|abiertas|ha abierto|han abierto"
        "|open|opens|opened|opening|start|started|starts|empezo|empezaron|empezado|empezar|empieza|empiezan"
        "|inicio su dia|iniciaron|iniciado|inicio|iniciar|comenzo|comenzado|comenzaron|comenzar|abriendo"
        "|start their day|started their day|begin|began|begun|arranco|arrancado|arrancar|arrancaron"
        "|tiene abierto|tienen abierto|su dia abierto|abriria"
    ),
    (Says.OPEN, Says.ME): ("abri|abro|he abierto|empece|tengo abierto|inicie"),
    (Says.CLOSE,): (
        "cerrar|cierra|cierran|cerro|cerraron|cierre|cierren|cerrado|cerrada|cerrados|cerradas|ha cerrado"
        "|han cerrado|close|closes|closed|closing|finish|finished|finishes|completed|complete|completo"
        "|completos|completa|completado|completada|completadas|completaron|termino|terminaron|terminado"
        "|terminada|terminados|terminadas|terminar|termina|terminan|acabo|acabaron|acabado|acabadas|acabada"
        "|acabar|concluyo|concluyeron|concluido|concluida|concluidas|finalizo|finalizado|finalizada"
        "|finalizadas|finalizaron|wrap up|wrapped up|shut|hechas|hecha|done with|finalizar|concluir"
        "|end their day|ended their day|cerrando|entrego|entregaron|entregado|se cerro|se cerraron|se termino"
        "|se terminaron|got done|gets done|get done|delivered"
    ),
    (Says.CLOSE, Says.ME): (
        "cerre|cierro|he cerrado|termine|acabe|he terminado|i finished|complete yo|conclui|i closed|i completed"
    ),
    (Says.REPORT,): (
        "reporto|reportaron|reportado|reportar|reporta|reportan|report|reported|progress report|mando avance"
        "|mandaron avance|enviar avance|mandar avance|envio avance|enviado avance|mandado avance"
        "|send their progress|sent their progress|progress update|send progress|sent progress|sent a report"
        "|informado|informar|mando su avance|enviaron avance|enviar su avance|mandar su avance"
        "|enviado su avance|mandado su avance|envio su avance|enviaron su avance|mandaron su avance|submitted"
        "|submit|actualizo|actualizado|actualizar|actualizaron|sent their update|sent an update|sent in"
        "|entrego avance|sent his update|sent her update|checked in|check in|dado avance|dio avance"
    ),
    (Says.REPORT, Says.NOUN): ("avance|avances|reporte|reportes|reports|report|update|updates|informe|su avance"),
    (Says.REPORT, Says.ME): (
        "reporte yo|mande avance|envie avance|he reportado|mande mi avance|envie mi avance|mi avance"
    ),
    (Says.LACK,): (
        "falta|faltan|falto|faltaron|falta de|faltan de|falta por|faltan por|faltaria|faltarian|sin|missing"
        "|lacking|without|pendiente de|pendientes de|yet to|still has to|still have to|left to|have left to"
        "|not yet|still hasn't|still haven't|outstanding on|todavia no|aun no|sigue sin|siguen sin|remains to"
        "|has yet to|have yet to|needs to|need to|le falta|les falta|nos falta|hace falta que|quien debe"
        "|deben|debe"
    ),
    (Says.LACK, Says.ME): ("me falta|me faltan|i still have to|i need to"),
    (Says.NOT,): (
        "no|not|hasn't|hasnt|haven't|havent|didn't|didnt|isn't|isnt|aren't|arent|don't|dont|doesn't|doesnt"
        "|never|nunca|no ha|no han|no he|won't|wont|jamas|can't|cant|cannot|tampoco"
    ),
    (Says.DAY,): (
        "su dia|mi dia|el dia|tu dia|bitacora|jornada|their day|his day|her day|my day|the day|daily log"
        "|day log|log|sus dias|bitacoras|su jornada|the log|mi jornada|mi bitacora|su bitacora|their days"
    ),
    (Says.TASKS,): (
        "tareas|pendientes|tasks|to-dos|todos los pendientes|todo list|to-do list|to do list|actividades"
        "|por hacer|que hacer|to do|quehaceres|trabajos|work items|activities|cosas pendientes"
        "|cosas por hacer|asuntos|encargos|asignaciones|assignments|todas las tareas|lista de tareas"
        "|task list|open items|encargado de|asignado|asignada|asignados|asignadas|assigned|assigned to"
        "|encargada de|carga de trabajo|workload|backlog|pending|pendientito|pendientitos|open tasks"
        "|abiertas las tareas|en mi plato|on my plate|on her plate|on his plate|on their plate|carga|tickets"
        "|todas mis tareas|things to do|stuff to do|responsable de|responsible for|in charge of|a cargo de"
        "|proyectos pendientes"
    ),
    (Says.TASKS, Says.ME): (
        "should i work on|do i need to do|should i be working on|i should do|i need to work on|i have pending"
        "|debo hacer|tengo que hacer|should i do|i have to do|do i have to do|must i do|me toca hacer"
        "|i need to do|should i be doing|tengo por hacer|tengo pendiente|debo"
    ),
    (Says.TASK,): ("tarea|task|pendiente|actividad|activity|asunto|ticket|encargo"),
    (Says.LATE,): (
        "atrasado|atrasada|atrasados|atrasadas|vencido|vencida|vencidos|vencidas|retrasado|retrasada"
        "|retrasados|retrasadas|late|overdue|behind|past due|se paso|se pasaron|ya vencio|ya se vencio"
        "|ya vencieron|demorado|demorada|demoradas|demorados|out of date|past their date|caducadas|caducado"
        "|atraso|atrasos|retraso|retrasos|delayed|running late|fuera de tiempo|fuera de fecha|con atraso"
        "|con retraso|lagging|rezagado|rezagada|rezagadas|rezagados|behind schedule|past deadline|tarde"
        "|tardio"
    ),
    (Says.DUE,): (
        "vence|vencen|vencer|venceran|vencera|se vence|se vencen|due|deadline|deadlines|entrega|entregas"
        "|se entrega|se entregan|entregar|hay que entregar|fecha limite|fechas limite|expire|expires|expiring"
        "|vencimiento|vencimientos|por vencer|fall due|falls due|comes due|come due|is due|are due|due date"
        "|due dates|caduca|caducan|toca entregar|debe entregarse|fecha de entrega|fechas de entrega|vencio"
        "|vencieron|se vencio|se vencieron|vencia|vencian|was due|were due|cumple plazo|plazo|plazos"
        "|para entregar|entregable|entregables|deliverables"
    ),
    (Says.DUE, Says.ME): (
        "tengo que entregar|debo entregar|i have to deliver|do i have to deliver|do i owe|entrego|me vence|me vencen"
    ),
    (Says.PLANNED,): (
        "planeacion|en planeacion|planeada|planeadas|planeado|planned|in planning|planning|por planear"
        "|planificado|planificada|planificadas|planificacion"
    ),
    (Says.REPEATED,): (
        "se repite|se repiten|repetida|repetidas|recurrente|recurrentes|repeat|repeats|repeating|recurring"
        "|periodicas|periodica|que se repiten|recurrencia"
    ),
    (Says.EVENTS,): (
        "juntas|reuniones|eventos|citas|agenda|agendas|calendario|compromisos|llamadas|meetings|events"
        "|appointments|calendar|schedule|calls|diary|agendado|agendada|agendados|agendadas|calls scheduled"
        "|sesiones|sessions|cita agendada|videollamadas|entrevistas|videocalls|engagements|invites"
    ),
    (Says.EVENT,): (
        "junta|reunion|evento|cita|llamada|meeting|event|appointment|call|compromiso|sesion|session"
        "|videollamada|entrevista|engagement"
    ),
    (Says.NEXT,): (
        "proximo|proxima|proximos|proximas|siguiente|siguientes|next|upcoming|mas cercano|mas cercana|nearest"
        "|que sigue|sigue|viene|vienen|que viene|soonest|lo siguiente|lo que sigue|comes next|next up"
        "|coming up|el que viene|la que viene|la que sigue|inmediata|primera|primer|first"
    ),
    (Says.FREE,): (
        "libre|libres|disponible|disponibles|free|available|hueco|huecos|espacio|espacios|desocupado"
        "|desocupada|desocupados|desocupadas|disponibilidad|availability|tiene tiempo|tienen tiempo"
        "|hay tiempo|chance|slot|slots|time slot|opening for|free time|time free|tiempo libre|ratito"
        "|rato libre|hora libre|horas libres|horario libre|horarios libres|spare time|gap|gaps|espacio libre"
        "|free slot|free slots|free slot for|tiene chance|huequito|free up|free at|open slot|open slots"
        "|disponible para|has time|have time|time for|hueco libre|con tiempo"
    ),
    (Says.FREE, Says.ME): (
        "tengo tiempo|tengo libre|tengo hueco|tengo huecos|tengo espacio|i have time|my availability"
        "|am i free|im free|i free"
    ),
    (Says.CAN,): (
        "puede|pueden|podria|podrian|can|could|podra|podran|le queda bien|les queda bien|would work|works for"
        "|le conviene|les conviene|alcanza|puedan|pueda"
    ),
    (Says.CAN, Says.ME): ("puedo|podre|can i"),
    (Says.CAN, Says.WE): ("podemos|podriamos|podremos|podamos|can we|could we|we can|nos queda bien|nos conviene"),
    (Says.MEET,): (
        "verme|vernos|vemos|reunir|reunirme|reunirnos|reunimos|reunirse|juntar|juntarme|juntarnos|juntamos"
        "|juntarse|meet|meet up|meet with|get together|encontrar un horario|encontrarme|encontrarnos|hablar"
        "|platicar|talk|speak|catch up|sit down|sentarnos|hablar con|conectar|conectarnos|coincidir"
        "|coincidimos|coinciden|hacer una junta|hacer una reunion|tener una junta|agendar|agendamos"
        "|have a meeting|hold a meeting|hook up|reunion con|una llamada con|find a time|find time"
        "|buscar un horario|buscar hueco|find a slot|encontrar hueco|quedar|quedamos|agendar una junta"
        "|hacer junta|set up a meeting|schedule a meeting|schedule a call|have a call"
    ),
    (Says.BUSY,): (
        "ocupado|ocupada|ocupados|ocupadas|busy|taken|en junta|en una junta|en reunion|in a meeting|engaged"
        "|comprometido|comprometida|booked|in meetings|en juntas|tied up|otra junta|en llamada|on a call"
    ),
    (Says.AWAY,): (
        "sale de vacaciones|salen de vacaciones|toma vacaciones|toman vacaciones|pide vacaciones|vacaciones"
        "|de vacaciones|ausente|ausentes|fuera|de viaje|viaja|on holiday|on holidays|on vacation|vacation"
        "|vacations|away|out|out of office|out of the office|on leave|leave|absent|de permiso|con permiso"
        "|permiso|incapacidad|incapacitado|incapacitada|de incapacidad|no viene|no vienen|no vendra"
        "|no vendran|no vino|no vinieron|no asiste|de baja|baja medica|sick|on sick leave|enfermo|enferma"
        "|enfermos|ooo|pto|on pto|time off|fuera de la oficina|de descanso|taking time off|off sick|se va"
        "|se van|out sick|vacacionando|not coming in|isn't coming|no se presenta|no se presento"
        "|taking vacation|se va de vacaciones|se van de vacaciones|going on holiday|gone|going away"
        "|going on vacation|won't be here|wont be here|will be out|will not be here"
    ),
    (Says.NOT_HERE,): (
        "no esta|no estan|no estara|no estaran|not here|not there|not in|isn't here|aren't here|not around"
        "|isn't in|aren't in|not be in|won't be in|not be here|no anda|no andan"
    ),
    (Says.ABSENCE,): (
        "ausencia|ausencias|absence|absences|vacaciones apuntadas|days off|dias libres|time off booked"
        "|dias de vacaciones|holidays booked|vacation days|dias de descanso"
    ),
    (Says.ABSENCE, Says.ME): (
        "mis vacaciones|my vacation|my holidays|my holiday|my vacations|my days off|mis dias libres"
        "|my time off|mis ausencias|mi ausencia|mis permisos|my leave|mis dias de vacaciones"
    ),
    (Says.BACK,): (
        "regresa|regresan|regresara|vuelve|vuelven|volvera|back|return|returns|returning|come back|comes back"
        "|coming back|is back|be back|get back|gets back|de regreso|de vuelta|retorna|se reincorpora"
        "|reincorpora"
    ),
    (Says.OFF,): (
        "descansa|descansan|libra|libran|off|day off|no trabaja|no trabajan|not working|doesn't work"
        "|don't work|no labora|no laboran|isn't working|aren't working|no le toca trabajar|work off"
        "|descansara|descansaran|doesnt work|not work|en descanso|tiene libre|tienen libre|tiene el dia"
        "|takes off|taking off|no trabajara"
    ),
    (Says.WORKS,): ("trabaja|trabajan|trabajara|trabajaran|works|work"),
    (Says.WORK_AT_ALL,): (
        "se trabaja|trabajamos|do we work|we work|laborable|dia habil|dias habiles|working day|business day"
        "|es habil|laboramos|hay que trabajar|do i work|i work|se labora|hay labores|workday|abre la oficina"
        "|is the office open|office open|office closed|dia laborable|dias laborables|se descansa|descansamos"
        "|working days"
    ),
    (Says.BIRTHDAY,): (
        "cumpleanos|cumple|cumplen|cumple anos|cumplen anos|cumpleanero|cumpleaneros|cumpleanera|birthday"
        "|birthdays|bday|bdays|b-day|birthday's|festejado|festejados|festejada|cumples|cumpleanios"
        "|anos cumple|cumplira|cumpliran anos|born|nacio|natalicio|festejamos|cumplio|cumplieron|birthday boy"
        "|celebrates|celebrate"
    ),
    (Says.HOLIDAY,): (
        "festivo|festivos|dia festivo|dias festivos|feriado|feriados|dia feriado|dias feriados|puente|puentes"
        "|asueto|dia de asueto|dias de asueto|dia inhabil|dias inhabiles|inhabil|inhabiles|holiday|holidays"
        "|bank holiday|bank holidays|public holiday|public holidays|national holiday|national holidays"
        "|dias no laborables|no laborable|no laborables|fin de semana largo|long weekend|day off for everyone"
        "|descanso obligatorio|long weekends"
    ),
    (Says.DID,): (
        "trabajo|trabajo en|ha trabajado|trabajaron en|stuff done|hizo|hicieron|ha hecho|han hecho|hecho"
        "|estuvo haciendo|estuvieron haciendo|did do|was doing|trabajaron|work on|worked on|worked"
        "|accomplished|accomplish|logro|lograron|avanzo|avanzaron|estuvo|achieve|achieved|what did"
        "|was working on|were working on|were doing|got done by|saco|sacaron|realizo|realizaron|done"
    ),
    (Says.DID, Says.ME): (
        "hice|he hecho|trabaje|estuve haciendo|i did|i done|i worked on|avance yo|did i do|i accomplish|logre"
        "|realice|i've done|have i done|i got done"
    ),
    (Says.DID, Says.WE): ("hicimos|hemos hecho|avanzamos|we did"),
    (Says.DOING,): (
        "haciendo|esta haciendo|estan haciendo|trabajando|esta trabajando|estan trabajando|working on|working"
        "|doing now|en que anda|en que andan|en que esta|en que estan|en que trabaja|en que trabajan|up to"
        "|anda haciendo|que hace|que hacen|que anda haciendo|que andan haciendo|what's up with"
        "|en que se encuentra|en que va|occupied with"
    ),
    (Says.HAVE,): (
        "tiene|tienen|tenia|tenian|tendra|tendran|trae|traen|got|hay en|has on|have on|got on|on for"
        "|have going on|have|lleva|llevan|going on|toca|tocan|espera|esperan|happening|happens|pasa|on tap"
    ),
    (Says.HAVE, Says.ME): (
        "tengo|tendre|tenia yo|traigo|i have|have i|do i have|i've got|have i got|me espera|me esperan"
        "|me toca|me tocan|llevo|i got|have i on|i got on"
    ),
    (Says.HAVE, Says.WE): (
        "tenemos|tendremos|we have|do we have|have we|have we got|we've got|nos toca|nos espera|traemos"
    ),
    (Says.GOES,): (
        "va|van|anda|andan|como esta|como estan|como sigue|como siguen|going|goes|doing|status|estatus|estado"
        "|progreso|progress|get on|getting on|getting along|faring|porcentaje|porcentajes|percentage|promedio"
        "|average|como le va|como les va|que tal va|que tal van|how is|how are|how's|como viene|como vienen"
        "|doing so far|iba|iban|le fue|les fue|fue el dia de|fue el dia|went|did it go|do|did the day go"
        "|how did|avanza|avanzan|performing|semaforo de|semaforos|lights|luces|colores|va avanzando"
        "|van avanzando|coming along|marcha|marchan|hows|se ve|look|looks"
    ),
    (Says.GOES, Says.ME): (
        "voy|ando|como me va|am i doing|how am i|i doing|me fue|mi progreso|my progress|mi estado"
        "|mi avance va|mi promedio|my average|my status|am i|como estoy"
    ),
    (Says.GOES, Says.WE, Says.TEAM): (
        "vamos|andamos|nos va|are we doing|how are we|nos fue|we doing|como estamos|are we|did we do"
    ),
    (Says.SUMMARY,): (
        "resumen|summary|overview|panorama|sumario|recap|resume|wrap-up|vista general|el resumen|resumeme"
        "|summarize|summarise|briefing|snapshot|balance|run-down|rundown"
    ),
    (Says.HISTORY,): (
        "historial|history|mis semanas|my weeks|ultimas semanas|last weeks|past weeks|recent weeks"
        "|mis ultimas semanas|my last weeks|historico|evolucion|trend|tendencia"
    ),
    (Says.SEARCH,): (
        "busca|buscar|buscame|encuentra|encontrar|encuentrame|find|find me|search|search for|look for|look up"
        "|localiza|busco|donde esta la tarea|donde quedo|donde quedo la|where is the task|donde esta el"
        "|donde esta la|buscamos|buscan|halla|en donde quedo|where did"
    ),
    (Says.TOLD,): (
        "me avisaste|me has avisado|avisaste|me escribiste|notificaste|me mandaste|did you tell me"
        "|you tell me|did you send me|you send me|you notify me|did you notify me|me notificaste|me enviaste"
        "|you sent me|you told me|no me avisaste|you not tell me|didn't you tell me|avisos hubo|me llego"
        "|me llegaron|avisos me mandaste|me avisan|avisos me diste|didn't i get|i get notified|avisos tuve"
        "|notificaciones tuve|me avisaron"
    ),
    (Says.COMMENT,): (
        "comento|comento en|comentar|comentario|comentarios|comment|comments|commented|comentaron|agregar nota"
    ),
    (Says.CHANGE,): (
        "cambio|cambiar|cambia|se cambia|change|set up|configurar|configuro|configura|ajustar|ajusto|poner"
        "|pongo|pone|settings|ajustes|switch|actualizo mi|modificar|modifico|edito|editar|se pone|quito"
        "|quitar|elijo|elegir|choose|pick|turn off|turn on|apago|apagar|desactivo|activar|activo|se configura"
        "|preferencias|preferences|se cambian"
    ),
    (Says.CHANGE, Says.HOW): (
        "where do i|how do i|how can i|how to|como le hago para|como hago para|como se hace|como puedo"
        "|donde puedo|where can i|how does one"
    ),
    (Says.CREATE,): (
        "creo|crear|crea|se crea|agrego|agregar|apunto|apuntar|registro|registrar|anoto|anotar|pido|pedir"
        "|hago una|hacer una|create|add|make|make a|book|request|log a|ask for|nueva|nuevo|new|note|register"
        "|solicito|solicitar|doy de alta|dar de alta|se apunta|se apuntan|se pide|se piden|se agrega"
        "|se registra|se registran|programar|programo|asigno|asignar|assign|enter|invito|invitar|organizo"
        "|organizar|meto|meter|levanto|levantar|se hace una|report an|se agenda|agendo|cargo|cargar"
        "|schedule a"
    ),
    (Says.LANGUAGE,): ("idioma|idiomas|lenguaje|language|languages|ingles|english|espanol|spanish"),
    (Says.ZONE,): (
        "zona horaria|zona|huso horario|time zone|timezone|mi zona horaria|my time zone|my timezone|reloj"
        "|mi hora|my clock"
    ),
    (Says.NOTICES,): (
        "avisos|aviso|notificaciones|notificacion|notifications|notification|recordatorios|recordatorio"
        "|reminders|reminder|alertas|alerta|alerts|notices|mis avisos|my notifications|my reminders|alarmas"
    ),
    (Says.TOKEN,): ("token|tokens|api|api token|clave de api|api key|token de la api|acceso a la api"),
}


def phrases() -> Mapping[tuple[str, ...], frozenset[Says]]:
    """Every phrase as its words, and all that it says."""
    said: defaultdict[tuple[str, ...], set[Says]] = defaultdict(set)
    for concepts, listed in WORDS.items():
        for phrase in listed.split("|"):
            said[tuple(phrase.split())].update(concepts)
    return {phrase: frozenset(concepts) for phrase, concepts in said.items()}


PHRASES = phrases()
LONGEST = max(map(len, PHRASES))
VOCABULARY = frozenset(word for phrase in PHRASES for word in phrase)
ALONE = frozenset(word for phrase in PHRASES for word in phrase if len(phrase) == 1)
"""Those that say something by themselves."""
