/** Interest on overdue principal, where the product has it (record 0028): the rows of late loans as the day that begins asks them. */
import { sql } from "kysely";
import type { Progress, Step } from "../../../../house/app.ts";
import { SYSTEM } from "../../../platform/audit/index.ts";
import { BEGINNING } from "../../../platform/business-day/index.ts";
import { type Walk, walkStates } from "../../../platform/states/index.ts";
import { lockRunningLoans, readSchedules } from "../../schedules/index.ts";
import { askOnOverdue } from "../../schedules/planning/index.ts";
import { type PlannedRow, WorkingSchedule } from "../../schedules/planning/index.ts";

const LOANS_A_BATCH = 200;

export const interestOnOverdue: Step = {
  name: "interest_on_overdue",
  at: 25,
  async batch(_, tx, { opening }, cursor): Promise<Progress> {
    const loans = await lockRunningLoans(
      tx,
      sql`
        v.interest_on_overdue
          and l.status in ('running', 'past_due', 'stop_requested')
          and l.disbursed_on is not null
          and l.id > ${cursor ?? BEGINNING}
          and exists (
            select 1
            from repayments r
            where r.loan_id = l.id
              and r.status in ('due', 'part_paid', 'overdue')
              and r.due_on <= ${opening}::date
              and r.principal_kobo > r.paid_principal_kobo
          )
        order by l.id
        limit ${LOANS_A_BATCH}
      `,
    );
    const schedules = await readSchedules(
      tx,
      loans.map(({ id }) => id),
    );
    const by = { actor: SYSTEM, business_date: opening };
    const walks = loans.flatMap((loan): Walk[] => {
      const before = schedules.get(loan.id)!.rows;
      const schedule = new WorkingSchedule(before);
      askOnOverdue(schedule, loan, opening);
      const isOther = ({ id, money }: PlannedRow) =>
        money &&
        Object.entries(money).some(
          ([name, kobo]) => before.find((row) => row.id === id)![name as keyof typeof money] !== kobo,
        );
      const changed = schedule.all.filter(({ planned }) => isOther(planned) || planned.steps.length > 0);
      if (changed.length === 0) return [];
      return changed.map(({ row, planned }) => ({
        ...by,
        noun: "repayment" as const,
        id: row.id,
        from: planned.from,
        steps: planned.steps,
        set: { ...planned.money },
      }));
    });
    await walkStates(tx, walks);
    await sql`
      update loans l
      set total_interest_kobo = s.interest_kobo, total_kobo = l.total_kobo + s.interest_kobo - l.total_interest_kobo
      from (
        select loan_id, sum(interest_kobo)::bigint as interest_kobo
        from repayments
        where loan_id = any(${loans.map(({ id }) => id)}::uuid[]) and status <> 'superseded'
        group by loan_id
      ) s
      where l.id = s.loan_id and l.total_interest_kobo <> s.interest_kobo
    `.execute(tx);
    return {
      cursor: loans.length < LOANS_A_BATCH ? null : (loans.at(-1)?.id ?? null),
      counts: { loans: loans.length, rows: walks.filter(({ noun }) => noun === "repayment").length },
    };
  },
};
