/** Steps of the close: what is due is taken, what is not paid is late, and on the last day of a month each line has its statement. */
import { addDays, daysBetween, monthOf, penaltyOf } from "@manilla/credit";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { App, Progress, Step } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { lineBooks, openLineAccounts, postLinePenalty, walletOf } from "../../money/books/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { BEGINNING } from "../../platform/business-day/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { type Message, tell } from "../../platform/notifications/index.ts";
import { changeState, recordBeginning } from "../../platform/states/index.ts";
import { peopleWith } from "../wallet-movements/index.ts";
import * as messages from "./messages.ts";
import { type Issued, lastStatement, lockLine, payLine } from "./paying.ts";
import { figuresOf, paidAfter } from "./queries.ts";
import { afterPayment, automaticOf, fullOf, leftOf, minimumOf, overdueWithoutPenalty, principalLeft } from "./rules.ts";

const LINES_A_BATCH = 100;

/** Tells those who pay the company's statements. */
async function tellPayers(tx: Tx, app: App, company_id: string, message: Message): Promise<void> {
  for (const { id } of await peopleWith(tx, company_id, "company:can_pay_statements")) await tell(tx, app, id, message);
}

/** Takes what is due from the wallet, as far as the wallet has it. @returns what was taken, in kobo */
async function takeDue(tx: Tx, app: App, statement: Issued, opening: string): Promise<bigint> {
  const { company_id } = statement;
  const { automatic } = await getRow(tx, "credit_lines", { company_id }, ["automatic"], { lock: true });
  const amount_kobo = automaticOf(statement, {
    automatic,
    is_due_day: opening === statement.due_on,
    available_kobo: (await walletOf(tx, company_id)).available_kobo,
    owed_kobo: fullOf(await lineBooks(tx, company_id)),
  });
  if (amount_kobo === 0n) return 0n;
  await payLine(tx, app, { company_id, amount_kobo, on: opening, actor: SYSTEM });
  const left_kobo = leftOf({ ...statement, paid_kobo: statement.paid_kobo + amount_kobo });
  await tellPayers(tx, app, company_id, messages.taken(statement, amount_kobo, left_kobo));
  return amount_kobo;
}

interface Terms {
  remind: number;
  grace_days: number;
  percent: number;
}

/** What is not paid after its day is overdue, and after the grace a penalty is charged. @returns the penalty, in kobo */
async function makeLate(tx: Tx, app: App, statement: Issued, opening: string, terms: Terms): Promise<bigint> {
  const { id, company_id, status, due_on, late_kobo } = statement;
  if (status === "issued") {
    await changeState(tx, { noun: "lineStatement", id, from: status, action: "fall_due", actor: SYSTEM });
    await tellPayers(tx, app, company_id, messages.overdue(statement, leftOf(statement)));
  }
  const amount_kobo = penaltyOf({
    terms: { kind: "percentage", percent: String(terms.percent) },
    grace_days: terms.grace_days,
    overdue_kobo: overdueWithoutPenalty(statement),
    days_overdue: daysBetween(due_on, opening),
    already_charged_kobo: late_kobo,
  });
  if (amount_kobo === 0n) return 0n;
  await openLineAccounts(tx, company_id);
  await postLinePenalty(tx, { statement_id: id, company_id, amount_kobo, on: opening });
  await changeRows(tx, "line_statements", id, { late_kobo: late_kobo + amount_kobo });
  return amount_kobo;
}

/** One statement on the day that begins. */
async function look(tx: Tx, app: App, company_id: string, opening: string, terms: Terms) {
  // The line before its statement, as every payment locks them.
  await lockLine(tx, company_id);
  const before = (await lastStatement(tx, company_id))!;
  if (opening === addDays(before.due_on, -terms.remind) && before.status === "issued")
    await tellPayers(tx, app, company_id, messages.soonDue(before, leftOf(before)));
  if (opening < before.due_on) return { taken: 0n, charged: 0n };
  const taken = await takeDue(tx, app, before, opening);
  const statement = (await lastStatement(tx, company_id))!;
  const isLate = opening > statement.due_on && leftOf(statement) > 0n;
  return { taken, charged: isLate ? await makeLate(tx, app, statement, opening, terms) : 0n };
}

export const collectDues: Step = {
  name: "line_dues",
  at: 78.2,
  async batch(app, tx, { opening }, cursor): Promise<Progress> {
    const terms = {
      remind: await readSetting(tx, "line_remind_days"),
      grace_days: await readSetting(tx, "line_grace_days"),
      percent: await readSetting(tx, "line_penalty_percent"),
    };
    const { rows } = await sql<{ company_id: string }>`
      select company_id
      from line_statements
      where status in ('issued', 'overdue') and due_on <= ${addDays(opening, terms.remind)}::date
        and company_id > ${cursor ?? BEGINNING}::uuid
      order by company_id
      limit ${LINES_A_BATCH}
    `.execute(tx);
    const counts = { taken: 0, charged: 0 };
    for (const { company_id } of rows) {
      const { taken, charged } = await look(tx, app, company_id, opening, terms);
      if (taken > 0n) counts.taken += 1;
      if (charged > 0n) counts.charged += 1;
    }
    return { cursor: rows.length < LINES_A_BATCH ? null : (rows.at(-1)?.company_id ?? null), counts };
  },
};

interface IssueTerms {
  percent: number;
  least_kobo: bigint;
  due_days: number;
}

/** The statement of a line for the month that has ended; none where nothing was owed and nothing moved. */
async function issue(tx: Tx, app: App, company_id: string, closing: string, terms: IssueTerms): Promise<boolean> {
  const month = monthOf(closing);
  const last = await lastStatement(tx, company_id);
  if (last && last.month >= month) return false;
  const { owed, ...figures } = await figuresOf(tx, company_id, month, closing);
  const full_kobo = fullOf(owed);
  if (full_kobo === 0n && figures.repaid_kobo === 0n) return false;
  const isCarried = last?.status === "overdue";
  if (isCarried)
    await changeState(tx, { noun: "lineStatement", id: last.id, from: last.status, action: "carry", actor: SYSTEM });
  // What was just taken is of the day that begins: the figures do not have it yet, so that it pays this statement.
  const paid_kobo = await paidAfter(tx, company_id, closing);
  const overdue =
    last && last.due_on <= closing ? principalLeft({ ...last, paid_kobo: last.paid_kobo - paid_kobo }) : 0n;
  const minimum_kobo = minimumOf(owed, overdue < owed.drawn_kobo ? overdue : owed.drawn_kobo, terms);
  const status = full_kobo === 0n ? "settled" : "issued";
  const row = { id: uuidv7(), company_id, month, issued_on: closing, due_on: addDays(closing, terms.due_days), status };
  const owedThen = { owed_interest_kobo: owed.interest_kobo, owed_penalty_kobo: owed.penalty_kobo };
  await tx
    .insertInto("line_statements")
    .values({
      ...row,
      ...figures,
      full_kobo,
      owed_principal_kobo: owed.drawn_kobo,
      ...owedThen,
      minimum_kobo,
      paid_kobo,
      created_at: clock.now(),
    })
    .execute();
  await recordBeginning(tx, "lineStatement", row.id, status, SYSTEM);
  const action = afterPayment({ ...row, ...owedThen, full_kobo, minimum_kobo, paid_kobo });
  if (action) await changeState(tx, { noun: "lineStatement", id: row.id, from: status, action, actor: SYSTEM });
  else if (full_kobo > 0n) await tellPayers(tx, app, company_id, messages.issued(row, minimum_kobo, full_kobo));
  return true;
}

/** On the last day of a month, after the day's interest and what fell due. */
export const issueStatements: Step = {
  name: "line_statements",
  at: 78.4,
  async batch(app, tx, { closing, opening }, cursor): Promise<Progress> {
    if (monthOf(closing) === monthOf(opening)) return { cursor: null, counts: { issued: 0 } };
    const terms = {
      percent: await readSetting(tx, "line_minimum_percent"),
      least_kobo: BigInt(await readSetting(tx, "line_minimum_kobo")),
      due_days: await readSetting(tx, "line_due_days"),
    };
    const { rows } = await sql<{ company_id: string }>`
      select company_id
      from credit_lines
      where company_id > ${cursor ?? BEGINNING}::uuid
      order by company_id
      limit ${LINES_A_BATCH}
      for update
    `.execute(tx);
    let issued = 0;
    for (const { company_id } of rows) if (await issue(tx, app, company_id, closing, terms)) issued += 1;
    return { cursor: rows.length < LINES_A_BATCH ? null : (rows.at(-1)?.company_id ?? null), counts: { issued } };
  },
};
