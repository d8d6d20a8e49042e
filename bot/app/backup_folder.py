"""The folder of the backups that the service makes: finds them, and deletes those that need not be kept."""

from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path

from bot.app import config

NAME = "semaforo-%Y%m%dT%H%M%SZ.db"
UNPROVED = ".unproved"
"""The ending of a copy that could not be restored, or over which the jobs do not run; deleted by the next good one."""

SECRET = ".jwt-secret"  # noqa: S105 an ending
SPANS = "%Y-%m-%d", "%G-%V", "%Y-%m"
"""The formats that tell one day, week and month from another."""


class BackupFolder:
    """The backups in a folder. A file under its final name is proved; from these alone follows when one is due."""

    def __init__(self, settings: config.Config) -> None:
        self.path = Path(settings.backup.to).absolute()
        self.zone = settings.zone
        self.keep = settings.backup.keep

    def file(self, at: datetime) -> Path:
        return self.path / at.astimezone(UTC).strftime(NAME)

    def made(self) -> Collection[datetime]:
        """Return the instant at which each backup was made."""
        found = []
        for file in self.path.glob("semaforo-*.db"):
            try:
                found.append(datetime.strptime(file.name, NAME).replace(tzinfo=UTC))
            except ValueError:  # somebody else's file
                continue
        return found

    def last(self) -> datetime | None:
        """Return the instant at which the newest backup was made; None if there is none."""
        return max(self.made(), default=None)

    def kept(self, made: Collection[datetime]) -> Collection[datetime]:
        """The newest of each of the last days, weeks and months that have one, `keep` of them."""
        kept: set[datetime] = set()
        for count, span in zip(self.keep, SPANS, strict=True):
            newest = {at.astimezone(self.zone).strftime(span): at for at in sorted(made)}
            kept.update([*newest.values()][-count:])
        return kept

    def prune(self) -> None:
        """Delete those that need not be kept, and the copies that were not proved."""
        made = self.made()
        for at in set(made) - set(self.kept(made)):
            self.file(at).unlink()
            self.file(at).with_suffix(SECRET).unlink(missing_ok=True)
        for unproved in self.path.glob(f"semaforo-*{UNPROVED}"):
            unproved.unlink()
