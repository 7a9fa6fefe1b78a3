/** Whether a document counts: accepted, confirmed as the bank's own, or invalidated. Whoever comes second is told so. */
import type { invalidReasons } from "@manilla/contract/people/documents";
import { sql } from "kysely";
import type { Context } from "../../../app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { Conflict } from "../../../http/errors.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import { changeWhere } from "../../platform/states/index.ts";
import { refreshCase } from "../people/profiles/index.ts";
import { recordDocumentEvent } from "./keeping.ts";
import { sendAgain } from "./messages.ts";
import { type DocumentRow, findDocument } from "./queries.ts";

interface Acceptance {
  user_id: string;
  document_id: string;
  note: string | null | undefined;
  /** C066 is for statements only. */
  is_statement?: boolean;
}

/** @throws NotFound when the document is not this person's @throws Conflict when it was decided already */
export function acceptDocument(
  context: Context,
  { user_id, document_id, note, is_statement = false }: Acceptance,
): Promise<{ document: DocumentRow }> {
  return context.db.transaction().execute(async (tx) => {
    const document = await findDocument(
      tx,
      document_id,
      is_statement ? sql`d.user_id = ${user_id} and d.type = 'bank_statement'` : sql`d.user_id = ${user_id}`,
    );
    const [accepted] = await changeWhere(tx, {
      noun: "document",
      action: "accept",
      where: sql`id = ${document_id}`,
      set: { confirmed_at: clock.now(), confirmed_by: context.session.user_id },
      actor: actorOf(context),
      reason: note,
    });
    if (!accepted) throw new Conflict(`This document is ${document.status} already.`, "already_decided");
    await recordDocumentEvent(tx, {
      user_id,
      document_id,
      event: is_statement ? "confirmed" : "accepted",
      actor: actorOf(context),
      detail: note,
    });
    await recordAudit(tx, actorOf(context), {
      action: is_statement ? "document_confirmed" : "document_accepted",
      subject_type: "user",
      subject_id: user_id,
      after: { document_id },
      reason: note,
    });
    return { document: await findDocument(tx, document_id) };
  });
}

/**
 * Takes back an acceptance: the document waits again, as if it had just come. Only for who accepted it; a colleague invalidates with a reason.
 * @throws NotFound when the document is not this person's @throws Conflict when it is not accepted, or somebody else has accepted it
 */
export async function reopenDocument(
  tx: Tx,
  context: Context,
  { id: user_id, docId: document_id }: { id: string; docId: string },
): Promise<{ document: DocumentRow }> {
  const document = await findDocument(tx, document_id, sql`d.user_id = ${user_id}`);
  const [reopened] = await changeWhere(tx, {
    noun: "document",
    action: "reopen",
    where: sql`id = ${document_id} and confirmed_by = ${context.session.user_id}`,
    set: { confirmed_at: null, confirmed_by: null },
    actor: actorOf(context),
  });
  if (!reopened)
    throw new Conflict(
      document.status === "confirmed"
        ? "Somebody else has accepted this document."
        : `This document is ${document.status}.`,
      "not_reversible",
    );
  await recordDocumentEvent(tx, { user_id, document_id, event: "reopened", actor: actorOf(context) });
  await recordAudit(tx, actorOf(context), {
    action: "document_reopened",
    subject_type: "user",
    subject_id: user_id,
    before: { status: document.status },
    after: { document_id, status: "received" },
  });
  return { document: await findDocument(tx, document_id) };
}

/** @throws NotFound when the document is not this person's @throws Conflict when it was invalidated already */
export async function invalidateDocument(
  tx: Tx,
  context: Context,
  person: { id: string; docId: string },
  { reason, note }: { reason: (typeof invalidReasons)[number]; note?: string | null | undefined },
): Promise<{ document: DocumentRow }> {
  const { id: user_id, docId: document_id } = person;
  const document = await findDocument(tx, document_id, sql`d.user_id = ${user_id}`);
  const words = `${document.title}: ${reason.replaceAll("_", " ")}${note ? `. ${note}` : ""}`;
  const [invalidated] = await changeWhere(tx, {
    noun: "document",
    action: "invalidate",
    where: sql`id = ${document_id}`,
    set: {
      invalid_reason: reason,
      invalid_note: note ?? null,
      invalidated_at: clock.now(),
      invalidated_by: context.session.user_id,
    },
    actor: actorOf(context),
    reason: words,
  });
  if (!invalidated) throw new Conflict("This document is invalidated already.", "already_decided");
  await recordDocumentEvent(tx, { user_id, document_id, event: "invalidated", actor: actorOf(context), detail: words });
  await recordAudit(tx, actorOf(context), {
    action: "document_invalidated",
    subject_type: "user",
    subject_id: user_id,
    before: { status: document.status },
    after: { document_id, status: "invalidated" },
    reason: words,
  });
  await tell(tx, context, user_id, sendAgain({ document_id, words }));
  await refreshCase(tx, user_id);
  return { document: await findDocument(tx, document_id) };
}
