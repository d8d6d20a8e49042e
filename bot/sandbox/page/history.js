// The list of messages of one panel: reconciled in place, scrolled with care, walked by keyboard.
import { el } from "./dom.js";
import { renderMessage } from "./message.js";

const NEAR = 60;
const DAY_GAP = 13;
const LINGER_MS = 1000;
const FADE_MS = 300;

export class History {
  /** `context` is what renderMessage needs, with `react(key, message)` for letters pressed on a message. */
  constructor(context) {
    this.context = context;
    this.items = new Map();
    this.list = el("ol.log", {});
    this.scroller = el("div.scroll", {}, this.list);
    this.unseen = 0;
    this.stuck = true;
    this.seen = { top: 0, range: 0 };
    this.active = null;
    this.onScroll = () => {};
    this.scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    const sized = new ResizeObserver(() => this.resized());
    sized.observe(this.scroller);
    sized.observe(this.list);
    this.list.addEventListener("keydown", (event) => this.key(event));
    this.list.addEventListener("focusin", (event) => this.activate(event.target.closest(".msg")));
  }

  get atEnd() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    return scrollHeight - scrollTop - clientHeight < NEAR;
  }

  toEnd(smooth = false) {
    this.unseen = 0;
    this.stuck = true;
    this.scroller.scrollTo({ top: this.scroller.scrollHeight, behavior: smooth ? "smooth" : "instant" });
    this.onScroll();
  }

  /** Only going up leaves the end, not a change of sizes, nor what arrives on the way down. */
  scrolled() {
    const { scrollTop: top, scrollHeight, clientHeight } = this.scroller;
    const range = scrollHeight - clientHeight;
    if (this.atEnd) this.stuck = true;
    else if (top < this.seen.top && range === this.seen.range) this.stuck = false;
    this.seen = { top, range };
    if (this.stuck) this.unseen = 0;
    else this.showDay();
    this.floatDays();
    this.onScroll();
  }

  /** The day of what is read, over the text, until a moment after the last scrolling. */
  showDay() {
    this.scroller.classList.add("reading");
    clearTimeout(this.lingering);
    this.lingering = setTimeout(() => {
      this.scroller.classList.remove("reading");
      for (const day of this.list.querySelectorAll(".floats span")) day.animate({ opacity: [1, 0] }, FADE_MS);
    }, LINGER_MS);
  }

  /** Tell the day marks that float over messages from those that stand in their own place. */
  floatDays() {
    for (const mark of this.list.querySelectorAll(".day")) {
      const gap = mark.nextElementSibling.getBoundingClientRect().top - mark.getBoundingClientRect().bottom;
      mark.classList.toggle("floats", gap < DAY_GAP);
    }
  }

  /** A picture arrived, the composer grew, the tab was shown: who read the end still does. */
  resized() {
    if (this.stuck) this.scroller.scrollTop = this.scroller.scrollHeight;
    this.floatDays();
    this.onScroll();
  }

  /** Draw a chat from nothing. */
  reset(messages) {
    this.items.clear();
    this.list.replaceChildren();
    this.active = null;
    for (const message of messages) this.place(message);
    this.regroup();
    this.activate(this.lastWithKeys() ?? this.list.lastElementChild);
    this.toEnd();
  }

  /** A new message; scrolls along unless the person is reading further up. */
  add(message, own) {
    const stick = own || this.stuck;
    const item = this.place(message);
    item.classList.add("arrives");
    this.regroup();
    if (item.querySelector(".keys") && !this.list.contains(document.activeElement)) this.activate(item);
    if (stick) this.toEnd(true);
    else this.unseen += 1;
    this.onScroll();
  }

  place(message) {
    const item = renderMessage(message, this.context);
    this.items.set(message.id, { item, message });
    this.list.append(item);
    this.settle(item);
    return item;
  }

  /** New content in the same place: focus, scroll and what was revealed stay. */
  replace(message, flash) {
    const old = this.items.get(message.id);
    if (!old) return;
    const stick = this.stuck;
    const above = old.item.getBoundingClientRect().bottom < this.scroller.getBoundingClientRect().top;
    const below = neighbour(old.item, "next");
    const top = below?.getBoundingClientRect().top;
    const focus = focusPlace(old.item);
    const item = renderMessage(message, this.context);
    this.items.set(message.id, { item, message });
    old.item.replaceWith(item);
    this.settle(item);
    this.regroup();
    if (this.active === old.item) this.activate(item);
    if (flash) item.classList.add("flash");
    if (above && below) this.scroller.scrollTop += below.getBoundingClientRect().top - top;
    else if (stick) this.toEnd();
    restoreFocus(item, focus);
  }

  remove(messageId) {
    const old = this.items.get(messageId);
    if (!old) return;
    this.items.delete(messageId);
    const next = old.item.nextElementSibling ?? old.item.previousElementSibling;
    const focused = old.item.contains(document.activeElement);
    old.item.remove();
    this.regroup();
    if (this.active === old.item) this.activate(next?.closest(".msg") ?? this.list.lastElementChild);
    if (focused) this.active?.focus();
  }

  /** Draw one message again because a button began or ceased to spin. */
  refresh(messageId) {
    const entry = this.items.get(messageId);
    if (entry) this.replace(entry.message, false);
  }

  jump(messageId) {
    const item = this.items.get(messageId)?.item;
    if (!item) return;
    item.scrollIntoView({ block: "center", behavior: "smooth" });
    item.classList.remove("flash");
    requestAnimationFrame(() => item.classList.add("flash"));
  }

  lastWithKeys() {
    return [...this.items.values()].reverse().find(({ item }) => item.querySelector(".key"))?.item ?? null;
  }

  focusKeys() {
    const item = this.lastWithKeys();
    if (!item) return;
    this.activate(item);
    item.querySelector(".key").focus();
  }

  /** Only one message at a time is reached by Tab, with all that can be pressed in it. */
  activate(item) {
    if (!item || item === this.active) return;
    if (this.active) setStops(this.active, -1);
    this.active = item;
    setStops(item, 0);
  }

  settle(item) {
    setStops(item, item === this.active ? 0 : -1);
  }

  /** Day marks, and less room between messages of the same hand. */
  regroup() {
    const { calendar } = this.context;
    for (const mark of this.list.querySelectorAll(".day")) mark.remove();
    let day = "";
    let hand = "";
    for (const { item, message } of this.items.values()) {
      const label = calendar.day(message.raw.date);
      item.classList.toggle("follows", label === day && hand === `${message.raw.from.id}`);
      if (label !== day) item.before(el("li.day", { role: "presentation" }, el("span", {}, label)));
      day = label;
      hand = `${message.raw.from.id}`;
    }
    this.floatDays();
  }

  key(event) {
    const item = event.target.closest(".msg");
    if (!item) return;
    if (event.target.classList.contains("key") && moveAmongKeys(event)) return;
    const step = { ArrowUp: "previous", ArrowDown: "next" }[event.key];
    const { message } = this.items.get(Number(item.dataset.messageId));
    if (step && event.target === item) this.step(event, item, step);
    else if (event.key === "Enter" && event.target === item) item.querySelector("[data-stop]")?.focus();
    else if (event.key === "Escape") this.context.leave();
    else if (event.target === item && !event.ctrlKey && !event.metaKey && !event.altKey) {
      if (this.context.react(event.key.toLowerCase(), message, item)) event.preventDefault();
    }
  }

  step(event, item, direction) {
    event.preventDefault();
    const next = neighbour(item, direction);
    if (next) next.focus();
    else if (direction === "next") this.context.leave();
  }
}

/** The message before or after, whatever day mark stands between. */
function neighbour(item, direction) {
  let near = item[`${direction}ElementSibling`];
  while (near && !near.classList.contains("msg")) near = near[`${direction}ElementSibling`];
  return near;
}

function setStops(item, value) {
  item.tabIndex = value;
  for (const stop of item.querySelectorAll("[data-stop]")) stop.tabIndex = value;
}

function focusPlace(item) {
  const focused = document.activeElement;
  if (!item.contains(focused)) return null;
  return { place: focused.dataset.place ?? "", data: focused.dataset.data ?? "" };
}

function restoreFocus(item, focus) {
  if (focus === null) return;
  const keys = [...item.querySelectorAll(".key")];
  const same = keys.find((key) => key.dataset.data === focus.data) ?? keys.find((key) => key.dataset.place === focus.place);
  const near = focus.place ? keys.at(-1) : null;
  (same ?? near ?? item).focus({ preventScroll: true });
}

/** Arrows among the buttons of one message. */
function moveAmongKeys(event) {
  const { key, target } = event;
  const row = target.parentElement;
  const at = [...row.children].indexOf(target);
  const near = { ArrowLeft: row.children[at - 1], ArrowRight: row.children[at + 1],
    ArrowUp: sameColumn(row.previousElementSibling, at), ArrowDown: sameColumn(row.nextElementSibling, at) }[key];
  if (near === undefined) return false;
  event.preventDefault();
  const out = key === "ArrowUp" ? target.closest(".msg") : null;
  (near ?? out)?.focus();
  return true;
}

const sameColumn = (row, at) => (row ? row.children[Math.min(at, row.children.length - 1)] : null);
