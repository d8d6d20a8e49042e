// One message: its bubble, its media, its buttons.
import { fileUrl } from "./api.js";
import { el, icon } from "./dom.js";
import { fileOf, gist, renderText } from "./text.js";

const SERVICE = ["group_chat_created", "new_chat_members", "left_chat_member", "migrate_to_chat_id",
  "migrate_from_chat_id", "forum_topic_created", "forum_topic_closed"];
const PHOTO_WIDTH = 460;
const PHOTO_HEIGHT = 560;
const HUES = [152, 32, 210, 278, 340, 190, 12];

/** A stable colour for a person, as a hue. */
export const hueOf = (id) => HUES[Math.abs(id) % HUES.length];

export const initials = (name) => name.split(/\s+/).slice(0, 2).map((word) => [...word][0] ?? "").join("").toUpperCase();

/**
 * `context`: { say, calendar, personId, group, isPressed(message, data), press(message, button), openLink(url), sendCommand(text),
 * copied(), jump(messageId), lightbox(url, caption), options(message, anchor) }.
 */
export function renderMessage(message, context) {
  const service = SERVICE.find((name) => name in message.raw);
  if (service) return renderService(message, service, context);
  const mine = message.raw.from.id === context.personId;
  const item = el(`li.msg.${mine ? "mine" : "theirs"}`, {
    "data-message-id": message.id, "data-from": message.from_bot ? "bot" : mine ? "me" : "other", tabindex: -1,
  });
  item.append(renderBubble(message, mine, context));
  const rows = message.markup?.inline_keyboard;
  if (rows) item.append(renderKeys(message, rows, context));
  return item;
}

function renderService(message, service, { say }) {
  const name = message.raw.from.first_name;
  const key = { group_chat_created: "created", new_chat_members: "joined", left_chat_member: "left",
    forum_topic_created: "topic", forum_topic_closed: "topicClosed" }[service];
  const text = say(key ?? "migrated", { name, topic: message.raw.forum_topic_created?.name });
  return el("li.msg.service", { "data-message-id": message.id, "data-from": "service", tabindex: -1 }, el("span", {}, text));
}

function renderBubble(message, mine, context) {
  const { raw } = message;
  const bubble = el("div.bubble");
  const media = renderMedia(message, context);
  const text = raw.text ?? raw.caption;
  if (media) bubble.classList.add(raw.photo ? "with-photo" : "with-file");
  if (context.group && !mine) {
    bubble.append(el("div.who", { hue: hueOf(raw.from.id) }, raw.from.first_name));
  }
  if (raw.via_bot) bubble.append(el("div.who", { hue: hueOf(raw.via_bot.id) }, context.say("via", { bot: `@${raw.via_bot.username}` })));
  if (raw.reply_to_message) bubble.append(renderQuoted(raw.reply_to_message, context));
  const words = text ? el("div.text", {}, renderText(text, raw.entities ?? raw.caption_entities ?? [], context)) : null;
  if (words && isOnlyEmoji(text)) words.classList.add("emoji");
  bubble.append(...[media, words].filter(Boolean));
  bubble.append(renderMeta(message, context));
  const more = el("button.more", {
    type: "button", tabindex: -1, "aria-label": context.say("more"), "aria-haspopup": "menu",
    onclick: (event) => context.options(message, event.currentTarget),
  }, icon("dots"));
  bubble.append(more);
  return bubble;
}

const isOnlyEmoji = (text) => /^(?:\p{Extended_Pictographic}[\u{1F3FB}-\u{1F3FF}\uFE0F\u200D]*){1,3}$/u.test(text);

function renderMeta({ raw, reaction }, { say, calendar }) {
  const datetime = new Date(raw.date * 1000).toISOString();
  return el("div.meta", {}, reaction ? el("span.reaction", {}, reaction) : null,
    raw.edit_date ? el("span.edited", {}, say("edited")) : null,
    el("time", { datetime, title: calendar.moment(raw.date) }, calendar.time(raw.date)));
}

function renderQuoted(replied, context) {
  const { say } = context;
  const name = replied.from.id === context.personId ? say("you") : replied.from.first_name;
  const attributes = {
    type: "button", "data-stop": "", onclick: () => context.jump(replied.message_id), hue: hueOf(replied.from.id),
  };
  return el("button.quoted", attributes, el("b", {}, name), el("span", {}, gist({ raw: replied }, say)));
}

function renderMedia({ raw }, context) {
  if (raw.photo) return renderPhoto(raw, context);
  const file = fileOf(raw);
  if (file) return renderFile(file, context);
  if (raw.location) return renderLocation(raw.location, context);
  return null;
}

function renderPhoto(raw, { say, lightbox }) {
  const size = raw.photo.at(-1);
  const url = fileUrl(size.file_id);
  const scale = Math.min(1, PHOTO_WIDTH / size.width, PHOTO_HEIGHT / size.height);
  const alt = raw.caption ? `${say("photo")}: ${raw.caption}` : say("photo");
  const image = el("img", { src: url, alt, width: Math.round(size.width * scale),
    height: Math.round(size.height * scale), decoding: "async" });
  return el("button.photo", { type: "button", "data-stop": "", onclick: () => lightbox(url, alt) }, image);
}

function renderFile(file, { say }) {
  const size = file.file_size < 1024 ? `${file.file_size} B`
    : file.file_size < 1048576 ? `${(file.file_size / 1024).toFixed(1)} KB` : `${(file.file_size / 1048576).toFixed(1)} MB`;
  const name = file.file_name ?? say("file");
  const attributes = {
    href: fileUrl(file.file_id), download: name, "data-stop": "", "aria-label": `${say("download")} ${name}`,
  };
  return el("a.file", attributes, el("span.paper", {}, icon("file")),
    el("span.about", {}, el("b", {}, name), el("small", {}, size)));
}

function renderLocation({ latitude, longitude }, { say }) {
  const degrees = (value, [positive, negative]) => `${Math.abs(value).toFixed(4)}° ${value < 0 ? negative : positive}`;
  return el("div.file", {}, el("span.paper", {}, icon("spot")), el("span.about", {}, el("b", {}, say("location")),
    el("small", {}, `${degrees(latitude, "NS")}, ${degrees(longitude, "EW")}`)));
}

function renderKeys(message, rows, context) {
  const keys = el("div.keys", { role: "group", "aria-label": context.say("keyboard") });
  rows.forEach((row, r) => {
    const line = el("div.row");
    row.forEach((button, c) => line.append(renderKey(message, button, `${r}-${c}`, context)));
    keys.append(line);
  });
  return keys;
}

function renderKey(message, button, place, context) {
  const data = button.callback_data;
  const busy = data !== undefined && context.isPressed(message, data);
  const key = el("button.key", {
    type: "button", "data-stop": "", "data-place": place, "data-data": data, "data-style": button.style, "aria-busy": busy ? "true" : null,
    onclick: () => context.press(message, button),
  }, button.text);
  if (button.url) {
    key.append(icon("link"));
    key.title = `${context.say("outside")}: ${button.url}`;
  }
  if (button.copy_text) {
    key.append(icon("copy"));
    key.title = context.say("copy");
  }
  if (busy) key.append(el("span.visually-hidden.waiting", {}, ` (${context.say("waiting")})`));
  return key;
}
