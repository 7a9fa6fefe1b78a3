/** Bills of the demo: a person's that came, with what is kept and bought automatically, and the company's, paid and waiting. */
import * as billOrders from "@manilla/contract/payments/bill-orders";
import * as billPlans from "@manilla/contract/payments/bill-plans";
import * as bills from "@manilla/contract/payments/bills";
import { sql } from "kysely";
import type { App } from "../src/house/app.ts";
import { payOrder } from "../src/modules/payments/bill-orders/index.ts";
import { readProviders, sendBill } from "../src/modules/payments/bills/index.ts";
import type { Door } from "./door.ts";
import { emailOf } from "./people.ts";
import { agree } from "./wallets.ts";

/** A prepaid meter that the billers' sandbox knows. */
const METER = "1111111111111";
const POWER_KOBO = 500_000;
const AIRTIME_KOBO = 100_000;
const PHONES = ["08031234511", "08021234512", "08051234513"];

/** Their bills are delivered, their meter is kept, and airtime is bought every Friday. */
async function leaveOwn(app: App, door: Door, token: string): Promise<void> {
  const power = { service: "ikeja-prepaid", customer_no: METER };
  const { id: verified_id } = await door.call(bills.verifyMeter, token, { body: power });
  const meter = await door.call(bills.buyPower, token, { body: { verified_id, amount_kobo: POWER_KOBO } });
  const phone = { service: "mtn", phone: PHONES[0]!, amount_kobo: AIRTIME_KOBO };
  const airtime = await door.call(bills.buyAirtime, token, { body: phone });
  for (const { id } of [meter, airtime]) await sendBill(app, id);
  await door.call(billPlans.keep, token, { body: { bill_id: meter.id, name: "The house in Surulere" } });
  await door.call(billPlans.create, token, {
    body: { bill_id: airtime.id, every: "week", on_day: 5, maximum_kobo: 2 * AIRTIME_KOBO },
  });
}

/** Airtime for its drivers was agreed to and came; power for its store awaits its owner. */
async function leaveCompanys(app: App, door: Door): Promise<void> {
  const token = await door.as(emailOf("company_finance_manager"));
  const text = PHONES.map((phone) => `${phone}, ${AIRTIME_KOBO / 100}`).join("\n");
  const { order, approval_id } = await door.call(billOrders.buyMany, token, { body: { kind: "airtime", text } });
  await agree(app, door, approval_id);
  await payOrder(app, order.id);
  const { rows } = await sql<{ id: string }>`select id from bills where order_id = ${order.id}`.execute(app.db);
  for (const { id } of rows) await sendBill(app, id);
  const power = { service: "eko-prepaid", customer_no: METER };
  const { id: verified_id } = await door.call(bills.verifyMeter, token, { body: power });
  await door.call(billOrders.request, token, {
    body: { kind: "electricity", service: power.service, verified_id, amount_kobo: 8_000_000 },
  });
}

/** @param email of a person with cash */
export async function leaveBills(app: App, door: Door, email: string): Promise<void> {
  await readProviders(app);
  await leaveOwn(app, door, await door.as(email));
  await leaveCompanys(app, door);
}
