/** The receipt of a transfer as PDF: what its page says, in words too. */
import { date, day, fullName } from "@manilla/contract/formats";
import type * as calls from "@manilla/contract/payments/transfers";
import type { z } from "zod";
import { type LetterContent, naira, printLetter } from "../../../documents/letter.ts";
import { Conflict } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { footOf } from "../../platform/configuration/index.ts";
import { detailOf, findTransfer } from "./queries.ts";

type Detail = z.output<typeof calls.find.response>;

const TITLES: Partial<Record<Detail["status"], string>> = {
  success: "Receipt of a transfer",
  reversed: "Receipt of a transfer that came back",
  refunded: "Receipt of a transfer that was refunded",
};

function contentOf(transfer: Detail, reader: string): LetterContent {
  const { payee, bank_name, account_no, narration, session_id, settled_at } = transfer;
  const charges: [string, bigint][] = [
    ["Fee", transfer.fee_kobo],
    ["VAT", transfer.vat_kobo],
    ["Stamp duty", transfer.stamp_duty_kobo],
  ];
  return {
    title: TITLES[transfer.status]!,
    reference: transfer.reference,
    date: day(settled_at ?? transfer.created_at),
    to: [reader],
    parts: [
      { amount_kobo: transfer.amount_kobo, label: "Amount" },
      {
        facts: [
          ["Sent by", transfer.sent_by],
          ["Paid to", payee],
          ["Account", bank_name ? `${bank_name} ${account_no}` : "Their wallet with us"],
          ...(narration ? [["For", narration] as [string, string]] : []),
          ["Sent", date(transfer.created_at)],
          ...(settled_at
            ? [[transfer.status === "reversed" ? "Came back" : "Arrived", date(settled_at)] as [string, string]]
            : []),
          ...(session_id ? [["The bank's reference", session_id] as [string, string]] : []),
        ],
      },
      {
        facts: [
          ...charges.filter(([, kobo]) => kobo > 0n).map(([label, kobo]): [string, string] => [label, naira(kobo)]),
          ["Left the wallet", naira(transfer.total_kobo)],
        ],
      },
    ],
  };
}

/** @throws NotFound outside the caller's scope; Conflict while the money has not arrived */
export async function receiptOf(context: Context, id: string) {
  const row = await findTransfer(context.db, context, id);
  if (!TITLES[row.status]) throw new Conflict("There is a receipt once the money has arrived.", "not_arrived");
  const transfer = { ...row, ...(await detailOf(context.db, id)) };
  const body = await printLetter(contentOf(transfer, fullName(context.session)), await footOf(context.db));
  return { name: `transfer-${transfer.reference}.pdf`, media_type: "application/pdf", body, inline: true };
}
