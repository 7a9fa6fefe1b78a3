/** The receipt of a bill: as PDF for who paid it, and as facts for the page where anybody checks it. */
import { day, fullName, isoDay, naira } from "@manilla/contract/formats";
import { billKinds, customerLabels, groupedToken } from "@manilla/contract/payments/bill-kinds";
import type * as calls from "@manilla/contract/payments/bills";
import type { z } from "zod";
import type { Database } from "../../../db/database.ts";
import { findRow, getRow } from "../../../db/row.ts";
import { printLetter } from "../../../documents/letter.ts";
import { type Receipt, receiptLetter } from "../../../documents/receipt.ts";
import { Conflict } from "../../../errors.ts";
import { masked } from "../../../field-encryption.ts";
import type { Context, FileAnswer } from "../../../house/app.ts";
import { footOf } from "../../platform/configuration/index.ts";
import { billOfCompany, ownBill } from "./queries.ts";

type Bill = z.output<typeof calls.billDetail>;
type Fact = [string, string];

const factOf = (label: string, value: string | null): Fact[] => (value ? [[label, value]] : []);

/** @param refunded_kobo what was given back of it so far */
function tell(bill: Bill, refunded_kobo: bigint): Receipt {
  return {
    kind: "bill",
    id: bill.id,
    title: bill.status === "refunded" ? "Receipt of a bill that was paid back" : "Receipt",
    reference: bill.reference,
    date: isoDay(bill.ended_at ?? bill.created_at),
    label: "Paid",
    amount_kobo: bill.total_kobo,
    facts: [
      ["For", `${billKinds[bill.kind]}: ${bill.service_name}`],
      ...factOf("What", bill.item_name === "Any amount" ? null : bill.item_name),
      ...factOf(customerLabels[bill.kind], bill.customer_no),
      ...factOf("In the name of", bill.customer_name),
      ...factOf("Delivered", bill.ended_at && day(bill.ended_at)),
    ],
    charges: [
      ["Price", naira(bill.amount_kobo)],
      ...(bill.fee_kobo > 0n ? [["Fee", naira(bill.fee_kobo)] as Fact] : []),
      ...(bill.vat_kobo > 0n ? [["VAT on the fee", naira(bill.vat_kobo)] as Fact] : []),
    ],
    since:
      bill.status === "refunded"
        ? "We have paid it back."
        : refunded_kobo > 0n
          ? `We have given ${naira(refunded_kobo)} of it back.`
          : null,
  };
}

/** What the receipt of a bill says now, to anybody who was shown it: the number of its customer is masked. @returns undefined where there is none */
export async function billReceipt(db: Database, id: string): Promise<Receipt | undefined> {
  const found = await findRow(db, "bills", id, ["user_id", "company_id", "paid_from", "status", "refunded_kobo"]);
  if (!found || !["delivered", "refunded"].includes(found.status)) return undefined;
  const bill =
    found.paid_from === "company"
      ? await billOfCompany(db, found.company_id, id)
      : await ownBill(db, found.user_id, id);
  return tell({ ...bill, customer_no: masked(bill.customer_no.slice(-4) || null) ?? "" }, found.refunded_kobo);
}

/** The receipt as PDF. @throws Conflict while it is not delivered */
export async function receiptOf(context: Context, bill: Bill): Promise<FileAnswer> {
  const { db, session } = context;
  if (bill.status !== "delivered")
    throw new Conflict("There is a receipt as soon as it is delivered.", "not_delivered");
  const { refunded_kobo } = await getRow(db, "bills", bill.id, ["refunded_kobo"]);
  const token = [
    { heading: bill.kind === "education" ? "PIN" : "Token" },
    { text: bill.tokens.map(groupedToken).join(", then ") },
    ...(bill.units ? [{ text: bill.units }] : []),
  ];
  const letter = receiptLetter(
    context,
    tell(bill, refunded_kobo),
    fullName(session),
    bill.tokens.length > 0 ? token : [],
  );
  const body = await printLetter(letter, await footOf(db, context));
  return { name: `receipt-${bill.reference}.pdf`, media_type: "application/pdf", body, inline: true };
}
