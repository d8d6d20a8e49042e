// The yardstick in Fastify with better-sqlite3: the four operations that the benchmark measures, as its guide has it:
// JSON schemas for what comes and goes, prepared statements, @fastify/jwt on every request with its cache of verified
// tokens (the service has one too).
//
// node fastify_twin.js PORT DATABASE SECRET

import jwt from "@fastify/jwt";
import Database from "better-sqlite3";
import Fastify from "fastify";

import { statements } from "./statements.js";

const [port, database, secret] = process.argv.slice(2);

const db = new Database(database, { timeout: 30000 });
db.pragma("journal_mode = WAL");
db.pragma("synchronous = FULL");
db.pragma("foreign_keys = ON");

const [findUser, findType, findEvent, listEvents, addEvent, countUsers, findConflicts] = statements((text) => db.prepare(text));

const integer = { type: "integer" };
const text = { type: "string" };
const boolean = { type: "boolean" };
const orNull = (schema) => ({ ...schema, nullable: true });
const envelope = (data) => ({
  200: { type: "object", properties: { status: integer, message: text, data } },
});
const event = {
  type: "object",
  properties: {
    id: integer,
    eventTypeId: integer,
    title: text,
    description: orNull(text),
    startDatetime: text,
    endDatetime: text,
    location: orNull(text),
    isVirtual: boolean,
    isPublic: boolean,
    statusId: integer,
    customerId: orNull(integer),
    supplierId: orNull(integer),
    createdByUserId: orNull(integer),
    createdAt: text,
    updatedAt: text,
    isActive: boolean,
    seriesId: orNull(integer),
  },
};
const conflict = {
  type: "object",
  properties: {
    userId: integer,
    username: text,
    conflictingEventId: integer,
    conflictingEventTitle: text,
    startDatetime: text,
    endDatetime: text,
  },
};
const moment = { type: "string", format: "date-time" };
const ok = (data) => ({ status: 200, message: "OK", data });

const app = Fastify({ logger: false });
await app.register(jwt, { secret, verify: { allowedIss: "semaforo", allowedAud: "semaforo-api", cache: true } });

app.addHook("onRequest", async (request, reply) => {
  await request.jwtVerify();
  request.me = findUser.get({ id: Number(request.user.sub) });
  if (!request.me) return reply.code(401).send({ status: 401, message: "Unauthorized", data: {} });
});

app.get(
  "/api/v1/events",
  {
    schema: {
      querystring: {
        type: "object",
        properties: {
          limit: { type: "integer", minimum: 1, maximum: 1000, default: 1000 },
          afterId: { type: "integer", minimum: 0, default: 0 },
        },
      },
      response: envelope({ type: "array", items: event }),
    },
  },
  async ({ me, query }) => ok(listEvents.all({ me: me.id, limit: query.limit, afterId: query.afterId })),
);

app.get(
  "/api/v1/events/:id",
  { schema: { params: { type: "object", properties: { id: integer } }, response: envelope(event) } },
  async ({ me, params }, reply) => {
    const found = findEvent.get({ me: me.id, id: params.id });
    return found ? ok(found) : reply.code(404).send({ status: 404, message: "Not found", data: {} });
  },
);

app.get(
  "/api/v1/events/availability",
  {
    schema: {
      querystring: {
        type: "object",
        required: ["startDatetime", "endDatetime", "userIds"],
        properties: {
          startDatetime: moment,
          endDatetime: moment,
          userIds: { type: "array", items: integer, minItems: 1, maxItems: 100 },
        },
      },
      response: envelope({ type: "array", items: conflict }),
    },
  },
  async ({ me, query }, reply) => {
    const userIds = JSON.stringify(query.userIds);
    if (countUsers.get({ userIds }).known < new Set(query.userIds).size) {
      return reply.code(400).send({ status: 400, message: "Unknown user", data: {} });
    }
    const [start, end] = [query.startDatetime, query.endDatetime].map((each) => new Date(each).toISOString());
    return ok(findConflicts.all({ me: me.id, userIds, start, end }));
  },
);

app.post(
  "/api/v1/events",
  {
    schema: {
      body: {
        type: "object",
        required: ["eventTypeId", "title", "startDatetime", "endDatetime", "statusId"],
        properties: {
          eventTypeId: integer,
          title: { type: "string", maxLength: 255 },
          startDatetime: moment,
          endDatetime: moment,
          statusId: { type: "integer", minimum: 1 },
          description: { ...orNull(text), default: null },
          location: { ...orNull({ type: "string", maxLength: 255 }), default: null },
          isVirtual: { type: "boolean", default: false },
          isPublic: { type: "boolean", default: false },
          customerId: { ...orNull(integer), default: null },
          supplierId: { ...orNull(integer), default: null },
        },
      },
      response: envelope(event),
    },
  },
  async ({ me, body }, reply) => {
    const [start, end] = [body.startDatetime, body.endDatetime].map((each) => new Date(each).toISOString());
    if (end <= start || !findType.get({ id: body.eventTypeId })) {
      return reply.code(400).send({ status: 400, message: "Bad request", data: {} });
    }
    const [isVirtual, isPublic] = [Number(body.isVirtual), Number(body.isPublic)];
    return ok(addEvent.get({ ...body, isVirtual, isPublic, start, end, me: me.id, now: new Date().toISOString() }));
  },
);

await app.listen({ port: Number(port), host: "127.0.0.1" });
