/** Steps of the close: the file of a pay day that comes near, reminders of what was not answered, and parts that go back to the wallet. */
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { changeRows } from "../../../db/row.ts";
import type { Tx } from "../../../db/database.ts";
import type { App, Progress, Step } from "../../../house/app.ts";
import { postDeductionReturned } from "../../money/books/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { BEGINNING } from "../../platform/business-day/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { note, tell } from "../../platform/notifications/index.ts";
import { openWallet, peopleWith, recordMovement, tellOfMoney } from "../wallet-movements/index.ts";
import { renewWithLater } from "./kept-back.ts";
import { makeFile, tellPayroll } from "./making.ts";
import * as messages from "./messages.ts";
import { nextPayDay } from "./rules.ts";

const COMPANIES_A_BATCH = 20;
const LINES_A_BATCH = 200;
/** Days after the pay day on which an unanswered file is called to mind. */
const REMIND_AFTER = [1, 4];

interface Unpaid {
  id: string;
  pay_day: string;
  deducted_kobo: bigint;
}

export const makeFiles: Step = {
  name: "deduction_files",
  at: 79,
  async batch(app, tx, { opening }, cursor): Promise<Progress> {
    const { rows } = await sql<{ company_id: string; day: number }>`
      select t.company_id, t.pay_day as day
      from deduction_terms t
      join companies c on c.id = t.company_id and c.status = 'approved'
      where t.is_on and t.company_id > ${cursor ?? BEGINNING}::uuid
      order by t.company_id
      limit ${COMPANIES_A_BATCH}
      for no key update of t
    `.execute(tx);
    const lead = await readSetting(tx, "deduction_lead_days");
    let asked = 0;
    for (const { company_id, day } of rows) {
      const pay_day = nextPayDay(opening, day);
      const { rows: late } = await sql<{ id: string; pay_day: string; is_made: boolean }>`
        select id, pay_day, pay_day = ${pay_day}::date as is_made
        from deduction_files
        where company_id = ${company_id}
          and (
            pay_day = ${pay_day}::date
              or (status = 'open' and pay_day = any(${REMIND_AFTER.map((days) => addDays(opening, -days))}::date[]))
          )
      `.execute(tx);
      for (const file of late) if (!file.is_made) await tellPayroll(tx, app, company_id, messages.unanswered(file));
      if (opening >= addDays(pay_day, -lead) && !late.some(({ is_made }) => is_made))
        asked += await makeFile(tx, app, { company_id, day, pay_day, opening });
    }
    return { cursor: rows.length < COMPANIES_A_BATCH ? null : (rows.at(-1)?.company_id ?? null), counts: { asked } };
  },
};

/** The payers, and each employee for whom the employer kept something back, are notified that it was not paid. */
export async function tellNotPaid(
  tx: Tx,
  app: Pick<App, "queue" | "config">,
  company_id: string,
  file: Unpaid,
): Promise<void> {
  for (const { id } of await peopleWith(tx, company_id, "company:can_fund_debit_wallet"))
    await tell(tx, app, id, messages.notPaid(file));
  const lines = await tx
    .selectFrom("deduction_lines")
    .select(["loan_id", "user_id", "deducted_kobo"])
    .where("file_id", "=", file.id)
    .where("receipt_id", "is", null)
    .where("deducted_kobo", ">", 0n)
    .orderBy("number")
    .execute();
  for (const { user_id, loan_id, deducted_kobo } of lines)
    await note(tx, user_id, messages.employerLate(loan_id, deducted_kobo, file.pay_day));
}

/** What an employer has not paid when its days are over costs its people penalties and debits from this day on; both sides are notified. */
export const endShields: Step = {
  name: "deduction_shields",
  at: 39,
  async batch(app, tx, { opening }): Promise<Progress> {
    const { rows } = await sql<Unpaid & { company_id: string; status: string }>`
      select id, company_id, pay_day, deducted_kobo, status
      from deduction_files
      where status in ('open', 'confirmed') and shield_ended_on is null and shielded_until < ${opening}::date
      order by shielded_until, id
      limit ${COMPANIES_A_BATCH}
      for no key update
    `.execute(tx);
    for (const { company_id, status, ...file } of rows) {
      await changeRows(tx, "deduction_files", file.id, { shield_ended_on: opening });
      await renewWithLater(tx, file.id);
      if (status !== "confirmed") continue;
      await tellNotPaid(tx, app, company_id, file);
    }
    return { cursor: rows.length < COMPANIES_A_BATCH ? null : rows.at(-1)!.id, counts: { ended: rows.length } };
  },
};

/** The receipt on a loan was reversed: what its employer had paid for it goes back to the wallet. */
export const returnParts: Step = {
  name: "deduction_returns",
  at: 79.5,
  async batch(app, tx, { closing }): Promise<Progress> {
    const { rows } = await sql<{
      id: string;
      file_id: string;
      company_id: string;
      deducted_kobo: bigint;
      reference: string;
      pay_day: string;
    }>`
      select x.id, x.file_id, x.company_id, x.deducted_kobo, r.reference, f.pay_day
      from deduction_lines x
      join receipts r on r.id = x.receipt_id
      join deduction_files f on f.id = x.file_id
      where r.reversed_at is not null and r.channel = 'salary_deduction' and x.returned_on is null
      order by x.id
      limit ${LINES_A_BATCH}
      for update of x
    `.execute(tx);
    for (const { id: line_id, file_id, company_id, deducted_kobo: amount_kobo, reference, pay_day } of rows) {
      const wallet = await openWallet(tx, app, company_id);
      const moved = { id: uuidv7(), company_id, reference, amount_kobo, on: closing };
      await postDeductionReturned(tx, { ...moved, line_id, actor: SYSTEM.name });
      await recordMovement(tx, wallet, { ...moved, kind: "deduction_returned", actor: SYSTEM });
      await changeRows(tx, "deduction_lines", line_id, { returned_on: closing });
      await tellOfMoney(tx, company_id, messages.returned({ id: file_id, pay_day }, amount_kobo));
    }
    return { cursor: rows.length < LINES_A_BATCH ? null : rows.at(-1)!.id, counts: { returned: rows.length } };
  },
};
