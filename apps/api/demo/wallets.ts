/** The wallet of the demo's company: paid in from its bank today, and given to those who buy for it. */
import * as chains from "@manilla/contract/companies/approval-chains";
import * as wallets from "@manilla/contract/companies/wallets";
import * as creditLines from "@manilla/contract/companies/credit-lines";
import * as rewards from "@manilla/contract/growth/rewards";
import * as cash from "@manilla/contract/people/cash-transactions";
import * as cashLimits from "@manilla/contract/people/cash-limits";
import * as limitRaises from "@manilla/contract/payments/limit-raises";
import * as approvals from "@manilla/contract/platform/approvals";
import type { App } from "../src/house/app.ts";
import { getRow } from "../src/db/row.ts";
import { payIntoAccount } from "../src/outside/sandbox/time.ts";
import { clock } from "../src/clock.ts";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { chargeEvents } from "../src/modules/money/charges/events.ts";
import type { Door } from "./door.ts";
import { giveReward } from "./papers.ts";
import { emailOf } from "./people.ts";

const PAID_IN_NAIRA = 4_500_000;
/** [whose login, naira, what for] */
const GIVEN = [
  ["company_staff", 60_000, "Fuel of the delivery van"],
  ["company_department_head", 350_000, "Spare parts of the cold room"],
  ["company_unit_head", 80_000, "Cleaning and small repairs"],
] as const;

/** [naira, what for] */
const REWARDS = [
  [2_500, "Thank you for telling us how to make it better"],
  [1_000, "Your card payment took two days to show"],
] as const;

export async function leaveWallet(app: App, door: Door, sandbox: string): Promise<void> {
  const finance = await door.as(emailOf("company_finance_manager"));
  const { account } = await door.call(wallets.fundDebit, finance, { body: {} });
  const paid = await payIntoAccount(sandbox, {
    account_no: account?.account_no ?? "",
    amount_kobo: PAID_IN_NAIRA * 100,
    sender_name: "Lagoon Foods Limited",
  });
  // The provider's message may come before anybody listens; its outcome is queried at once.
  await chargeEvents.receive(app, {
    id: uuidv7(),
    provider: "paystack",
    event: "charge.success",
    data: paid,
    received_at: clock.now(),
  });
  const { company_id } = await getRow(app.db, "users", { email: emailOf("company_finance_manager") }, ["company_id"]);
  await door.call(wallets.setLimits, finance, {
    body: { company_id, daily_limit_kobo: 250_000_000, low_balance_kobo: 50_000_000 },
  });
  // Our own limits, and a request for a higher one that waits for us.
  const operations = await door.as(emailOf("super_admin"));
  await door.call(wallets.setLimits, operations, {
    body: {
      company_id,
      daily_limit_kobo: 500_000_000,
      single_limit_kobo: 200_000_000,
      monthly_limit_kobo: 2_000_000_000,
    },
  });
  await door.call(limitRaises.ask, finance, {
    body: { kind: "single", requested_kobo: "300000000", purpose: "A new cold room is paid for at once in December." },
  });
  for (const [role, naira, note] of GIVEN) {
    const { id: user_id } = await getRow(app.db, "users", { email: emailOf(role) }, ["id"]);
    const body = { user_id, amount_kobo: naira * 100, note };
    await agree(app, door, (await door.call(wallets.assignDebit, finance, { body })).approval_id);
  }
  await leaveLine(app, door);
  await leaveRewards(app, door);
  await leaveCash(app, door);
}

/** A customer with a reward for their patience, given by two of the provider's people. */
async function leaveRewards(app: App, door: Door): Promise<void> {
  const { id } = await getRow(app.db, "users", { email: emailOf("staff") }, ["id"]);
  for (const [naira, reason] of REWARDS) await giveReward(app, door, id, { amount_kobo: naira * 100, reason });
}

const PRIZE_NAIRA = 150_000;
const SENT_NAIRA = 120_000;

/** Two customers whose cash somebody has to look at: a transfer that awaits approval, and a request for a higher limit. */
async function leaveCash(app: App, door: Door): Promise<void> {
  const { rows } = await sql<{ id: string; email: string }>`
    select u.id, u.email
    from users u
    join profiles p on p.user_id = u.id
    where u.is_customer and u.email <> ${emailOf("staff")} and p.bank_account_status = 'verified'
      and not u.is_post_no_debit and not u.is_blacklisted
      and (select plan from user_plans t where t.user_id = u.id order by set_at desc limit 1) in ('tier_2', 'tier_3')
    order by u.created_at, u.id
    limit 2
  `.execute(app.db);
  const [sender, asker] = rows;
  if (!sender || !asker) return;
  const reason = "Second prize of the savers' week";
  await giveReward(app, door, sender.id, { amount_kobo: PRIZE_NAIRA * 100, reason });
  const token = await door.as(sender.email);
  // As much as the tier lets in at once, and then the rest.
  for (const _ of [1, 2]) await door.call(rewards.redeem, token);
  await door.call(cash.withdraw, token, { body: { amount_kobo: SENT_NAIRA * 100 } });
  await door.call(cashLimits.ask, await door.as(asker.email), {
    body: { kind: "daily_outflow", requested_kobo: "600000000", purpose: "The rent of two years is due next week" },
  });
}

/** The owner agrees to what needs a second person of the company. */
export async function agree(app: App, door: Door, id: string | null): Promise<void> {
  if (!id) return;
  const { version } = await getRow(app.db, "company_approvals", id, ["version"]);
  await door.call(chains.approve, await door.as(emailOf("company_super_admin")), { params: { id }, body: { version } });
}

/** A line that the company has drawn a part of. */
async function leaveLine(app: App, door: Door): Promise<void> {
  const signatories = [emailOf("company_super_admin"), emailOf("company_finance_manager")] as const;
  const [owner, finance] = [await door.as(signatories[0]), await door.as(signatories[1])];
  const [staff, second] = [await door.as(emailOf("super_business")), await door.as(emailOf("super_admin"))];
  const idOf = async (email: string) => (await getRow(app.db, "users", { email }, ["id"])).id;
  const { application } = await door.call(creditLines.request, finance, {
    body: {
      amount_kobo: 800_000_000,
      monthly_turnover_kobo: 2_400_000_000,
      purpose: "Crayfish and stockfish before the festive season",
    },
  });
  const { id } = application;
  await door.call(creditLines.submit, finance, {
    body: {
      application_id: id,
      first_signatory_id: await idOf(signatories[0]),
      second_signatory_id: await idOf(signatories[1]),
    },
  });
  const { approval_id } = await door.call(creditLines.offer, staff, {
    params: { id },
    body: {
      offered_kobo: 600_000_000,
      annual_rate_percent: "30",
      reason: "Two years with us; its people pay on time.",
    },
  });
  await door.call(approvals.approve, second, { params: { id: approval_id }, body: { version: 1 } });
  for (const token of [owner, finance]) await door.call(creditLines.sign, token, { params: { id }, body: {} });
  const drawn = await door.call(creditLines.draw, finance, { body: { amount_kobo: 120_000_000 } });
  await agree(app, door, drawn.approval_id);
}
