// A person's settings: the language of their app, blocking the bot, an empty chat.
import { openMenu } from "./dialogs.js";

const LANGUAGES = { es: "Español", en: "English", pt: "Português", fr: "Français" };

/** `clear` asks and empties. */
export function settingsMenu(panel, clear) {
  const { say, view } = panel;
  const languages = Object.entries(LANGUAGES).map(([code, name]) => ({
    label: `${name} (${code})`,
    icon: code === view.language ? "check" : null,
    chosen: code === view.language,
    act: () => panel.run("language", { code }),
  }));
  openMenu(panel.settings, [
    { heading: say("clientLanguage") },
    ...languages,
    { heading: "" },
    { label: say(view.blocked ? "unblock" : "block"), icon: "ban", danger: !view.blocked,
      act: () => panel.run(view.blocked ? "unblock" : "block") },
    { label: say("clear"), icon: "bin", danger: true, act: clear },
  ], say("settings", { name: view.name }));
}
