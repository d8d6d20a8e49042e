"""The yardstick in FastAPI with SQLAlchemy's ORM: the four operations that the benchmark measures, as its guide has it.

Run with the twins' own interpreter: `fastapi_twin.py PORT DATABASE SECRET`.
"""

import sys
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Annotated, Generic, TypeVar

import jwt
import uvicorn
from cachetools import LRUCache
from fastapi import Depends, FastAPI, HTTPException, Query
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel
from sqlalchemy import ColumnElement, ForeignKey, and_, case, event, or_, select
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

PORT, DATABASE, SECRET = sys.argv[1:]
CANCELLED = [3]
T = TypeVar("T")


class Base(DeclarativeBase):
    """Of every table."""


class User(Base):
    __tablename__ = "users"
    id: Mapped[int] = mapped_column(primary_key=True)
    username: Mapped[str]
    role: Mapped[str]
    is_active: Mapped[bool]


class EventType(Base):
    __tablename__ = "event_types"
    id: Mapped[int] = mapped_column(primary_key=True)
    is_active: Mapped[bool]
    auto_generated: Mapped[bool]


class Participant(Base):
    __tablename__ = "participants"
    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int] = mapped_column(ForeignKey("events.id"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))


class Visibility(Base):
    """A record that shows an event to a person, or hides it."""

    __tablename__ = "visibility"
    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int] = mapped_column(ForeignKey("events.id"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    is_visible: Mapped[bool]


class Event(Base):
    """An event; instants are UTC."""

    __tablename__ = "events"
    id: Mapped[int] = mapped_column(primary_key=True)
    event_type_id: Mapped[int] = mapped_column(ForeignKey("event_types.id"))
    title: Mapped[str]
    description: Mapped[str | None]
    start_datetime: Mapped[datetime]
    end_datetime: Mapped[datetime]
    location: Mapped[str | None]
    is_virtual: Mapped[bool]
    is_public: Mapped[bool]
    status_id: Mapped[int]
    customer_id: Mapped[int | None]
    supplier_id: Mapped[int | None]
    created_by_user_id: Mapped[int | None]
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
    is_active: Mapped[bool]
    series_id: Mapped[int | None]
    is_deleted: Mapped[bool] = mapped_column(default=False)
    event_type: Mapped[EventType] = relationship()
    participants: Mapped[list[Participant]] = relationship()
    visibility: Mapped[list[Visibility]] = relationship()


class Schema(BaseModel):
    """camelCase on the wire."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, from_attributes=True)


class EventOut(Schema):
    id: int
    event_type_id: int
    title: str
    description: str | None
    start_datetime: datetime
    end_datetime: datetime
    location: str | None
    is_virtual: bool
    is_public: bool
    status_id: int
    customer_id: int | None
    supplier_id: int | None
    created_by_user_id: int | None
    created_at: datetime
    updated_at: datetime
    is_active: bool
    series_id: int | None


class EventIn(Schema):
    event_type_id: int
    title: str = Field(max_length=255)
    start_datetime: AwareDatetime
    end_datetime: AwareDatetime
    status_id: int = Field(gt=0)
    description: str | None = None
    location: str | None = Field(default=None, max_length=255)
    is_virtual: bool = False
    is_public: bool = False
    customer_id: int | None = None
    supplier_id: int | None = None


class Conflict(Schema):
    user_id: int
    username: str
    conflicting_event_id: int
    conflicting_event_title: str
    start_datetime: datetime
    end_datetime: datetime


class Envelope(BaseModel, Generic[T]):
    """Around every answer."""

    status: int = 200
    message: str = "OK"
    data: T


engine = create_async_engine(f"sqlite+aiosqlite:///{DATABASE}", connect_args={"timeout": 30})
sessions = async_sessionmaker(engine, expire_on_commit=False)
app = FastAPI()
bearer = HTTPBearer()
verified: LRUCache[str, dict] = LRUCache(1000)
"""The claims of tokens that were verified, as the service remembers them."""


@event.listens_for(engine.sync_engine, "connect")
def set_up(connection, _record) -> None:
    """Durable at COMMIT, as the service is."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


async def session() -> AsyncIterator[AsyncSession]:
    """A session a request."""
    async with sessions() as opened:
        yield opened


async def current_user(
    credentials: Annotated[HTTPAuthorizationCredentials, Depends(bearer)], db: Annotated[AsyncSession, Depends(session)]
) -> User:
    """The user whom the token stands for."""
    token = credentials.credentials
    claims = verified.get(token)
    if claims is None or claims["exp"] <= time.time():
        try:
            claims = jwt.decode(token, SECRET, algorithms=["HS256"], audience="semaforo-api", issuer="semaforo")
        except jwt.InvalidTokenError as fault:
            raise HTTPException(401) from fault
        verified[token] = claims
    user = await db.get(User, int(claims["sub"]))
    if user is None or not user.is_active:
        raise HTTPException(401)
    return user


Db = Annotated[AsyncSession, Depends(session)]
Me = Annotated[User, Depends(current_user)]


def visible(user: User) -> ColumnElement[bool]:
    """The condition that a person may see an event."""
    mine = Visibility.user_id == user.id
    return or_(
        Event.created_by_user_id == user.id,
        Event.participants.any(Participant.user_id == user.id),
        Event.visibility.any(and_(mine, Visibility.is_visible)),
        and_(Event.is_public, ~Event.visibility.any(and_(mine, ~Visibility.is_visible))),
    )


@app.get("/api/v1/events/availability")
async def availability(
    db: Db,
    user: Me,
    start: Annotated[AwareDatetime, Query(alias="startDatetime")],
    end: Annotated[AwareDatetime, Query(alias="endDatetime")],
    user_ids: Annotated[list[int], Query(alias="userIds", min_length=1, max_length=100)],
) -> Envelope[list[Conflict]]:
    """A row a person and event that overlaps the time."""
    known = await db.scalars(select(User.id).where(User.id.in_(user_ids)))
    if len(known.all()) < len(set(user_ids)):
        raise HTTPException(400)
    rows = await db.execute(
        select(
            Participant.user_id,
            User.username,
            Event.id.label("conflicting_event_id"),
            case((visible(user), Event.title), else_="Ocupado").label("conflicting_event_title"),
            Event.start_datetime,
            Event.end_datetime,
        )
        .join(Event, Event.id == Participant.event_id)
        .join(User, User.id == Participant.user_id)
        .join(Event.event_type)
        .where(
            Participant.user_id.in_(user_ids),
            Event.start_datetime < naive(end),
            Event.end_datetime > naive(start),
            Event.is_active,
            ~Event.is_deleted,
            ~EventType.auto_generated,
            Event.status_id.not_in(CANCELLED),
        )
        .order_by(Participant.user_id, Event.start_datetime, Event.id)
    )
    return Envelope(data=[Conflict.model_validate(row) for row in rows])


@app.get("/api/v1/events")
async def list_events(
    db: Db,
    user: Me,
    limit: Annotated[int, Query(ge=1, le=1000)] = 1000,
    after: Annotated[int, Query(alias="afterId", ge=0)] = 0,
) -> Envelope[list[EventOut]]:
    """A page of the visible events, by id."""
    shown = select(Event).where(visible(user), ~Event.is_deleted, Event.id > after).order_by(Event.id).limit(limit)
    return Envelope(data=(await db.scalars(shown)).all())


@app.get("/api/v1/events/{event_id}")
async def get_event(event_id: int, db: Db, user: Me) -> Envelope[EventOut]:
    found = await db.scalar(select(Event).where(Event.id == event_id, ~Event.is_deleted, visible(user)))
    if found is None:
        raise HTTPException(404)
    return Envelope(data=found)


@app.post("/api/v1/events")
async def create_event(body: EventIn, db: Db, user: Me) -> Envelope[EventOut]:
    kind = await db.get(EventType, body.event_type_id)
    if kind is None or not kind.is_active or kind.auto_generated or body.end_datetime <= body.start_datetime:
        raise HTTPException(400)
    now = naive(datetime.now(UTC))
    values = body.model_dump() | {
        "start_datetime": naive(body.start_datetime),
        "end_datetime": naive(body.end_datetime),
    }
    made = Event(**values, created_by_user_id=user.id, created_at=now, updated_at=now, is_active=True)
    db.add(made)
    await db.commit()
    return Envelope(data=made)


def naive(instant: datetime) -> datetime:
    """In UTC, as the database has it."""
    return instant.astimezone(UTC).replace(tzinfo=None)


if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(PORT), access_log=False, log_level="warning")
