"""The API as a service."""

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
        app = api.create_app(pipeline, authenticator, requests_per_minute=settings.api.requests_per_minute)
        server = await api.serve(app, settings.api.host, settings.api.port, worker.sockets("api"))
    stack.push_async_callback(server.stop)
    logger.info("API ready on %s", server.url)
    return server.url
