"""Joining, leaving, languages, help."""

from collections.abc import Collection, Sequence

from msgspec import Struct

from bot.chat.callbacks.account import DayExample, Help, Join, Leave, NotJoined, SayExample, ShownAfter, Speak, Stayed
from bot.chat.callbacks.day import Today
from bot.chat.commands import SECTIONS
from bot.chat.panels.components import Button, Panel, Scene, Style, escape, given_name, listed, name_html, ticked
from bot.chat.panels.own_holidays import offer_button, place_html
from core.base.model import Language
from core.language.i18n import listing
from core.records.people import User

NAMES_SHOWN = 8
LANGUAGE_NAMES = {Language.ES: "Español", Language.EN: "English"}


WITH_EXAMPLES = frozenset(("tarea", "comentar", "disponible", "evento"))
"""The commands whose line of help names a task or people of the reader's."""


class HelpExamples(Struct, frozen=True):
    """The names in examples: an open task of the reader's, two usernames, and one of somebody they lead, if any."""

    task: int | None
    one: str
    two: str
    led: str | None = None

    @property
    def hidden(self) -> frozenset[str]:
        """The commands that have no example without a task."""
        return frozenset() if self.task else frozenset(("tarea", "comentar"))


def joining_panel(scene: Scene, user: User, join: Join) -> Panel:
    question = scene.say("join_ask", name=name_html(user.display_name), username=escape(user.username))
    return Panel(question, [[scene.button("that_is_me", join), scene.button("not_me", NotJoined())]])


class Leads(Struct, frozen=True):
    """The name of a person's leader, if there is one, and those of whom they lead."""

    leader: str
    led: Sequence[str]


def welcome_panel(scene: Scene, person: User, leads: Leads, offered: str = "", *, prompted: bool) -> Panel:
    """Welcome a person whose account was just linked; `prompted`: they are asked about their day by the clock.

    Who leads whom, and what a day is like, with a sentence for each part of it that a press says. `offered`: the
    calendar of holidays of the country in which they live, where theirs is another's.
    """
    words = [scene.say("welcome" if prompted else "welcome_unasked", name=escape(given_name(person.display_name)))]
    words += [scene.say("welcome_leader", name=name_html(leads.leader))] if leads.leader else []
    led = [name_html(name) for name in leads.led]
    named = listing(scene.language, led) if len(led) <= NAMES_SHOWN else listed(led, NAMES_SHOWN, scene)
    words += [scene.say("welcome_team", names=named)] if led else []
    examples = [[Button(f"💬 {scene.say(f'example_said_{one.name}')}", SayExample(one))] for one in DayExample]
    if offered:
        words += [scene.say("welcome_holidays", place=place_html(scene, offered))]
        examples.append([offer_button(scene, offered, ShownAfter.WELCOME)])
    buttons = [*examples, [scene.button("my_day", Today()), scene.button("help", Help())]]
    return Panel("\n".join([*words, "", scene.say("welcome_day")]), buttons)


def help_panel(scene: Scene, examples: HelpExamples, *, hidden: Collection[str]) -> Panel:
    sections = [
        "\n".join(
            [f"<b>{scene.say(f'help_section_{section}')}</b>", *(help_line(scene, examples, name) for name in shown)]
        )
        for section, names in SECTIONS.items()
        if (shown := [name for name in names if name not in examples.hidden | {*hidden}])
    ]
    text = "\n\n".join([sentences(scene, examples), scene.say("help_tip"), *sections])
    return Panel(text, [[scene.button("my_day", Today())]])


def sentences(scene: Scene, examples: HelpExamples) -> str:
    """List sentences that can be said without a command."""
    lines = [f"<b>{scene.say('sentences_title')}</b>", scene.say("sentences_for_all")]
    if examples.task:
        lines.append(scene.say("sentences_about_task", id=examples.task, one=escape(examples.one)))
    if examples.led:
        lines.append(scene.say("sentences_about_team", one=escape(examples.led)))
    return "\n".join(lines)


def help_line(scene: Scene, examples: HelpExamples, name: str) -> str:
    if name not in WITH_EXAMPLES:
        return scene.say(f"help_{name}")
    given = {"id": examples.task, "one": escape(examples.one), "two": escape(examples.two)}
    return scene.say(f"example_{name}", **given)


def languages_panel(scene: Scene) -> Panel:
    buttons = [Button(ticked(name, one is scene.language), Speak(one)) for one, name in LANGUAGE_NAMES.items()]
    return Panel(scene.say("language_ask"), [buttons])


def leaving_panel(scene: Scene) -> Panel:
    return Panel(
        scene.say("leave_ask"), [[scene.button("leave", Leave()).styled(Style.DANGER), scene.button("stay", Stayed())]]
    )
