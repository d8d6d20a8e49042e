// Where a person writes: the text, what it answers or edits, commands, files.
import { attachMenu } from "./attach.js";
import { el, icon } from "./dom.js";
import { Offers, wordsBehind } from "./inline.js";
import { gist } from "./text.js";

/** `host`: { say, person(), chat(), send(text, replyTo), edit(message, text), attach(file, caption, replyTo), locate(latitude, longitude, replyTo), lastOwn(), focusKeys(), bot(),
 * offers(words), share(queryId, resultId), start(parameter) }. */
export class Composer {
  constructor(host) {
    this.host = host;
    this.target = null;
    this.chosen = -1;
    this.list = el("div.commands", { role: "listbox", id: `commands-${host.person().id}`, hidden: true });
    this.banner = el("div.banner", { hidden: true });
    this.area = el("textarea", { rows: 1, role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false",
      "aria-controls": this.list.id, maxlength: 4096, autocomplete: "off" });
    this.menu = el("button.round.menu-button", { type: "button", onclick: () => this.toggleCommands() }, icon("menu"));
    this.file = el("input", { type: "file", hidden: true, onchange: () => this.pick() });
    this.clip = el("button.round", { type: "button", "aria-haspopup": "menu", onclick: () => this.openClip() }, icon("clip"));
    this.button = el("button.round.send", { type: "submit" }, icon("send"));
    this.form = el("form.line", {}, this.menu, this.area, this.file, this.clip, this.button);
    this.gate = el("button.gate", { type: "button", hidden: true });
    this.element = el("div.composer", {}, this.list, this.banner, this.form, this.gate);
    this.offers = new Offers({
      offers: (words) => host.offers(words),
      share: (queryId, resultId) => this.done(host.share(queryId, resultId)),
      start: (parameter) => this.done(host.start(parameter)),
    }, (rows) => this.showRows(rows, host.say("offers"), 0));
    this.listen();
  }

  /** What was typed has served its turn. */
  done() {
    this.area.value = "";
    this.changed();
  }

  /** Words to send, unless some were begun. */
  propose(words) {
    if (!this.isEmpty) return;
    this.area.value = words;
    this.changed();
    this.hideCommands();
  }

  listen() {
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    this.area.addEventListener("input", () => this.changed());
    this.area.addEventListener("keydown", (event) => this.key(event));
    this.area.addEventListener("blur", () => setTimeout(() => this.hideCommands(), 150));
    this.area.addEventListener("paste", (event) => {
      const file = [...event.clipboardData.files][0];
      if (file) this.attach(file, "");
    });
  }

  /** Words, commands and the gate (Start, Unblock), as the chat is now. */
  refresh() {
    const { say } = this.host;
    const person = this.host.person();
    this.area.setAttribute("aria-label", say("composer", { name: person.name }));
    for (const [node, key] of [[this.menu, "commands"], [this.clip, "attach"], [this.button, "send"]]) {
      node.setAttribute("aria-label", say(key));
      node.title = say(key);
    }
    this.menu.hidden = !this.host.chat().commands.length;
    this.area.placeholder = say("placeholder");
    this.refreshGate();
  }

  refreshGate() {
    const { say, gate } = this.host;
    const what = gate();
    this.gate.hidden = what === null;
    this.form.hidden = what !== null;
    this.fit();
    if (what === null) return;
    this.gate.replaceChildren(say(what.label));
    this.gate.disabled = !what.act;
    this.gate.onclick = what.act;
  }

  reply(message) {
    this.target = { kind: "reply", message };
    const { say, nameOf } = this.host;
    this.showBanner("reply", say("replyTo", { name: nameOf(message) }), gist(message, say));
    this.focus();
  }

  edit(message) {
    this.target = { kind: "edit", message };
    this.area.value = message.raw.text;
    this.showBanner("edit", this.host.say("editing"), gist(message, this.host.say));
    this.changed();
    this.focus();
  }

  showBanner(kind, title, text) {
    const cancel = el("button.round", { type: "button", "aria-label": this.host.say("cancel"), onclick: () => this.cancel() },
      icon("close"));
    this.banner.replaceChildren(icon(kind), el("div", {}, el("b", {}, title), el("span", {}, text)), cancel);
    this.banner.hidden = false;
  }

  cancel() {
    if (this.target?.kind === "edit") this.area.value = "";
    this.target = null;
    this.banner.hidden = true;
    this.changed();
    this.focus();
  }

  /** The message answered or edited was deleted. */
  forget(messageId) {
    if (this.target?.message.id === messageId) this.cancel();
  }

  focus() {
    (this.form.hidden ? this.gate : this.area).focus({ preventScroll: true });
  }

  get isEmpty() {
    return this.area.value.trim() === "";
  }

  /** The line is free at once for the next words; what could not be sent comes back. */
  async submit() {
    const text = this.area.value.trim();
    if (!text) return;
    const { target } = this;
    this.area.value = "";
    this.cancel();
    const done = target?.kind === "edit"
      ? await this.host.edit(target.message, text)
      : await this.host.send(text, target?.message.id ?? null);
    if (done || !this.isEmpty || this.target) return;
    if (target) this[target.kind](target.message);
    this.area.value = text;
    this.changed();
  }

  openClip() {
    attachMenu(this.clip, this.host.say, () => this.file.click(), (latitude, longitude) => {
      this.host.locate(latitude, longitude, this.target?.kind === "reply" ? this.target.message.id : null);
      if (this.target?.kind === "reply") this.cancel();
    });
  }

  attach(file, caption) {
    const replied = this.target?.kind === "reply" ? this.target.message.id : null;
    this.host.attach(file, caption, replied);
    if (replied) this.cancel();
  }

  pick() {
    const [file] = this.file.files;
    if (file) this.attach(file, this.area.value.trim());
    this.area.value = "";
    this.file.value = "";
    this.changed();
  }

  /** As high as what is typed; while it is hidden that is not known. */
  fit() {
    if (this.form.hidden || !this.area.isConnected) return;
    this.area.style.height = "auto";
    this.area.style.height = `${Math.min(this.area.scrollHeight + this.area.offsetHeight - this.area.clientHeight, 160)}px`;
  }

  changed() {
    this.fit();
    this.button.classList.toggle("ready", !this.isEmpty);
    const typed = /^\/([a-z0-9_]*)$/i.exec(this.area.value);
    const edited = this.target?.kind === "edit";
    const words = edited ? null : wordsBehind(this.host.bot().username, this.area.value);
    this.offers.want(words);
    if (typed && !edited) this.showCommands(typed[1].toLowerCase());
    else if (words === null) this.hideCommands();
  }

  toggleCommands() {
    if (!this.list.hidden) return this.hideCommands();
    this.showCommands("");
    return this.focus();
  }

  showCommands(prefix) {
    const found = this.host.chat().commands.filter((command) => command.command.startsWith(prefix));
    this.showRows(found.map((command) => this.commandRow(command)), this.host.say("commands"), prefix ? 0 : -1);
  }

  showRows(rows, label, chosen) {
    rows.forEach((row, index) => row.setAttribute("id", `${this.list.id}-${index}`));
    this.list.replaceChildren(...rows);
    this.list.setAttribute("aria-label", label);
    this.list.hidden = !rows.length;
    this.area.setAttribute("aria-expanded", String(!this.list.hidden));
    this.choose(chosen);
  }

  commandRow({ command, description }) {
    const row = el("div.option", { role: "option", "data-command": command },
      el("b", {}, `/${command}`), el("span", {}, description));
    row.addEventListener("pointerdown", (event) => event.preventDefault());
    row.addEventListener("click", () => this.sendCommand(command));
    return row;
  }

  hideCommands() {
    this.list.hidden = true;
    this.chosen = -1;
    this.area.setAttribute("aria-expanded", "false");
    this.area.removeAttribute("aria-activedescendant");
  }

  choose(index) {
    const rows = [...this.list.children];
    this.chosen = rows.length ? index : -1;
    rows.forEach((row, at) => row.setAttribute("aria-selected", String(at === this.chosen)));
    rows[this.chosen]?.scrollIntoView({ block: "nearest" });
    if (rows[this.chosen]) this.area.setAttribute("aria-activedescendant", rows[this.chosen].id);
    else this.area.removeAttribute("aria-activedescendant");
  }

  sendCommand(command) {
    this.area.value = "";
    this.hideCommands();
    this.changed();
    this.host.send(`/${command}`, null);
  }

  key(event) {
    if (event.isComposing) return;
    if (!this.list.hidden && this.commandKey(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.submit();
    } else if (event.key === "Escape") {
      this.cancel();
    } else if (event.key === "ArrowUp" && event.altKey) {
      event.preventDefault();
      this.host.focusKeys();
    } else if (event.key === "ArrowUp" && this.isEmpty && this.host.lastOwn()) {
      event.preventDefault();
      this.edit(this.host.lastOwn());
    }
  }

  commandKey(event) {
    const rows = [...this.list.children];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = rows[this.chosen];
    const command = (row ?? rows[0])?.dataset.command;
    if (step) this.choose((Math.max(this.chosen, step > 0 ? -1 : 0) + step + rows.length) % rows.length);
    else if (event.key === "Escape") this.hideCommands();
    else if (event.key === "Tab" && command && !event.shiftKey) this.complete(command);
    else if (event.key === "Enter" && row && !event.shiftKey) row.click();
    else return false;
    event.preventDefault();
    return true;
  }

  complete(command) {
    this.area.value = `/${command} `;
    this.changed();
  }
}
