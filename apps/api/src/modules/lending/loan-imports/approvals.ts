/** A file of loans before a second person: what it brings in, what that posts, and what comes of their word. */
import { count, counted, naira, sentence } from "@manilla/contract/formats";
import type { broughtIn } from "@manilla/contract/lending/loan-imports";
import { sql } from "kysely";
import type { z } from "zod";
import type { Database, Tx } from "../../../db/database.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { Conflict, NotAllowed } from "../../../errors.ts";
import type { ApprovalItem, ApprovalKind, Context } from "../../../house/app.ts";
import { requestApproval } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import { type Cells, createImport, decideBatch } from "../../people/imports/index.ts";
import { bringInRows } from "./bringing.ts";
import { figuresOfRow, toJson } from "./figures.ts";
import type { Judged, ReadyLoan } from "./judging.ts";

type Sums = z.output<typeof broughtIn>;
const SHOWN_ITEMS = 100;
/** Loans that are carried out for the checker's look at the postings, and taken back. */
const REHEARSED = 100;

/** The sums of the rows that go in. */
export const sumsOf = (ready: readonly ReadyLoan[]): Sums => {
  const sum = (amount: (each: ReadyLoan) => bigint): bigint => ready.reduce((total, each) => total + amount(each), 0n);
  return {
    loan_count: ready.length,
    late_count: ready.filter(({ brought }) => brought.figures.days_past_due > 0).length,
    warning_count: ready.filter(({ warnings }) => warnings.length > 0).length,
    principal_kobo: sum(({ loan }) => loan.principal_kobo),
    outstanding_principal_kobo: sum(({ loan }) => loan.outstanding_principal_kobo),
    accrued_interest_kobo: sum(({ brought }) => brought.accrued_interest_kobo),
    overdue_kobo: sum(({ brought }) => brought.figures.overdue_kobo),
  };
};

/** The verdicts on the rows of a new import: those that go in wait, with their figures and warnings. */
async function keepVerdicts(tx: Tx, import_id: string, { verdicts, ready }: Judged, sums: Sums): Promise<void> {
  const byNumber = new Map(ready.map((each) => [each.number, each]));
  const rows = verdicts.map(({ number, verdict, reasons, user_id }) => {
    const found = byNumber.get(number);
    return {
      number,
      user_id,
      verdict: found ? "waiting" : verdict,
      reasons: found ? found.warnings : reasons,
      figures: found ? figuresOfRow(found) : null,
    };
  });
  await sql`
    update import_rows r
    set verdict = v.verdict, reasons = v.reasons, user_id = v.user_id, figures = v.figures
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as v (
      number int, verdict text, reasons jsonb, user_id uuid, figures jsonb
    )
    where r.import_id = ${import_id} and r.number = v.number
  `.execute(tx);
  const counts = (of: string): number => verdicts.filter(({ verdict }) => verdict === of).length;
  await changeRows(tx, "imports", import_id, {
    refused_count: counts("refused"),
    already_count: counts("already"),
    figures: toJson(sums),
  });
}

/** Keeps a file with its verdicts and asks a second person. The same rows that wait already are that import. */
export async function askToBringIn(
  tx: Tx,
  context: Context,
  file_name: string,
  rows: readonly Cells[],
  judged: Judged,
): Promise<string> {
  const created_by = context.session.user_id;
  const { id, is_new } = await createImport(tx, context, { file_name, rows, created_by, kind: "loans" });
  if (!is_new) return id;
  const sums = sumsOf(judged.ready);
  await keepVerdicts(tx, id, judged, sums);
  await recordAudit(tx, context, "loan_import_requested", ["loan_import", id], { after: { rows: rows.length } });
  await requestApproval(tx, context, {
    kind: "bring_in_loans",
    title: `Bring in ${counted(sums.loan_count, "loan")} of another book, ${naira(sums.outstanding_principal_kobo)} outstanding`,
    payload: { import_id: id },
    once: ["import_id"],
    // What somebody should look at comes first.
    items: judged.ready
      .toSorted((one, other) => Number(other.warnings.length > 0) - Number(one.warnings.length > 0))
      .slice(0, SHOWN_ITEMS)
      .map(({ name, loan, brought, warnings }) => ({
        label: `${name} · ${loan.reference} · ${counted(brought.figures.days_past_due, "day")} past due`,
        amount_kobo: loan.outstanding_principal_kobo,
        verdict: null,
        reason: warnings.join("; ") || null,
      })),
    item_count: sums.loan_count,
    amount_kobo: sums.outstanding_principal_kobo,
  });
  return id;
}

const kept = (db: Parameters<typeof getRow>[0], id: string) =>
  getRow(db, "imports", id, [
    "id",
    "status",
    "file_name",
    "figures",
    "total_count",
    "created_count",
    "refused_count",
    "already_count",
    "failure",
  ]);

/** Each row by now, what somebody should look at first; undefined while none was worked through. */
async function becameOf(db: Database, import_id: string): Promise<ApprovalItem[] | undefined> {
  const { rows } = await sql<ApprovalItem & { reasons: string[] }>`
    select
      concat_ws(' · ', coalesce(u.full_name, r.data ->> 'person'), coalesce(r.figures ->> 'reference', r.data ->> 'reference', 'Row ' || r.number)) as label,
      b.loan_id, (r.figures ->> 'outstanding_principal_kobo')::bigint as amount_kobo, coalesce(r.reasons, '[]'::jsonb) as reasons,
      case r.verdict when 'created' then 'ready' when 'waiting' then null else 'refused' end as verdict
    from import_rows r
    left join users u on u.id = r.user_id
    left join brought_in_loans b on b.import_id = r.import_id and b.number = r.number
    where r.import_id = ${import_id}
    order by r.verdict = 'created', r.number
    limit ${SHOWN_ITEMS}
  `.execute(db);
  return rows.map(({ reasons, ...item }) => ({ ...item, reason: reasons.map(sentence).join("; ") || null }));
}

/** How far the job is that brings them in. */
function progressOf(
  found: Pick<
    Awaited<ReturnType<typeof kept>>,
    "status" | "created_count" | "refused_count" | "already_count" | "total_count" | "failure"
  >,
): string {
  const { status, created_count, refused_count, already_count, total_count } = found;
  const sums = `${count(created_count)} brought in, ${count(refused_count)} refused, ${count(already_count)} here already`;
  if (status === "done") return sums;
  if (status === "failed") return `Stopped: ${found.failure ?? "it did not end"} ${sums}`;
  if (status === "awaiting_approval" || status === "refused") return "Nothing has been brought in";
  return `${sums}, of ${counted(total_count, "row")}`;
}

export const bringInLoans: ApprovalKind<{ import_id: string }> = {
  permission: "provider:can_disburse_loans",
  async shows({ db }, { payload }) {
    const { file_name, figures, ...found } = await kept(db, payload.import_id);
    // Written by keepVerdicts: amounts are numbers in JSON.
    const sums = figures as unknown as Record<keyof Sums, number>;
    const { principal_kobo, outstanding_principal_kobo, accrued_interest_kobo, overdue_kobo } = sums;
    return {
      facts: [
        { label: "File", value: `${file_name}, ${counted(found.total_count, "row")}` },
        { label: "So far", value: progressOf(found) },
        {
          label: "Left out",
          value: `${count(found.refused_count)} refused, ${count(found.already_count)} here already`,
        },
        { label: "Loans", value: `${count(sums.loan_count)}, lent as ${naira(principal_kobo)}` },
        { label: "Outstanding principal", value: naira(outstanding_principal_kobo) },
        { label: "Interest earned and unpaid", value: naira(accrued_interest_kobo) },
        { label: "Overdue", value: `${naira(overdue_kobo)} of ${counted(sums.late_count, "loan")}` },
        { label: "With warnings", value: counted(sums.warning_count, "loan") },
        {
          label: "Posting in all",
          value: `Debit loans: principal ${naira(outstanding_principal_kobo)}, debit loans: interest receivable ${naira(accrued_interest_kobo)}, credit opening balances of imported loans ${naira(outstanding_principal_kobo + accrued_interest_kobo)}; interest by the day of the decision`,
        },
        ...(sums.loan_count > REHEARSED
          ? [{ label: "Postings", value: `Of the first ${REHEARSED} of ${counted(sums.loan_count, "loan")}.` }]
          : []),
      ],
    };
  },
  became: ({ db }, { payload }) => becameOf(db, payload.import_id),
  follows: async (tx, context, { payload }) =>
    void (await decideBatch(tx, context, payload.import_id, bringInRows, REHEARSED)),
  async execute(tx, context, { payload: { import_id } }) {
    const { status } = await kept(tx, import_id);
    if (status !== "awaiting_approval") throw new Conflict("This file was decided already.", "already_decided");
    const { rows: own } = await sql`
      select 1
      from import_rows
      where import_id = ${import_id} and user_id = ${context.session.user_id} and verdict = 'waiting'
    `.execute(tx);
    if (own.length > 0) throw new NotAllowed("Nobody agrees to a loan of their own.", "not_a_checker");
    const on = await businessDate(tx);
    const actor = actorOf(context);
    await changeState(tx, { noun: "import", id: import_id, from: status, action: "approve", actor, business_date: on });
    await changeRows(tx, "imports", import_id, { brought_in_on: on });
    await recordAudit(tx, actor, "loan_import_approved", ["loan_import", import_id], { after: { brought_in_on: on } });
    await context.queue.send(tx, "run-loan-import", { import_id });
    return undefined;
  },
  async release(tx, _, { payload: { import_id } }, actor) {
    const { status } = await kept(tx, import_id);
    await changeState(tx, { noun: "import", id: import_id, from: status, action: "refuse", actor });
  },
};
