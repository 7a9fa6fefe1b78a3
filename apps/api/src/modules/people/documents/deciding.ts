/** Whether a document counts: accepted, confirmed as the bank's own, or invalidated. */
import * as calls from "@manilla/contract/people/documents";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { getRow } from "../../../db/row.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { type Change, abilitiesIn, actionsOn } from "../../platform/states/index.ts";
import { liftPlan, refreshCase } from "../people/profiles/index.ts";
import { recordDocumentEvent } from "./keeping.ts";
import { sendAgain } from "./messages.ts";
import { documentsOf, findDocument } from "./queries.ts";
import { type DocumentFacts, documentRules } from "./rules.ts";

interface Decided extends DocumentFacts {
  id: string;
  user_id: string;
  title: string;
}

const act = actionsOn({
  calls,
  rules: documentRules,
  noun: "document",
  name: "document",
  audits: ({ user_id }: Decided) => ({ subject_type: "user", subject_id: user_id }),
  id: ({ params, body }) => params.docId ?? body.document_id ?? "",
  async lock(tx: Tx, _: Context, id: string, { params }: { params: { id?: string } }) {
    const { rows } = await sql<Decided>`
      select id, user_id, title, status, type, confirmed_by, uploaded_by
      from documents
      where id = ${id} and user_id = ${params.id}
      for update
    `.execute(tx);
    return rows[0];
  },
  answer: async (tx, _, id) => ({ document: await findDocument(tx, id) }),
});

/** What is written of a decision. */
async function decide(
  tx: Tx,
  context: Context,
  { id, user_id, status }: Decided,
  { event, set, detail }: { event: string; set: Record<string, unknown>; detail?: string | null | undefined },
): Promise<Change> {
  await tx.updateTable("documents").set(set).where("id", "=", id).execute();
  await recordDocumentEvent(tx, { user_id, document_id: id, event, actor: actorOf(context), detail });
  const { status: now } = await getRow(tx, "documents", id, ["status"]);
  return { before: { status }, after: { document_id: id, status: now }, ...(detail && { reason: detail }) };
}
const acceptedBy = ({ session }: Context) => ({ confirmed_at: clock.now(), confirmed_by: session.user_id });

const invalidation = (title: string, { reason, note }: { reason: string; note?: string | null | undefined }): string =>
  `${title}: ${reason.replaceAll("_", " ")}${note ? `. ${note}` : ""}`;

export const decisions = {
  confirmMbs: act(calls.confirmMbs, {
    audit: "document_confirmed",
    does: (tx, context, document, { body }) =>
      decide(tx, context, document, { event: "confirmed", set: acceptedBy(context), detail: body.note }),
  }),
  accept: act(calls.accept, {
    audit: "document_accepted",
    async does(tx, context, document, { body }) {
      const change = await decide(tx, context, document, {
        event: "accepted",
        set: acceptedBy(context),
        detail: body.reason,
      });
      if (document.type === "govt_id") await liftPlan(tx, document.user_id);
      return change;
    },
  }),
  reopen: act(calls.reopen, {
    audit: "document_reopened",
    does: (tx, context, document) =>
      decide(tx, context, document, { event: "reopened", set: { confirmed_at: null, confirmed_by: null } }),
  }),
  invalidate: act(calls.invalidate, {
    audit: "document_invalidated",
    async does(tx, context, document, { body }) {
      const set = {
        invalid_reason: body.reason,
        invalid_note: body.note ?? null,
        invalidated_at: clock.now(),
        invalidated_by: context.session.user_id,
      };
      const detail = invalidation(document.title, body);
      const change = await decide(tx, context, document, { event: "invalidated", set, detail });
      await refreshCase(tx, document.user_id);
      return change;
    },
    tells: ({ id, title }, { body }) => sendAgain({ document_id: id, words: invalidation(title, body) }),
  }),
};

/** With what the caller may do to it. */
export const reviewed = <Row extends DocumentFacts>(context: Context, document: Row) => ({
  ...document,
  abilities: abilitiesIn(context, calls, documentRules)(document),
});

/** The documents on a person's page, newest first. */
export const reviewedDocumentsOf = async (
  context: Context,
  db: Database,
  user_id: string,
): Promise<z.output<typeof calls.reviewedDocument>[]> =>
  (await documentsOf(db, user_id)).map((document) => reviewed(context, document));
