/** What is on the refunds desk of the demo: a bill and a transfer without an answer, and a transfer that its payer says went wrong. */
import * as bills from "@manilla/contract/payments/bills";
import * as refunds from "@manilla/contract/payments/refunds";
import * as transfers from "@manilla/contract/payments/transfers";
import { sql } from "kysely";
import type { App } from "../src/house/app.ts";
import { getRow } from "../src/db/row.ts";
import { sendPayout } from "../src/modules/money/payouts/index.ts";
import { readProviders, sendBill } from "../src/modules/payments/bills/index.ts";
import { findRefundable } from "../src/modules/payments/refunds/finding.ts";
import { nuban } from "./company-spend.ts";
import type { Door } from "./door.ts";

const AIRTIME_KOBO = 250_000;
const RENT_KOBO = 1_200_000;

const put = (sandbox: string, path: string, body: object) =>
  fetch(`${sandbox}${path}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** Who has sent money to a wallet of ours, and that transfer. */
async function payerOf(app: App): Promise<{ email: string; transfer_id: string } | undefined> {
  const { rows } = await sql<{ email: string; transfer_id: string }>`
    select u.email, t.id as transfer_id
    from transfers t
    join users u on u.id = t.user_id
    where t.kind = 'wallet' and t.status = 'success'
    order by t.created_at
    limit 1
  `.execute(app.db);
  return rows[0];
}

/** Airtime whose provider says "pending" for the rest of the day. */
async function leaveBill(app: App, door: Door, sandbox: string, token: string): Promise<void> {
  await readProviders(app);
  for (const biller of ["baxi", "flutterwave"])
    await put(sandbox, `/billers/${biller}/quirk`, { mode: "pending", seconds: 86_000 });
  const body = { service: "mtn", phone: "08031234508", amount_kobo: AIRTIME_KOBO };
  const { id } = await door.call(bills.buyAirtime, token, { body });
  await sendBill(app, id);
  for (const biller of ["baxi", "flutterwave"]) await put(sandbox, `/billers/${biller}/quirk`, { mode: null });
  await sql`
    update bills
    set created_at = created_at - interval '40 minutes', sent_at = sent_at - interval '40 minutes', needs_review_at = now()
    where id = ${id}
  `.execute(app.db);
}

/** A transfer that did not reach the bank, as far as the bank says. */
async function leaveTransfer(app: App, door: Door, sandbox: string, token: string): Promise<void> {
  const to = { kind: "bank", bank_code: "011", account_no: nuban("011", "310000031"), amount_kobo: RENT_KOBO } as const;
  const { payee } = await door.call(transfers.quote, token, { body: to });
  const body = { ...to, payee_name: payee, narration: "Deposit for the stall" };
  const { transfer } = await door.call(transfers.initiate, token, { body });
  const { payout_id } = await getRow(app.db, "transfers", transfer.id, ["payout_id"]);
  const lost = { mode: "timeout_before_effect", times: 1, delay_ms: 20, call: "POST /transfer" };
  await put(sandbox, "/faults/paystack", lost);
  await sendPayout(app, payout_id!);
  await put(sandbox, "/faults/paystack", { mode: "ok" });
  await sql`
    update payouts
    set sent_at = sent_at - interval '25 minutes', needs_review_at = now(), asked_times = 2,
      failure = 'The provider does not know this transfer. Check the bank''s statement; it can be given up, never sent again.'
    where id = ${payout_id} and status = 'unknown'
  `.execute(app.db);
  await sql`
    update transfers set created_at = created_at - interval '25 minutes' where id = ${transfer.id}
  `.execute(app.db);
}

export async function leaveRefunds(app: App, door: Door, sandbox: string): Promise<void> {
  const payer = await payerOf(app);
  if (!payer) return;
  const token = await door.as(payer.email);
  await leaveBill(app, door, sandbox, token);
  await leaveTransfer(app, door, sandbox, token);
  await door.call(refunds.claim, token, {
    params: { kind: "transfer", id: payer.transfer_id },
    body: {
      claim: "wrong_recipient",
      statement: "I chose the wrong phone number. The person who has it answers nothing; I meant my sister.",
    },
  });
  await findRefundable(app);
}
