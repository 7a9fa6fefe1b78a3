/** What the demo's people and company have sent: to a bank, to a wallet of ours, planned, and agreed to by a second person. */
import * as rewards from "@manilla/contract/growth/rewards";
import * as standingOrders from "@manilla/contract/payments/standing-orders";
import * as transfers from "@manilla/contract/payments/transfers";
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import type { App } from "../src/house/app.ts";
import { getRow } from "../src/db/row.ts";
import { businessDate } from "../src/modules/platform/states/index.ts";
import { nuban } from "./company-spend.ts";
import type { Door } from "./door.ts";
import { giveReward } from "./papers.ts";
import { emailOf } from "./people.ts";
import { agree } from "./wallets.ts";

const PRIZE_KOBO = 9_000_000;

/** A customer with money to send: one who requested a higher limit. */
export async function senderOf(app: App): Promise<{ id: string; email: string } | undefined> {
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
  await giveReward(app, door, sender.id, { amount_kobo: PRIZE_KOBO, reason: "Third prize of the savers' week" });
  const token = await door.as(sender.email);
  await door.call(rewards.redeem, token);
  const phone = await friendOf(app);
  const today = await businessDate(app.db);
  const due_on = addDays(today, 5);
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
  await leaveStandingOrders(door, token, { phone, first_on: addDays(today, 1) });
}

const never = { ends: "never" } as const;

/** Pocket money every week, and a contribution that is paused over the holidays. */
async function leaveStandingOrders(door: Door, token: string, at: { phone: string; first_on: string }): Promise<void> {
  const { phone, first_on } = at;
  const payeeOf = async (to: object, amount_kobo: number) => {
    const { payee } = await door.call(transfers.quote, token, { body: { ...to, amount_kobo } });
    return { ...to, amount_kobo, payee_name: payee };
  };
  const pocket = await payeeOf({ kind: "wallet", phone }, 250_000);
  const week = { repeat: "week", on_day: 5, first_on, narration: "Pocket money", ...never };
  await door.call(standingOrders.create, token, { body: { ...pocket, ...week } });
  const to = { kind: "bank", bank_code: "058", account_no: nuban("058", "310000017") };
  const saved = await payeeOf(to, 1_000_000);
  const month = { repeat: "month", on_day: 25, first_on, narration: "Contribution", ends: "after", ends_after: 12 };
  const { order } = await door.call(standingOrders.create, token, { body: { ...saved, ...month } });
  await door.call(standingOrders.pause, token, { params: { id: order.id } });
}

const BURST_KOBO = [150_000, 100_000, 200_000, 120_000, 100_000, 1_150_000] as const;

/** Somebody who sends to one new payee after the other: the last transfer is held until a colleague has looked. */
async function leaveHeld(app: App, door: Door): Promise<void> {
  const { rows } = await sql<{ id: string; email: string }>`
    select u.id, u.email
    from users u
    join user_roles r on r.user_id = u.id and r.role = 'staff'
    where u.is_customer and u.profile_status = 'activated' and u.company_id is null
      and u.email <> ${emailOf("staff")}
      and not exists (select 1 from personal_movements m where m.user_id = u.id and m.wallet = 'cash')
    order by u.created_at, u.id
    limit 1
  `.execute(app.db);
  const [person] = rows;
  if (!person) return;
  await giveReward(app, door, person.id, { amount_kobo: 2_500_000, reason: "Winner of the savers' quiz" });
  const token = await door.as(person.email);
  await door.call(rewards.redeem, token);
  for (const [at, amount_kobo] of BURST_KOBO.entries()) {
    const to = { kind: "bank", bank_code: "044", account_no: nuban("044", String(320_000_011 + at * 7)) } as const;
    const { payee } = await door.call(transfers.quote, token, { body: { ...to, amount_kobo } });
    await door.call(transfers.initiate, token, { body: { ...to, amount_kobo, payee_name: payee } });
  }
}

/** The company's: requested by its finance manager, agreed to by its owner. */
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
  const rent = { amount_kobo: 35_000_000, narration: "Rent of the store", repeat: "last_working_day", ...never };
  const first_on = addDays(await businessDate(app.db), 1);
  const asked = await door.call(standingOrders.request, finance, {
    body: { beneficiary_id: rows[0].id, ...rent, first_on },
  });
  await agree(app, door, asked.approval_id);
}

export async function leaveTransfers(app: App, door: Door): Promise<void> {
  await leaveOwn(app, door);
  await leaveHeld(app, door);
  await leaveCompanys(app, door);
}
