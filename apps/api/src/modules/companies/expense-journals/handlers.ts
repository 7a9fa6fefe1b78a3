import * as calls from "@manilla/contract/companies/expense-journals";
import type { Input } from "@manilla/contract/endpoint";
import { stringify } from "csv-stringify/sync";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { nameOf } from "../../../db/names.ts";
import type { Context, Handlers } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { decimalOf, neutralise } from "../../../db/list-export.ts";
import { findRow } from "../../../db/row.ts";
import { InvalidFields, NotFound } from "../../../errors.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { SPLIT } from "../expenses/index.ts";
import { PAID, takeCorrections } from "./corrections.ts";
import { type Part, entriesOf } from "./rules.ts";

type Journal = z.output<typeof calls.listAll.row>;
const MOST = 20_000;
const PART_ID = "(case s.part when 0 then e.id else md5(e.id::text || s.part)::uuid end)";

/** Each part of an expense by itself, as journals book it. */
const transactionList = defineList(calls.transactions, {
  from: `expenses e
    left join users u on u.id = e.user_id
    left join expense_requests r on r.id = e.request_id
    ${SPLIT}
    left join expense_categories c on c.id = s.category_id
    left join departments d on d.id = s.department_id`,
  select: `
    ${PART_ID} as id, e.id as expense_id, e.spent_on, e.merchant, json_build_object('id', e.user_id, 'name', ${nameOf("u", "e")}) as person, c.name as category,
    c.ledger_code, d.name as department, s.amount_kobo,
    nullif(e.amount_kobo, s.amount_kobo) as whole_kobo, e.money_reference as reference, ${PAID} as is_paid,
    e.journal_id is not null as is_exported, e.has_receipt, e.wants_receipt
  `,
  id: PART_ID,
  columns: {
    category: "c.name",
    ledger_code: "c.ledger_code",
    department: "d.name",
    is_paid: PAID,
    is_exported: "(e.journal_id is not null)",
  },
  search: "folded(e.merchant)",
});

const SELECT = `
  j.id, j.number, j.from_on, j.until_on, j.expense_count, j.total_kobo, coalesce(u.full_name, 'Somebody') as by, j.created_at
`;
const FROM = "expense_journals j left join users u on u.id = j.created_by";
const journalList = defineList(calls.listAll, { from: FROM, select: SELECT, id: "j.id" });

/** The parts of the paid expenses of some days that are in no journal yet, locked; those without a ledger code are counted. */
async function takeParts(tx: Tx, { session }: Context, from_on: string, until_on: string) {
  const { rows } = await sql<
    Omit<Part, "ledger_code" | "account"> & { ledger_code: string | null; account: string | null }
  >`
    with taken as (
      select e.* from expenses e
      left join expense_requests r on r.id = e.request_id
      where e.company_id = ${session.company_id} and e.status = 'approved' and e.journal_id is null and e.amount_kobo <> 0
        and e.spent_on between ${from_on}::date and ${until_on}::date and ${sql.raw(PAID)}
      order by e.spent_on, e.id
      limit ${MOST}
      for update of e
    )
    select e.id as expense_id, e.spent_on, c.ledger_code, c.name as account, e.merchant || ', ' || ${sql.raw(nameOf("u", "e"))} as description,
      d.name as department, e.money_reference as reference, s.part, s.amount_kobo
    from taken e
    left join users u on u.id = e.user_id
    ${sql.raw(SPLIT)}
    left join expense_categories c on c.id = s.category_id
    left join departments d on d.id = s.department_id
    where s.amount_kobo <> 0
    order by c.ledger_code, e.spent_on, e.id, s.part
  `.execute(tx);
  const without = new Set(rows.filter(({ ledger_code }) => ledger_code === null).map(({ expense_id }) => expense_id));
  // An expense goes in whole or not at all.
  const parts = rows.filter(({ expense_id }) => !without.has(expense_id)) as Part[];
  return { parts, without_code: without.size };
}

const shown = async (tx: Tx, id: string): Promise<Journal> =>
  (await sql<Journal>`select ${sql.raw(SELECT)} from ${sql.raw(FROM)} where j.id = ${id}`.execute(tx)).rows[0]!;

const create = (context: Context, { body: { from_on, until_on, wallet_code } }: Input<typeof calls.create>) =>
  context.once(async (tx) => {
    const company_id = context.session.company_id!;
    if (until_on < from_on) throw new InvalidFields({ until_on: ["this day is before the first"] });
    // One journal after the other: numbers have no gap, and no expense is in two.
    await sql`select 1 from companies where id = ${company_id} for no key update`.execute(tx);
    const { parts: spent, without_code } = await takeParts(tx, context, from_on, until_on);
    const parts = [...spent, ...(await takeCorrections(tx, company_id, until_on))];
    if (parts.length === 0)
      throw new InvalidFields({
        from_on: [
          without_code > 0
            ? `nothing has a ledger code: give the ${without_code} their categories first`
            : "nothing was paid in these days that is in no journal yet",
        ],
      });
    const { rows } = await sql<{ number: number }>`
      select coalesce(max(number), 0) + 1 as number from expense_journals where company_id = ${company_id}
    `.execute(tx);
    const id = uuidv7();
    const expense_ids = [...new Set(parts.map(({ expense_id }) => expense_id))];
    const total_kobo = parts.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0n);
    const journal = { id, company_id, number: rows[0]!.number, from_on, until_on, wallet_code, total_kobo };
    await tx
      .insertInto("expense_journals")
      .values({
        ...journal,
        expense_count: expense_ids.length,
        created_by: context.session.user_id,
        created_at: clock.now(),
      })
      .execute();
    for (let at = 0; at < parts.length; at += 1_000)
      await tx
        .insertInto("expense_journal_lines")
        .values(
          parts
            .slice(at, at + 1_000)
            .map((part, index) => ({ journal_id: id, company_id, number: at + index + 1, ...part })),
        )
        .execute();
    await sql`
      update expenses set journal_id = ${id} where id = any(${expense_ids}::uuid[]) and journal_id is null
    `.execute(tx);
    await recordAudit(tx, context, "expense_journal_made", ["company", company_id], {
      after: { number: journal.number },
    });
    return { journal: await shown(tx, id), without_code };
  });

export const handlers: Handlers<typeof calls> = {
  transactions: ({ session }) =>
    transactionList.scoped(sql`e.company_id = ${session.company_id} and e.status = 'approved'`),
  listAll: ({ session }) => journalList.scoped(sql`j.company_id = ${session.company_id}`),
  create,

  async download({ db, session }, { params: { id } }) {
    const columns = ["number", "company_id", "until_on", "wallet_code"] as const;
    const journal = await findRow(db, "expense_journals", id, columns);
    if (journal?.company_id !== session.company_id || !journal) throw new NotFound("This journal");
    const { number, until_on, wallet_code } = journal;
    const parts = await db
      .selectFrom("expense_journal_lines")
      .select([
        "expense_id",
        "spent_on",
        "ledger_code",
        "account",
        "description",
        "department",
        "reference",
        "amount_kobo",
      ])
      .where("journal_id", "=", id)
      .orderBy("number")
      .execute();
    const rows = entriesOf(parts, wallet_code, until_on, number).map((entry) => [
      entry.date,
      neutralise(entry.ledger_code),
      neutralise(entry.account),
      neutralise(entry.description),
      neutralise(entry.department ?? ""),
      neutralise(entry.reference),
      entry.debit_kobo > 0n ? decimalOf(entry.debit_kobo) : "",
      entry.credit_kobo > 0n ? decimalOf(entry.credit_kobo) : "",
    ]);
    const head = ["date", "ledger code", "account", "description", "department", "reference", "debit", "credit"];
    const body = Buffer.from(stringify([head, ...rows], { bom: true }));
    return { name: `expenses-journal-${number}.csv`, media_type: "text/csv; charset=utf-8", body };
  },
};
