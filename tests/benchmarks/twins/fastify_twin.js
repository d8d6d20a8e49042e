// The yardstick in Fastify with better-sqlite3: the four operations that the benchmark measures, as its guide has it:
// JSON schemas for what comes and goes, prepared statements, @fastify/jwt on every request.
//
// node fastify_twin.js PORT DATABASE SECRET

import jwt from "@fastify/jwt";
import Database from "better-sqlite3";
import Fastify from "fastify";

const [port, database, secret] = process.argv.slice(2);

const db = new Database(database, { timeout: 30000 });
db.pragma("journal_mode = WAL");
db.pragma("synchronous = FULL");
db.pragma("foreign_keys = ON");

const EVENT = `e.id, e.event_type_id AS eventTypeId, e.title, e.description, e.start_datetime AS startDatetime,
  e.end_datetime AS endDatetime, e.location, e.is_virtual AS isVirtual, e.is_public AS isPublic,
  e.status_id AS statusId, e.customer_id AS customerId, e.supplier_id AS supplierId,
  e.created_by_user_id AS createdByUserId, e.created_at AS createdAt, e.updated_at AS updatedAt,
  e.is_active AS isActive, e.series_id AS seriesId`;

const VISIBLE = `(e.created_by_user_id = @me
  OR EXISTS (SELECT 1 FROM participants q WHERE q.event_id = e.id AND q.user_id = @me)
  OR EXISTS (SELECT 1 FROM visibility v WHERE v.event_id = e.id AND v.user_id = @me AND v.is_visible)
  OR (e.is_public AND NOT EXISTS (
    SELECT 1 FROM visibility v WHERE v.event_id = e.id AND v.user_id = @me AND NOT v.is_visible)))`;

const findUser = db.prepare("SELECT id, role FROM users WHERE id = ? AND is_active");
const findType = db.prepare("SELECT id FROM event_types WHERE id = ? AND is_active AND NOT auto_generated");
const findEvent = db.prepare(`SELECT ${EVENT} FROM events e WHERE e.id = @id AND NOT e.is_deleted AND ${VISIBLE}`);
const listEvents = db.prepare(
  `SELECT ${EVENT} FROM events e WHERE e.id > @afterId AND NOT e.is_deleted AND ${VISIBLE} ORDER BY e.id LIMIT @limit`,
);
const addEvent = db.prepare(
  `INSERT INTO events AS e (event_type_id, title, description, start_datetime, end_datetime, location, is_virtual,
    is_public, status_id, customer_id, supplier_id, created_by_user_id, created_at, updated_at, is_active, is_deleted)
  VALUES (@eventTypeId, @title, @description, @start, @end, @location, @isVirtual,
    @isPublic, @statusId, @customerId, @supplierId, @me, @now, @now, 1, 0)
  RETURNING ${EVENT.replaceAll("e.", "")}`,
);
const countUsers = db.prepare("SELECT count(*) AS known FROM users WHERE id IN (SELECT value FROM json_each(?))");
const findConflicts = db.prepare(
  `SELECT p.user_id AS userId, u.username, e.id AS conflictingEventId,
    CASE WHEN ${VISIBLE} THEN e.title ELSE 'Ocupado' END AS conflictingEventTitle,
    e.start_datetime AS startDatetime, e.end_datetime AS endDatetime
  FROM participants p JOIN events e ON e.id = p.event_id JOIN users u ON u.id = p.user_id
    JOIN event_types t ON t.id = e.event_type_id
  WHERE p.user_id IN (SELECT value FROM json_each(@userIds)) AND e.start_datetime < @end AND e.end_datetime > @start
    AND e.is_active AND NOT e.is_deleted AND NOT t.auto_generated AND e.status_id <> 3
  ORDER BY p.user_id, e.start_datetime, e.id`,
);

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
await app.register(jwt, { secret, verify: { allowedIss: "semaforo", allowedAud: "semaforo-api" } });

app.addHook("onRequest", async (request, reply) => {
  await request.jwtVerify();
  request.me = findUser.get(Number(request.user.sub));
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
    if (countUsers.get(userIds).known < new Set(query.userIds).size) {
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
    if (end <= start || !findType.get(body.eventTypeId)) {
      return reply.code(400).send({ status: 400, message: "Bad request", data: {} });
    }
    const [isVirtual, isPublic] = [Number(body.isVirtual), Number(body.isPublic)];
    return ok(addEvent.get({ ...body, isVirtual, isPublic, start, end, me: me.id, now: new Date().toISOString() }));
  },
);

await app.listen({ port: Number(port), host: "127.0.0.1" });
