// One person's app: header, conversation, composer.
import { act, upload } from "./api.js";
import { Composer } from "./composer.js";
import { alertDialog, confirmDialog, jsonDialog, lightbox, openMenu } from "./dialogs.js";
import { copyText, el, icon } from "./dom.js";
import { History } from "./history.js";
import { translator } from "./i18n.js";
import { hueOf, initials } from "./message.js";
import { settingsMenu } from "./settings.js";
import { gist } from "./text.js";
import { Calendar } from "./time.js";

const SPIN_AGAIN_MS = 3000;

export class Panel {
  /** `app`: { bot, timezone, active(panel), announce(text), unread(panel) }. */
  constructor(view, app) {
    this.app = app;
    this.view = view;
    this.chatId = view.id;
    this.say = translator(view.language);
    this.unread = 0;
    this.pressed = new Map();
    this.build();
    this.update(view, true);
  }

  build() {
    this.name = el("h2");
    this.status = el("p.status");
    this.settings = el("button.tool", { type: "button", "aria-haspopup": "menu", onclick: () => this.openSettings() },
      icon("dots"));
    this.avatar = el("span.avatar", { "aria-hidden": "true", hue: hueOf(this.view.id) });
    this.chips = el("nav.chips", { hidden: true });
    this.history = new History(this.messageContext());
    this.history.onScroll = () => this.drawDown();
    this.down = el("button.down", { type: "button", hidden: true, onclick: () => this.history.toEnd(true) }, icon("down"));
    this.toasts = el("div.toasts", { role: "status", "aria-live": "polite" });
    this.intro = el("div.intro", { hidden: true });
    this.composer = new Composer(this.composerHost());
    this.body = el("div.body", {}, this.intro, this.history.scroller, this.down, this.toasts);
    this.element = el("section.panel", { "data-person": this.view.key, tabindex: -1 },
      el("header", {}, this.avatar, el("div.who-am-i", {}, this.name, this.status), this.settings),
      this.chips, this.body, this.composer.element);
    this.element.addEventListener("focusin", () => this.app.active(this));
    this.element.addEventListener("pointerdown", () => this.app.active(this));
  }

  get chat() {
    return this.view.chats.find((chat) => chat.id === this.chatId) ?? this.view.chats[0];
  }

  /** The person anew; `redraw` also draws the conversation from nothing. */
  update(view, redraw = false) {
    this.view = view;
    const { say } = this;
    const languageChanged = say.language !== translator(view.language).language;
    this.say = translator(view.language);
    if (view.chats.some((chat) => chat.id === this.wanted)) [this.chatId, this.wanted] = [this.wanted, null];
    this.chatId = this.chat.id;
    this.history.context = this.messageContext();
    this.element.lang = this.say.language;
    this.element.setAttribute("aria-label", view.name);
    this.avatar.textContent = initials(view.name);
    this.name.textContent = view.name;
    this.settings.setAttribute("aria-label", this.say("settings", { name: view.name }));
    this.history.list.setAttribute("aria-label", this.say("history", { name: view.name }));
    this.down.setAttribute("aria-label", this.say("down"));
    if (redraw) this.pressed.clear();
    for (const press of this.chat.presses) this.pressed.set(pressKey(press.message_id, press.data), press.id);
    if (redraw || languageChanged) this.history.reset(this.chat.messages);
    this.drawAround();
  }

  drawAround() {
    const { chat, say } = this;
    const handle = `@${this.view.key}`;
    const blocked = this.view.blocked && chat.type === "private";
    this.status.textContent = `${handle} · ${blocked ? say("blocked") : say("talks", { bot: this.app.bot.name })}`;
    this.status.title = this.status.textContent;
    this.drawChips();
    this.drawIntro();
    this.composer.refresh();
    this.drawDown();
    this.element.classList.toggle("is-blocked", blocked);
  }

  drawChips() {
    const { chats } = this.view;
    this.chips.hidden = chats.length < 2;
    this.chips.setAttribute("aria-label", this.say("chats"));
    this.chips.replaceChildren(...chats.map((chat) => el("button.chip", {
      type: "button", "aria-pressed": String(chat.id === this.chatId), onclick: () => this.openChat(chat.id),
    }, chat.title || this.app.bot.name, chat.fresh ? el("span.badge", {}, chat.fresh) : null)));
  }

  openChat(chatId) {
    this.chatId = chatId;
    this.chat.fresh = 0;
    this.history.context = this.messageContext();
    this.history.reset(this.chat.messages);
    this.composer.cancel();
    this.drawAround();
  }

  drawIntro() {
    const empty = this.chat.type === "private" && !this.chat.messages.length;
    this.intro.hidden = !empty;
    const { description } = this.view;
    const about = description
      ? [el("b", {}, this.say("intro")), el("p.description", {}, description)]
      : [el("p", {}, this.say("introText"))];
    this.intro.replaceChildren(el("span.lamp.big", { "aria-hidden": "true" }, el("i"), el("i"), el("i")),
      el("h3", {}, this.app.bot.name), ...about);
  }

  drawDown() {
    this.down.hidden = this.history.atEnd;
    const { unseen } = this.history;
    this.down.replaceChildren(icon("down"), unseen ? el("span.badge", {}, unseen) : "");
  }

  // What happens

  /** A stream event of one of this person's chats. */
  take(event) {
    const chat = this.view.chats.find((each) => each.id === event.chat_id);
    const shown = chat === this.chat;
    if (event.kind === "message") this.takeMessage(chat, event.message, shown);
    else if (event.kind === "edited") this.takeEdit(chat, event.message, shown);
    else if (event.kind === "deleted") this.takeDeletion(chat, event.message_id, shown);
    else if (event.person_id === this.view.id) this.takePress(event);
  }

  takeMessage(chat, message, shown) {
    chat.messages.push(message);
    const own = message.raw.from.id === this.view.id;
    if (!shown) chat.fresh = (chat.fresh ?? 0) + (own ? 0 : 1);
    if (shown) this.history.add(message, own);
    if (!own) {
      this.app.unread(this);
      this.app.announce(`${message.raw.from.first_name} → ${this.view.name}: ${gist(message, this.say)}`);
    }
    this.drawAround();
  }

  takeEdit(chat, message, shown) {
    const at = chat.messages.findIndex((each) => each.id === message.id);
    if (at < 0) return;
    const before = chat.messages[at];
    chat.messages[at] = message;
    if (!shown) return;
    this.history.replace(message, before.raw !== message.raw && message.from_bot);
    this.drawAround();
  }

  takeDeletion(chat, messageId, shown) {
    chat.messages = chat.messages.filter((each) => each.id !== messageId);
    if (!shown) return;
    this.history.remove(messageId);
    this.composer.forget(messageId);
    this.drawAround();
  }

  takePress(event) {
    const key = pressKey(event.message_id, event.data);
    if (event.kind === "callback") this.pressed.set(key, event.id);
    else if (event.kind === "answer") this.pressed.delete(key);
    if (event.chat_id === this.chatId) this.history.refresh(event.message_id);
    if (event.kind === "answer") this.showAnswer(event.answer);
  }

  showAnswer({ text, show_alert: alert }) {
    if (!text) return;
    if (alert) alertDialog(this.say, this.app.bot.name, text);
    else this.toast(text);
  }

  toast(text, kind = "") {
    const note = el(`div.toast${kind && `.${kind}`}`, {}, text);
    this.toasts.append(note);
    setTimeout(() => note.classList.add("leaves"), 3200 + text.length * 30);
    setTimeout(() => note.remove(), 3600 + text.length * 30);
  }

  // What the person does

  /** Run an action; true where it worked, a toast where not. */
  async run(action, body) {
    try {
      await act(this.view.id, action, body);
      return true;
    } catch (error) {
      const offline = error instanceof TypeError;
      this.toast(offline ? this.say("offline") : this.say("failed", { error: error.message }), "bad");
      return false;
    }
  }

  send(text, replyTo = null) {
    return this.run("send", { text, chat: this.chatId, reply_to: replyTo });
  }

  async press(message, button) {
    if (button.url) return this.openLink(button.url) || window.open(button.url, "_blank", "noopener");
    if (button.copy_text) return copyText(button.copy_text.text).then(() => this.toast(this.say("copied")));
    if (button.callback_data === undefined) return this.toast(button.text);
    const key = pressKey(message.id, button.callback_data);
    if (this.pressed.has(key) && !this.again?.has(key)) return undefined;
    this.again?.delete(key);
    this.pressed.set(key, "");
    this.history.refresh(message.id);
    setTimeout(() => (this.again ??= new Set()).add(key), SPIN_AGAIN_MS);
    const sent = await this.run("press", { chat: this.chatId, message_id: message.id, data: button.callback_data });
    if (!sent) {
      this.pressed.delete(key);
      this.history.refresh(message.id);
    }
    return undefined;
  }

  /** True where it is this bot's own link, which acts here. */
  openLink(url) {
    const own = new RegExp(`^(https?://)?t\\.me/${this.app.bot.username}(\\?|/|$)`, "i").test(url);
    if (own) this.follow(url);
    return own;
  }

  /** Open this bot's own link, and the chat it leads to, which may be a new one. */
  async follow(url) {
    if (!url.includes("?")) return this.openChat(this.view.id);
    try {
      const { message } = await act(this.view.id, "open", { url });
      this.chatId = message.chat_id;
      if (this.chat.id === message.chat_id) this.openChat(message.chat_id);
      else this.wanted = message.chat_id;
    } catch (error) {
      this.toast(this.say("failed", { error: error.message }), "bad");
    }
    return undefined;
  }

  messageContext() {
    return {
      say: this.say,
      calendar: new Calendar(this.app.timezone, this.say, this.app.clockAhead),
      personId: this.view.id,
      group: this.chat.type !== "private",
      isPressed: (message, data) => this.pressed.has(pressKey(message.id, data)),
      press: (message, button) => this.press(message, button),
      openLink: (url) => this.openLink(url),
      sendCommand: (text) => this.send(text),
      copied: () => this.toast(this.say("copied")),
      jump: (messageId) => this.history.jump(messageId),
      lightbox: (url, caption) => lightbox(this.say, url, caption),
      options: (message, anchor) => this.openOptions(message, anchor),
      leave: () => this.composer.focus(),
      react: (key, message, item) => this.react(key, message, item),
    };
  }

  react(key, message, item) {
    if (key === "r") this.composer.reply(message);
    else if (key === "e" && this.isOwnText(message)) this.composer.edit(message);
    else if (key === "m" || key === "contextmenu") this.openOptions(message, item);
    else return false;
    return true;
  }

  isOwnText(message) {
    return message.raw.from.id === this.view.id && "text" in message.raw;
  }

  openOptions(message, anchor) {
    const { say } = this;
    const text = message.raw.text ?? message.raw.caption;
    const copied = () => this.toast(say("copied"));
    openMenu(anchor, [
      { label: say("reply"), icon: "reply", act: () => this.composer.reply(message) },
      ...(this.isOwnText(message) ? [{ label: say("edit"), icon: "edit", act: () => this.composer.edit(message) }] : []),
      ...(text ? [{ label: say("copy"), icon: "copy", act: () => copyText(text).then(copied) }] : []),
      { label: say("raw"), icon: "code", act: () => jsonDialog(say, message.raw, copied) },
    ], say("more"));
  }

  openSettings() {
    settingsMenu(this, async () => {
      if (await confirmDialog(this.say, this.say("clearSure", { name: this.view.name }))) this.run("clear");
    });
  }

  composerHost() {
    return {
      say: (key, marks) => this.say(key, marks),
      person: () => this.view,
      chat: () => this.chat,
      gate: () => this.gate(),
      nameOf: (message) => (message.raw.from.id === this.view.id ? this.say("you") : message.raw.from.first_name),
      send: (text, replyTo) => this.send(text, replyTo),
      edit: (message, text) => this.run("edit", { chat: this.chatId, message_id: message.id, text }),
      attach: (file, caption, replyTo) => upload(this.view.id, file, caption, replyTo).catch((error) => this.toast(error.message, "bad")),
      locate: (latitude, longitude, replyTo) =>
        this.run("locate", { latitude, longitude, chat: this.chatId, reply_to: replyTo }),
      lastOwn: () => this.chat.messages.filter((message) => this.isOwnText(message)).at(-1),
      focusKeys: () => this.history.focusKeys(),
      bot: () => this.app.bot,
      offers: (words) => act(this.view.id, "inline", { query: words, chat: this.chatId }),
      share: (queryId, resultId) => this.run("choose", { query_id: queryId, result_id: resultId, chat: this.chatId }),
      start: (parameter) => this.follow(`https://t.me/${this.app.bot.username}?start=${parameter}`),
    };
  }

  /** What stands where the composer would be, null for the composer. */
  gate() {
    const { chat } = this;
    if (chat.type !== "private") return ["kicked", "left"].includes(chat.bot_status) ? { label: "removed", act: null } : null;
    if (this.view.blocked) return { label: "restart", act: () => this.run("unblock") };
    return chat.messages.length ? null : { label: "start", act: () => this.send("/start") };
  }
}

const pressKey = (messageId, data) => `${messageId}\n${data}`;
