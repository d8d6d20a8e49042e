"""Joining, leaving, languages and help."""

from collections.abc import Collection

from bot.chat.callbacks.account import Join, Leave, NotJoined, Speak, Stayed
from bot.chat.callbacks.day import Today
from bot.chat.commands import SECTIONS
from bot.chat.panels.components import Button, Panel, Scene, escape, label
from core.base.model import Language
from core.records.people import User

LANGUAGE_NAMES = {Language.ES: "Español", Language.EN: "English"}


def joining_panel(scene: Scene, user: User, join: Join) -> Panel:
    question = scene.say("join_ask", name=escape(label(user.display_name)), username=escape(user.username))
    return Panel(question, [[scene.button("that_is_me", join), scene.button("not_me", NotJoined())]])


def welcome_panel(scene: Scene, name: str, *, hidden: Collection[str]) -> Panel:
    return Panel(
        f"{scene.say('welcome', name=escape(label(name)))}\n\n{help_text(scene, hidden=hidden)}",
        first_steps_rows(scene),
    )


def help_panel(scene: Scene, *, hidden: Collection[str]) -> Panel:
    return Panel(help_text(scene, hidden=hidden), first_steps_rows(scene))


def help_text(scene: Scene, *, hidden: Collection[str]) -> str:
    sections = [
        "\n".join([f"<b>{scene.say(f'help_section_{section}')}</b>", *(scene.say(f"help_{name}") for name in shown)])
        for section, names in SECTIONS.items()
        if (shown := [name for name in names if name not in hidden])
    ]
    return "\n\n".join([*sections, scene.say("help_tip")])


def first_steps_rows(scene: Scene) -> list[list[Button]]:
    return [[scene.button("my_day", Today())]]


def languages_panel(scene: Scene) -> Panel:
    names = LANGUAGE_NAMES.items()
    return Panel(
        scene.say("language_ask"),
        [[Button(f"{name} ✓" if one is scene.language else name, Speak(one)) for one, name in names]],
    )


def leaving_panel(scene: Scene) -> Panel:
    return Panel(scene.say("leave_ask"), [[scene.button("leave", Leave()), scene.button("stay", Stayed())]])
