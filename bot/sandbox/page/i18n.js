// The page's own words. Each panel speaks its person's language; the bar speaks the visitor's.

const WORDS = {
  es: {
    bench: "banco de pruebas", people: "Personas", shortcuts: "Atajos de teclado", language: "Idioma de la barra; cada persona tiene el suyo en ···",
    theme: "Tema", "theme.auto": "Tema: automático", "theme.light": "Tema: claro", "theme.dark": "Tema: oscuro",
    "link.wait": "Conectando…", "link.on": "En línea", "link.off": "Reconectando…",
    talks: "habla con {bot}",
    composer: "Mensaje de {name}", placeholder: "Mensaje", send: "Enviar", attach: "Adjuntar", file: "Foto o archivo", location: "Ubicación",
    commands: "Comandos", start: "Iniciar", restart: "Desbloquear", intro: "¿Qué puede hacer este bot?",
    introText: "Aún no hay mensajes aquí. Pulsa Iniciar para saludar al bot.",
    blocked: "Has bloqueado a este bot.", removed: "El bot ya no está en este grupo.",
    reply: "Responder", edit: "Editar", copy: "Copiar texto", raw: "Ver JSON", more: "Opciones del mensaje",
    replyTo: "Respuesta a {name}", editing: "Editando tu mensaje", cancel: "Cancelar", edited: "editado",
    you: "Tú", photo: "Foto", message: "Mensaje", download: "Descargar",
    copied: "Copiado", copyCode: "Copiar código", spoiler: "Texto oculto: pulsa para mostrarlo",
    close: "Cerrar", ok: "Aceptar", down: "Ir al final",
    settings: "Ajustes de {name}", clientLanguage: "Idioma de la aplicación", block: "Bloquear al bot",
    unblock: "Desbloquear al bot", clear: "Vaciar el chat", clearSure: "¿Vaciar el chat de {name}?",
    today: "Hoy", yesterday: "Ayer", chats: "Chats", keyboard: "Botones del mensaje",
    offers: "Lo que ofrece el bot", via: "vía {bot}", history: "Conversación de {name}", waiting: "esperando respuesta",
    failed: "No se pudo: {error}", offline: "El servidor no responde", unread: "{n} sin leer",
    outside: "Abre un enlace", created: "{name} creó el grupo", joined: "{name} se unió al grupo",
    topic: "{name} creó el tema {topic}", topicClosed: "{name} cerró el tema",
    left: "{name} salió del grupo", migrated: "El grupo pasó a ser un supergrupo", service: "Aviso",
    tourSteps: "Para probar", tourCount: "{done} de {all}", tourDone: "hecho: {text}", tourMore: "Ver todo lo que hay para probar", tourLess: "Ver solo lo que sigue",
    "key.switch": "Cambiar de persona", "key.send": "Enviar · nueva línea", "key.edit": "Editar tu último mensaje",
    "key.buttons": "Ir a los botones del último mensaje", "key.move": "Moverse por mensajes y botones",
    "key.reply": "Responder · editar · opciones, sobre un mensaje", "key.esc": "Cancelar, cerrar, volver a escribir",
    "key.slash": "Comandos; Tab completa, Intro envía",
  },
  en: {
    bench: "test bench", people: "People", shortcuts: "Keyboard shortcuts", language: "Language of this bar; each person has their own in ···",
    theme: "Theme", "theme.auto": "Theme: automatic", "theme.light": "Theme: light", "theme.dark": "Theme: dark",
    "link.wait": "Connecting…", "link.on": "Online", "link.off": "Reconnecting…",
    talks: "talks to {bot}",
    composer: "{name}'s message", placeholder: "Message", send: "Send", attach: "Attach", file: "Photo or file", location: "Location",
    commands: "Commands", start: "Start", restart: "Unblock", intro: "What can this bot do?",
    introText: "No messages here yet. Press Start to greet the bot.",
    blocked: "You blocked this bot.", removed: "The bot is no longer in this group.",
    reply: "Reply", edit: "Edit", copy: "Copy text", raw: "View JSON", more: "Message options",
    replyTo: "Reply to {name}", editing: "Editing your message", cancel: "Cancel", edited: "edited",
    you: "You", photo: "Photo", message: "Message", download: "Download",
    copied: "Copied", copyCode: "Copy code", spoiler: "Hidden text: press to reveal it",
    close: "Close", ok: "OK", down: "Go to the end",
    settings: "{name}'s settings", clientLanguage: "App language", block: "Block the bot",
    unblock: "Unblock the bot", clear: "Clear the chat", clearSure: "Clear {name}'s chat?",
    today: "Today", yesterday: "Yesterday", chats: "Chats", keyboard: "Message buttons",
    offers: "What the bot offers", via: "via {bot}", history: "{name}'s conversation", waiting: "waiting for an answer",
    failed: "That failed: {error}", offline: "The server does not answer", unread: "{n} unread",
    outside: "Opens a link", created: "{name} created the group", joined: "{name} joined the group",
    topic: "{name} created the topic {topic}", topicClosed: "{name} closed the topic",
    left: "{name} left the group", migrated: "The group became a supergroup", service: "Notice",
    tourSteps: "To try", tourCount: "{done} of {all}", tourDone: "done: {text}", tourMore: "Show all that there is to try", tourLess: "Show only what is next",
    "key.switch": "Switch person", "key.send": "Send · new line", "key.edit": "Edit your last message",
    "key.buttons": "Go to the last message's buttons", "key.move": "Move among messages and buttons",
    "key.reply": "Reply · edit · options, on a message", "key.esc": "Cancel, close, back to typing",
    "key.slash": "Commands; Tab completes, Enter sends",
  },
};

const known = (code) => (code || "").toLowerCase().split("-")[0] in WORDS;
const short = (code) => code.toLowerCase().split("-")[0];

/** The language of the bar: remembered, else Spanish as the panels are, whatever the browser's: one page, one language. */
export function visitorLanguage() {
  const remembered = localStorage.getItem("sandbox.language");
  return known(remembered) ? short(remembered) : "es";
}

export function rememberLanguage(code) {
  localStorage.setItem("sandbox.language", code);
}

/** A translator for a language code; unknown ones read as the visitor's. `{name}` marks are filled in. */
export function translator(code) {
  const language = known(code) ? short(code) : visitorLanguage();
  const say = (key, marks = {}) =>
    (WORDS[language][key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => marks[name] ?? whole);
  say.language = language;
  return say;
}
