/** The receipt of a transfer: as PDF for those who may see it, and as facts for the page where anybody checks it. */
import { date, fullName, isoDay } from "@manilla/contract/formats";
import type * as calls from "@manilla/contract/payments/transfers";
import { sql } from "kysely";
import type { z } from "zod";
import type { Database } from "../../../db/database.ts";
import { naira, printLetter } from "../../../documents/letter.ts";
import { type Receipt, receiptLetter } from "../../../documents/receipt.ts";
import { Conflict } from "../../../errors.ts";
import { masked } from "../../../field-encryption.ts";
import type { Context } from "../../../house/app.ts";
import { footOf } from "../../platform/configuration/index.ts";
import { findTransfer } from "./queries.ts";

type Detail = z.output<typeof calls.find.response>;
type Told = Pick<
  Detail,
  | "id"
  | "reference"
  | "status"
  | "payee"
  | "bank_name"
  | "account_no"
  | "narration"
  | "sent_by"
  | "amount_kobo"
  | "fee_kobo"
  | "vat_kobo"
  | "stamp_duty_kobo"
  | "total_kobo"
  | "session_id"
  | "created_at"
  | "settled_at"
> & { refunded_kobo: bigint };

/** In lists of facts, what is not there is left out. */
const present = (facts: readonly (readonly [string, string | null])[]): [string, string][] =>
  facts.flatMap(([label, value]): [string, string][] => (value === null ? [] : [[label, value]]));

const TITLES: Partial<Record<Detail["status"], string>> = {
  success: "Receipt of a transfer",
  reversed: "Receipt of a transfer that came back",
  refunded: "Receipt of a transfer that was refunded",
};
const SINCE: Partial<Record<Detail["status"], string>> = {
  reversed: "The bank sent the money back: it is in the sender's wallet again.",
  refunded: "We have given the money back: it is in the sender's wallet again.",
};

/** @returns undefined while the money has not arrived */
function tell(transfer: Told): Receipt | undefined {
  const { status, bank_name, account_no, created_at, settled_at } = transfer;
  const title = TITLES[status];
  if (!title) return undefined;
  const isBack = status === "reversed";
  const charge = (label: string, kobo: bigint) => [label, kobo > 0n ? naira(kobo) : null] as const;
  return {
    kind: "transfer",
    id: transfer.id,
    title,
    reference: transfer.reference,
    date: isoDay(settled_at ?? created_at),
    label: "Amount",
    amount_kobo: transfer.amount_kobo,
    facts: present([
      ["Sent by", transfer.sent_by],
      ["Paid to", transfer.payee],
      ["Account", bank_name ? `${bank_name} ${account_no}` : "Their wallet with us"],
      ["For", transfer.narration],
      ["Sent", date(created_at)],
      [isBack ? "Came back" : "Arrived", settled_at && date(settled_at)],
      ["Session id", transfer.session_id],
    ]),
    charges: present([
      charge("Fee", transfer.fee_kobo),
      charge("VAT", transfer.vat_kobo),
      charge("Stamp duty", transfer.stamp_duty_kobo),
      ["Left the wallet", naira(transfer.total_kobo)],
    ]),
    since:
      SINCE[status] ??
      (transfer.refunded_kobo > 0n ? `We have given ${naira(transfer.refunded_kobo)} of it back.` : null),
  };
}

/** What the receipt of a transfer says now, to anyone. @returns undefined where there is none */
export async function transferReceipt(db: Database, id: string): Promise<Receipt | undefined> {
  const { rows } = await sql<Told>`
    select t.id, t.reference, t.status, t.payee, t.bank_name, t.account_no_last4 as account_no, t.narration,
      coalesce(c.name, s.full_name, 'Somebody') as sent_by, t.amount_kobo, t.fee_kobo, t.vat_kobo, t.stamp_duty_kobo, t.total_kobo,
      t.refunded_kobo, p.session_id, t.created_at, t.settled_at
    from transfers t
    left join users s on s.id = t.user_id
    left join companies c on c.id = t.company_id
    left join payouts p on p.id = t.payout_id
    where t.id = ${id}
  `.execute(db);
  const [found] = rows;
  return found && tell({ ...found, account_no: masked(found.account_no) });
}

/** @throws NotFound outside the caller's scope; Conflict while the money has not arrived */
export async function receiptOf(context: Context, id: string) {
  const { reference } = await findTransfer(context.db, context, id);
  const receipt = await transferReceipt(context.db, id);
  if (!receipt) throw new Conflict("There is a receipt once the money has arrived.", "not_arrived");
  const letter = receiptLetter(context, receipt, fullName(context.session));
  const body = await printLetter(letter, await footOf(context.db, context));
  return { name: `transfer-${reference}.pdf`, media_type: "application/pdf", body, inline: true };
}
