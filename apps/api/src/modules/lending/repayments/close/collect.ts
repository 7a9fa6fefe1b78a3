/** Automatic collection: first customer credit, then the default card. Once per repayment and business date. */
import { unpaidTotal } from "@manilla/credit";
import { balancesOf } from "../../../money/books/index.ts";
import { sql } from "kysely";
import type { App, Day, Progress, Step } from "../../../../house/app.ts";
import { queryable } from "../../../../db/database.ts";
import type { Tx } from "../../../../db/database.ts";
import { findRow, getRow } from "../../../../db/row.ts";
import { SYSTEM } from "../../../platform/audit/index.ts";
import { accountOf, creditOf } from "../../../money/books/index.ts";
import { createCharge, sendCharge } from "../../../money/charges/index.ts";
import { lockPerson, receive } from "../../../money/receipts/index.ts";
import { LIVE_STATES, OPEN_ROWS, type ScheduleRow, readRunningLoan, readSchedule } from "../../schedules/index.ts";
import { BEGINNING } from "../../../platform/business-day/index.ts";
import { oldestFirst } from "./kept-back.ts";

const ROWS_A_BATCH = 200;
const CALLS_AT_ONCE = 6;
const DAYS_A_WEEK = 7;

interface Due {
  id: string;
  loan_id: string;
  user_id: string;
  has_card: boolean;
}

async function readBatch(app: App, { closing }: Day, cursor: string | null): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select r.id, r.loan_id, r.user_id,
      exists (
        select 1 from repayment_cards c where c.user_id = r.user_id and c.is_default and c.removed_at is null
      ) as has_card
    from repayments r
    join loans l on l.id = r.loan_id
    where r.status in ('due', 'part_paid', 'overdue')
      and r.due_on <= ${closing}::date
      and l.status in ('running', 'past_due')
      and (l.no_debit_until is null or l.no_debit_until < ${closing}::date)
      and (r.next_attempt_on is null or r.next_attempt_on <= ${closing}::date)
      and r.id > ${cursor ?? BEGINNING}
    order by r.id
    limit ${ROWS_A_BATCH}
  `.execute(app.db);
  return rows;
}

/** Pays what is due of a repayment out of the person's credit balance, as far as it goes. */
async function useCredit(app: App, due: Due, { closing }: Day): Promise<boolean> {
  return app.db.transaction().execute(async (tx) => {
    await lockPerson(tx, due.user_id);
    const loan = await readRunningLoan(tx, due.loan_id, "lock");
    const row = (await readSchedule(tx, due.loan_id)).find(({ id }) => id === due.id);
    if (!loan || !LIVE_STATES.includes(loan.status) || !row || !OPEN_ROWS.includes(row.status)) return false;
    const [credit, open] = [await creditOf(tx, due.user_id), unpaidTotal(row)];
    const amount_kobo = credit < open ? credit : open;
    const reference = `CREDIT-${due.id}-${closing}`;
    // A run that was killed after this payment comes back; credit that came in the meantime is for the next day, not another payment of this one.
    const isDone = await tx.selectFrom("receipts").select("id").where("reference", "=", reference).executeTakeFirst();
    if (amount_kobo <= 0n || isDone) return false;
    await receive(tx, app, {
      user_id: due.user_id,
      purpose: "loan_repayment",
      subject_id: due.loan_id,
      amount_kobo,
      channel: "credit_balance",
      source: "customer_credit",
      reference,
      on: closing,
      actor: SYSTEM,
    });
    return true;
  });
}

/** What the employer has confirmed as kept back of each open instalment: the card is not debited for it as well. */
async function confirmedBack(tx: Tx, loan_id: string, open_rows: readonly ScheduleRow[]): Promise<bigint[]> {
  const { kept_back_confirmed_kobo } = await getRow(tx, "loans", loan_id, ["kept_back_confirmed_kobo"]);
  return oldestFirst(kept_back_confirmed_kobo, open_rows.map(unpaidTotal));
}

/** Records the attempt before the card is asked; a run that comes back finds it and leaves the question to the queue. */
async function debitCard(app: App, due: Due, { closing }: Day, daily: number): Promise<string> {
  const created = await app.db.transaction().execute(async (tx) => {
    const loan = await readRunningLoan(tx, due.loan_id, "lock");
    const open_rows = (await readSchedule(tx, due.loan_id)).filter(({ status }) => OPEN_ROWS.includes(status));
    const index = open_rows.findIndex(({ id }) => id === due.id);
    const row = open_rows[index];
    if (!loan || !LIVE_STATES.includes(loan.status) || !row) return undefined;
    const amount_kobo = unpaidTotal(row) - ((await confirmedBack(tx, due.loan_id, open_rows))[index] ?? 0n);
    if (amount_kobo === 0n) return undefined;
    const open = await tx
      .selectFrom("charges")
      .select("id")
      .where("loan_id", "=", loan.id)
      .where("status", "in", ["created", "sent", "unknown"])
      .executeTakeFirst();
    if (open) return undefined;
    const { charge, isNew } = await createCharge(app, tx, {
      user_id: due.user_id,
      kind: "automatic_debit",
      amount_kobo,
      loan_id: loan.id,
      repayment_id: row.id,
    });
    if (!isNew) return undefined;
    await sql`
      update repayments
      set collection_attempts = collection_attempts + 1,
        next_attempt_on = ${closing}::date + (
          case when collection_attempts + 1 < ${daily} then 1 else ${DAYS_A_WEEK} end
        )::int
      where id = ${row.id}
    `.execute(tx);
    return charge;
  });
  if (!created) return "skipped";
  const { status } = await sendCharge(app, created);
  return status === "success" ? "collected" : status === "failed" ? "failed" : "unknown";
}

/** Works through the people side by side, the repayments of one person one after the other: their loans share one credit balance. */
async function inLanes(dues: readonly Due[], work: (due: Due) => Promise<void>): Promise<void> {
  const lanes = [...Map.groupBy(dues, ({ user_id }) => user_id).values()];
  const workers = Array.from({ length: Math.min(CALLS_AT_ONCE, lanes.length) }, async () => {
    for (let lane = lanes.pop(); lane; lane = lanes.pop()) for (const due of lane) await work(due);
  });
  await Promise.all(workers);
}

export const collect: Step = {
  name: "collect",
  at: 30,
  async outside(app, day, cursor): Promise<Progress> {
    const dues = await readBatch(app, day, cursor);
    const accounts = [...new Set(dues.map(({ user_id }) => accountOf("customer_credit", user_id)))];
    const credits = new Set(
      (accounts.length > 0 ? await balancesOf(queryable(app.db), accounts) : [])
        .filter(({ natural_kobo }) => natural_kobo > 0n)
        .map(({ code }) => code),
    );
    const setting = await findRow(app.db, "configuration", { key: "collection_daily_attempts" }, ["value"]);
    const counts: Record<string, number> = { looked_at: dues.length };
    const count = (name: string) => (counts[name] = (counts[name] ?? 0) + 1);
    await inLanes(dues, async (due) => {
      if (credits.has(accountOf("customer_credit", due.user_id)) && (await useCredit(app, due, day)))
        count("from_credit");
      if (due.has_card) count(await debitCard(app, due, day, Number(setting?.value ?? 1)));
    });
    return { cursor: dues.length < ROWS_A_BATCH ? null : (dues.at(-1)?.id ?? null), counts };
  },
};
