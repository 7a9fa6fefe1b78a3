import * as calls from "@manilla/contract/platform/reports";
import { RETENTION_DAYS } from "@manilla/contract/platform/report-rules";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { NotFound } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { abilitiesIn } from "../states/index.ts";
import { listName } from "./lists.ts";
import { reportRules } from "./rules.ts";
import { isSummary } from "./summary.ts";

type Shown = z.output<typeof calls.listAll.row>;
type Found = z.output<typeof calls.find.response>;
type Kept = Pick<Found, "list" | "query" | "columns" | "group_by" | "measures" | "format" | "schedule" | "version">;
interface Raw extends Omit<Shown, "list_name" | "is_own" | "is_summary" | "abilities">, Kept {
  owner_id: string;
}

const SELECT = `
  r.id, r.name, r.owner_id, u.full_name as owner, r.status, r.next_due_at, r.created_at, r.list, r.query, r.columns, r.group_by,
  r.measures, r.format, r.schedule, r.version
`;
const FROM = "reports r join users u on u.id = r.owner_id";
const list = defineList<typeof calls.listAll, Raw>(calls.listAll, {
  id: "r.id",
  from: FROM,
  select: SELECT,
  columns: { is_own: "false" },
  search: "folded(r.name)",
});

/** What one may see: one's own, and what is shared with one. */
const seenBy = ({ session }: Context): RawBuilder<unknown> => sql`
  r.status <> 'removed' and (
    r.owner_id = ${session.user_id}
      or exists (select 1 from report_recipients p where p.report_id = r.id and p.recipient_id = ${session.user_id})
  )
`;

const shown = (context: Context, raw: Raw): Shown => ({
  id: raw.id,
  name: raw.name,
  owner: raw.owner,
  status: raw.status,
  next_due_at: raw.next_due_at,
  created_at: raw.created_at,
  list_name: listName(context, raw.list),
  is_own: raw.owner_id === context.session.user_id,
  is_summary: isSummary(raw),
  abilities: raw.owner_id === context.session.user_id ? abilitiesIn(context, calls, reportRules)(raw) : {},
});

export const listAll = (context: Context) =>
  list.scoped(seenBy(context), (raw) => shown(context, raw), undefined, {
    is_own: `(r.owner_id = '${context.session.user_id}')`,
  });

/** One that the caller may see. @throws NotFound */
export async function readReport(db: Database | Tx, context: Context, id: string): Promise<Shown & Kept> {
  const { rows } = await sql<Raw>`
    select ${sql.raw(SELECT)} from ${sql.raw(FROM)} where r.id = ${id} and ${seenBy(context)}
  `.execute(db);
  const [raw] = rows;
  if (!raw) throw new NotFound("This report");
  const { query, columns, group_by, measures, format, schedule, version } = raw;
  return { ...shown(context, raw), list: raw.list, query, columns, group_by, measures, format, schedule, version };
}

const RUNS = 60;
/** Who gets a report, and its last runs: of everybody for its owner, one's own for others. */
export async function detailsOf(
  { db, session }: Context,
  { id, is_own }: Shown,
): Promise<Pick<Found, "recipients" | "runs">> {
  const [recipients, runs] = await Promise.all([
    sql<Found["recipients"][number]>`
      select u.id, u.full_name as name
      from report_recipients p
      join users u on u.id = p.recipient_id
      where p.report_id = ${id}
      order by u.full_name, u.id
    `.execute(db),
    sql<Found["runs"][number]>`
      select n.id, u.full_name as recipient, n.recipient_id = ${session.user_id} as is_own, n.due_at, n.status, n.reason,
        n.row_count::int as row_count,
        case when n.status = 'made' then n.made_at + ${RETENTION_DAYS} * interval '1 day' end as kept_until
      from report_runs n
      join users u on u.id = n.recipient_id
      where n.report_id = ${id} and (${is_own} or n.recipient_id = ${session.user_id})
      order by n.due_at desc, u.full_name, n.id
      limit ${RUNS}
    `.execute(db),
  ]);
  return { recipients: recipients.rows, runs: runs.rows };
}
