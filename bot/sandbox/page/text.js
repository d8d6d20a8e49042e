// A text with its entities as nodes. JavaScript's strings count UTF-16 units, as entities do.
import { copyText, el } from "./dom.js";

const WRAPS = {
  bold: () => el("strong"),
  italic: () => el("em"),
  strikethrough: () => el("s"),
  hashtag: () => el("span.tag"),
  mention: () => el("span.tag"),
  text_mention: () => el("span.tag"),
};

/** `context`: { say, calendar, openLink(url), sendCommand(text), copied() }. */
export function renderText(text, entities, context) {
  const fragment = document.createDocumentFragment();
  const cuts = new Set([0, text.length]);
  for (const { offset, length } of entities) cuts.add(offset).add(offset + length);
  const points = [...cuts].sort((a, b) => a - b);
  for (let i = 0; i + 1 < points.length; i += 1) {
    const [from, to] = [points[i], points[i + 1]];
    const over = entities.filter((e) => e.offset <= from && e.offset + e.length >= to);
    fragment.append(wrap(shown(text.slice(from, to), from, over, context), over, text, context));
  }
  return fragment;
}

/** A time by the reader's clock, once for all the pieces it is cut into; anything else as it was written. */
function shown(piece, from, over, { calendar }) {
  const time = over.find((entity) => entity.type === "date_time");
  if (!time) return piece;
  return from === time.offset ? calendar.local(time.unix_time) : "";
}

function wrap(piece, over, text, context) {
  let node = document.createTextNode(piece);
  for (const entity of [...over].reverse()) {
    const whole = text.slice(entity.offset, entity.offset + entity.length);
    const outer = WRAPS[entity.type]?.() ?? special(entity, whole, context);
    if (outer === null) continue;
    outer.append(node);
    node = outer;
  }
  return node;
}

function special(entity, whole, context) {
  if (entity.type === "code") return codeButton(whole, context);
  if (entity.type === "spoiler") return spoiler(entity, context);
  if (entity.type === "bot_command") return commandLink(whole, context);
  if (entity.type === "date_time") return el("time.local", { datetime: new Date(entity.unix_time * 1000).toISOString(), title: whole });
  const address = { url: whole, text_link: entity.url, email: `mailto:${whole}` }[entity.type];
  return address === undefined ? null : link(address, context);
}

const stop = { "data-stop": "" };

function codeButton(whole, context) {
  return el("code", { ...stop, role: "button", title: context.say("copyCode"), ...pressed(() => copy(whole, context)) });
}

async function copy(text, context) {
  await copyText(text);
  context.copied();
}

function spoiler(entity, context) {
  const reveal = (event) => {
    const bubble = event.currentTarget.closest(".text");
    event.preventDefault();
    event.stopPropagation();
    for (const part of bubble.querySelectorAll(`[data-spoiler="${entity.offset}"]`)) {
      part.classList.add("shown");
      part.removeAttribute("role");
      part.removeAttribute("aria-label");
    }
  };
  const attributes = { ...stop, role: "button", "aria-label": context.say("spoiler"), "data-spoiler": entity.offset };
  return el("span.spoiler", { ...attributes, ...pressed(reveal) });
}

/** Click, Enter and Space do the same. */
function pressed(act) {
  const byKey = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    act(event);
  };
  return { onclick: act, onkeydown: byKey };
}

function commandLink(whole, context) {
  return el("button.command", { ...stop, type: "button", onclick: () => context.sendCommand(whole) });
}

/** Only http, https and mail go anywhere; this bot's own links act inside the page. */
export function link(address, context) {
  const url = /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`;
  const safe = /^(https?|mailto):/i.test(url);
  const follow = (event) => {
    if (context.openLink(url)) event.preventDefault();
    else if (!safe) event.preventDefault();
  };
  return el("a", { ...stop, href: safe ? url : "#", target: "_blank", rel: "noopener noreferrer", onclick: follow });
}

/** The file of a message that is no picture. */
export const fileOf = (raw) => raw.document ?? raw.video ?? raw.audio ?? raw.voice ?? raw.animation ?? raw.video_note;

/** One line that tells what a message is, for banners and announcements. */
export function gist(message, say) {
  const text = message.raw.text || message.raw.caption;
  if (text) return text.length > 140 ? `${text.slice(0, 140)}…` : text;
  if (message.raw.photo) return say("photo");
  if (message.raw.location) return say("location");
  const file = fileOf(message.raw);
  return file ? file.file_name ?? say("file") : say("message");
}
