// Times and days of messages, in the time zone the server names, else the browser's own.

const MS_A_DAY = 86400000;

/**
 * Words for Unix seconds in `zone` (an IANA name; null: the browser's) and in the language of `say`.
 * The server's clock is `ahead` of the browser's by so many milliseconds.
 */
export class Calendar {
  constructor(zone, say, ahead) {
    this.zone = zone ?? undefined;
    this.say = say;
    this.ahead = ahead;
  }

  get now() {
    return Date.now() + this.ahead;
  }

  time(seconds) {
    return this.write("toLocaleTimeString", seconds * 1000, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  }

  moment(seconds) {
    return this.write("toLocaleString", seconds * 1000, {});
  }

  /** Today, yesterday, else the date, with its year where that is another one. */
  day(seconds) {
    const day = this.key(seconds * 1000);
    if (day === this.key(this.now)) return this.say("today");
    if (day === this.key(this.now - MS_A_DAY)) return this.say("yesterday");
    const year = day.slice(0, 4) === this.key(this.now).slice(0, 4) ? {} : { year: "numeric" };
    return this.write("toLocaleDateString", seconds * 1000, { weekday: "long", day: "numeric", month: "long", ...year });
  }

  /** The date as 2026-11-21. */
  key(milliseconds) {
    return new Date(milliseconds).toLocaleDateString("sv-SE", { timeZone: this.zone });
  }

  /** The time of day as people there write it. */
  local(seconds) {
    return this.write("toLocaleString", seconds * 1000, { timeStyle: "short" });
  }

  write(how, milliseconds, options) {
    return new Date(milliseconds)[how](this.say.language, { timeZone: this.zone, ...options });
  }
}
