// The page as a whole: panels side by side or in tabs, the live stream, theme, language, shortcuts.
import { fetchState, follow } from "./api.js";
import { helpDialog } from "./dialogs.js";
import { el, icon } from "./dom.js";
import { rememberLanguage, translator, visitorLanguage } from "./i18n.js";
import { hueOf, initials } from "./message.js";
import { Panel } from "./panel.js";
import { Tour } from "./tour.js";

const $ = (selector) => document.querySelector(selector);
const THEMES = { auto: "auto", light: "sun", dark: "moon" };
const WHOLE_STATE = ["person", "chat", "cleared", "commands"];
const RETRY_MS = 1000;

class App {
  constructor() {
    this.panels = [];
    this.current = null;
    this.drawnUpTo = 0;
    this.say = translator(visitorLanguage());
    this.narrow = matchMedia("(max-width: 1023px)");
    this.tour = new Tour($(".tour"), this);
    this.narrow.addEventListener("change", () => this.arrange());
    this.drawBar();
    this.setTheme(localStorage.getItem("sandbox.theme") ?? "auto");
    this.listen();
    this.load();
  }

  // State and stream

  /** Fetch everything and follow from there; tries until the server answers. */
  async load() {
    try {
      const state = await fetchState();
      this.bot = state.bot;
      this.timezone = state.timezone;
      this.clockAhead = state.time * 1000 - Date.now();
      this.drawnUpTo = state.seq;
      this.draw(state.people);
      this.tour.show(state.tour);
      follow(state, {
        onEvent: (event) => this.take(event),
        onLink: (link) => this.showLink(link),
        onResync: () => this.load(),
      });
    } catch {
      this.showLink("off");
      setTimeout(() => this.load(), RETRY_MS);
    }
  }

  draw(people) {
    const same = people.length === this.panels.length && people.every((view, at) => view.id === this.panels[at].view.id);
    if (same) this.panels.forEach((panel, at) => panel.update(people[at], true));
    else {
      this.panels = people.map((view) => new Panel(view, this));
      $(".panels").replaceChildren(...this.panels.map((panel) => panel.element));
      $(".panels").style.setProperty("--people", Math.min(this.panels.length, 3));
      this.panels.forEach((panel) => panel.history.toEnd());
      this.active(this.panels.find((panel) => panel.view.key === this.current?.view.key) ?? this.panels[0]);
    }
    this.drawTabs();
  }

  take(event) {
    if (event.seq <= this.drawnUpTo) return;
    if (event.kind === "tour") return void this.tour.show(event.tour);
    if (WHOLE_STATE.includes(event.kind)) {
      this.refreshSoon(event.kind === "cleared" || event.kind === "chat");
      return;
    }
    const chatKnown = this.panels.some((panel) => panel.view.chats.some((chat) => chat.id === event.chat_id));
    if (!chatKnown) this.refreshSoon(true);
    for (const panel of this.panels) {
      if (panel.view.chats.some((chat) => chat.id === event.chat_id)) panel.take(event);
    }
  }

  /** People, commands or chats changed: read them again, at most ten times a second. */
  refreshSoon(redraw) {
    this.redrawNext ||= redraw;
    this.refreshTimer ??= setTimeout(async () => {
      this.refreshTimer = null;
      const redrawNow = this.redrawNext;
      this.redrawNext = false;
      const state = await fetchState().catch(() => null);
      if (state === null) return;
      if (redrawNow) this.drawnUpTo = state.seq;
      const known = new Map(state.people.map((view) => [view.id, view]));
      if (known.size !== this.panels.length) this.draw(state.people);
      else for (const panel of this.panels) this.refreshPanel(panel, known.get(panel.view.id), redrawNow);
    }, 100);
  }

  /** The stream brings the messages; what it has brought already must not be lost to an older reading. */
  refreshPanel(panel, view, redraw) {
    if (!redraw) {
      for (const chat of view.chats) {
        const had = panel.view.chats.find((each) => each.id === chat.id);
        if (had) chat.messages = had.messages;
      }
    }
    panel.update(view, redraw);
  }

  showLink(link) {
    const state = $(".link-state");
    state.dataset.state = link;
    state.lastElementChild.textContent = this.say(`link.${link}`);
  }

  // Panels

  /** The panel somebody is busy with. */
  active(panel) {
    if (this.current === panel) return;
    this.current = panel;
    panel.unread = 0;
    for (const each of this.panels) each.element.classList.toggle("active", each === panel);
    this.drawTabs();
  }

  unread(panel) {
    if (panel === this.current && document.hasFocus()) return;
    panel.unread += 1;
    this.drawTabs();
  }

  show(panel) {
    this.active(panel);
    panel.unread = 0;
    this.drawTabs();
    panel.history.toEnd();
    panel.composer.focus();
  }

  /** Somebody's own chat, with words to send unless they have begun some. */
  propose(personId, words) {
    const panel = this.panels.find((each) => each.view.id === personId);
    panel.openChat(personId);
    this.show(panel);
    panel.composer.propose(words);
  }

  arrange() {
    this.tour.draw();
    for (const panel of this.panels) panel.history.toEnd();
  }

  drawTabs() {
    const tabs = $(".tabs");
    const focused = tabs.contains(document.activeElement);
    tabs.replaceChildren(...this.panels.map((panel) => this.tab(panel)));
    if (focused) tabs.querySelector('[aria-selected="true"]')?.focus();
    const total = this.panels.reduce((sum, panel) => sum + panel.unread, 0);
    document.title = `${total ? `(${total}) ` : ""}Semáforo · ${this.say("bench")}`;
  }

  tab(panel) {
    const chosen = panel === this.current;
    const { unread, view } = panel;
    const label = unread ? `${view.name}, ${this.say("unread", { n: unread })}` : view.name;
    const tab = el("button.tab", { type: "button", role: "tab", "aria-selected": String(chosen), "aria-label": label,
      "data-tab": view.key, tabindex: chosen ? 0 : -1, onclick: () => this.show(panel) },
    el("span.avatar", { "aria-hidden": "true", hue: hueOf(view.id) }, initials(view.name)),
    el("span", {}, view.name.split(" ")[0]), unread ? el("span.badge", {}, unread) : null);
    tab.addEventListener("keydown", (event) => this.tabKey(event));
    return tab;
  }

  tabKey(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = this.panels.indexOf(this.current);
    this.active(this.panels[(at + step + this.panels.length) % this.panels.length]);
  }

  announce(text) {
    const log = $("#announcer");
    log.append(el("p", {}, text));
    while (log.children.length > 20) log.firstElementChild.remove();
  }

  // The bar

  drawBar() {
    document.documentElement.lang = this.say.language;
    for (const node of document.querySelectorAll("[data-i18n]")) node.textContent = this.say(node.dataset.i18n);
    for (const node of document.querySelectorAll("[data-i18n-label]")) {
      node.setAttribute("aria-label", this.say(node.dataset.i18nLabel));
      if (node.tagName === "BUTTON") node.title = this.say(node.dataset.i18nLabel);
    }
    $("#language").textContent = this.say.language === "es" ? "EN" : "ES";
    this.showLink($(".link-state").dataset.state);
    this.tour?.draw();
  }

  setTheme(name) {
    const theme = name in THEMES ? name : "auto";
    document.documentElement.dataset.theme = theme;
    localStorage.setItem("sandbox.theme", theme);
    $("#theme").replaceChildren(icon(THEMES[theme]));
    $("#theme").setAttribute("aria-label", this.say(`theme.${theme}`));
    $("#theme").title = this.say(`theme.${theme}`);
  }

  listen() {
    const names = Object.keys(THEMES);
    $("#theme").addEventListener("click", () =>
      this.setTheme(names[(names.indexOf(document.documentElement.dataset.theme) + 1) % names.length]));
    $("#language").addEventListener("click", () => {
      rememberLanguage(this.say.language === "es" ? "en" : "es");
      this.say = translator(visitorLanguage());
      this.drawBar();
      this.setTheme(document.documentElement.dataset.theme);
      this.drawTabs();
    });
    $("#help").addEventListener("click", () => helpDialog(this.say));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    const digit = /^Digit([1-9])$/.exec(event.code);
    if (event.altKey && digit && this.panels[digit[1] - 1]) {
      event.preventDefault();
      this.show(this.panels[digit[1] - 1]);
    }
  }
}

new App();
