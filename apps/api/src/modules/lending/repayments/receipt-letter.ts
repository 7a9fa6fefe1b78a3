import { createHash } from "node:crypto";
import { day } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { Database } from "../../../db/database.ts";
import type { Context, FileAnswer } from "../../../house/app.ts";
import { type LetterContent, naira } from "../../../documents/letter.ts";
import { NotFound } from "../../../errors.ts";
import { businessDate } from "../../platform/states/index.ts";
import { issueLetter } from "../loans/index.ts";
import { dueAmount, nextInstalment, readRunningLoan, readSchedule } from "../schedules/index.ts";
import { type ReceiptRow, receiptRows } from "./queries.ts";
import { findRow } from "../../../db/row.ts";

const CHANNELS: Record<ReceiptRow["channel"], string> = {
  card: "Card",
  direct_debit: "Automatic card debit",
  bank_transfer: "Bank transfer",
  staff: "Received by our staff",
  credit_balance: "From your credit balance",
  import: "Before this system",
  salary_deduction: "Kept back from your salary",
};
const COMPONENTS = { penalty: "Penalty", fees: "Fee", interest: "Interest", principal: "Principal" };

const paidBy = (receipt: ReceiptRow): string[][] =>
  receipt.allocations.map((line) => [String(line.number), COMPONENTS[line.component], naira(line.amount_kobo)]);

function contentOf(receipt: ReceiptRow, left: [string, string][], on: string): LetterContent {
  const rows = paidBy(receipt);
  return {
    title: receipt.reversed_at ? "Receipt (reversed)" : "Receipt",
    reference: receipt.reference,
    date: receipt.received_on,
    to: [receipt.customer.name],
    parts: [
      { text: "We have received your payment. Thank you." },
      { amount_kobo: receipt.amount_kobo, label: "Amount" },
      {
        facts: [
          ["Received on", day(receipt.received_on)],
          ["How", CHANNELS[receipt.channel]],
          receipt.purpose === "plan_payment"
            ? ["For", "A month of your company's plan"]
            : ["Loan", receipt.loan?.reference ?? "None: it is held as your credit"],
          ...(receipt.reversed_at ? [["Reversed", receipt.reversal_reason ?? ""] as [string, string]] : []),
        ],
      },
      ...(rows.length > 0
        ? [{ heading: "What it paid" }, { table: { head: ["Instalment", "Part", "Amount"], rows, figures: [0, 2] } }]
        : []),
      ...(receipt.credit_kobo > 0n
        ? [{ facts: [["To your credit", naira(receipt.credit_kobo)] as [string, string]] }]
        : []),
      ...(left.length > 0 ? [{ heading: `What is left on ${day(on)}` }, { facts: left }] : []),
    ],
  };
}

/** What the loan asks after it, on the day of printing. */
async function whatIsLeft(db: Database, receipt: ReceiptRow, on: string): Promise<[string, string][]> {
  const loan = receipt.loan && !receipt.reversed_at ? await readRunningLoan(db, receipt.loan.id, "read") : undefined;
  if (!loan) return [];
  const rows = await readSchedule(db, loan.id);
  const [due, next] = [dueAmount(rows, on), nextInstalment(rows, on)];
  return [
    ["Principal left", naira(loan.outstanding_principal_kobo)],
    ["Due now", naira(due)],
    ...(next ? [["Next instalment", `${naira(next.amount_kobo)} on ${day(next.due_on)}`] as [string, string]] : []),
  ];
}

/** C286: printed once and kept; a reversal makes another one, and so does what lets the same money pay something else. @throws NotFound also when it is somebody else's */
export async function receiptLetter(context: Context, id: string): Promise<FileAnswer> {
  const scope = context.session.permissions.has("provider:can_view_repayments")
    ? sql`true`
    : sql`x.user_id = ${context.session.user_id}`;
  const [receipt] = await receiptRows(context.db, sql`x.id = ${id} and ${scope}`, 1);
  if (!receipt) throw new NotFound("This receipt");
  const paid = createHash("sha256")
    .update(JSON.stringify(paidBy(receipt)))
    .digest("hex")
    .slice(0, 8);
  const reference = `${receipt.reference}/RECEIPT/${paid}${receipt.reversed_at ? "/REVERSED" : ""}`;
  const kept = await findRow(context.db, "documents_issued", { reference }, ["body"]);
  const on = await businessDate(context.db);
  const body =
    kept?.body ??
    (await issueLetter(context.db, context, {
      kind: "receipt",
      user_id: receipt.customer.id,
      loan_id: receipt.loan?.id ?? null,
      receipt_id: id,
      reference,
      issued_on: receipt.received_on,
      content: contentOf(receipt, await whatIsLeft(context.db, receipt, on), on),
    }));
  return {
    name: `receipt-${receipt.reference.replace(/[^\w.-]/g, "-")}.pdf`,
    media_type: "application/pdf",
    body,
    inline: true,
  };
}
