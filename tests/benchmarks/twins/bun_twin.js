// The yardstick on Bun: the four operations that the benchmark measures, on `Bun.serve`'s own router and `bun:sqlite`,
// tokens by jose and remembered once verified (the service remembers them too).
//
// bun bun_twin.js PORT DATABASE SECRET

import { Database } from "bun:sqlite";

import { jwtVerify } from "jose";

import { statements } from "./statements.js";

const [port, database, secret] = process.argv.slice(2);
const REMEMBERED = 1000;

const db = new Database(database, { strict: true });
db.run("PRAGMA busy_timeout = 30000");
db.run("PRAGMA journal_mode = WAL");
db.run("PRAGMA synchronous = FULL");
db.run("PRAGMA foreign_keys = ON");

const [findUser, findType, findEvent, listEvents, addEvent, countUsers, findConflicts] = statements((text) => db.query(text));

class HttpError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

const key = new TextEncoder().encode(secret);
const verified = new Map();

async function claimsOf(request) {
  const token = request.headers.get("authorization")?.replace(/^Bearer /, "") ?? "";
  const known = verified.get(token);
  if (known && known.exp > Date.now() / 1000) return known;
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ["HS256"],
      issuer: "semaforo",
      audience: "semaforo-api",
    });
    if (verified.size >= REMEMBERED) verified.clear();
    verified.set(token, payload);
    return payload;
  } catch {
    throw new HttpError(401, "Unauthorized");
  }
}

const answering = (handler) => async (request) => {
  try {
    const me = findUser.get({ id: Number((await claimsOf(request)).sub) });
    if (!me) throw new HttpError(401, "Unauthorized");
    return Response.json({ status: 200, message: "OK", data: await handler(request, me) });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return Response.json({ status: error.status, message: error.message, data: {} }, { status: error.status });
  }
};

function check(fits) {
  if (!fits) throw new HttpError(400, "Bad request");
}

function integer(text, { least = -Infinity, most = Infinity } = {}) {
  const number = Number(text);
  check(Number.isInteger(number) && number >= least && number <= most);
  return number;
}

function instant(text) {
  const moment = new Date(text);
  check(typeof text === "string" && !Number.isNaN(moment.getTime()));
  return moment.toISOString();
}

function checked(body) {
  const text = (value, most) => typeof value === "string" && value.length <= most;
  const orNull = (value, fits) => value === null || fits(value);
  const values = { description: null, location: null, isVirtual: false, isPublic: false, customerId: null, supplierId: null, ...body };
  check(Number.isInteger(values.eventTypeId) && Number.isInteger(values.statusId) && values.statusId > 0);
  check(text(values.title, 255) && orNull(values.location, (each) => text(each, 255)));
  check(orNull(values.description, (each) => text(each, Infinity)));
  check(typeof values.isVirtual === "boolean" && typeof values.isPublic === "boolean");
  check(orNull(values.customerId, Number.isInteger) && orNull(values.supplierId, Number.isInteger));
  return values;
}

const eventOf = (row) => ({
  ...row,
  isVirtual: Boolean(row.isVirtual),
  isPublic: Boolean(row.isPublic),
  isActive: Boolean(row.isActive),
});

function list(request, me) {
  const query = new URL(request.url).searchParams;
  const limit = integer(query.get("limit") ?? 1000, { least: 1, most: 1000 });
  return listEvents.all({ me: me.id, limit, afterId: integer(query.get("afterId") ?? 0, { least: 0 }) }).map(eventOf);
}

function get(request, me) {
  const found = findEvent.get({ me: me.id, id: integer(request.params.id) });
  if (!found) throw new HttpError(404, "Not found");
  return eventOf(found);
}

function availability(request, me) {
  const query = new URL(request.url).searchParams;
  const asked = query.getAll("userIds").map((each) => integer(each));
  check(asked.length >= 1 && asked.length <= 100);
  const [start, end] = [instant(query.get("startDatetime")), instant(query.get("endDatetime"))];
  const userIds = JSON.stringify(asked);
  check(countUsers.get({ userIds }).known >= new Set(asked).size);
  return findConflicts.all({ me: me.id, userIds, start, end });
}

async function create(request, me) {
  const body = checked(await request.json().catch(() => check(false)));
  const [start, end] = [instant(body.startDatetime), instant(body.endDatetime)];
  check(end > start && findType.get({ id: body.eventTypeId }));
  const { eventTypeId, title, statusId, description, location, isVirtual, isPublic, customerId, supplierId } = body;
  const values = { eventTypeId, title, statusId, description, location, isVirtual, isPublic, customerId, supplierId };
  return eventOf(addEvent.get({ ...values, start, end, me: me.id, now: new Date().toISOString() }));
}

Bun.serve({
  hostname: "127.0.0.1",
  port: Number(port),
  routes: {
    "/api/v1/events/availability": { GET: answering(availability) },
    "/api/v1/events/:id": { GET: answering(get) },
    "/api/v1/events": { GET: answering(list), POST: answering(create) },
  },
});
