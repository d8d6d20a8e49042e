"""A conversation as it goes: people say and press, and what each of them sees is written down."""

from collections.abc import Awaitable

from bot.sandbox import GroupDriver, Message
from core.base.model import Language
from core.records.work import Task
from tests.bot.calendars.files import InProcess
from tests.bot.world import CONTINUES, World
from tests.chat.markdown import button, escaped, first_line, quoted

INVISIBLE = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u2068": None, "\u2069": None, "\ufe0f": None})


def plain(words: str) -> str:
    """Words as they are read: spaces are spaces, and marks that are not seen are not there."""
    return words.translate(INVISIBLE)


def as_written(message: Message, label: str) -> str:
    """(Part of) a button's label with the marks and spaces that it really has, where exactly one reads like that."""
    same = [one.text for one in message.buttons if plain(one.text) == plain(label)]
    return same[0] if len(same) == 1 else label


class Talk:
    """A conversation in a language; its people are attributes."""

    def __init__(self, world: World, language: Language) -> None:
        self.world = world
        self.language = language
        self.lines: list[str] = []
        self.seen = world.sandbox._world.events.last
        self.people = {person.username: Speaker(self, person.username) for person in world.phones}
        self.groups: dict[int, str] = {}
        self.keyboards: dict[tuple[int, int], list[list[str]]] = {}

    def __getattr__(self, username: str) -> "Speaker":
        """One of its people by their username."""
        people: dict[str, Speaker] = self.__dict__.get("people", {})
        if username not in people:
            raise AttributeError(username)
        return people[username]

    def words(self, es: str, en: str | None = None) -> str:
        """The words in the conversation's language; given once where they are the same in both."""
        return es if en is None or self.language is Language.ES else en

    async def task(self, task_id: int) -> Task:
        """A task of the story as it is now."""
        return await self.world.task_by_id(task_id)

    def note(self, line: str) -> None:
        """A line for the reader."""
        self.lines.append(f"*{line}*")

    async def later(self, line: str, **by: float) -> None:
        """Move the clock by a timedelta's arguments; what the bot then writes is part of it."""
        self.note(line)
        self.world.clock.advance(**by)
        await self.settle()

    async def meanwhile(self, line: str, work: Awaitable[object]) -> None:
        """Something is done outside of the chat."""
        self.note(line)
        await work
        await self.settle()

    async def group(self, title: str, *people: str) -> GroupDriver:
        """A group of these people and the bot; its id is the `chat` of what is said there."""
        group = await self.world.sandbox.group(title, *people)
        self.groups[group.id] = title
        self.note(f"{self.people[people[0]].name} makes the group «{title}», with the bot in it.")
        await self.settle()
        return group

    async def settle(
        self, speaker: "Speaker | None" = None, chat: int | None = None, on: Message | None = None
    ) -> None:
        """Wait until the bot is through with all it was told, and write down what came, the speaker's chat first."""
        await self.world.quiet()
        log = self.world.sandbox._world.events
        latest: dict[tuple[int, int], tuple[str, Message]] = {}
        for event in log.since(self.seen):
            if event.message is not None and event.message.from_bot:
                key = event.message.chat_id, event.message.id
                kind = "message" if latest.pop(key, ("",))[0] == "message" else event.kind
                latest[key] = kind, event.message
        self.seen = log.last
        here = chat or (speaker.id if speaker else 0)
        for (where, _), (kind, message) in sorted(latest.items(), key=lambda item: item[0][0] != here):
            self.show(kind, message, "" if where == here else self.screen(where), on)

    def show(self, kind: str, message: Message, place: str, on: Message | None) -> None:
        """Write down a message, or how it is now."""
        if message.text in CONTINUES:
            self.note(f"The message before{place} continues below.")
            return
        for person in self.people.values():
            if message.chat_id == person.id:
                person.message = message
        key = message.chat_id, message.id
        same = kind == "edited" and message.keyboard != [] and self.keyboards.get(key) == message.keyboard
        self.keyboards[key] = message.keyboard
        if kind == "edited":
            which = "The message" if on and message.id == on.id else f"An earlier message{place}"
            self.note(f"{which} becomes{', with the same buttons' if same else ''}:")
        elif place:
            self.note(f"And{place}:")
        self.lines.append(quoted(message, keyboard=not same))

    def screen(self, chat: int) -> str:
        """Return the words that say whom a message is for."""
        names = {person.id: person.name for person in self.people.values()}
        return f" in the group «{self.groups[chat]}»" if chat in self.groups else f" to {names[chat]}"

    async def end(self) -> None:
        """Nothing is left unsaid."""
        await self.settle()

    def transcript(self) -> str:
        """The conversation as Markdown."""
        return "\n\n".join(self.lines)


class Speaker:
    """Somebody with a phone. `message` is what the bot wrote or changed last for them."""

    def __init__(self, talk: Talk, username: str) -> None:
        self.talk = talk
        self.username = username
        self.phone = talk.world.phone(username)
        self.message: Message | None = None

    @property
    def id(self) -> int:
        """Of the person and of their private chat."""
        return self.phone.id

    @property
    def name(self) -> str:
        """The name by which others call them."""
        return self.phone.person.first_name

    async def says(self, es: str, en: str | None = None, *, chat: int | None = None, shown: str = "") -> None:
        """Write; `shown` stands for words that differ from run to run."""
        words = self.talk.words(es, en)
        await self.phone.send(words, chat=chat)
        await self.said(escaped(shown or words), chat=chat)

    async def replies(self, es: str, en: str | None = None, *, to: Message | None = None) -> None:
        """Write as a reply to a message, the last one unless another is given."""
        target, words = to or self.message, self.talk.words(es, en)
        await self.phone.reply(target, words)
        await self.said(escaped(words), f" replies to «{first_line(target)}»")

    async def sends_file(self, name: str, es: str, en: str | None = None) -> None:
        """Send a file under words as a reply to the last message."""
        words = self.talk.words(es, en)
        target = self.message
        await self.phone.send_document(b"%PDF", name=name, caption=words, reply_to=target)
        await self.said(f"📎 {name} · {escaped(words)}", f" replies to «{first_line(target)}»")

    async def sends_calendar(self, name: str, content: bytes) -> None:
        """Send a calendar file, of itself; it is read in this process."""
        self.talk.world.service.router.parser = InProcess()
        await self.phone.send_document(content, name=name, content_type="text/calendar")
        await self.said(f"📎 {name}")

    async def shares_place(self, latitude: float, longitude: float, name: str) -> None:
        """Share where one is."""
        await self.phone.send_location(latitude, longitude)
        await self.said(f"📍 {name}")

    async def opens_link(self, url: str, *, shown: str) -> None:
        """Open a link to the bot and press Start."""
        await self.phone.open_link(url)
        self.talk.lines.append(f"**{self.name}** opens `{shown}`")
        await self.talk.settle(self)

    async def presses(self, es: str, en: str | None = None, *, on: Message | None = None) -> None:
        """Press a button by (part of) its label, on the newest message that has it unless one is given."""
        label = self.talk.words(es, en)
        target = on or self.message_with(label)
        pressed = target.button(as_written(target, label))
        press = await self.phone.press(target, pressed.text)
        answer = await self.phone.wait_answer(press)
        notice = f"; a notice {'waits to be closed' if answer.show_alert else 'passes'}: {escaped(answer.text)}"
        self.talk.lines.append(f"**{self.name}** presses {button(pressed.text)}{notice if answer.text else ''}")
        await self.talk.settle(self, target.chat_id, on=target)

    def message_with(self, label: str) -> Message:
        """The bot's newest message with a button."""
        for message in reversed(self.phone.messages):
            if message.from_bot and any(plain(label) in plain(one.text) for one in message.buttons):
                return message
        raise LookupError(f"no message to {self.name} has a button {label!r}")

    async def said(self, words: str, how: str = "", chat: int | None = None) -> None:
        """Write down what was said, then what the bot made of it."""
        where = f", in the group «{self.talk.groups[chat]}»" if chat else ""
        lines = words.replace("\n", "\\\n")
        self.talk.lines.append(f"**{self.name}**{how}{where}: {lines}")
        await self.talk.settle(self, chat)
