/** Employers whose payroll system answers their files: handed over once, asked until a person has confirmed. */
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import type { App } from "../../../house/app.ts";
import { NotReached, OutcomeUnknown, ProviderRefused } from "../../../outside/http.ts";
import type { DeductionAnswer } from "../../../outside/payroll/port.ts";
import { SYSTEM, recordAudit } from "../../platform/audit/index.ts";

const FILES_AT_ONCE = 20;

interface Waiting {
  id: string;
  reference: string;
  employer: string;
  pay_day: string;
}

async function send({ db, outside }: Pick<App, "db" | "outside">, { id, ...file }: Waiting): Promise<void> {
  const { rows: lines } = await sql<{ number: number; staff_number: string | null; name: string; amount_kobo: bigint }>`
    select x.number, e.staff_number, coalesce(u.full_name, 'Somebody') as name, x.asked_kobo as amount_kobo
    from deduction_lines x
    left join users u on u.id = x.user_id
    left join employments e on e.user_id = x.user_id and e.company_id = x.company_id
    where x.file_id = ${id}
    order by x.number
  `.execute(db);
  await outside.payroll.send({ ...file, lines });
  await changeRows(db, "deduction_files", id, { handed_over_at: clock.now() });
}

/** Keeps what the payroll says of the lines of a file that is still open: never more than was asked. @returns lines that are answered now */
async function keep(tx: Tx, file_id: string, answers: readonly DeductionAnswer[]): Promise<number> {
  const file = await findRow(tx, "deduction_files", file_id, ["status", "deducted_kobo"], { lock: true });
  if (file?.status !== "open" || answers.length === 0) return 0;
  const { rows } = await sql<{ id: string }>`
    with said as (
      select number, kobo, reason
      from unnest(
        ${answers.map(({ number }) => number)}::int[], ${answers.map(({ amount_kobo }) => amount_kobo)}::bigint[],
        ${answers.map(({ reason }) => reason)}::text[]
      ) as s (number, kobo, reason)
    )
    update deduction_lines x
    set deducted_kobo = least(s.kobo, x.asked_kobo),
      shortfall_reason = case when s.kobo < x.asked_kobo then coalesce(s.reason, 'part') end,
      is_answered = true
    from said s
    where x.file_id = ${file_id} and x.number = s.number and not x.is_answered
    returning x.id
  `.execute(tx);
  if (rows.length === 0) return 0;
  const before = { deducted_kobo: file.deducted_kobo };
  await sql`
    update deduction_files f
    set deducted_kobo = (select sum(x.deducted_kobo) from deduction_lines x where x.file_id = f.id), version = version + 1
    where f.id = ${file_id}
  `.execute(tx);
  const after = { ...(await getRow(tx, "deduction_files", file_id, ["deducted_kobo"])), lines: rows.length };
  await recordAudit(tx, SYSTEM, "payroll_answered", ["deduction file", file_id], { before, after });
  return rows.length;
}

/** Hands over what was not, and asks for what has no answer. What fails is asked again at the next time. @returns lines answered */
export async function askPayrolls(app: Pick<App, "db" | "outside" | "log">): Promise<number> {
  const { db, outside, log } = app;
  if (!outside.payroll.is_there) return 0;
  const { rows } = await sql<Waiting & { is_handed_over: boolean }>`
    select f.id, f.reference, c.rc_number as employer, f.pay_day, f.handed_over_at is not null as is_handed_over
    from deduction_files f
    join deduction_terms t on t.company_id = f.company_id and t.is_connected
    join companies c on c.id = f.company_id and c.rc_number is not null
    where f.status = 'open' and exists (select 1 from deduction_lines x where x.file_id = f.id and not x.is_answered)
    order by f.asked_payroll_at nulls first, f.id
    limit ${FILES_AT_ONCE}
  `.execute(db);
  let answered = 0;
  for (const { is_handed_over, ...file } of rows) {
    try {
      await changeRows(db, "deduction_files", file.id, { asked_payroll_at: clock.now() });
      if (!is_handed_over) await send(app, file);
      const answers = await outside.payroll.ask(file.reference);
      if (!answers) await send(app, file);
      else answered += await db.transaction().execute((tx) => keep(tx, file.id, answers));
    } catch (error) {
      const isAway = error instanceof NotReached || error instanceof OutcomeUnknown || error instanceof ProviderRefused;
      if (!isAway) throw error;
      log.warn({ error, file_id: file.id }, "the payroll of an employer did not answer");
    }
  }
  return answered;
}
