// One line that says what this is, and a few things to try, ticked as they are done.
import { el, icon } from "./dom.js";

const KEY = "sandbox.tour";

/** `app`: { say, narrow, announce(text), propose(personId, words) }. */
export class Tour {
  constructor(element, app) {
    this.element = element;
    this.app = app;
    this.tour = null;
  }

  /** All steps, or only the next: as chosen in this browser, else all where there is room. */
  get isOpen() {
    const chosen = localStorage.getItem(KEY);
    return chosen === null ? !this.app.narrow.matches : chosen === "open";
  }

  /** `tour`: { line, steps: [{ text, person_id, write, done }] }, null where there is none. */
  show(tour) {
    const { say } = this.app;
    const known = this.tour?.steps;
    this.tour = tour;
    this.draw();
    tour?.steps.filter((step, at) => step.done && known && !known[at].done)
      .forEach(({ text }) => this.app.announce(say("tourDone", { text })));
  }

  draw() {
    const { element, tour, app: { say } } = this;
    element.hidden = !tour;
    if (!tour) return;
    const { steps } = tour;
    const next = steps.findIndex((step) => !step.done);
    const shown = steps.filter((_, at) => this.isOpen || at === next);
    const toggle = el("button.count", {
      type: "button", "aria-expanded": String(this.isOpen), title: say(this.isOpen ? "tourLess" : "tourMore"), onclick: () => this.toggle(),
    }, say("tourCount", { done: steps.filter((step) => step.done).length, all: steps.length }), icon("down"));
    const list = el("ol", { "aria-label": say("tourSteps") }, ...shown.map((step) => this.step(step, steps.indexOf(step))));
    element.replaceChildren(el("p", {}, tour.line), ...(shown.length ? [list] : []), toggle);
    element.classList.toggle("open", this.isOpen);
  }

  step(step, at) {
    const { say, propose } = { say: this.app.say, propose: () => this.app.propose(step.person_id, step.write) };
    const mark = el("span.mark", { "aria-hidden": "true" }, step.done ? icon("check") : String(at + 1));
    const label = step.done ? say("tourDone", { text: step.text }) : null;
    return el("li", {}, el("button.step", {
      type: "button", "data-done": String(step.done), "aria-label": label, onclick: propose,
    }, mark, el("span", {}, step.text)));
  }

  toggle() {
    localStorage.setItem(KEY, this.isOpen ? "next" : "open");
    this.draw();
    this.element.querySelector(".count").focus();
  }
}
