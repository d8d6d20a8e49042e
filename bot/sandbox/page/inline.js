// Inline mode: what the bot offers for words typed behind its name, listed in place of the commands.
import { el } from "./dom.js";

const PAUSE_MS = 250;

/** The words behind the bot's name, null where something else is typed. */
export function wordsBehind(username, text) {
  const [name, ...rest] = text.split(/(?<=^\S+)\s/);
  return name.toLowerCase() === `@${username.toLowerCase()}` && rest.length ? rest.join("").trimStart() : null;
}

export class Offers {
  /** `host`: { offers(words), share(queryId, resultId), start(parameter) }; `show(rows)` lists them. */
  constructor(host, show) {
    this.host = host;
    this.show = show;
    this.words = null;
  }

  /** Ask once the typing pauses; null is to ask no more. */
  want(words) {
    if (words === this.words) return;
    this.words = words;
    clearTimeout(this.timer);
    if (words !== null) this.timer = setTimeout(() => this.ask(words), PAUSE_MS);
  }

  async ask(words) {
    const offered = await this.host.offers(words).catch(() => null);
    if (words !== this.words || !offered) return;
    const { query_id: queryId, results, button } = offered;
    const way = button ? [this.row(button.text, "", () => this.host.start(button.start_parameter))] : [];
    this.show([...way, ...results.map(({ id, title, description }) =>
      this.row(title, description ?? "", () => this.host.share(queryId, id)))]);
  }

  row(title, line, act) {
    const row = el("div.option.offer", { role: "option" }, el("b", {}, title), line ? el("span", {}, line) : null);
    row.addEventListener("pointerdown", (event) => event.preventDefault());
    row.addEventListener("click", act);
    return row;
  }
}
