/** What the demo's people and company have sent: to a bank, to a wallet of ours, planned, and agreed to by a second person. */
import * as rewards from "@manilla/contract/growth/rewards";
import * as approvals from "@manilla/contract/platform/approvals";
import * as transfers from "@manilla/contract/payments/transfers";
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import type { App } from "../src/house/app.ts";
import { getRow } from "../src/db/row.ts";
import { businessDate } from "../src/modules/platform/states/index.ts";
import { nuban } from "./company-spend.ts";
import type { Door } from "./door.ts";
import { emailOf } from "./people.ts";
import { agree } from "./wallets.ts";

const PRIZE_KOBO = 9_000_000;

/** A customer with money to send: one who asked for a higher limit. */
async function senderOf(app: App): Promise<{ id: string; email: string } | undefined> {
  const { rows } = await sql<{ id: string; email: string }>`
    select u.id, u.email
    from cash_limit_requests r
    join users u on u.id = r.user_id
    order by r.created_at
    limit 1
  `.execute(app.db);
  return rows[0];
}

/** The phone of another one with cash: their own transfer awaits approval. */
async function friendOf(app: App): Promise<string> {
  const { rows } = await sql<{ phone: string }>`
    select u.phone from payouts p join users u on u.id = p.user_id where p.purpose = 'cash_withdrawal' limit 1
  `.execute(app.db);
  return rows[0]!.phone;
}

/** People's transfers. */
async function leaveOwn(app: App, door: Door): Promise<void> {
  const sender = await senderOf(app);
  if (!sender) return;
  const [maker, checker] = [await door.as(emailOf("super_operations")), await door.as(emailOf("super_finance"))];
  const prize = { amount_kobo: PRIZE_KOBO, reason: "Third prize of the savers' week" };
  const { approval_id } = await door.call(rewards.give, maker, { params: { id: sender.id }, body: prize });
  await door.call(approvals.approve, checker, { params: { id: approval_id }, body: { version: 1 } });
  const token = await door.as(sender.email);
  await door.call(rewards.redeem, token);
  const phone = await friendOf(app);
  const due_on = addDays(await businessDate(app.db), 5);
  const sent = [
    {
      to: { kind: "bank", bank_code: "058", account_no: nuban("058", "310000017") },
      amount_kobo: 2_250_000,
      narration: "School fees",
      is_saved: true,
    },
    { to: { kind: "wallet", phone }, amount_kobo: 1_500_000, narration: "For the market", is_saved: true },
    {
      to: { kind: "bank", bank_code: "011", account_no: nuban("011", "310000024") },
      amount_kobo: 800_000,
      narration: "Rent of the stall",
      due_on,
    },
  ] as const;
  for (const { to, ...of } of sent) {
    const body = { ...to, amount_kobo: of.amount_kobo };
    const { payee } = await door.call(transfers.quote, token, { body });
    await door.call(transfers.initiate, token, { body: { ...to, ...of, payee_name: payee } });
  }
}

/** The company's: asked for by its finance manager, agreed to by its owner. */
async function leaveCompanys(app: App, door: Door): Promise<void> {
  const finance = await door.as(emailOf("company_finance_manager"));
  const { company_id } = await getRow(app.db, "users", { email: emailOf("company_finance_manager") }, ["company_id"]);
  const { rows } = await sql<{ id: string }>`
    select id from beneficiaries where company_id = ${company_id} and status = 'active' order by created_at limit 1
  `.execute(app.db);
  if (!rows[0]) return;
  const body = { beneficiary_id: rows[0].id, amount_kobo: 6_450_000, narration: "Crates, invoice 118" };
  const { approval_id } = await door.call(transfers.request, finance, { body });
  await agree(app, door, approval_id);
}

export async function leaveTransfers(app: App, door: Door): Promise<void> {
  await leaveOwn(app, door);
  await leaveCompanys(app, door);
}
