"""One process's jobs and sender, over a world whose clock stands still between two ticks."""

from bot.app.scheduler import Scheduler
from tests.bot.chat.posting import new_sender


class Service:
    """Down but for its ticks; what it did is read from the ledger."""

    def __init__(self, world) -> None:
        self.world = world
        self.sender = new_sender(world)
        self.scheduler = Scheduler(world.pipeline, world.chat)

    async def tick(self) -> None:
        """The jobs whose turn it is, then every message that is due."""
        await self.scheduler.work(self.world.clock.now())
        while await self.sender.send_due(self.scheduler.lease_keeper.lease):
            pass

    async def live(self, *, minutes: int) -> None:
        """Tick each minute."""
        for _ in range(minutes):
            self.world.clock.advance(minutes=1)
            await self.tick()

    def rows(self, statement: str, *values: object) -> list[tuple]:
        """Run a query over the database, and return its rows."""
        return self.world.store.execute(statement, values).fetchall()

    def messages(self, who: str, kind: str) -> list[str]:
        """Return the outcomes of somebody's messages of a kind, in order."""
        of_kind = "SELECT outcome FROM outbox WHERE user_id = ? AND kind = ? ORDER BY id"
        return [outcome for (outcome,) in self.rows(of_kind, self.world.users[who].id, kind)]

    def turns(self, job: str) -> list[str]:
        """The names of a job's turns that were taken, in order."""
        return [name for (name,) in self.rows("SELECT nominal FROM job_runs WHERE job = ? ORDER BY id", job)]
