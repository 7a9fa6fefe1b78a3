import * as calls from "@manilla/contract/companies/company-documents";
import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import type { Context, Handlers } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import { InvalidFields, NotFound } from "../../../errors.ts";
import { checkFile } from "../../../files/documents.ts";
import { forgetFile, readStoredFile, storeFile } from "../../../files/storage.ts";
import { lookerOf } from "../../../request.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { tellTyped } from "../../platform/notifications/index.ts";
import { abilitiesIn, actionsOn, recordBeginning } from "../../platform/states/index.ts";
import * as messages from "./messages.ts";
import { type CompanyDocumentFacts, companyDocumentRules } from "./rules.ts";

type Shown = z.output<typeof calls.upload.response>["document"];
type Paper = Omit<Shown, "abilities"> & CompanyDocumentFacts & { version: number };
const MAX_DOCUMENTS = 100;

async function papersOf(db: Database | Tx, where: RawBuilder<unknown>): Promise<Paper[]> {
  const { rows } = await sql<Paper>`
    select d.id, d.company_id, d.kind, d.title, d.status, d.original_name as name, d.media_type, u.full_name as uploaded_by,
      d.uploaded_by as uploader_id, d.decision_reason, d.decided_at, d.created_at, d.version,
      array(
        select c.id
        from users c
        join user_roles g on g.user_id = c.id and g.role like 'super\\_%'
        where c.company_id = d.company_id
      ) as colleague_ids
    from company_documents d
    left join users u on u.id = d.uploaded_by
    where ${where}
    order by d.created_at desc, d.id desc
    limit ${MAX_DOCUMENTS}
  `.execute(db);
  return rows;
}
const shownTo = (context: Context, paper: Paper): Shown => ({
  ...paper,
  abilities: abilitiesIn(context, calls, companyDocumentRules)(paper),
});
const listFor = async (context: Context, company_id: string | null) => ({
  documents: (await papersOf(context.db, sql`d.company_id = ${company_id}`)).map((paper) => shownTo(context, paper)),
});

const act = actionsOn({
  calls,
  rules: companyDocumentRules,
  noun: "companyDocument",
  name: "document",
  keeps_decision: true,
  audits: ({ company_id }: Paper) => ({ subject_type: "company", subject_id: company_id }),
  async lock(tx: Tx, _: Context, id: string): Promise<Paper | undefined> {
    await sql`select 1 from company_documents where id = ${id} for update`.execute(tx);
    return (await papersOf(tx, sql`d.id = ${id}`))[0];
  },
  answer: async (tx, context, id) => ({ document: shownTo(context, (await papersOf(tx, sql`d.id = ${id}`))[0]!) }),
});

/** The sender is notified of the decision. */
const tellSender = async (
  tx: Tx,
  context: Context,
  { uploader_id }: Paper,
  message: ReturnType<typeof messages.verified>,
  typed: { reason?: string } = {},
) => {
  if (uploader_id) await tellTyped(tx, context, uploader_id, message, typed);
};

export const handlers: Handlers<typeof calls> = {
  async upload(context, { body: { kind, title = null } }) {
    const { db, encryption, session } = context;
    const { company_id } = session;
    if (!company_id) throw new NotFound("This company");
    const { bytes, media_type, original_name } = await checkFile(context.file, "document");
    const id = uuidv7();
    const data_key = encryption.createKey(id);
    const storage_name = await storeFile(context, { user_id: id, data_key }, bytes);
    const digest = createHash("sha256").update(bytes).digest();
    const row = { id, company_id, kind, title, original_name, media_type, digest, storage_name, data_key };
    const kept = await db
      .transaction()
      .execute(async (tx) => {
        const { rows: count } = await sql<{ papers: number }>`
          select count(*)::int as papers from company_documents where company_id = ${company_id}
        `.execute(tx);
        if (count[0]!.papers >= MAX_DOCUMENTS)
          throw new InvalidFields({ document: ["your company has too many papers here"] });
        const { rows: same } = await sql<{ id: string }>`
          select id from company_documents where company_id = ${company_id} and kind = ${kind} and digest = ${digest}
        `.execute(tx);
        if (same[0]) return same[0].id;
        await tx
          .insertInto("company_documents")
          .values({ ...row, uploaded_by: session.user_id })
          .execute();
        await recordBeginning(tx, "companyDocument", id, "received", actorOf(context));
        await recordAudit(tx, context, "company_document_sent", ["company", company_id], { after: { kind } });
        return id;
      })
      .catch(async (error: unknown) => {
        await forgetFile(context, storage_name);
        throw error;
      });
    if (kept !== id) await forgetFile(context, storage_name);
    return { document: shownTo(context, (await papersOf(db, sql`d.id = ${kept}`))[0]!) };
  },

  listOwn: (context) => listFor(context, context.session.company_id),
  listOf: (context, { params }) => listFor(context, params.id),

  async file(context, { params }) {
    const { db, session } = context;
    const columns = ["company_id", "original_name", "media_type", "storage_name", "data_key"] as const;
    const paper = await findRow(db, "company_documents", params.id, columns);
    const { permissions } = lookerOf(session);
    const mayAny =
      permissions.has("provider:can_view_companies") || permissions.has("provider:can_view_company_requests");
    const isOther = paper?.company_id !== session.company_id && (session.viewed_by !== null || !mayAny);
    if (!paper || isOther) throw new NotFound("This document");
    const body = await readStoredFile(context, { user_id: params.id, data_key: paper.data_key }, paper.storage_name);
    if (mayAny)
      await db
        .transaction()
        .execute((tx) => recordAudit(tx, context, "company_document_viewed", ["company", paper.company_id], {}));
    return { name: paper.original_name, media_type: paper.media_type, body, inline: true };
  },

  verify: act(calls.verify, {
    audit: "company_document_verified",
    does: (tx, context, paper) => tellSender(tx, context, paper, messages.verified(paper)),
  }),
  refuse: act(calls.refuse, {
    audit: "company_document_refused",
    does: (tx, context, paper, { body: { reason } }) =>
      tellSender(tx, context, paper, messages.refused(paper, reason), { reason }),
  }),
};
