import * as calls from "@manilla/contract/cards/secure-cards";
import { fullName, naira } from "@manilla/contract/formats";
import { bankName } from "@manilla/contract/nigeria/banks";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { findRow } from "../../../db/row.ts";
import { Conflict, InvalidFields } from "../../../errors.ts";
import { checkFile } from "../../../files/documents.ts";
import type { Context, Handlers } from "../../../house/app.ts";
import { rolesWith } from "../../../house/roles.ts";
import { newReference } from "../../money/books/index.ts";
import { lockPerson } from "../../money/receipts/index.ts";
import { keepDocument, showPaperOf } from "../../people/documents/index.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { readSetting, readText } from "../../platform/configuration/index.ts";
import { abilitiesIn, actionsOn, businessDate, lockRow, recordRequest } from "../../platform/states/index.ts";
import * as messages from "./messages.ts";
import { type SecureCard, askToMark } from "./paying-in.ts";
import { type SecureFacts, secureRules } from "./rules.ts";

/** Our account as people read it: the bank's name for its code, where it is written `058/0123456789`. */
const inWords = (account: string): string | null => {
  const [, code, number] = /^(\d{3,6})\/(\d{10})$/.exec(account) ?? [];
  return code ? `${bankName(code)} ${number}` : account || null;
};

type Shown = z.output<typeof calls.decline.response>["secure_card"];

const SHOWN = `
  s.id, s.reference, s.status, s.deposit_kobo, s.form, s.paid_on::text as paid_on, s.returned_on::text as returned_on,
  s.owed_kobo, s.returned_kobo, s.decision_reason, s.created_at,
  case when c.id is not null then json_build_object('id', c.id, 'last4', c.last4, 'status', c.status) end as card
`;
const FROM = "secure_cards s left join cards c on c.id = s.used_card_id";
const MATCHES = `
  case when s.status = 'requested' then coalesce((
    select json_agg(json_build_object(
      'item_id', i.id, 'reference', m.reference, 'sender', m.sender, 'received_on', m.received_on::text
    ) order by m.received_on desc)
    from unidentified_receipts m
    join reconciliation_items i on i.subject_type = 'unidentified_receipt' and i.subject_id = m.id
    where m.receipt_id is null and m.amount_kobo = s.deposit_kobo
  ), '[]') else '[]' end
`;

type Listed = z.output<typeof calls.listAll.row> & SecureFacts;
const listed = defineList<typeof calls.listAll, Listed>(calls.listAll, {
  from: `${FROM} join users u on u.id = s.user_id`,
  rows_of: "secure_cards s join users u on u.id = s.user_id",
  select: `
    ${SHOWN}, s.user_id, u.full_name as person, s.approval_id is not null and s.status = 'requested' as is_waiting,
    ${MATCHES} as matches, s.version
  `,
  facts: "s.approval_id",
  id: "s.id",
  search: ["u.search_text", "folded(s.reference)"],
});

async function shown(db: Database | Tx, id: string): Promise<{ secure_card: Shown }> {
  const { rows } = await sql<Shown>`select ${sql.raw(SHOWN)} from ${sql.raw(FROM)} where s.id = ${id}`.execute(db);
  return { secure_card: rows[0]! };
}

const act = actionsOn<typeof calls, SecureCard>({
  calls,
  rules: secureRules,
  noun: "secureCard",
  name: "secure card",
  audits: ({ id, user_id }) => ({ subject_type: "secure_card", subject_id: id, about: user_id }),
  keeps_decision: true,
  lock: lockRow("secure_cards"),
  answer: (tx, _, id) => shown(tx, id),
});

const RECEIPT = "Receipt of a secure card's deposit";
/** The receipt among the person's documents; one that a try before has left there is taken. @throws InvalidFields without a file */
async function keepReceipt(context: Context): Promise<string> {
  if (!context.file) throw new InvalidFields({ document: ["attach the receipt of your transfer"] });
  const { db, session } = context;
  const file = await checkFile(context.file, "document");
  const { rows } = await sql<{ id: string }>`
    select id
    from documents d
    where user_id = ${session.user_id} and title = ${RECEIPT}
      and digest = ${createHash("sha256").update(file.bytes).digest()}
      and not exists (select 1 from secure_cards s where s.document_id = d.id)
    limit 1
  `.execute(db);
  if (rows[0]) return rows[0].id;
  const document = { user_id: session.user_id, type: "custom", source: "upload", title: RECEIPT, file } as const;
  return (await keepDocument(context, { ...document, actor: actorOf(context) })).id;
}

type Asked = z.output<typeof calls.ask.body>;

/** What is requested has to make sense. @throws InvalidFields at its field */
async function requireSense(db: Database | Tx, asked: Asked): Promise<void> {
  const errors: Record<string, string[]> = {};
  const least = BigInt(await readSetting(db, "secure_deposit_minimum_kobo"));
  const most = BigInt(await readSetting(db, "secure_deposit_maximum_kobo"));
  if (asked.deposit_kobo < least || asked.deposit_kobo > most)
    errors["deposit_kobo"] = [`choose between ${naira(least)} and ${naira(most)}`];
  if (asked.form === "physical")
    for (const field of ["delivery_address", "delivery_state"] as const)
      if (!asked[field]) errors[field] = ["this field is required"];
  if (Object.keys(errors).length > 0) throw new InvalidFields(errors);
}

/** @throws InvalidFields; Conflict while one is being looked at */
async function keepRequest(tx: Tx, context: Context, asked: Asked, document_id: string) {
  const { user_id } = context.session;
  await lockPerson(tx, user_id);
  if (await findRow(tx, "secure_cards", { user_id, status: "requested" }, ["id"]))
    throw new Conflict("Your last receipt is still being looked at.", "open_request");
  const id = uuidv7();
  const { deposit_kobo, form, delivery_address, delivery_state } = asked;
  await tx
    .insertInto("secure_cards")
    .values({
      id,
      user_id,
      reference: newReference("SC", await businessDate(tx)),
      deposit_kobo,
      form,
      delivery_address: delivery_address ?? null,
      delivery_state: delivery_state ?? null,
      document_id,
      created_at: clock.now(),
    })
    .execute();
  const note = messages.toDecide(fullName(context.session), deposit_kobo);
  const roles = await rolesWith(tx, "provider:can_reconcile");
  const recorded = { noun: "secureCard", id, status: "requested", audit: "secure_card_requested" } as const;
  await recordRequest(tx, context, { ...recorded, after: { deposit_kobo, form }, tells: { roles, note } });
  return shown(tx, id);
}

export const handlers: Handlers<typeof calls> = {
  listAll: (context) => listed.scoped(sql`true`, undefined, abilitiesIn(context, calls, secureRules)),
  markAsPaid: act(calls.markAsPaid, {
    does: async (tx, context, secure, { body }) => ({
      answer: { approval_id: await askToMark(tx, context, secure, body) },
    }),
  }),
  decline: act(calls.decline, {
    audit: "secure_card_declined",
    tells: (row, { body }) => messages.declined(row, body),
  }),
  async showReceiptFile(context, { params: { id } }) {
    return showPaperOf(context, (await findRow(context.db, "secure_cards", id, ["document_id"]))?.document_id);
  },
  async listOwn({ db, session }) {
    const { rows: secure_cards } = await sql<Shown>`
      select ${sql.raw(SHOWN)}
      from ${sql.raw(FROM)}
      where s.user_id = ${session.user_id}
      order by s.created_at desc
      limit 30
    `.execute(db);
    return {
      secure_cards,
      minimum_kobo: BigInt(await readSetting(db, "secure_deposit_minimum_kobo")),
      maximum_kobo: BigInt(await readSetting(db, "secure_deposit_maximum_kobo")),
      account: inWords(await readText(db, "own_bank_account")),
    };
  },
  async ask(context, { body }) {
    await requireSense(context.db, body);
    const document_id = await keepReceipt(context);
    return context.once((tx) => keepRequest(tx, context, body, document_id));
  },
};
