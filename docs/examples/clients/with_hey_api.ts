// The work of this folder with the functions of @hey-api/openapi-ts.
import { assert, due, longAgo, nextCursor, series, tasks, there, token, url } from "./common";
import {
  createSeries, createTasks, getMe, getSeries, listEvents, listTasks, putTaskByExternalId, updateSeries,
} from "./made/hey-api";
import { client } from "./made/hey-api/client.gen";

client.setConfig({ baseUrl: url, auth: token });

const me = await getMe();
const made = await createTasks({ body: { tasks } });
const found: number[] = [];
let cursor: string | undefined;
do {
  const page = await listTasks({
    query: {
      estatus: ["PENDIENTE", "EN_PROCESO"],
      responsibleUserId: there(me.data, me.error).data.id,
      late: false,
      changedSince: longAgo,
      sort: "fechaCumplir",
      order: "desc",
      limit: 2,
      cursor,
    },
  });
  found.push(...there(page.data, page.error).data.map((task) => task.id));
  cursor = nextCursor(there(page.response).headers);
} while (cursor);
for (const task of there(made.data, made.error).data) assert(found.includes(task.id));

const ofJira = { path: { source: "jira", externalId: "EQ/10" }, body: { descripcion: "De Jira", fechaCumplir: due } };
const once = await putTaskByExternalId(ofJira);
const again = await putTaskByExternalId(ofJira);
assert.equal(there(once.data, once.error).data.id, there(again.data, again.error).data.id);

const created = await createSeries({ body: series });
const { seriesId, eventIds } = there(created.data, created.error).data;
const later = { fromEventId: eventIds[1], startTime: "11:30", location: null };
const changed = await updateSeries({ path: { seriesId }, body: later });
assert.equal(there(changed.data, changed.error).data, 2);
const read = await getSeries({ path: { seriesId } });
const events = await listEvents({ query: { seriesId, sort: "startDatetime", changedSince: longAgo } });
assert.deepEqual(there(events.data, events.error).data.map((event) => event.id), there(read.data, read.error).data.eventIds);

const refused = await getSeries({ path: { seriesId: seriesId + 1 } });
assert.equal(refused.error?.data.code, "series_not_found");
