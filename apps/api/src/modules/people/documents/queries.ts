import type { documentRow } from "@manilla/contract/people/documents";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Database, Tx } from "../../../db/database.ts";
import { NotFound } from "../../../errors.ts";

export type DocumentRow = z.output<typeof documentRow> & { confirmed_by: string | null; uploaded_by: string | null };

const SELECT = `
  d.id, d.type, d.title, d.source, d.status, d.url, d.original_name, d.media_type, d.byte_count, d.page_count,
  d.invalid_reason, d.invalid_note, d.created_at, d.replaces, d.confirmed_at, d.confirmed_by, d.uploaded_by,
  (select n.id from documents n where n.replaces = d.id) as replaced_by,
  (select c.full_name from users c where c.id = d.confirmed_by) as confirmed_by_name,
  (
    select json_build_object('status', a.status, 'failure', a.failure)
    from statement_analyses a
    where a.document_id = d.id
  ) as analysis
`;

/** Documents in a scope, newest first; people have few. */
export async function documentsWhere(db: Database | Tx, scope: RawBuilder<unknown>): Promise<DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`
      select ${sql.raw(SELECT)} from documents d where ${scope} order by d.created_at desc, d.id desc limit 200
    `.execute(db);
  return rows;
}

export const documentsOf = (db: Database | Tx, user_id: string): Promise<DocumentRow[]> =>
  documentsWhere(db, sql`d.user_id = ${user_id}`);

/** @throws NotFound also when it is outside the scope */
export async function findDocument(
  db: Database | Tx,
  id: string,
  scope: RawBuilder<unknown> = sql`true`,
): Promise<DocumentRow> {
  const [row] = await documentsWhere(db, sql`d.id = ${id} and ${scope}`);
  if (!row) throw new NotFound("This document");
  return row;
}

/** The newest statement that counts, or the one named. */
export async function newestStatement(
  db: Database | Tx,
  user_id: string,
  document_id?: string,
): Promise<DocumentRow | undefined> {
  const [row] = await documentsWhere(
    db,
    sql`
      d.user_id = ${user_id}
        and d.type = 'bank_statement'
        and ${document_id ? sql`d.id = ${document_id}` : sql`d.status <> 'invalidated'`}
    `,
  );
  return row;
}
