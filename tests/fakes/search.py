"""The search in memory."""

from collections.abc import Sequence

from core.language.accents import without_accents, words_in
from core.records.people import Actor
from core.records.search import Match, SearchKind
from tests.fakes.calendar import Events
from tests.fakes.state import Repository
from tests.fakes.tasks import Tasks


class Search(Repository):
    """`core.ports.SearchRepository`."""

    async def words(self, start: str, most: int) -> Sequence[str]:
        events = [event for event in self.state.events.values() if event]
        texts = [task.descripcion for task in self.state.tasks.values()]
        texts += [comment.comentario for comment in self.state.comments.values()]
        texts += [" ".join(filter(None, (each.title, each.location, each.description))) for each in events]
        there = {word for text in texts for word in words_in(without_accents(text))}
        return sorted(word for word in there if word.startswith(start))[:most]

    async def matches(self, viewer: Actor, words: Sequence[str], enough: int) -> Sequence[Match]:
        *whole, last = map(without_accents, words)

        def has_all(*texts: str | None) -> bool:
            there = words_in(without_accents(" ".join(filter(None, texts))))
            return set(whole) <= set(there) and any(word.startswith(last) for word in there)

        tasks = {task.id: task for task in await Tasks(self.state).list(viewer)}
        found = {
            SearchKind.TASK: [
                Match(SearchKind.TASK, task.id, task.id, task.descripcion, "", task.fecha_cumplir)
                for task in tasks.values()
                if has_all(task.descripcion)
            ],
            SearchKind.COMMENT: [
                Match(SearchKind.COMMENT, each.id, task.id, task.descripcion, each.comentario, each.created_at)
                for each in self.state.comments.values()
                if (task := tasks.get(each.task_id)) and has_all(each.comentario)
            ],
            SearchKind.EVENT: [
                Match(SearchKind.EVENT, each.id, None, each.title, said(each), each.start_datetime)
                for each in await Events(self.state).list(viewer)
                if has_all(each.title, each.location, each.description)
            ],
        }
        return [match for matches in found.values() for match in matches[-enough:]]


def said(event) -> str:
    """What an event says beyond its title."""
    return " · ".join(filter(None, (event.location, event.description)))
