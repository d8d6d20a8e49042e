"""The latest changes of the things that calendar links show, kept in memory and followed from the first fetch on.

Commits are watched, and after each the journal is read on. While none is told of, and the last look was a moment ago,
the database is not asked.
"""

import asyncio
from collections import defaultdict
from collections.abc import Collection
from contextlib import suppress
from math import inf

from core.application.use_case import Pipeline
from core.base.errors import Unavailable
from core.calendar.calendar_news import read_news
from core.people.users import OPERATOR_CALLER
from core.ports import CommitWatch
from core.records.journal import Entity

GATHER_SECONDS = 0.1
"""The pause between two looks, so that commits that follow each other closely are looked at together."""

TRUSTED_SECONDS, LOOK_SECONDS = 5.0, 4.0
"""The seconds for which a look is trusted while no commit is told of, and after which it is repeated.

The watch may have lost a commit.
"""

NOT_TOLD = -1


class FollowedNews:
    """Follows the journal, and says for whom something has changed since a version; each look with news makes one."""

    def __init__(self, pipeline: Pipeline) -> None:
        self.pipeline = pipeline
        self.reached: int | None = None
        self.pending = False
        self.ended = 0
        self.version = 0
        self.of_everybody = 0
        self.of_person: defaultdict[Entity, dict[int, int]] = defaultdict(dict)
        self.commits: CommitWatch | None = None
        self.told, self.looked_at = NOT_TOLD, -inf
        self.following: asyncio.Task[None] | None = None
        self.closed = False
        self.lock = asyncio.Lock()

    async def catch_up(self) -> None:
        """Have read what was committed until now. Raises `Unavailable`."""
        if self.following is None and not self.closed:
            self.following = asyncio.create_task(self.follow())
        if not self.is_caught_up():
            async with self.lock:
                if not self.is_caught_up():
                    await self.read_on()

    def is_caught_up(self) -> bool:
        commits = self.commits
        return (
            commits is not None
            and commits.told == self.told
            and not self.pending
            and asyncio.get_running_loop().time() - self.looked_at < TRUSTED_SECONDS
        )

    def has(self, entities: Collection[Entity], people: Collection[int], since: int) -> bool:
        """Return whether something of these kinds may have changed for these people after a version."""
        if self.pending or self.of_everybody > since:
            return True
        changed = [self.of_person[entity] for entity in entities] if self.version > since else ()
        return any(each.get(person, 0) > since for each in changed for person in people)

    async def read_on(self) -> None:
        told, looked_at = self.commits.told if self.commits else NOT_TOLD, asyncio.get_running_loop().time()
        news = await self.pipeline.run(OPERATOR_CALLER, read_news, self.reached)
        if news.people is None or any(news.people.values()):
            self.version += 1
        if news.people is None:
            self.of_everybody = self.version
        else:
            for entity, people in news.people.items():
                self.of_person[entity].update(dict.fromkeys(people, self.version))
        self.reached, self.pending, self.ended = news.reached, news.pending, news.ended
        self.told, self.looked_at = told, looked_at

    async def follow(self) -> None:
        """Read on after each commit, and once in a while."""
        try:
            async with self.pipeline.store.watch_commits() as self.commits:
                self.told = NOT_TOLD
                while True:
                    with suppress(Unavailable):
                        await self.catch_up()
                    with suppress(TimeoutError):
                        async with asyncio.timeout(LOOK_SECONDS):
                            await self.commits.committed()
                    await asyncio.sleep(GATHER_SECONDS)
        finally:
            self.commits = None

    def close(self) -> None:
        """Stop following; from now on the journal is read at each request."""
        self.closed = True
        if self.following:
            self.following.cancel()
