// Building elements without ever parsing people's text as HTML.

/** `el("div.note.big", { role: "note", onclick }, "text", child)`; null children are skipped; `hue` is a CSS variable. */
export function el(what, attributes = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  const node = document.createElement(tag);
  if (classes.length) node.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "hue") node.style.setProperty("--hue", value);
    else if (name in node && typeof value === "boolean") node[name] = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

const SHAPES = {
  send: "M3 11.5 20.5 4 15 20.5l-3.5-6.6L3 11.5Zm8.5 2.4L20.5 4",
  clip: "M20 11.5 12 19.4a5 5 0 0 1-7-7.1l8.3-8.2a3.4 3.4 0 0 1 4.8 4.8L10 16.9a1.7 1.7 0 0 1-2.4-2.4l7.3-7.2",
  menu: "M4 7h16M4 12h16M4 17h10",
  dots: "M5 12h.01M12 12h.01M19 12h.01",
  close: "M6 6l12 12M18 6 6 18",
  reply: "M10 7 4 12l6 5v-3.5c5 0 8 1 10 4.5-1-6-4-8.5-10-8.5V7Z",
  edit: "M4 20h4L19 9l-4-4L4 16v4Z",
  down: "M6 9l6 6 6-6",
  file: "M7 3h7l5 5v13H7V3Zm7 0v5h5",
  spot: "M12 21s7-6.2 7-11.2a7 7 0 0 0-14 0C5 14.8 12 21 12 21Zm0-13.5a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8Z",
  copy: "M9 9h11v11H9V9ZM5 15H4V4h11v1",
  ban: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM5.6 5.6l12.8 12.8",
  bin: "M4 7h16M9 7V4h6v3M7 7l1 13h8l1-13",
  code: "M8 5c-3 0 0 6-4 7 4 1 1 7 4 7M16 5c3 0 0 6 4 7-4 1-1 7-4 7",
  check: "M5 12.5 10 17.5 19.5 7",
  link: "M9 15 20 4m0 0h-7m7 0v7",
  sun: "M12 4V2m0 20v-2m8-8h2M2 12h2m13.7-5.7 1.4-1.4M4.9 19.1l1.4-1.4m0-11.4L4.9 4.9m14.2 14.2-1.4-1.4M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z",
  auto: "M12 3a9 9 0 1 0 0 18V3Zm0 0a9 9 0 0 1 0 18",
};

/** A line drawing of 24 × 24, hidden from screen readers. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}

/** Text to the clipboard, also where the browser grants no permission. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = el("textarea.visually-hidden", { readonly: true });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}
