// What opens over the page: pictures, alerts, JSON, menus, the list of shortcuts.
import { copyText, el, icon } from "./dom.js";

function show(dialog) {
  const before = wayBack(document.activeElement);
  document.body.append(dialog);
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (document.activeElement === document.body) before()?.focus?.({ preventScroll: true });
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.showModal();
  return dialog;
}

/** Where the focus was, or what stands there now: the message may be edited meanwhile. */
function wayBack(node) {
  const panel = node?.closest("[data-person]");
  const id = node?.closest("[data-message-id]")?.dataset.messageId;
  const place = node?.dataset.place;
  return () => {
    if (node?.isConnected) return node;
    return panel?.querySelector(`[data-message-id="${id}"] [data-place="${place}"]`) ?? panel?.querySelector("textarea");
  };
}

function closeButton(say, dialog) {
  return el("button.tool.close", { type: "button", "aria-label": say("close"), onclick: () => dialog().close() }, icon("close"));
}

/** What a bot says with show_alert. */
export function alertDialog(say, title, text) {
  const dialog = el("dialog.alert", { role: "alertdialog", "aria-label": title }, el("h2", {}, title), el("p", {}, text));
  dialog.append(el("form", { method: "dialog" }, el("button.primary", { autofocus: true }, say("ok"))));
  return show(dialog);
}

/** Resolves to true where the person agrees. */
export function confirmDialog(say, text) {
  return new Promise((resolve) => {
    const dialog = el("dialog.alert", { "aria-label": text }, el("p", {}, text));
    const answer = (value) => ({ type: "submit", value });
    dialog.append(el("form", { method: "dialog" }, el("button.plain", answer("no"), say("cancel")),
      el("button.primary", { ...answer("yes"), autofocus: true }, say("ok"))));
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"));
    show(dialog);
  });
}

export function lightbox(say, url, caption) {
  const dialog = el("dialog.lightbox", { "aria-label": caption }, el("img", { src: url, alt: caption }),
    closeButton(say, () => dialog));
  dialog.querySelector("img").addEventListener("click", () => dialog.close());
  return show(dialog);
}

export function jsonDialog(say, value, copied) {
  const text = JSON.stringify(value, null, 2);
  const copy = el("button.plain", { type: "button", onclick: () => copyText(text).then(copied) }, say("copy"));
  const dialog = el("dialog.json", { "aria-label": "JSON" }, el("header", {}, el("h2", {}, "JSON"), copy,
    closeButton(say, () => dialog)), el("pre", { tabindex: 0 }, text));
  return show(dialog);
}

const SHORTCUTS = [
  ["key.switch", "Alt 1 · 2 · 3"], ["key.send", "Enter · Shift Enter"], ["key.slash", "/"], ["key.edit", "↑"],
  ["key.buttons", "Alt ↑"], ["key.move", "↑ ↓ ← →"], ["key.reply", "R · E · M"], ["key.esc", "Esc"],
];

export function helpDialog(say) {
  const rows = SHORTCUTS.map(([key, keys]) => el("div", {}, el("dt", {}, say(key)), el("dd", {}, ...keycaps(keys))));
  const dialog = el("dialog.help", { "aria-label": say("shortcuts") },
    el("header", {}, el("h2", {}, say("shortcuts")), closeButton(say, () => dialog)), el("dl", {}, ...rows));
  return show(dialog);
}

const keycaps = (keys) => keys.split(" ").map((key) => (key === "·" ? " · " : el("kbd", {}, key)));

/** A menu under `anchor`; `items` are { label, icon, act, danger, chosen } or { heading }. Arrows move, Esc closes. */
export function openMenu(anchor, items, label) {
  document.querySelector(".menu")?.remove();
  const menu = el("div.menu", { role: "menu", "aria-label": label });
  const close = (refocus = true) => {
    menu.remove();
    document.removeEventListener("pointerdown", outside, true);
    anchor.setAttribute("aria-expanded", "false");
    if (refocus) anchor.focus({ preventScroll: true });
  };
  const outside = (event) => {
    if (!menu.contains(event.target)) close(false);
  };
  for (const item of items) {
    if ("heading" in item) {
      menu.append(el("div.heading", { role: "presentation" }, item.heading));
      continue;
    }
    const choose = () => {
      close();
      item.act();
    };
    const radio = "chosen" in item;
    menu.append(el(`button.item${item.danger ? ".danger" : ""}`, {
      type: "button", role: radio ? "menuitemradio" : "menuitem", "aria-checked": radio ? String(item.chosen) : null,
      onclick: choose,
    }, item.icon ? icon(item.icon) : null, el("span", {}, item.label)));
  }
  menu.addEventListener("keydown", (event) => moveInMenu(event, menu, close));
  document.body.append(menu);
  place(menu, anchor);
  anchor.setAttribute("aria-expanded", "true");
  setTimeout(() => document.addEventListener("pointerdown", outside, true));
  menu.querySelector(".item")?.focus();
}

function moveInMenu(event, menu, close) {
  const items = [...menu.querySelectorAll(".item")];
  const at = items.indexOf(document.activeElement);
  const to = { ArrowDown: (at + 1) % items.length, ArrowUp: (at - 1 + items.length) % items.length, Home: 0,
    End: items.length - 1 }[event.key];
  if (to !== undefined) items[to].focus();
  else if (event.key === "Escape" || event.key === "Tab") close();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function place(menu, anchor) {
  const box = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const below = box.bottom + 4 + height < innerHeight;
  menu.style.left = `${Math.max(8, Math.min(box.right - width, innerWidth - width - 8))}px`;
  menu.style.top = `${Math.max(8, below ? box.bottom + 4 : box.top - height - 4)}px`;
}
