import * as calls from "@manilla/contract/audit";
import { sql } from "kysely";
import type { Handlers } from "../../app.ts";
import { defineList } from "../../db/list.ts";

const auditList = defineList(calls.listAll, {
  from: "audit_records a",
  select: "a.id, a.recorded_at, a.actor_id, a.actor_name, a.action, a.subject_type, a.subject_id, a.reason, a.network_address, a.before, a.after",
  id: "a.id",
  columns: { recorded_at: "a.recorded_at", action: "a.action", subject_type: "a.subject_type", subject_id: "a.subject_id", actor_id: "a.actor_id" },
  search: "lower(a.action || ' ' || a.subject_type || ' ' || coalesce(a.subject_id, '') || ' ' || a.actor_name)",
});

export const handlers: Handlers<typeof calls> = {
  listAll: () => auditList.scoped(sql`true`),
};
