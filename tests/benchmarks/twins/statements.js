// The statements of `sql`, prepared by whatever a twin has.

import { readFileSync } from "node:fs";

const NAMES = ["find_user", "find_type", "find_event", "list_events", "add_event", "count_users", "find_conflicts"];

export const statements = (prepare) =>
  NAMES.map((name) => prepare(readFileSync(new URL(`sql/${name}.sql`, import.meta.url), "utf8")));
