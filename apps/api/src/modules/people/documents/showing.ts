/** A document on the screen: the link to it, its bytes, and the record of viewers. */
import { WITHHELD, paperOf, paperRights } from "@manilla/contract/people/papers";
import { sql } from "kysely";
import type { Permission } from "@manilla/contract/permissions";
import type { DB } from "../../../db/types.gen.ts";
import type { Context, FileAnswer } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import { fileLink } from "../../../files/links.ts";
import { readStoredFile } from "../../../files/storage.ts";
import { NotAllowed, NotFound } from "../../../errors.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { reviewed } from "./deciding.ts";
import { ownerKey } from "./keeping.ts";
import { OPEN_REQUEST } from "./lists.ts";
import { type DocumentRow, findDocument } from "./queries.ts";
import { findRow, getRow } from "../../../db/row.ts";
import { lookerOf } from "../../../request.ts";

export const isStaff = ({ session }: Context): boolean => session.permissions.has(paperRights.documents);

/** Papers of cards have rights of their own, beside that to open papers: by the table that names the paper. */
const OF_CARDS = {
  card_dispute_evidence: "provider:can_view_dispute_evidence",
  secure_cards: "provider:can_view_deposit_receipts",
} as const satisfies Partial<Record<keyof DB, Permission>>;

/** A colleague needs the right to open papers, and that to this kind of paper; or to answer the complaint that it came with: also while viewing as its owner. */
async function withheldPaper(
  { session, db }: Context,
  document: DocumentRow,
  owner_id: string,
): Promise<string | null> {
  const { id, type } = document;
  const { user_id, permissions } = lookerOf(session);
  if (owner_id === user_id) return null;
  const answers = permissions.has("provider:can_handle_complaints");
  if (answers && (await findRow(db, "complaints", { document_id: id }, ["id"]))) return null;
  const refused = (["download", paperOf[type]] as const).find((paper) => !permissions.has(paperRights[paper]));
  if (refused) return WITHHELD[refused];
  if (paperOf[type] !== "documents") return null;
  for (const table of ["card_dispute_evidence", "secure_cards"] as const)
    if (!permissions.has(OF_CARDS[table]) && (await findRow(db, table, { document_id: id }, ["id"])))
      return "You may not see papers of cards.";
  return null;
}

/** @throws NotAllowed */
async function requirePaper(context: Context, document: DocumentRow, owner_id: string): Promise<void> {
  const withheld = await withheldPaper(context, document, owner_id);
  if (withheld !== null) throw new NotAllowed(withheld, "may_not_see");
}

/** Staff reach customers' documents and their own, everybody else their own. */
const reachable = (context: Context) =>
  isStaff(context)
    ? sql`
      exists (select 1 from users u where u.id = d.user_id and (u.is_customer or u.id = ${context.session.user_id}))
    `
    : sql`d.user_id = ${context.session.user_id}`;

/** The link to a document for this session. @throws NotFound also when it is not theirs */
export async function linkTo(context: Context, id: string): Promise<FileAnswer> {
  const document = await findDocument(context.db, id, reachable(context));
  await requirePaper(context, document, (await getRow(context.db, "documents", id, ["user_id"])).user_id);
  return { see: fileLink(context, context.session, id) };
}

async function recordLook(context: Context, document_id: string, user_id: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await sql`
      insert into document_looks (document_id, user_id, looked_by)
      values (${document_id}, ${user_id}, ${lookerOf(context.session).user_id})
      on conflict (document_id, looked_by) do update set last_at = ${clock.now()}
    `.execute(tx);
    await tx.updateTable("documents").set({ looked_at: clock.now() }).where("id", "=", document_id).execute();
    await recordAudit(tx, context, "document_viewed", ["user", user_id], { after: { document_id } });
  });
}

/** The bytes; a colleague's look is recorded. @throws NotFound also when it is not theirs (any more) */
export async function showDocument(context: Context, id: string): Promise<FileAnswer> {
  const document = await findDocument(context.db, id, reachable(context));
  const { storage_name, user_id } = await getRow(context.db, "documents", id, ["storage_name", "user_id"]);
  await requirePaper(context, document, user_id);
  const body = await readStoredFile(context, { user_id, data_key: await ownerKey(context.db, user_id) }, storage_name);
  if (user_id !== lookerOf(context.session).user_id) await recordLook(context, id, user_id);
  return { name: document.original_name, media_type: document.media_type, body };
}

/** A paper that came with a request, for its approver; the view is recorded. The caller has checked the right. @throws NotFound */
export async function showPaperOf(context: Context, document_id: string | null | undefined): Promise<FileAnswer> {
  const columns = ["user_id", "original_name", "media_type", "storage_name"] as const;
  const document = document_id && (await findRow(context.db, "documents", document_id, columns));
  if (!document || !document.storage_name) throw new NotFound("This paper");
  const { user_id, storage_name, original_name, media_type } = document;
  const body = await readStoredFile(context, { user_id, data_key: await ownerKey(context.db, user_id) }, storage_name);
  await context.db
    .transaction()
    .execute((tx) => recordAudit(tx, context, "document_viewed", ["document", document_id], { about: user_id }));
  return { name: original_name ?? "paper", media_type: media_type ?? "application/pdf", body, inline: true };
}

interface PersonOfDocument {
  id: string;
  name: string;
  last_name: string;
  status: string;
  profile_status: string;
  employer: string | null;
  loan_reference: string | null;
}

/** One document with its person and its looks. @throws NotFound also for a person who was erased */
export async function documentAtHand(context: Context, id: string) {
  const { db } = context;
  const document = await findDocument(db, id);
  const { rows } = await sql<PersonOfDocument>`
    select u.id, u.name, u.last_name, u.status, u.profile_status, p.employer,
      (
        select l.reference
        from loans l
        where l.user_id = u.id and ${sql.raw(OPEN_REQUEST)}
        order by l.created_at desc
        limit 1
      ) as loan_reference
    from documents d
    join users u on u.id = d.user_id
    left join profiles p on p.user_id = u.id
    where d.id = ${id} and u.erased_at is null
  `.execute(db);
  const [person] = rows;
  if (!person) throw new NotFound("This document");
  const { rows: looks } = await sql<{ name: string; first_at: Date; last_at: Date }>`
    select s.full_name as name, k.first_at, k.last_at
    from document_looks k
    join users s on s.id = k.looked_by
    where k.document_id = ${id}
    order by k.last_at desc
    limit 20
  `.execute(db);
  const withheld = await withheldPaper(context, document, person.id);
  return { document: reviewed(context, document), withheld, person, looks };
}
