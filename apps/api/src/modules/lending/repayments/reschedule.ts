/** Time granted on a running loan: its coming instalments are worked out again from today. A second person decides. */
import type * as calls from "@manilla/contract/lending/repayments";
import { inWords, type scheduleFigures } from "@manilla/contract/lending/repayments";
import { day, plainRate, rateInWords, naira } from "@manilla/contract/formats";
import { addDays, unpaidTotal } from "@manilla/credit";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { insertRows } from "../../../db/rows.ts";
import { Conflict, InvalidFields, NotAllowed, NotFound } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { requireSlip, slipShown } from "../../money/slips/index.ts";
import { requestApproval, unlessIn } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { notify } from "../../platform/notifications/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { missingReports } from "../evidence/index.ts";
import { termsFromJson } from "../loan-products/index.ts";
import { MAX_INSTALMENTS, addedRows } from "../schedules/planning/index.ts";
import {
  DAYS_TO_PERFORM,
  OPEN_ROWS,
  type RunningLoan,
  type ScheduleRow,
  measureLoans,
  readRunningLoan,
  readSchedule,
  termsNow,
} from "../schedules/index.ts";
import { rescheduled } from "./messages.ts";
import { rebuildLoan, scheduleIf } from "./rebuild.ts";

type Change = z.output<typeof calls.change>;
type Figures = z.output<typeof scheduleFigures>;
type Payload = Change & { loan_id: string; user_id: string; reason: string; slip_id?: string };

function figures(loan: RunningLoan, rows: readonly ScheduleRow[], on: string): Figures {
  const open = rows.filter((row) => OPEN_ROWS.includes(row.status) && unpaidTotal(row) > 0n);
  const [next] = open.filter(({ due_on }) => due_on > on);
  const left = (of: readonly ScheduleRow[]) => of.reduce((sum, row) => sum + unpaidTotal(row), 0n);
  return {
    instalments: open.filter(({ due_on }) => due_on > on).length,
    instalment_kobo: next ? next.principal_kobo + next.interest_kobo + next.fees_kobo : 0n,
    next_due_on: next?.due_on ?? null,
    last_due_on: rows.findLast(({ status }) => status !== "deferred")?.due_on ?? null,
    overdue_kobo: left(open.filter(({ due_on }) => due_on < on)),
    interest_kobo: rows.reduce((sum, row) => sum + row.interest_kobo, 0n),
    left_kobo: left(open),
    annual_rate_percent: plainRate(termsFromJson(termsNow(loan)).annual_rate_percent),
  };
}

/** What is asked now comes after whatever was recorded today. */
const AFTER_ALL_OF_TODAY = new Date(8.64e15);

/** The loan, locked, with the change worked out. @throws NotFound, NotAllowed, Conflict, InvalidFields */
async function judge(tx: Tx, context: Context, loan_id: string, change: Change) {
  const loan = await readRunningLoan(tx, loan_id, "lock");
  if (!loan) throw new NotFound("This loan");
  if (loan.user_id === context.session.user_id)
    throw new NotAllowed("Nobody decides about their own loan.", "own_loan");
  if (!["running", "past_due"].includes(loan.status))
    throw new Conflict(`This loan is ${loan.status.replaceAll("_", " ")} and cannot be rescheduled.`, "not_running");
  const missing = await missingReports(tx, loan_id);
  if (missing) throw new Conflict(`Missing: ${missing}. Run the automatic checks first.`, "reports_missing");
  const on = await businessDate(tx);
  const { annual_rate_percent, ...rest } = change;
  const isNew =
    annual_rate_percent !== undefined && Number(annual_rate_percent) !== Number(termsNow(loan)["annual_rate_percent"]);
  const fact = {
    ...rest,
    id: uuidv7(),
    on,
    at: AFTER_ALL_OF_TODAY,
    annual_rate_percent: isNew ? annual_rate_percent : null,
  };
  if (inWords(fact) === "") throw new InvalidFields({ more_instalments: ["choose what is to change"] });
  const { rows } = await sql<ScheduleRow>`
    select number, due_on, schedule_version from repayments
    where loan_id = ${loan_id} and schedule_version = (select max(schedule_version) from repayments where loan_id = ${loan_id})
  `.execute(tx);
  if (rows.length + fact.holiday_instalments + fact.more_instalments > MAX_INSTALMENTS)
    throw new InvalidFields({ more_instalments: [`a loan has ${MAX_INSTALMENTS} instalments at most`] });
  const added = addedRows(rows, loan, fact, uuidv7);
  const { before, after, refused } = await scheduleIf(tx, loan, fact, added);
  if (!after.some((row) => row.due_on > on && unpaidTotal(row) > 0n))
    throw new InvalidFields({ more_instalments: ["nothing would fall due any more: add instalments"] });
  if (refused)
    throw new InvalidFields({
      [refused.field === "annual_rate_percent" ? refused.field : "more_instalments"]: [refused.message],
    });
  const changed = { ...loan, rescheduled_rate_percent: fact.annual_rate_percent ?? loan.rescheduled_rate_percent };
  return { loan, fact, added, before: figures(loan, before, on), after: figures(changed, after, on) };
}

/** What would be asked, before anybody is asked. @throws NotFound, NotAllowed, Conflict, InvalidFields */
export const previewRescheduling = (context: Context, loan_id: string, change: Change) =>
  context.db.transaction().execute(async (tx) => {
    const { loan, before, after } = await judge(tx, context, loan_id, change);
    return { before, after, days_past_due: loan.days_past_due };
  });

/** The maker's half. @throws NotFound, NotAllowed, Conflict, InvalidFields */
export async function requestRescheduling(
  tx: Tx,
  context: Context,
  loan_id: string,
  body: z.output<typeof calls.reschedule.body>,
): Promise<string> {
  const { reason, slip_id, ...change } = body;
  const { loan, before } = await judge(tx, context, loan_id, change);
  if (slip_id) await requireSlip(tx, context, body);
  return requestApproval(tx, context, {
    kind: "reschedule_loan",
    title: `Reschedule the loan of {person}, ${naira(before.left_kobo)} still to be paid: ${inWords(change)}`,
    whose: loan.user_id,
    payload: { ...body, loan_id },
    once: ["loan_id"],
    before: { instalment_kobo: before.instalment_kobo, last_due_on: before.last_due_on },
    amount_kobo: before.left_kobo,
    reason,
  });
}

/** A loan that runs again from its first day was rescheduled all the same. @param version of its new schedule */
export async function carryReschedules(tx: Tx, loan_id: string, version: number): Promise<void> {
  const { rows } = await sql<{ user_id: string; number: number; due_on: string; reschedule_id: string }>`
    select user_id, number, due_on, reschedule_id
    from repayments
    where loan_id = ${loan_id} and schedule_version = ${version - 1} and reschedule_id is not null
  `.execute(tx);
  await insertAdded(
    tx,
    rows.map((row) => ({ ...row, id: uuidv7(), loan_id, schedule_version: version })),
  );
  await sql`
    update loan_reschedules
    set schedule_version = ${version}
    where loan_id = ${loan_id} and schedule_version = ${version - 1}
  `.execute(tx);
}

type Added = Record<"id" | "loan_id" | "user_id" | "due_on" | "reschedule_id", string> &
  Record<"number" | "schedule_version", number>;
/** Rows that ask nothing yet. */
const insertAdded = (tx: Tx, rows: readonly Added[]): Promise<void> =>
  insertRows(
    tx,
    "repayments",
    rows.map((row) => ({
      ...row,
      status: "scheduled",
      principal_kobo: 0n,
      interest_kobo: 0n,
      fees_kobo: 0n,
      balance_kobo: 0n,
    })),
  );

type Judged = Awaited<ReturnType<typeof judge>>;

/** The fact, its rows and what holds on the loan from now on; its class stays until it has performed. */
async function write(tx: Tx, context: Context, asked: Payload, maker_id: string, judged: Judged): Promise<void> {
  const { loan, fact, added, before, after } = judged;
  const now = clock.now();
  const { id, on, at: _, ...change } = fact;
  const asJson = (of: Figures) =>
    JSON.stringify(of, (_, value: unknown) => (typeof value === "bigint" ? Number(value) : value));
  await tx
    .insertInto("loan_reschedules")
    .values({
      ...change,
      id,
      loan_id: loan.id,
      schedule_version: added[0]?.schedule_version ?? (await readSchedule(tx, loan.id))[0]!.schedule_version,
      effective_on: on,
      decided_at: now,
      asked_by: maker_id,
      decided_by: context.session.user_id,
      reason: asked.reason,
      before: asJson(before),
      after: asJson(after),
    })
    .execute();
  const { id: loan_id, user_id } = loan;
  await insertAdded(
    tx,
    added.map(({ id: row_id, number, due_on, schedule_version }) => ({
      id: row_id,
      loan_id,
      user_id,
      number,
      due_on,
      schedule_version,
      reschedule_id: id,
    })),
  );
  const isKept = change.overdue === "joins" && loan.days_past_due > 0;
  await changeRows(tx, "loans", loan.id, {
    ...(change.annual_rate_percent !== null && { rescheduled_rate_percent: change.annual_rate_percent }),
    ...(isKept && { kept_days_past_due: loan.days_past_due, performs_on: addDays(on, DAYS_TO_PERFORM) }),
    updated_at: now,
  });
}

/** The checker's half: judged again, then the loan is worked out from its facts, of which this is one. */
export const rescheduleLoan: ApprovalKind<Payload> = {
  permission: "provider:can_reschedule_loans",
  over: unlessIn("loans", "loan_id", ["running", "past_due"]),
  async measures(tx, _, { payload }) {
    const { loan_id } = payload;
    const loan = await readRunningLoan(tx, loan_id, "read");
    if (!loan) return [];
    const now = figures(loan, await readSchedule(tx, loan_id), await businessDate(tx));
    return [
      { label: "Instalment", value: now.instalment_kobo },
      { label: "Instalments to come", value: String(now.instalments) },
      { label: "Next due date", value: now.next_due_on && day(now.next_due_on) },
      { label: "Last due date", value: now.last_due_on && day(now.last_due_on) },
      { label: "Rate", value: rateInWords(now.annual_rate_percent) },
      { label: "Interest of the whole loan", value: now.interest_kobo },
      { label: "Still to be paid", value: now.left_kobo },
      { label: "Days past due", value: String(loan.days_past_due) },
      ...(await measureLoans(tx, sql`select ${loan_id}::uuid`)),
    ];
  },
  shows: ({ db }, { id, payload }) => slipShown(db, payload.slip_id, id),
  async execute(tx, context, { id: approval_id, payload, maker_id }) {
    const { loan_id, user_id, reason, slip_id: _, ...change } = payload;
    const judged = await judge(tx, context, loan_id, change);
    await write(tx, context, payload, maker_id, judged);
    const { fact, before, after } = judged;
    const actor = actorOf(context);
    const loan = (await readRunningLoan(tx, loan_id, "lock"))!;
    await rebuildLoan(tx, loan, { on: fact.on, actor, reason, key: `reschedule:${approval_id}` });
    await recordAudit(tx, actor, "loan_rescheduled", ["loan", loan_id], { before, after, reason });
    await notify(tx, {
      user_id,
      ...rescheduled({ reference: loan.reference, what: inWords(fact), loan_id, ...after }),
    });
    return undefined;
  },
};
