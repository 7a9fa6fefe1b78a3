/** Whether a company deducts from salaries, and the day on which it pays them. */
import type * as calls from "@manilla/contract/companies/salary-deductions";
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import { InvalidFields } from "../../../errors.ts";
import type { App, Context } from "../../../house/app.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { ownCompany } from "../wallet-movements/index.ts";
import { nextPayDay } from "./rules.ts";

type Terms = z.output<typeof calls.findTerms.response>["terms"];

export async function termsOf(
  db: Database | Tx,
  { outside }: Pick<App, "outside">,
  company_id: string,
): Promise<Terms> {
  const company = await findRow(db, "companies", company_id, ["rc_number"]);
  const may_connect = outside.payroll.is_there && (company?.rc_number ?? null) !== null;
  const found = await findRow(db, "deduction_terms", { company_id }, ["is_on", "pay_day", "is_connected"]);
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people
    from deduction_consents c
    join loans l on l.id = c.loan_id
    where c.company_id = ${company_id} and c.ended_at is null and l.status in ('running', 'past_due')
  `.execute(db);
  const { is_on, pay_day, is_connected } = found ?? { is_on: false, pay_day: null, is_connected: false };
  // The next file is made at the end of today at the earliest.
  const tomorrow = addDays(await businessDate(db), 1);
  const next = is_on && pay_day !== null ? nextPayDay(tomorrow, pay_day) : null;
  const isMade =
    next !== null && (await findRow(db, "deduction_files", { company_id, pay_day: next }, ["id"])) !== undefined;
  const next_pay_day = isMade && pay_day !== null ? nextPayDay(addDays(next, 1), pay_day) : next;
  const made_on = next_pay_day && addDays(next_pay_day, -(await readSetting(db, "deduction_lead_days")));
  const next_file_on = made_on && (made_on < tomorrow ? tomorrow : made_on);
  return { is_on, pay_day, is_connected, may_connect, next_pay_day, next_file_on, people: rows[0]!.people };
}

/** @throws InvalidFields without a pay day; NotFound, Conflict for a company that is not approved */
export async function setTerms(
  tx: Tx,
  context: Context,
  { is_on, pay_day, is_connected = false }: z.output<typeof calls.setTerms.body>,
): Promise<Terms> {
  const { id: company_id } = await ownCompany(tx, context);
  if (is_on && (pay_day ?? null) === null) throw new InvalidFields({ pay_day: ["this field is required"] });
  const before = await findRow(tx, "deduction_terms", { company_id }, ["is_on", "pay_day", "is_connected"]);
  const after = { is_on, pay_day: pay_day ?? before?.pay_day ?? null, is_connected };
  const row = { ...after, changed_by: context.session.user_id, changed_at: clock.now() };
  await tx
    .insertInto("deduction_terms")
    .values({ company_id, ...row })
    .onConflict((conflict) => conflict.column("company_id").doUpdateSet(row))
    .execute();
  await recordAudit(tx, context, "deduction_terms_set", ["company", company_id], { before: before ?? {}, after });
  return termsOf(tx, context, company_id);
}
