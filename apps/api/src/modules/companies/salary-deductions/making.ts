/** The file of a pay day: made some days before it, of what falls due until the next one; a file that nobody answered gives way to it. */
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { insertRows } from "../../../db/rows.ts";
import type { App } from "../../../house/app.ts";
import { newReference } from "../../money/books/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { type Message, tell } from "../../platform/notifications/index.ts";
import { changeState, recordBeginning } from "../../platform/states/index.ts";
import { peopleWith } from "../wallet-movements/index.ts";
import { renewKeptBack } from "./kept-back.ts";
import * as messages from "./messages.ts";
import { type Due, coveredUntil, linesOf } from "./rules.ts";

/** Tells those of the company who answer deduction files. */
export async function tellPayroll(tx: Tx, app: Pick<App, "queue" | "config">, company_id: string, message: Message) {
  for (const { id } of await peopleWith(tx, company_id, "company:can_update_staff")) await tell(tx, app, id, message);
}

/** Those who left have agreed to nothing any more. */
const endConsentsOfLeavers = (tx: Tx, company_id: string) =>
  sql`
    update deduction_consents c
    set ended_at = ${clock.now()}, ended_because = 'left'
    where c.company_id = ${company_id}
      and c.ended_at is null
      and not exists (
        select 1 from employments e where e.company_id = c.company_id and e.user_id = c.user_id and e.status = 'active'
      )
  `.execute(tx);

interface Asking extends Due {
  carried_because: string | null;
}

/**
 * What the loans of those who agreed ask until a day, with why the file before brought less. What was kept back already, and is only not paid or given to
 * the loan yet, is not requested again.
 */
async function duesOf(tx: Tx, company_id: string, opening: string, until: string): Promise<Asking[]> {
  const { rows } = await sql<Asking>`
    select l.id as loan_id, l.user_id, u.profile_salary_kobo as salary_kobo,
      (sum(o.kobo) - min(kept.kobo))::bigint as due_kobo,
      greatest(
        coalesce(sum(o.kobo) filter (where o.due_on < ${opening}::date), 0) - min(kept.kobo), 0
      )::bigint as overdue_kobo,
      (
        select case
          -- An employer that did not pay what it confirmed is not believed again before it answers.
          when f.status = 'lapsed' or f.status = 'confirmed' and f.shield_ended_on is not null then 'unanswered'
          else x.shortfall_reason
        end
        from deduction_lines x
        join deduction_files f on f.id = x.file_id
        where x.loan_id = l.id
        order by f.pay_day desc
        limit 1
      ) as carried_because
    from deduction_consents c
    join loans l on l.id = c.loan_id and l.company_id = c.company_id
    join users u on u.id = l.user_id
    cross join lateral (
      select r.due_on, r.principal_kobo + r.interest_kobo + r.fees_kobo + r.penalty_kobo - r.paid_principal_kobo
        - r.paid_interest_kobo - r.paid_fees_kobo - r.paid_penalty_kobo as kobo
      from repayments r
      where r.loan_id = l.id and r.status in ('scheduled', 'due', 'part_paid', 'overdue') and r.due_on <= ${until}::date
    ) o
    cross join lateral (
      select coalesce(sum(x.deducted_kobo), 0) as kobo
      from deduction_lines x
      join deduction_files f on f.id = x.file_id and f.status in ('confirmed', 'paid')
      where x.loan_id = l.id and x.receipt_id is null
    ) kept
    where c.company_id = ${company_id} and c.ended_at is null and l.status in ('running', 'past_due')
    group by l.id, u.profile_salary_kobo
    having sum(o.kobo) > min(kept.kobo)
    order by l.user_id, l.disbursed_on, l.id
  `.execute(tx);
  return rows;
}

/** The file before, where nobody has answered it: this one asks for all of it again. */
async function lapseUnanswered(tx: Tx, company_id: string): Promise<void> {
  const open = await tx
    .selectFrom("deduction_files")
    .select("id")
    .where("company_id", "=", company_id)
    .where("status", "=", "open")
    .forUpdate()
    .execute();
  for (const { id } of open) {
    await changeState(tx, { noun: "deductionFile", id, from: "open", action: "lapse", actor: SYSTEM });
    await renewKeptBack(tx, id);
  }
}

/**
 * Makes the file of a pay day; nothing where nobody's loan asks for anything.
 * @param day of the month on which the company pays
 * @returns how many loans it asks for
 */
export async function makeFile(
  tx: Tx,
  app: Pick<App, "queue" | "config">,
  { company_id, day, pay_day, opening }: { company_id: string; day: number; pay_day: string; opening: string },
): Promise<number> {
  await lapseUnanswered(tx, company_id);
  await endConsentsOfLeavers(tx, company_id);
  const dues = await duesOf(tx, company_id, opening, coveredUntil(pay_day, day));
  const asked = linesOf(dues, await readSetting(tx, "deduction_salary_share_percent"));
  if (asked.length === 0) return 0;
  const id = uuidv7();
  const held_until = addDays(pay_day, await readSetting(tx, "deduction_grace_days"));
  const shielded_until = addDays(pay_day, await readSetting(tx, "deduction_shield_days"));
  const asked_kobo = asked.reduce((sum, line) => sum + line.asked_kobo, 0n);
  const sums = { people: asked.length, asked_kobo, deducted_kobo: asked_kobo };
  await tx
    .insertInto("deduction_files")
    .values({
      id,
      company_id,
      reference: newReference("SD", opening),
      pay_day,
      held_until,
      shielded_until,
      ...sums,
      created_at: clock.now(),
    })
    .execute();
  await recordBeginning(tx, "deductionFile", id, "open", SYSTEM);
  await insertRows(
    tx,
    "deduction_lines",
    asked.map(({ loan_id, user_id, overdue_kobo, carried_because, asked_kobo: kobo }, index) => ({
      id: uuidv7(),
      file_id: id,
      company_id,
      number: index + 1,
      loan_id,
      user_id,
      asked_kobo: kobo,
      overdue_kobo,
      carried_because,
      deducted_kobo: kobo,
    })),
  );
  const loan_ids = asked.map(({ loan_id }) => loan_id);
  await sql`update loans set no_debit_until = ${held_until}::date where id = any(${loan_ids}::uuid[])`.execute(tx);
  await renewKeptBack(tx, id);
  await tellPayroll(tx, app, company_id, messages.made({ id, pay_day, ...sums }));
  return asked.length;
}
