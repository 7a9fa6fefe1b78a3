/** The demo's employees with a login have filled in their profile: they see their cards and expenses, and no form. */
import { bankName } from "@manilla/contract/nigeria/banks";
import type { RoleSlug } from "@manilla/contract/roles";
import type { App } from "../src/house/app.ts";
import { getRow } from "../src/db/row.ts";
import { nuban } from "./company-spend.ts";
import { fillFormTwo } from "./customer-papers.ts";
import { demoLogins } from "./people.ts";

const SALARY_DAY = 25;
const BANK = "058";
/** Naira a month. */
const SALARIES: Partial<Record<RoleSlug, number>> = {
  company_staff: 210_000,
  company_department_head: 480_000,
  company_unit_head: 320_000,
};

export async function fillEmployees(app: App): Promise<void> {
  for (const [number, { role, name, last_name, email }] of demoLogins.entries()) {
    const naira = SALARIES[role];
    if (!naira) continue;
    const { id } = await getRow(app.db, "users", { email }, ["id"]);
    const account = {
      account_number: nuban(BANK, String(440_000_011 + number)),
      account_name: `${name} ${last_name}`.toUpperCase(),
      bank_code: BANK,
      bank_name: bankName(BANK) ?? BANK,
    };
    const work = { employer: "Lagoon Foods Limited", salary_kobo: naira * 100, salary_day: SALARY_DAY };
    const address = `${number} Creek Road, Apapa`;
    const form = { number, address, work_email: email, accounts: [account], ...work };
    await fillFormTwo(app, id, form, true);
  }
}
