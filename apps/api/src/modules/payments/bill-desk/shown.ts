/** What the second person sees of a bill: who paid, for what, with whom; and what of it changes. */
import { badge } from "@manilla/contract/badges";
import { type BillProvider, billKinds, billProviders } from "@manilla/contract/payments/bill-kinds";
import { date, naira, sentence } from "@manilla/contract/formats";
import type { Database, Tx } from "../../../db/database.ts";
import { findRow, getRow } from "../../../db/row.ts";
import { masked } from "../../../field-encryption.ts";
import type { Measured } from "../../../house/app.ts";
import type { Bill } from "../bills/index.ts";

type Fact = { label: string; value: string };
const COLUMNS = [
  "user_id",
  "company_id",
  "kind",
  "service_name",
  "item_name",
  "customer_no",
  "customer_name",
  "provider",
  "provider_reference",
  "amount_kobo",
  "fee_kobo",
  "total_kobo",
  "created_at",
] as const;

/** Its payer, what it bought for which number, with which provider, and what it cost in parts. */
export async function billFacts(db: Database, bill_id: string): Promise<Fact[]> {
  const bill = await getRow(db, "bills", bill_id, COLUMNS);
  const { full_name } = await getRow(db, "users", bill.user_id, ["full_name"]);
  const company = bill.company_id && (await findRow(db, "companies", bill.company_id, ["name"]))?.name;
  const { amount_kobo, fee_kobo, total_kobo } = bill;
  return [
    { label: "Paid by", value: company ? `${full_name}, from the wallet of ${company}` : full_name },
    { label: "For", value: `${billKinds[bill.kind as Bill["kind"]]}: ${bill.service_name}, ${bill.item_name}` },
    { label: "Number", value: [bill.customer_no, bill.customer_name].filter(Boolean).join(", ") },
    {
      label: "Provider",
      value: [billProviders[bill.provider as BillProvider], bill.provider_reference].filter(Boolean).join(", "),
    },
    { label: "Paid on", value: date(bill.created_at) },
    { label: "Cost", value: `${naira(amount_kobo)}, with fee and VAT ${naira(total_kobo ?? amount_kobo + fee_kobo)}` },
  ];
}

/** Its state and what of it was given back. */
export async function billMeasures(tx: Tx, bill_id: string): Promise<Measured[]> {
  const { status, refunded_kobo } = await getRow(tx, "bills", bill_id, ["status", "refunded_kobo"]);
  return [
    { label: "State of the bill", value: badge("bill", status).label },
    { label: "Refunded", value: refunded_kobo },
  ];
}

const CAUSES: Readonly<Record<string, string>> = {
  late_delivery: "It was delivered after the money had gone back",
  refund: "We paid back what its provider did wrong",
};

/** Whom the claim is against, why, how much, and what it is about. */
export async function claimFacts(db: Database, claim_id: string): Promise<Fact[]> {
  const columns = ["bill_id", "transfer_id", "provider", "cause", "amount_kobo", "created_at"] as const;
  const claim = await getRow(db, "bill_claims", claim_id, columns);
  const against = claim.provider ? billProviders[claim.provider as BillProvider] : "The bank that was paid";
  return [
    { label: "Claimed from", value: against },
    { label: "Because", value: CAUSES[claim.cause] ?? sentence(claim.cause) },
    { label: "Claimed", value: `${naira(claim.amount_kobo)}, ${date(claim.created_at)}` },
    ...(claim.bill_id ? await billFacts(db, claim.bill_id) : await transferFacts(db, claim.transfer_id!)),
  ];
}

async function transferFacts(db: Database, transfer_id: string): Promise<Fact[]> {
  const columns = ["user_id", "payee", "bank_name", "account_no_last4", "reference", "is_confidential"] as const;
  const transfer = await getRow(db, "transfers", transfer_id, columns);
  const { full_name } = await getRow(db, "users", transfer.user_id, ["full_name"]);
  const { payee, bank_name, account_no_last4, is_confidential } = transfer;
  const to = is_confidential ? "A salary" : [payee, bank_name, masked(account_no_last4)].filter(Boolean).join(", ");
  return [
    { label: "Transfer", value: transfer.reference },
    { label: "By", value: full_name },
    { label: "To", value: to },
  ];
}
