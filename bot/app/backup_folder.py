"""The folder of the backups that the service makes: finds them, and deletes those that need not be kept."""

import os
from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.app import config

NAME = "semaforo-%Y%m%dT%H%M%SZ.db"
UNPROVED = ".unproved"
"""The ending of a copy that could not be restored, or over which the jobs do not run. A later backup deletes it."""

SECRET = ".jwt-secret"  # noqa: S105 an ending
RECENT = timedelta(days=1)
"""The time before the newest backup in which none is deleted: one by hand does not take the place of the night's."""

PROVING = timedelta(hours=1)
"""The time that another process may take to prove its copy."""

SPANS = "%Y-%m-%d", "%G-%V", "%Y-%m"
"""The formats that tell one day, week and month from another."""


class BackupFolder:
    """The backups in a folder. A file under its final name is proved; from these alone follows when one is due."""

    def __init__(self, settings: config.Config) -> None:
        self.path = Path(settings.backup.to).absolute()
        self.zone = settings.zone
        self.keep = settings.backup.keep

    def refusal(self) -> str:
        """Why no file can be written into the folder, or be made with it, and what to do; empty if one can."""
        place = next(each for each in (self.path, *self.path.parents) if os.access(each, os.F_OK))
        if place.is_dir() and os.access(place, os.W_OK):
            return ""
        return (
            f"none can be written into {self.path}: correct backup.to, or let the service's user, and its unit"
            " (ReadWritePaths), write there"
        )

    def file(self, at: datetime) -> Path:
        return self.path / at.astimezone(UTC).strftime(NAME)

    def unproved(self, at: datetime) -> Path:
        file = self.file(at)
        return file.with_name(file.name + UNPROVED)

    def files(self) -> Sequence[Path]:
        """List what may be a backup, or a file of one; nothing where the folder may not be looked into."""
        try:
            return [*self.path.glob("semaforo-*")]
        except PermissionError:
            return []

    def made(self) -> Collection[datetime]:
        """Return the instant at which each backup was made."""
        return self.dated(NAME)

    def dated(self, name: str) -> Collection[datetime]:
        """Return the instants in the names of the files of this form."""
        found = []
        for file in self.files():
            try:
                found.append(datetime.strptime(file.name, name).replace(tzinfo=UTC))
            except ValueError:  # somebody else's file
                continue
        return found

    def last(self) -> datetime | None:
        """Return the instant at which the newest backup was made; None if there is none."""
        return max(self.made(), default=None)

    def kept(self, made: Collection[datetime]) -> Collection[datetime]:
        """The newest of each of the last days, weeks and months that have one, `keep` of them, and every recent one."""
        last = max(made)
        kept = {at for at in made if last - at < RECENT}
        for count, span in zip(self.keep, SPANS, strict=True):
            newest = {at.astimezone(self.zone).strftime(span): at for at in sorted(made)}
            kept.update([*newest.values()][-count:])
        return kept

    def prune(self, now: datetime) -> None:
        """Delete those that need not be kept, and the copies that nobody is proving any more."""
        made = self.made()
        for at in set(made) - set(self.kept(made)):
            self.file(at).unlink(missing_ok=True)  # another process may prune, too
            self.file(at).with_suffix(SECRET).unlink(missing_ok=True)
        for at in self.dated(NAME + UNPROVED):
            if now - at >= PROVING:
                self.unproved(at).unlink(missing_ok=True)
