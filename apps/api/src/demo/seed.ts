/** The demo world: small, alive, and made through the application's own doors. Never in production. */
import { accountTypesOf } from "@manilla/contract/accounts";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { App } from "../app.ts";
import { clock, dayInLagos } from "../clock.ts";
import { createPerson } from "../modules/people/index.ts";
import { hashPassword } from "../modules/session/passwords.ts";
import { DEMO_PASSWORD, demoLogins } from "./people.ts";

/** For docs/demo-logins.json and for the lines that the start prints. */
export const listDemoLogins = () =>
  demoLogins.map(({ role, email }) => ({ role, account_type: accountTypesOf([role])[0] ?? "customer", email, password: DEMO_PASSWORD }));

async function seedCompany(app: App): Promise<string> {
  const id = uuidv7();
  await app.db
    .insertInto("companies")
    .values({
      id, name: "Lagoon Foods Limited", rc_number: "RC1049921", industry: "Food and beverages", address: "14 Creek Road, Apapa, Lagos", phone: "+2348030000100",
      email: "hello@lagoonfoods.example", status: "approved", profile_completed_at: clock.now(), unique_plan: "Growth", plan_paid_until: "2099-12-31",
    })
    .execute();
  return id;
}

/**
 * Fills an empty database; does nothing when there are people already.
 * @returns whether it was filled now
 */
export async function seedDemo(app: App): Promise<boolean> {
  const { rows } = await sql<{ is_empty: boolean }>`select not exists (select 1 from users) as is_empty`.execute(app.db);
  if (!rows[0]?.is_empty) return false;
  await app.db.insertInto("business_calendar").values({ business_date: dayInLagos(clock.now()) }).onConflict((conflict) => conflict.doNothing()).execute();
  const company_id = await seedCompany(app);
  const password_hash = await hashPassword(DEMO_PASSWORD);
  await app.db.transaction().execute(async (tx) => {
    for (const { role, isInCompany, ...person } of demoLogins) {
      await createPerson(tx, app, {
        ...person, password_hash, change_password_at: clock.now(), roles: [role], company_id: isInCompany ? company_id : null,
        staff_account_type: role.startsWith("company_") ? "business" : "personal", registration_source: "demo",
      });
    }
  });
  return true;
}
