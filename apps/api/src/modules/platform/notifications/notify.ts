import type { Permission } from "@manilla/contract/permissions";
import { type RawBuilder, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Database, Tx } from "../../../db/database.ts";
import { announce } from "../../../db/pipelined-database.ts";
import { type NewRow, insertRow, newRow } from "../../../db/fixed.ts";
import { insertRows } from "../../../db/rows.ts";
import type { Way } from "./telling.ts";

interface Notice {
  user_id: string;
  kind: string;
  title: string;
  body: string;
  link?: string;
  /** A customer whom it names to a colleague. */
  about?: string | null;
  /** Ways by which it also leaves, once it is committed (`handOnNotices`). */
  also?: readonly Way[];
}

const rowOf = ({ about = null, also, link, user_id, kind, title, body }: Notice) => ({
  id: uuidv7(),
  link: link ?? null,
  user_id,
  kind,
  title,
  body,
  about_id: about,
  also: also ? [...also] : null,
});
type Row = ReturnType<typeof rowOf>;

const announceRow = (tx: Tx | Database, { id, user_id, kind, title, body, link }: Row): Promise<void> =>
  announce(
    tx,
    JSON.stringify({ user_id, event: "notification", data: { id, kind, title, body: body.slice(0, 300), link } }),
  );

/** Tells people something inside the product; open browsers are notified when the transaction commits. */
export async function notify(tx: Tx | Database, ...notices: readonly Notice[]): Promise<void> {
  const rows = notices.map(rowOf);
  const [only] = rows;
  if (only && rows.length === 1) await insertRow(tx, "notifications", only);
  else await insertRows(tx, "notifications", rows);
  for (const row of rows) await announceRow(tx, row);
}

/** The same for one person, whose row is written together with others (`insertTogether`). */
export function noticeOf(notice: Notice): { row: NewRow; announce: (tx: Tx | Database) => Promise<void> } {
  const row = rowOf(notice);
  return { row: newRow("notifications", row), announce: (tx) => announceRow(tx, row) };
}

interface RoleNote {
  kind: string;
  title: string;
  body: string;
  link?: string;
  except?: string;
  about?: string | null;
}

/** Through a function: a customer's request tells people whose roles it may not read. */
async function notifyHolders(
  tx: Tx | Database,
  holders: RawBuilder<unknown>,
  { except, ...note }: RoleNote,
): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`select ${holders} as user_id`.execute(tx);
  await notify(tx, ...rows.filter(({ user_id }) => user_id !== except).map(({ user_id }) => ({ user_id, ...note })));
}

/** Tells everyone who holds a permission's roles, for example that an approval waits. */
export const notifyRoles = (tx: Tx | Database, roles: readonly string[], note: RoleNote): Promise<void> =>
  notifyHolders(tx, sql`holders_of_roles(${[...roles]})`, note);

/**
 * Tells those of a company who have one of these roles.
 * @param of.permission what the roles allow: individual grants are included, individual withholdings excluded
 */
export const notifyCompany = (
  tx: Tx | Database,
  of: { company_id: string; roles: readonly string[]; permission?: Permission },
  note: RoleNote,
): Promise<void> =>
  notifyHolders(tx, sql`holders_in_company(${of.company_id}, ${of.permission ?? ""}, ${[...of.roles]})`, note);
