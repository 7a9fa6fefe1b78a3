import * as calls from "@manilla/contract/platform/audit";
import { sql } from "kysely";
import type { z } from "zod";
import type { Handlers } from "../../../house/app.ts";
import { defineList } from "../../../db/list.ts";
import { type SealedValues, TOPIC, changesInWords, namesIn, openPersonal } from "./index.ts";

type Row = z.output<typeof calls.auditRow>;
/** As it is kept: ids, and values of which some are sealed. */
type Kept = Omit<Row, "subject" | "changes"> & SealedValues & { names: Record<string, string> | null };

const auditList = defineList<typeof calls.listAll, Kept>(calls.listAll, {
  from: `
    audit_records a
    left join users w on w.id = a.actor_id and w.is_customer
    left join users v on v.id = a.viewed_id
    left join users p on p.id = a.about_id
  `,
  rows_of: "audit_records a",
  select: `
    a.id, a.recorded_at, a.actor_id,
    coalesce(w.full_name, a.actor_name) || coalesce(
      ', viewing as ' || v.full_name, ''
    ) as actor_name, a.action, a.subject_type, a.subject_id, a.reason, a.network_address, a.before, a.after, a.sealed,
    a.about_id, p.data_key,
    ${namesIn("coalesce(a.before::text, '') || coalesce(a.after::text, '') || ' ' || coalesce(a.subject_id, '')")} as names
  `,
  id: "a.id",
  columns: { topic: TOPIC },
  search:
    "folded(replace(a.action, '_', ' ') || ' ' || a.action || ' ' || a.subject_type || ' ' || coalesce(a.subject_id, '') || ' ' || a.actor_name)",
});

export const handlers: Handlers<typeof calls> = {
  listAll({ encryption, house }) {
    const paths = Object.fromEntries(house.calls.map(({ call: { path, summary } }) => [path, summary]));
    return auditList.scoped(sql`true`, ({ names, ...row }) => {
      const opened = openPersonal(encryption, row);
      const named = { ...paths, ...names };
      return {
        ...opened,
        subject: named[row.subject_id ?? ""] ?? null,
        changes: changesInWords(opened.before, opened.after, named),
      };
    });
  },
};
