"""Backups that the service makes by itself: copied, proved by restoring them, and kept by days, weeks and months."""

import asyncio
import logging
import shutil
import signal
import sys
from asyncio.subprocess import PIPE
from contextlib import AsyncExitStack
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import storage
from bot.app import config
from bot.app.backup_folder import SECRET, BackupFolder
from core.application.use_case import Pipeline
from core.base.errors import Unavailable
from core.jobs.backup_news import tell_backup_failed
from core.jobs.timetable import Daily, latest
from core.people.users import OPERATOR_CALLER

logger = logging.getLogger(__name__)

LOOK = timedelta(minutes=1)
RETRY = timedelta(hours=1)
REHEARSED = timedelta(minutes=1)
OWNER_ONLY_FOLDER, OWNER_ONLY = 0o700, 0o600


class BackupFailed(Exception):
    """No backup was made, or it could not be proved; says why, for the operator."""


async def make_backup(settings: config.Config, at: datetime) -> tuple[Path, int]:
    """Copy the database as of now, prove and keep the copy, delete what need not be kept; return the file and its rows.

    Proved: restored into a temporary place as `semaforo db restore` does, checked, and one turn of the jobs run over
    it, with nothing sent. Raises `BackupFailed`; a copy that was not proved is kept under a name that says so.
    """
    folder = BackupFolder(settings)
    if refusal := folder.refusal():
        raise BackupFailed(refusal)
    target = folder.file(at)
    draft = folder.unproved(at)
    try:
        folder.path.mkdir(mode=OWNER_ONLY_FOLDER, parents=True, exist_ok=True)
        await asyncio.to_thread(storage.backup, settings.database.url, draft)
        with TemporaryDirectory(prefix=".rehearsal-", dir=folder.path) as place:
            url = f"{config.SQLITE}{place}/restored.db"
            rows = await asyncio.to_thread(storage.rehearse_restore, url, draft)
            await rehearse(settings, url)
        if settings.backup.with_secret:
            copy_secret(settings.database, target.with_suffix(SECRET))
        draft.rename(target)
        folder.prune(at)
    except Exception as fault:
        raise BackupFailed(str(fault) or type(fault).__name__) from fault
    return target, rows


async def rehearse(settings: config.Config, url: str) -> None:
    """Run one turn of the jobs and of the sender over a database of its own."""
    from bot.app.simulation import simulation_over  # noqa: PLC0415  a copy that fails needs nothing of the chat

    async with AsyncExitStack() as stack:
        simulation = await simulation_over(settings, url, stack)
        simulation.lease = await simulation.take_over(simulation.clock.now() + REHEARSED)
        await simulation.tick()


def copy_secret(database: config.DatabaseConfig, target: Path) -> None:
    """Readable by its owner only, where the secret is a file."""
    secret = config.secret_file(database)
    if secret is not None and secret.exists():
        target.touch(mode=OWNER_ONLY)
        shutil.copyfile(secret, target)


class Backups:
    """Makes the backups that a configuration asks for, in the process that leads the jobs."""

    def __init__(self, settings: config.Config, pipeline: Pipeline) -> None:
        self.settings = settings
        self.pipeline = pipeline
        self.folder = BackupFolder(settings)
        self.daily = Daily(time.fromisoformat(settings.backup.at))
        self.looked_at = datetime.min.replace(tzinfo=UTC)
        self.wait = LOOK
        self.is_making = False

    def is_due(self, now: datetime) -> bool:
        """Return whether a backup is to be made now. The folder is read once a minute, and not while one is being made.

        A backup that bears a time still to come was made while the clock was ahead, and is not the one that is due.
        """
        if self.is_making or abs(now - self.looked_at) < self.wait:
            return False
        self.looked_at, self.wait = now, LOOK
        _, due_at = latest(self.daily, now, self.folder.zone)
        return not any(due_at <= made <= now for made in self.folder.made())

    async def make(self, now: datetime) -> None:
        """Make a backup; a failure is logged and told to the admins, and it is tried again after `RETRY`."""
        self.is_making = True
        self.looked_at, self.wait = now, RETRY
        try:
            logger.info("backup %s", await self.run())
            self.wait = LOOK
        except BackupFailed as fault:
            logger.warning("%s", fault)
            await self.tell(str(fault))
        finally:
            self.is_making = False

    async def run(self) -> str:
        """Run `semaforo db backup` as a process of its own, which the service does not wait for; return its output."""
        command = [sys.executable, "-m", "bot", "db", "backup"]
        process = await asyncio.create_subprocess_exec(
            *command, env=config.environment(self.settings), stdout=PIPE, stderr=PIPE
        )
        try:
            said, faults = await process.communicate()
        except asyncio.CancelledError:
            process.send_signal(signal.SIGINT)  # it tidies up what it has begun
            await process.wait()
            raise
        if process.returncode:
            raise BackupFailed((faults.decode().splitlines() or ["it ended without a word"])[-1])
        return said.decode().splitlines()[0]

    async def tell(self, why: str) -> None:
        """Tell the admins, if the database takes the message."""
        try:
            await self.pipeline.run(OPERATOR_CALLER, tell_backup_failed, why, self.folder.last())
        except Unavailable:
            logger.exception("nobody was told that no backup was made")
