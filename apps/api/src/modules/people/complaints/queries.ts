import type * as calls from "@manilla/contract/people/complaints";
import { sql } from "kysely";
import type { z } from "zod";
import type { Database, Tx } from "../../../db/database.ts";
import { NotFound } from "../../../errors.ts";

type Own = z.output<typeof calls.listOwn.response>["complaints"][number];
type Found = z.output<typeof calls.find.response>;

const COLUMNS = [
  "id",
  "reference",
  "category",
  "text",
  "status",
  "due_on",
  "document_id",
  "created_at",
  "resolved_at",
] as const;

/** What staff see of a complaint `c` of the person `u`, for the company `o` where it is one's, with the colleague `a`. */
export const SHOWN = `
  c.id, c.reference, c.category, c.text, c.status, c.due_on, c.created_at, c.resolved_at, c.user_id, u.name, u.last_name,
  case when o.id is not null then json_build_object('id', o.id, 'name', o.name) end as company,
  a.full_name as assigned_to, days_until(c.due_on) as days_left,
  c.status <> 'resolved' and days_until(c.due_on) < 0 as is_late
`;

/** One complaint as an action answers it. */
export const complaintOf = (tx: Tx, id: string): Promise<Omit<Own, "messages">> =>
  tx.selectFrom("complaints").select(COLUMNS).where("id", "=", id).executeTakeFirstOrThrow() as Promise<
    Omit<Own, "messages">
  >;

/** A person's own, the newest first, with what was written. The provider answers as one. */
export async function complaintsOf(db: Database | Tx, user_id: string): Promise<Own[]> {
  const complaints = (await db
    .selectFrom("complaints")
    .select(COLUMNS)
    .where("user_id", "=", user_id)
    .orderBy("created_at", "desc")
    .limit(50)
    .execute()) as Omit<Own, "messages">[];
  const { rows } = await sql<Own["messages"][number] & { complaint_id: string }>`
    select id, complaint_id, is_staff, case when is_staff then 'Manilla' else 'You' end as by, text, created_at as at
    from complaint_messages
    where user_id = ${user_id}
    order by created_at, id
    limit 1000
  `.execute(db);
  return complaints.map((each) => ({ ...each, messages: rows.filter((row) => row.complaint_id === each.id) }));
}

/** A complaint with what was written on both sides, what happened, and who may answer. @throws NotFound */
export async function findComplaint(db: Database, id: string): Promise<Omit<Found, "abilities">> {
  const { rows } = await sql<Omit<Found, "abilities" | "messages" | "history" | "colleagues">>`
    select ${sql.raw(SHOWN)}, c.document_id
    from complaints c
    join users u on u.id = c.user_id
    left join users a on a.id = c.assigned_to
    left join companies o on o.id = c.company_id
    where c.id = ${id}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new NotFound("This complaint");
  const { rows: messages } = await sql<Found["messages"][number]>`
    select m.id, m.is_staff, u.full_name as by, m.text, m.created_at as at
    from complaint_messages m
    join users u on u.id = m.author_id
    where m.complaint_id = ${id}
    order by m.created_at, m.id
    limit 500
  `.execute(db);
  const { rows: history } = await sql<Found["history"][number]>`
    select id, action as title, actor_name as by, reason, recorded_at as at
    from audit_records
    where subject_type = 'complaint' and subject_id = ${id}
    order by recorded_at desc
    limit 200
  `.execute(db);
  const { rows: colleagues } = await sql<Found["colleagues"][number]>`
    select u.id, u.full_name as name
    from holders_of_roles(${["super_admin", "super_operations", "super_support"]}) h
    join users u on u.id = h
    order by 2
    limit 200
  `.execute(db);
  return { ...row, messages, history, colleagues };
}

/** Where a person reads about their complaints. */
export async function linkOf(tx: Tx, user_id: string): Promise<string> {
  const { is_customer } = await tx
    .selectFrom("users")
    .select("is_customer")
    .where("id", "=", user_id)
    .executeTakeFirstOrThrow();
  return is_customer ? "/customer/help" : "/corporate/help";
}
