/** Where a partner is paid, as the second person sees it: the account that is configured, whose the bank says it is, and whether it is the one of before. */
import { bankName } from "@manilla/contract/nigeria/banks";
import { day } from "@manilla/contract/formats";
import type { Database } from "../../../db/database.ts";
import { masked } from "../../../field-encryption.ts";
import type { Context } from "../../../house/app.ts";
import { nameOf } from "../../companies/beneficiaries/index.ts";

type Fact = { label: string; value: string };
interface Paid {
  bank_code: string;
  bank_name: string;
  account_no_last4: string;
  account_name: string;
  status: string;
  business_date: string | null;
}
const COLUMNS = ["bank_code", "bank_name", "account_no_last4", "account_name", "status", "business_date"] as const;
const ANSWERS_WITHIN_MS = 3_000;

/** The bank's name for it; the page does not wait long for a bank. */
async function enquired(context: Context, account: { bank_code: string; account_no: string }, name: string) {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => (timer = setTimeout(() => resolve("late"), ANSWERS_WITHIN_MS)));
  const answer = await Promise.race([nameOf(context, account, name).catch(() => "late" as const), late]);
  clearTimeout(timer);
  if (answer === "late") return "The bank did not answer. Open this request again in a moment.";
  if (!answer) return "The bank knows no such account";
  return `${answer.account_name}: ${answer.match_percent}% alike`;
}

/** The last payment of the partner before one, to compare its account. */
const lastBefore = (db: Database, partner_id: string, payment_id: string): Promise<Paid | undefined> =>
  db
    .selectFrom("partner_payments as p")
    .innerJoin("payouts as o", "o.id", "p.payout_id")
    .select(COLUMNS.map((column) => `o.${column}` as const))
    .where("p.partner_id", "=", partner_id)
    .where("p.id", "<", payment_id)
    .orderBy("p.id", "desc")
    .limit(1)
    .executeTakeFirst();

/** As it is configured now, before the decision; as it was paid, afterwards. */
export async function paidToFacts(
  context: Context,
  payment: { id: string; partner_id: string; payout_id: string | null },
  partner: string,
): Promise<Fact[]> {
  const { db, outside } = context;
  const paid =
    payment.payout_id &&
    (await db.selectFrom("payouts").select(COLUMNS).where("id", "=", payment.payout_id).executeTakeFirst());
  const { account } = outside.card_partner;
  const to = paid || (account && { bank_code: account.bank_code, account_no_last4: account.account_no.slice(-4) });
  if (!to) return [{ label: "Paid into", value: "It is not configured where this partner is paid" }];
  const before = await lastBefore(db, payment.partner_id, payment.id);
  const isSame = before?.bank_code === to.bank_code && before.account_no_last4 === to.account_no_last4;
  const last = before?.business_date ? `the payment of ${day(before.business_date)}` : "the payment before";
  return [
    { label: "Bank", value: bankName(to.bank_code) },
    { label: "Account", value: masked(to.account_no_last4) ?? "" },
    ...(!paid && account
      ? [{ label: "The bank's name for it", value: await enquired(context, account, partner) }]
      : []),
    {
      label: "Account changed last",
      value: !before
        ? "It is the first payment to this partner"
        : isSame
          ? `Not since ${last}`
          : `Since ${last}, which went to ${before.bank_name} ${masked(before.account_no_last4)}`,
    },
    { label: "Where it is set", value: "In the configuration of the servers (CARD_PARTNER_ACCOUNT), by nobody here" },
  ];
}
