import * as calls from "@manilla/contract/cards/card-disputes";
import { sql } from "kysely";
import { NotFound } from "../../../errors.ts";
import { findRow } from "../../../db/row.ts";
import { readStoredFile } from "../../../files/storage.ts";
import type { Context, FileBytes, Handlers } from "../../../house/app.ts";
import { rolesWith } from "../../../house/roles.ts";
import { ownerKey } from "../../people/documents/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { notifyRoles, tellTyped } from "../../platform/notifications/index.ts";
import { actionsOn } from "../../platform/states/index.ts";
import { askToWriteOff, creditOrAsk } from "./deciding.ts";
import * as messages from "./messages.ts";
import { type Dispute, lockDispute, takeCreditBack } from "./money.ts";
import { keepEvidence, keepEvidenceFile, openDispute, termsOf } from "./opening.ts";
import { findDispute, isStaff, listAll, shown } from "./queries.ts";
import { disputeRules } from "./rules.ts";

const ownOrDesk = ({ session }: Context) => (isStaff(session) ? sql`true` : sql`d.user_id = ${session.user_id}`);

const act = actionsOn<typeof calls, Dispute>({
  calls,
  rules: disputeRules,
  noun: "cardDispute",
  name: "dispute",
  audits: ({ id, user_id }) => ({ subject_type: "card_dispute", subject_id: id, about: user_id }),
  lock: (tx, context, id) => lockDispute(tx, id, ownOrDesk(context)),
  answer: (tx, _, id) => shown(tx, id),
  keeps_decision: true,
});

/** The file of a piece of evidence, to its holder and to the desk. @throws NotFound */
async function evidenceDocument(
  context: Context,
  { params: { id, evidenceId } }: { params: { id: string; evidenceId: string } },
): Promise<FileBytes> {
  const { db, session } = context;
  const piece = await findRow(db, "card_dispute_evidence", { id: evidenceId, dispute_id: id }, [
    "document_id",
    "user_id",
  ]);
  const isDesk = session.permissions.has("provider:can_view_dispute_evidence");
  const isSeen = piece && (isDesk || piece.user_id === session.user_id);
  const columns = ["original_name", "media_type", "storage_name"] as const;
  const document = isSeen && piece.document_id ? await findRow(db, "documents", piece.document_id, columns) : undefined;
  if (!isSeen || !document?.storage_name) throw new NotFound("This file");
  const { user_id } = piece;
  const body = await readStoredFile(context, { user_id, data_key: await ownerKey(db, user_id) }, document.storage_name);
  if (piece.user_id !== session.user_id)
    await db
      .transaction()
      .execute((tx) => recordAudit(tx, context, "dispute_evidence_viewed", ["card_dispute", id], { about: user_id }));
  const { original_name, media_type } = document;
  return { name: original_name ?? "evidence", media_type: media_type ?? "application/pdf", body, inline: true };
}

export const handlers: Handlers<typeof calls> = {
  listAll,
  find: (context, { params: { id } }) => findDispute(context, id),
  async terms(context, { params: { id } }) {
    const { capture: _, ...terms } = await termsOf(context.db, context, id);
    return terms;
  },
  async open(context, { params: { id }, body }) {
    const { why_not } = await termsOf(context.db, context, id);
    const document_id = why_not ? null : await keepEvidenceFile(context, context.session.user_id);
    return context.once((tx) => openDispute(tx, context, id, body, document_id));
  },
  evidenceDocument,
  async addEvidence(context, input) {
    const { id } = input.params;
    const { rows } = await sql<{ user_id: string; status: string }>`
      select d.user_id, d.status from card_disputes d where d.id = ${id} and ${ownOrDesk(context)}
    `.execute(context.db);
    const isOpen = rows[0] && calls.addEvidence.action.from.includes(rows[0].status);
    const document_id = isOpen ? await keepEvidenceFile(context, rows[0]!.user_id) : null;
    const add = act.one(calls.addEvidence, {
      audit: "card_dispute_evidence_added",
      async does(tx, _, dispute, { body: { text } }) {
        await keepEvidence(tx, context, dispute, { text, document_id });
        if (dispute.user_id !== context.session.user_id)
          await tellTyped(tx, context, dispute.user_id, messages.moreFromUs(dispute, text), { text });
        else await notifyRoles(tx, await rolesWith(tx, "provider:can_manage_cards"), messages.evidenceCame(dispute));
      },
    });
    return (await context.once((tx) => add(tx, context, id, input))) as never;
  },
  withdraw: act(calls.withdraw, {
    audit: "card_dispute_withdrawn",
    does: (tx, context, dispute) => takeCreditBack(tx, context, dispute, dispute.credited_kobo, actorOf(context)),
  }),
  send: act(calls.send, {
    audit: "card_dispute_sent",
    does: (tx, { queue }, { id }) => queue.send(tx, "send-dispute", { dispute_id: id }),
  }),
  decline: act(calls.decline, {
    audit: "card_dispute_declined",
    does: (tx, context, dispute) => takeCreditBack(tx, context, dispute, dispute.credited_kobo, actorOf(context)),
    tells: (dispute, { body: { reason } }) => messages.declined(dispute, reason),
  }),
  credit: act(calls.credit, {
    does: async (tx, context, dispute) => ({ answer: { approval_id: await creditOrAsk(tx, context, dispute) } }),
  }),
  takeBack: act(calls.takeBack, {
    audit: "card_dispute_taken_back",
    does: (tx, context, dispute) => takeCreditBack(tx, context, dispute, dispute.credited_kobo, actorOf(context)),
    tells: (dispute, { body: { reason } }) => messages.takenBack(dispute, dispute.credited_kobo, reason),
  }),
  writeOff: act(calls.writeOff, {
    does: async (tx, context, dispute, { body }) => ({
      answer: { approval_id: await askToWriteOff(tx, context, dispute, body) },
    }),
  }),
};
