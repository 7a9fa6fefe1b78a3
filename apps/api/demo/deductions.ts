/** The demo's company deducts from salaries: most of its borrowers have agreed, and the file of the next pay day waits for payroll. */
import * as deductions from "@manilla/contract/companies/salary-deductions";
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import type { App } from "../src/house/app.ts";
import { makeFile } from "../src/modules/companies/salary-deductions/index.ts";
import { businessDate } from "../src/modules/platform/states/index.ts";
import type { Door } from "./door.ts";
import { emailOf } from "./people.ts";

const DAYS_TO_PAY_DAY = 4;

export async function leaveDeductions(app: App, door: Door, company_id: string): Promise<void> {
  const opening = await businessDate(app.db);
  const pay_day = addDays(opening, DAYS_TO_PAY_DAY);
  const day = Number(pay_day.slice(8));
  const payroll = await door.as(emailOf("company_hr"));
  await door.call(deductions.setTerms, payroll, { body: { is_on: true, pay_day: day } });
  const { rows } = await sql<{ id: string; email: string }>`
    select l.id, u.email
    from loans l
    join users u on u.id = l.user_id and u.company_id = l.company_id
    where l.company_id = ${company_id} and l.status in ('running', 'past_due')
    order by l.id
  `.execute(app.db);
  for (const { id, email } of rows)
    await door.call(deductions.consentTo, await door.as(email), { params: { id }, body: { agrees: true } });
  await app.db.transaction().execute((tx) => makeFile(tx, app, { company_id, day, pay_day, opening }));
}
