// The work of this folder with the functions that orval makes for fetch.
import { assert, due, longAgo, nextCursor, series, tasks, token } from "./common";
import {
  createSeries, createTasks, getMe, getSeries, listEvents, listTasks, putTaskByExternalId, updateSeries,
} from "./made/orval/semaforo";

const options = { headers: { Authorization: `Bearer ${token}` } };

/** The envelope of a success; a refusal as an exception. */
function done<A extends { status: number; data: unknown }>(answer: A): Extract<A, { status: 200 }>["data"] {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.data));
  return answer.data;
}

const me = done(await getMe(options));
const made = done(await createTasks({ tasks }, options));
const found: number[] = [];
let cursor: string | undefined;
do {
  const page = await listTasks(
    {
      estatus: ["PENDIENTE", "EN_PROCESO"],
      responsibleUserId: me.data.id,
      late: false,
      changedSince: longAgo,
      sort: "fechaCumplir",
      order: "desc",
      limit: 2,
      cursor,
    },
    options,
  );
  found.push(...done(page).data.map((task) => task.id));
  cursor = nextCursor(page.headers);
} while (cursor);
for (const task of made.data) assert(found.includes(task.id));

const body = { descripcion: "De Jira", fechaCumplir: due };
const inPath = encodeURIComponent("EQ/11"); // orval's functions do not encode what goes into a path
const once = done(await putTaskByExternalId("jira", inPath, body, options));
const again = done(await putTaskByExternalId("jira", inPath, body, options));
assert.equal(once.data.id, again.data.id);

const { seriesId, eventIds } = done(await createSeries({ ...series }, options)).data;
const later = { fromEventId: eventIds[1], startTime: "11:30", location: null };
assert.equal(done(await updateSeries(seriesId, later, options)).data, 2);
const read = done(await getSeries(seriesId, options));
const events = done(await listEvents({ seriesId, sort: "startDatetime", changedSince: longAgo }, options));
assert.deepEqual(events.data.map((event) => event.id), read.data.eventIds);

const refused = await getSeries(seriesId + 1, options);
assert(refused.status === 404);
assert.equal(refused.data.data.code, "series_not_found");
