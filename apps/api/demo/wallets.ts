/** The wallet of the demo's company: paid in from its bank today, and given to those who buy for it. */
import * as wallets from "@manilla/contract/companies/wallets";
import type { App } from "../src/house/app.ts";
import { getRow } from "../src/db/row.ts";
import { payIntoAccount } from "../src/outside/sandbox/time.ts";
import { clock } from "../src/clock.ts";
import { uuidv7 } from "uuidv7";
import { chargeEvents } from "../src/modules/money/charges/events.ts";
import type { Door } from "./door.ts";
import { emailOf } from "./people.ts";

const PAID_IN_NAIRA = 4_500_000;
/** [whose login, naira, what for] */
const GIVEN = [
  ["company_staff", 60_000, "Fuel of the delivery van"],
  ["company_department_head", 350_000, "Spare parts of the cold room"],
  ["company_unit_head", 80_000, "Cleaning and small repairs"],
] as const;

export async function leaveWallet(app: App, door: Door, sandbox: string): Promise<void> {
  const finance = await door.as(emailOf("company_finance_manager"));
  const { account } = await door.call(wallets.fundDebit, finance, { body: {} });
  const paid = await payIntoAccount(sandbox, {
    account_no: account?.account_no ?? "",
    amount_kobo: PAID_IN_NAIRA * 100,
    sender_name: "Lagoon Foods Limited",
  });
  // The provider's message may come before anybody listens; what it says is asked for at once.
  await chargeEvents.receive(app, {
    id: uuidv7(),
    provider: "paystack",
    event: "charge.success",
    data: paid,
    received_at: clock.now(),
  });
  const { company_id } = await getRow(app.db, "users", { email: emailOf("company_finance_manager") }, ["company_id"]);
  await door.call(wallets.setLimits, finance, {
    body: { company_id, daily_limit_kobo: 100_000_000, low_balance_kobo: 50_000_000 },
  });
  for (const [role, naira, note] of GIVEN) {
    const { id: user_id } = await getRow(app.db, "users", { email: emailOf(role) }, ["id"]);
    await door.call(wallets.assignDebit, finance, { body: { user_id, amount_kobo: naira * 100, note } });
  }
}
