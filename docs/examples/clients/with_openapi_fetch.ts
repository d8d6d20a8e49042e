// The work of this folder with the types of openapi-typescript and the calls of openapi-fetch.
import createClient from "openapi-fetch";
import { assert, due, longAgo, nextCursor, series, tasks, there, token, url } from "./common";
import type { paths } from "./made/openapi-typescript";

const client = createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${token}` } });

const me = await client.GET("/api/v1/me");
const made = await client.POST("/api/v1/tasks/batch", { body: { tasks } });
const found: number[] = [];
let cursor: string | undefined;
do {
  const query = {
    estatus: ["PENDIENTE" as const, "EN_PROCESO" as const],
    responsibleUserId: there(me.data, me.error).data.id,
    late: false,
    changedSince: longAgo,
    sort: "fechaCumplir" as const,
    order: "desc" as const,
    limit: 2,
    cursor,
  };
  const page = await client.GET("/api/v1/tasks", { params: { query } });
  found.push(...there(page.data, page.error).data.map((task) => task.id));
  cursor = nextCursor(page.response.headers);
} while (cursor);
for (const task of there(made.data, made.error).data) assert(found.includes(task.id));

const ofJira = { params: { path: { source: "jira", externalId: "EQ/9" } }, body: { descripcion: "De Jira", fechaCumplir: due } };
const once = await client.PUT("/api/v1/tasks/external/{source}/{externalId}", ofJira);
const again = await client.PUT("/api/v1/tasks/external/{source}/{externalId}", ofJira);
assert.equal(there(once.data, once.error).data.id, there(again.data, again.error).data.id);

const created = await client.POST("/api/v1/events/series", { body: { ...series } });
const { seriesId, eventIds } = there(created.data, created.error).data;
const path = { params: { path: { seriesId } } };
const later = { fromEventId: eventIds[1], startTime: "11:30", location: null };
const changed = await client.PATCH("/api/v1/events/series/{seriesId}", { ...path, body: later });
assert.equal(there(changed.data, changed.error).data, 2);
const read = await client.GET("/api/v1/events/series/{seriesId}", path);
const events = await client.GET("/api/v1/events", {
  params: { query: { seriesId, sort: "startDatetime", changedSince: longAgo } },
});
assert.deepEqual(there(events.data, events.error).data.map((event) => event.id), there(read.data, read.error).data.eventIds);

const refused = await client.GET("/api/v1/events/series/{seriesId}", { params: { path: { seriesId: seriesId + 1 } } });
assert.equal(refused.error?.data.code, "series_not_found");
