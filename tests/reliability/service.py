"""One process's jobs and sender, over a world whose clock stands still between two ticks."""

from contextlib import closing

from bot.clockwork import Clockwork
from bot.pacing import Pacing
from bot.sender import Sender
from bot.wiring import token_issuer
from storage.sqlite import connect

UNPACED = 10_000.0


class Service:
    """Down until it is `up`; what it did is read from the ledger."""

    def __init__(self, world) -> None:
        self.world = world
        router = world.service.router
        pacing = Pacing(UNPACED, rest=0.0)
        issue_token = token_issuer(world.config)
        self.sender = Sender(world.pipeline, issue_token, router.memory, router.outgoing, pacing)
        self.clockwork = Clockwork(world.pipeline, world.chat)

    async def tick(self) -> None:
        """The jobs whose turn it is, then every message that is due."""
        await self.clockwork.work()
        while await self.sender.send_due(self.clockwork.lead):
            pass

    async def live(self, *, minutes: int, step: int = 1) -> None:
        """Tick as the clock goes on."""
        for _ in range(0, minutes, step):
            self.world.clock.advance(minutes=step)
            await self.tick()

    def rows(self, statement: str, *values: object) -> list[tuple]:
        """What the database holds."""
        with closing(connect(self.world.file)) as connection:
            return connection.execute(statement, values).fetchall()

    def messages(self, who: str, kind: str) -> list[str]:
        """What became of somebody's messages of a kind, in order."""
        of_kind = "SELECT outcome FROM outbox WHERE user_id = ? AND kind = ? ORDER BY id"
        return [outcome for (outcome,) in self.rows(of_kind, self.world.users[who].id, kind)]

    def turns(self, job: str) -> list[str]:
        """The names of a job's turns that were taken, in order."""
        return [name for (name,) in self.rows("SELECT nominal FROM job_runs WHERE job = ? ORDER BY id", job)]
