"""The API as a service, or the probes alone of a process without it."""

import logging
from contextlib import AsyncExitStack
from datetime import timedelta

import msgspec

import api
from bot.app import config
from bot.app.tokens import keyring
from bot.app.wiring import Core
from bot.process.listening import listening
from bot.process.worker import Worker

logger = logging.getLogger("semaforo")


async def start_api(settings: config.Config, core: Core, stack: AsyncExitStack, worker: Worker) -> str:
    """The API's address."""
    pipeline = core.pipeline
    issuers = [msgspec.convert(issuer, api.Issuer, from_attributes=True) for issuer in settings.jwt.issuers]
    trusted = await stack.enter_async_context(api.open_issuers(issuers, pipeline.clock.now().timestamp()))
    cache = timedelta(seconds=settings.jwt.cache_seconds)
    authenticator = api.Authenticator(pipeline, keyring(settings), trusted, cache=cache)
    with listening("api", settings.api.host, settings.api.port):
        app = api.create_app(
            pipeline,
            authenticator,
            requests_per_minute=settings.api.requests_per_minute,
            security_contact=settings.api.security_contact,
            limits=limits(settings.api),
            trusted_proxies=settings.api.trusted_proxies,
        )
        server = await api.serve(app, settings.api.host, settings.api.port, worker.sockets("api"))
    stack.push_async_callback(server.stop)
    logger.info("API ready on %s", server.url)
    return server.url


def limits(settings: config.ApiConfig) -> api.Limits:
    return api.Limits(
        header=settings.header_seconds,
        body=settings.body_seconds,
        idle=settings.idle_seconds,
        unread=settings.unread_seconds,
        connections=settings.connections_per_address,
    )


async def start_probes(place: config.HealthPlace, core: Core, stack: AsyncExitStack, worker: Worker) -> None:
    """`/health` and `/ready` of a process that does not serve the API."""
    with listening(place.key, place.host, place.port):
        server = await api.serve(api.ProbeApp(core.pipeline), place.host, place.port, worker.sockets("health"))
    stack.push_async_callback(server.stop)
    logger.info("health on %s", server.url)
