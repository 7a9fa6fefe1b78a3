/** The monthly statements of a line, a company's own or a card's. What is due is taken, what is late is charged, a month's end is a statement. */
import { addDays, daysBetween, monthOf, penaltyOf } from "@manilla/credit";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { App, Progress, Step } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import type { Actor } from "../../../request.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { BEGINNING } from "../../platform/business-day/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import type { Message } from "../../platform/notifications/index.ts";
import { changeState, recordBeginning } from "../../platform/states/index.ts";
import { type LineCodes, figuresOf, paidAfter } from "./figures.ts";
import {
  type Owed,
  type Statement,
  afterPayment,
  automaticOf,
  fullOf,
  leftOf,
  minimumOf,
  overdueWithoutPenalty,
  principalLeft,
} from "./rules.ts";

/** A statement as the engine works on it. */
export interface Issued extends Statement {
  id: string;
  month: string;
  issued_on: string;
  due_on: string;
  late_kobo: bigint;
}
type About = Pick<Issued, "id" | "month" | "due_on">;

/** What its payers read. */
export interface StatementWords {
  issued(statement: About, minimum_kobo: bigint, full_kobo: bigint): Message;
  soonDue(statement: About, left_kobo: bigint): Message;
  taken(statement: About, amount_kobo: bigint, left_kobo: bigint): Message;
  overdue(statement: About, left_kobo: bigint): Message;
}

/** Where the statements of a kind of line are. */
export interface StatementBook {
  table: "line_statements" | "card_statements";
  key: "company_id" | "card_id";
  noun: "lineStatement" | "cardStatement";
  /** The lines themselves, by the same key. */
  lines: "credit_lines" | "card_lines";
  words: StatementWords;
}

/** One line, its row locked. */
export interface Line {
  id: string;
  codes: LineCodes;
  /** What is taken by itself on the due day: the minimum, all of it, or nothing. */
  automatic: string;
  owed(): Promise<Owed>;
  /** What may be taken for it, in kobo. */
  available(): Promise<bigint>;
  /** Takes it and counts it. */
  pay(amount_kobo: bigint, on: string): Promise<void>;
  /** Posts a penalty, once for a statement and a day. */
  charge(penalty: { statement_id: string; amount_kobo: bigint; on: string }): Promise<void>;
  tell(message: Message): Promise<void>;
}
type LineOf = (tx: Tx, app: App, id: string) => Promise<Line>;

/** The last statement of a line, locked. */
export async function lastStatement(
  tx: Tx,
  { table, key }: Pick<StatementBook, "table" | "key">,
  id: string,
): Promise<Issued | undefined> {
  const { rows } = await sql<Issued>`
    select * from ${sql.table(table)} where ${sql.ref(key)} = ${id} order by month desc limit 1 for update
  `.execute(tx);
  return rows[0];
}

/** A payment counts for the last statement. */
export async function countPaid(
  tx: Tx,
  book: Pick<StatementBook, "table" | "key" | "noun">,
  id: string,
  { amount_kobo, actor }: { amount_kobo: bigint; actor: Actor },
): Promise<void> {
  const last = await lastStatement(tx, book, id);
  if (!last) return;
  const paid_kobo = last.paid_kobo + amount_kobo;
  await changeRows(tx, book.table, last.id, { paid_kobo });
  const action = afterPayment({ ...last, paid_kobo });
  if (action) await changeState(tx, { noun: book.noun, id: last.id, from: last.status, action, actor });
}

/** Takes what is due, as far as it is there. @returns what was taken, in kobo */
async function takeDue(book: StatementBook, line: Line, statement: Issued, opening: string): Promise<bigint> {
  const amount_kobo = automaticOf(statement, {
    automatic: line.automatic,
    is_due_day: opening === statement.due_on,
    available_kobo: await line.available(),
    owed_kobo: fullOf(await line.owed()),
  });
  if (amount_kobo === 0n) return 0n;
  await line.pay(amount_kobo, opening);
  const left_kobo = leftOf({ ...statement, paid_kobo: statement.paid_kobo + amount_kobo });
  await line.tell(book.words.taken(statement, amount_kobo, left_kobo));
  return amount_kobo;
}

interface Terms {
  remind: number;
  grace_days: number;
  percent: number;
}

/** What is not paid after its day is overdue, and after the grace a penalty is charged. @returns the penalty, in kobo */
async function makeLate(
  tx: Tx,
  { book, line, statement }: { book: StatementBook; line: Line; statement: Issued },
  opening: string,
  terms: Terms,
): Promise<bigint> {
  const { id, status, due_on, late_kobo } = statement;
  if (status === "issued") {
    await changeState(tx, { noun: book.noun, id, from: status, action: "fall_due", actor: SYSTEM });
    await line.tell(book.words.overdue(statement, leftOf(statement)));
  }
  const amount_kobo = penaltyOf({
    terms: { kind: "percentage", percent: String(terms.percent) },
    grace_days: terms.grace_days,
    overdue_kobo: overdueWithoutPenalty(statement),
    days_overdue: daysBetween(due_on, opening),
    already_charged_kobo: late_kobo,
  });
  if (amount_kobo === 0n) return 0n;
  await line.charge({ statement_id: id, amount_kobo, on: opening });
  await changeRows(tx, book.table, id, { late_kobo: late_kobo + amount_kobo });
  return amount_kobo;
}

/** What shops gave back since the statement pays it too: of that only the ledger knows. */
async function countRefunds(tx: Tx, book: StatementBook, line: Line): Promise<void> {
  const last = await lastStatement(tx, book, line.id);
  if (!last) return;
  const amount_kobo = (await paidAfter(tx, line.codes, last.issued_on)) - last.paid_kobo;
  if (amount_kobo > 0n) await countPaid(tx, book, line.id, { amount_kobo, actor: SYSTEM });
}

/** One statement on the day that begins; its line is locked. */
async function look(tx: Tx, book: StatementBook, line: Line, opening: string, terms: Terms) {
  await countRefunds(tx, book, line);
  const before = (await lastStatement(tx, book, line.id))!;
  if (opening === addDays(before.due_on, -terms.remind) && before.status === "issued")
    await line.tell(book.words.soonDue(before, leftOf(before)));
  if (opening < before.due_on) return { taken: 0n, charged: 0n };
  const taken = await takeDue(book, line, before, opening);
  const statement = (await lastStatement(tx, book, line.id))!;
  const isLate = opening > statement.due_on && leftOf(statement) > 0n;
  return { taken, charged: isLate ? await makeLate(tx, { book, line, statement }, opening, terms) : 0n };
}

const LINES_A_BATCH = 100;

/** A step of the close: what is due of each line is taken, what is not paid is late. */
export const duesStep = (name: string, at: number, book: StatementBook, lineOf: LineOf): Step => ({
  name,
  at,
  async batch(app, tx, { opening }, cursor): Promise<Progress> {
    const terms = {
      remind: await readSetting(tx, "line_remind_days"),
      grace_days: await readSetting(tx, "line_grace_days"),
      percent: await readSetting(tx, "line_penalty_percent"),
    };
    const { rows } = await sql<{ id: string }>`
      select ${sql.ref(book.key)} as id
      from ${sql.table(book.table)}
      where (
          status in ('issued', 'overdue') and due_on <= ${addDays(opening, terms.remind)}::date
          -- Its minimum was paid before: who wants all of it taken on its day has the rest taken.
          or status = 'met' and due_on = ${opening}::date
        )
        and ${sql.ref(book.key)} > ${cursor ?? BEGINNING}::uuid
      order by 1
      limit ${LINES_A_BATCH}
    `.execute(tx);
    const counts = { taken: 0, charged: 0 };
    for (const { id } of rows) {
      // The line before its statement, as every payment locks them.
      const { taken, charged } = await look(tx, book, await lineOf(tx, app, id), opening, terms);
      if (taken > 0n) counts.taken += 1;
      if (charged > 0n) counts.charged += 1;
    }
    return { cursor: rows.length < LINES_A_BATCH ? null : (rows.at(-1)?.id ?? null), counts };
  },
});

interface IssueTerms {
  percent: number;
  least_kobo: bigint;
  due_days: number;
}

/** The statement of a line for the month that has ended; none where nothing was owed and nothing moved. */
async function issue(tx: Tx, book: StatementBook, line: Line, closing: string, terms: IssueTerms): Promise<boolean> {
  const month = monthOf(closing);
  const last = await lastStatement(tx, book, line.id);
  if (last && last.month >= month) return false;
  const { owed, ...figures } = await figuresOf(tx, line.codes, month, closing);
  const full_kobo = fullOf(owed);
  if (full_kobo === 0n && figures.repaid_kobo === 0n) return false;
  if (last?.status === "overdue")
    await changeState(tx, { noun: book.noun, id: last.id, from: last.status, action: "carry", actor: SYSTEM });
  // What was just taken is of the day that begins: the figures do not have it yet, so that it pays this statement.
  const paid_kobo = await paidAfter(tx, line.codes, closing);
  const overdue =
    last && last.due_on <= closing ? principalLeft({ ...last, paid_kobo: last.paid_kobo - paid_kobo }) : 0n;
  const minimum_kobo = minimumOf(owed, overdue < owed.drawn_kobo ? overdue : owed.drawn_kobo, terms);
  const status = full_kobo === 0n ? "settled" : "issued";
  const row = { id: uuidv7(), month, issued_on: closing, due_on: addDays(closing, terms.due_days), status };
  const owedThen = { owed_interest_kobo: owed.interest_kobo, owed_penalty_kobo: owed.penalty_kobo };
  const amounts = { ...figures, full_kobo, owed_principal_kobo: owed.drawn_kobo, ...owedThen, minimum_kobo, paid_kobo };
  await tx
    .insertInto(book.table)
    // Both tables have these columns, and each its own key.
    .values({ ...row, [book.key]: line.id, ...amounts, created_at: clock.now() } as never)
    .execute();
  await recordBeginning(tx, book.noun, row.id, status, SYSTEM);
  const action = afterPayment({ ...row, ...owedThen, full_kobo, minimum_kobo, paid_kobo });
  if (action) await changeState(tx, { noun: book.noun, id: row.id, from: status, action, actor: SYSTEM });
  else if (full_kobo > 0n) await line.tell(book.words.issued(row, minimum_kobo, full_kobo));
  return true;
}

/** A step of the close: on the last day of a month each line has its statement, after the day's interest and what fell due. */
export const statementsStep = (name: string, at: number, book: StatementBook, lineOf: LineOf): Step => ({
  name,
  at,
  async batch(app, tx, { closing, opening }, cursor): Promise<Progress> {
    if (monthOf(closing) === monthOf(opening)) return { cursor: null, counts: { issued: 0 } };
    const terms = {
      percent: await readSetting(tx, "line_minimum_percent"),
      least_kobo: BigInt(await readSetting(tx, "line_minimum_kobo")),
      due_days: await readSetting(tx, "line_due_days"),
    };
    const { rows } = await sql<{ id: string }>`
      select ${sql.ref(book.key)} as id
      from ${sql.table(book.lines)}
      where ${sql.ref(book.key)} > ${cursor ?? BEGINNING}::uuid
      order by 1
      limit ${LINES_A_BATCH}
      for update
    `.execute(tx);
    let issued = 0;
    for (const { id } of rows) if (await issue(tx, book, await lineOf(tx, app, id), closing, terms)) issued += 1;
    return { cursor: rows.length < LINES_A_BATCH ? null : (rows.at(-1)?.id ?? null), counts: { issued } };
  },
});
