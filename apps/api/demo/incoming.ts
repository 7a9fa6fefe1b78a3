/** Transfers that other banks send to account numbers at the partner bank: taken by a person and a company, held, and nobody's. */
import * as partnerBank from "@manilla/contract/payments/partner-bank";
import { sql } from "kysely";
import type { App } from "../src/house/app.ts";
import { type TransferIn, sendWebhooksTo, transferIn } from "../src/outside/sandbox/shops.ts";
import { waitUntil } from "./card-payments.ts";
import { nuban } from "./company-spend.ts";
import type { Door } from "./door.ts";
import { emailOf } from "./people.ts";

/** More than the first tier may hold. */
const HELD_KOBO = 45_000_000;

/** Somebody of the lowest tier who has no cash yet. */
async function newcomerOf(app: App): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select u.email
    from users u
    join user_roles r on r.user_id = u.id and r.role = 'staff'
    where u.is_customer and u.profile_status = 'activated' and u.company_id is null and u.email <> ${emailOf("staff")}
      and not exists (select 1 from personal_movements m where m.user_id = u.id)
      and coalesce((select plan from user_plans t where t.user_id = u.id order by set_at desc limit 1), 'tier_1') = 'tier_1'
    order by u.created_at, u.id
    limit 1
  `.execute(app.db);
  return rows[0]?.email;
}

/** @param payer the address of a customer with cash */
export async function leaveIncoming(app: App, door: Door, sandbox: string, payer: string): Promise<void> {
  const personal = async (email: string): Promise<string> =>
    (await door.call(partnerBank.ownAccount, await door.as(email))).account?.account_no ?? "";
  const newcomer = await newcomerOf(app);
  const finance = await door.as(emailOf("company_finance_manager"));
  const company = (await door.call(partnerBank.companyAccount, finance)).account?.account_no ?? "";
  const coming: TransferIn[] = [
    {
      account_no: await personal(payer),
      amount_kobo: 2_500_000,
      sender_name: "Bola Ekpenyong",
      narration: "Thank you",
    },
    { account_no: company, amount_kobo: 31_850_000, sender_name: "Eko Hotels", narration: "Lagoon invoice 0417" },
    // A number that was typed wrongly: the money is nobody's until somebody claims it.
    {
      account_no: nuban("035", "770000019"),
      amount_kobo: 7_350_000,
      sender_name: "Hauwa Lawal",
      narration: "Invoice 2041",
      whatever: true,
    },
  ];
  if (newcomer)
    coming.push({
      account_no: await personal(newcomer),
      amount_kobo: HELD_KOBO,
      sender_name: "Zenith Motors",
      narration: "Sale of the car",
    });
  const before = await sendWebhooksTo(sandbox, `${await door.listen()}/api/webhooks`);
  for (const transfer of coming) await transferIn(sandbox, transfer);
  await waitUntil(async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from inbound_credits`.execute(app.db);
    return (rows[0]?.n ?? 0) >= coming.length;
  });
  await sendWebhooksTo(sandbox, before);
}
