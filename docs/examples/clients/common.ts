import assert from "node:assert/strict";

export { assert };
export const url = process.env.SEMAFORO_URL!;
export const token = process.env.SEMAFORO_TOKEN!;
export const longAgo = "2026-01-01T00:00:00Z";

const inAMonth = new Date(Date.now() + 30 * 24 * 3600 * 1000).toISOString().slice(0, 10);
export const due = inAMonth;
export const tasks = [0, 1, 2].map((number) => ({ descripcion: `Tarea ${number}`, fechaCumplir: due }));
export const series = {
  eventTypeId: 2,
  title: "Avances",
  startDatetime: `${due}T15:00:00Z`,
  endDatetime: `${due}T16:00:00Z`,
  statusId: 1,
  recurrenceType: "WEEKLY",
  rrule: "FREQ=WEEKLY;INTERVAL=2;COUNT=3",
} as const;

/** The cursor of the next page, by the `Link` of this one. */
export function nextCursor(headers: Headers): string | undefined {
  const link = headers.get("Link")?.match(/<([^>]+)>; rel="next"/)?.[1];
  return link && (new URL(link, url).searchParams.get("cursor") ?? undefined);
}

/** What an answer must have, or the refusal as an exception. */
export function there<T>(data: T | undefined, refused?: unknown): T {
  if (data === undefined) throw new Error(JSON.stringify(refused));
  return data;
}
