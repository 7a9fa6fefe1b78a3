import * as calls from "@manilla/contract/platform/security-events";
import { sql } from "kysely";
import type { Handlers } from "../../../house/app.ts";
import { defineList } from "../../../db/list.ts";

const eventList = defineList(calls.listAll, {
  from: "security_events e left join users u on u.id = e.user_id",
  rows_of: "security_events e",
  select: `
    e.id, e.kind, case when u.id is not null then json_build_object('id', u.id, 'name', u.full_name) end as person,
    e.network_address, e.count, e.last_call, e.first_at, e.last_at, (e.alerted_at is not null) as is_alerted
  `,
  id: "e.id",
  search: ["folded(u.full_name)", "e.network_address"],
});

export const handlers: Handlers<typeof calls> = { listAll: () => eventList.scoped(sql`true`) };
