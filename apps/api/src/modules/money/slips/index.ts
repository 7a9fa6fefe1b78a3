/** The door of slips: keeping them, showing them, and what money recorded by hand has to bring. */
import { day } from "@manilla/contract/formats";
import type { Effect } from "@manilla/contract/platform/approvals";
import { addDays } from "@manilla/credit";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Database, Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import { InvalidFields, NotFound } from "../../../errors.ts";
import type { CheckedFile } from "../../../files/documents.ts";
import { forgetFile, readStoredFile, storeFile } from "../../../files/storage.ts";
import type { App, Context, FileAnswer } from "../../../house/app.ts";
import { recordAudit } from "../../platform/audit/index.ts";

/** Business days: money that came longer ago belongs to a corrected statement, not to a receipt. */
const MAX_DAYS_BACK = 45;

async function keyOf(db: Database | Tx, user_id: string) {
  const found = await findRow(db, "users", user_id, ["data_key"]);
  if (!found?.data_key) throw new NotFound("This slip");
  return { user_id, data_key: found.data_key };
}

/** Keeps a checked file once: the same file of the same colleague is the same slip. */
export async function keepSlip(
  app: App,
  { bytes, media_type, original_name }: CheckedFile,
  uploaded_by: string,
): Promise<{ id: string; name: string }> {
  const digest = createHash("sha256").update(bytes).digest();
  const storage_name = await storeFile(app, await keyOf(app.db, uploaded_by), bytes);
  const { rows } = await sql<{ id: string; name: string; storage_name: string }>`
    insert into slips (id, original_name, media_type, digest, storage_name, uploaded_by)
    values (${uuidv7()}, ${original_name}, ${media_type}, ${digest}, ${storage_name}, ${uploaded_by})
    on conflict (uploaded_by, digest) do update set digest = excluded.digest
    returning id, original_name as name, storage_name
  `.execute(app.db);
  const { storage_name: kept, ...slip } = rows[0]!;
  if (kept !== storage_name) await forgetFile(app, storage_name);
  return slip;
}

/** The bytes; the look is recorded. @throws NotFound */
export async function showSlip(context: Context, id: string): Promise<FileAnswer> {
  const slip = await findRow(context.db, "slips", id, ["original_name", "media_type", "storage_name", "uploaded_by"]);
  if (!slip) throw new NotFound("This slip");
  const body = await readStoredFile(context, await keyOf(context.db, slip.uploaded_by), slip.storage_name);
  await context.db.transaction().execute((tx) => recordAudit(tx, context, "slip_viewed", ["slip", id], {}));
  return { name: slip.original_name, media_type: slip.media_type, body, inline: true };
}

/**
 * Those of these slips that are behind no receipt and no request that is pending or was agreed to, whichever colleague brought them. They stay locked, so that two requests
 * never use the same slip. One person alone records money only with such a slip: otherwise nobody would notice that it was used before.
 * @returns who uploaded each, and its file: slips of two colleagues may have one
 */
export async function freshSlips(
  tx: Tx,
  ids: readonly (string | undefined)[],
): Promise<Map<string, { uploaded_by: string; file: string }>> {
  const asked = [...new Set(ids.filter((id) => id !== undefined))];
  if (asked.length === 0) return new Map();
  const given = sql`${asked}::uuid[]`;
  await sql`
    select id
    from slips
    where digest in (select digest from slips where id = any(${given}))
    order by id
    for no key update
  `.execute(tx);
  const { rows } = await sql<{ id: string; uploaded_by: string; file: string }>`
    select s.id, s.uploaded_by, encode(s.digest, 'hex') as file
    from slips s
    where s.id = any(${given})
      and not exists (
        select 1
        from slips o
        where o.digest = s.digest
          and (
            exists (select 1 from receipts r where r.slip_id = o.id)
              or exists (
                select 1
                from approvals a
                where a.status in ('pending', 'approved') and a.payload ->> 'slip_id' = o.id::text
              )
          )
      )
  `.execute(tx);
  return new Map(rows.map(({ id, ...slip }) => [id, slip]));
}

export interface Evidence {
  slip_id?: string | undefined;
  received_on?: string | undefined;
}

/** A slip is used by who uploaded it. @throws InvalidFields where there is no slip, or it is a colleague's */
export async function requireSlip(tx: Tx, { session }: Context, { slip_id }: Evidence): Promise<string> {
  if (!slip_id || !(await findRow(tx, "slips", { id: slip_id, uploaded_by: session.user_id }, ["id"])))
    throw new InvalidFields({ slip_id: ["attach the slip, transfer advice or receipt of this money"] });
  return slip_id;
}

/** What somebody asks for with a reason and the paper that it rests on. */
export interface Papered {
  reason: string;
  slip_id?: string | undefined;
}

/** When a loan began here. What was paid to another book before it came in counts there. */
export interface Begun {
  disbursed_on: string | null;
  brought_in_on: string | null;
}

/** Why money of a day cannot be for a loan; undefined where it can. */
export function whyTooEarly({ disbursed_on, brought_in_on }: Begun, received_on: string): string | undefined {
  if (brought_in_on !== null)
    return received_on < brought_in_on ? `the loan was brought in on ${day(brought_in_on)}` : undefined;
  return disbursed_on !== null && received_on < disbursed_on
    ? `the loan was paid out on ${day(disbursed_on)}`
    : undefined;
}

/**
 * The day on which the money was received: not in the future, not before the loan was paid out, not too long ago.
 * @param on business date, the day where none is given
 * @throws InvalidFields
 */
export function receivedDay({ received_on }: Evidence, on: string, loan?: Begun): string {
  if (received_on === undefined) return on;
  const wrong =
    received_on > on
      ? "this day has not come yet"
      : loan && whyTooEarly(loan, received_on)
        ? whyTooEarly(loan, received_on)
        : received_on < addDays(on, -MAX_DAYS_BACK)
          ? `this is more than ${MAX_DAYS_BACK} days ago`
          : undefined;
  if (wrong) throw new InvalidFields({ received_on: [wrong] });
  return received_on;
}

/** The slip as a second person sees it, and for what the same file was used before. */
export async function slipShown(
  db: Database | Tx,
  slip_id: string | undefined,
  approval_id: string,
): Promise<Pick<Effect, "papers" | "facts">> {
  if (!slip_id) return { papers: [], facts: [] };
  // A use with a receipt is named by its reference; a pending request, and one that made no receipt, by its title.
  const { rows } = await sql<{ name: string; used: string | null; asked: string | null }>`
    select s.original_name as name,
      (
        select string_agg(distinct r.reference, ', ')
        from slips o
        join receipts r on r.slip_id = o.id
        where o.digest = s.digest
      ) as used,
      (
        select string_agg(a.title, '; ' order by a.created_at)
        from approvals a
        join slips o on o.id::text = a.payload ->> 'slip_id'
        where o.digest = s.digest
          and a.id <> ${approval_id}
          and a.status in ('pending', 'approved')
          and not exists (select 1 from receipts r where r.slip_id = o.id and r.reference = a.payload ->> 'reference')
      ) as asked
    from slips s
    where s.id = ${slip_id}
  `.execute(db);
  const { name = "Slip", used = null, asked = null } = rows[0] ?? {};
  return {
    papers: [{ label: "Slip", name, link: `/api/admin/slips/${slip_id}/file` }],
    facts: [
      ...(used ? [{ label: "The same file was used for", value: used }] : []),
      ...(asked ? [{ label: "The same file was brought for", value: asked }] : []),
    ],
  };
}

/** What a second person sees of a request that rests on a paper: the facts of what it is about, then the paper. */
export async function besideSlip(
  db: Database | Tx,
  { id, payload: { slip_id } }: { id: string; payload: { slip_id?: string | undefined } },
  about: Effect["facts"],
): Promise<Pick<Effect, "papers" | "facts">> {
  const { papers, facts } = await slipShown(db, slip_id, id);
  return { papers, facts: [...about, ...facts] };
}
