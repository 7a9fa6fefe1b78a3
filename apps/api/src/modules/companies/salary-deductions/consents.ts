/** An employee agrees to repay a loan from the salary, or takes that back. */
import type * as calls from "@manilla/contract/companies/salary-deductions";
import { sql } from "kysely";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import { Conflict, NotFound } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import type { Session } from "../../../request.ts";
import { recordAudit } from "../../platform/audit/index.ts";

type Consent = z.output<typeof calls.findConsent.response>["consent"];
const LIVE = ["accepted", "disbursing", "running", "past_due"];

/** One's own loan, with what its employer offers. @throws NotFound */
async function readOwn(
  db: Database | Tx,
  { user_id, company_id }: Pick<Session, "user_id" | "company_id">,
  id: string,
) {
  const loan = await findRow(db, "loans", id, ["user_id", "company_id", "status", "kept_back_kobo"]);
  if (loan?.user_id !== user_id) throw new NotFound("This loan");
  const terms =
    loan.company_id && loan.company_id === company_id
      ? await findRow(db, "deduction_terms", { company_id }, ["is_on", "pay_day"])
      : undefined;
  return { loan, terms, is_offered: Boolean(terms?.is_on) && LIVE.includes(loan.status) };
}

export async function consentOf(
  db: Database | Tx,
  session: Pick<Session, "user_id" | "company_id">,
  id: string,
): Promise<Consent> {
  const { loan, terms, is_offered } = await readOwn(db, session, id);
  const given = await findRow(db, "deduction_consents", { loan_id: id }, ["given_at", "ended_at"]);
  const company = loan.company_id ? await findRow(db, "companies", loan.company_id, ["name"]) : undefined;
  const { rows } = await sql<NonNullable<Consent["pending"]>>`
    select f.pay_day, x.asked_kobo, f.status
    from deduction_lines x
    join deduction_files f on f.id = x.file_id
    where x.loan_id = ${id} and f.status in ('open', 'confirmed', 'paid')
    order by f.pay_day desc
    limit 1
  `.execute(db);
  return {
    is_offered,
    company: company?.name ?? null,
    pay_day: terms?.pay_day ?? null,
    given_at: given && !given.ended_at ? given.given_at : null,
    pending: rows[0] ?? null,
    kept_back_kobo: loan.kept_back_kobo,
  };
}

/** Holds for the files that are made from now on. @throws NotFound, Conflict */
export async function setConsent(tx: Tx, context: Context, id: string, agrees: boolean): Promise<void> {
  const { loan, is_offered } = await readOwn(tx, context.session, id);
  if (agrees && !is_offered)
    throw new Conflict("Your employer does not deduct from salaries, or the loan takes no payments.", "not_possible");
  const now = clock.now();
  if (agrees) {
    const given = { given_at: now, ended_at: null, ended_because: null, company_id: loan.company_id! };
    await tx
      .insertInto("deduction_consents")
      .values({ loan_id: id, user_id: loan.user_id, ...given })
      .onConflict((conflict) => conflict.column("loan_id").doUpdateSet(given))
      .execute();
  } else
    await sql`
      update deduction_consents
      set ended_at = ${now}, ended_because = 'withdrawn'
      where loan_id = ${id} and ended_at is null
    `.execute(tx);
  await recordAudit(tx, context, agrees ? "deduction_agreed" : "deduction_withdrawn", ["loan", id], {});
}
