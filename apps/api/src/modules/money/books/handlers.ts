import * as calls from "@manilla/contract/money/books";
import {
  UnknownAccount,
  findAccount,
  postingsOf,
  readPublishedHead,
  statementOf,
  trialBalance,
  verifyLedger,
} from "@manilla/ledger";
import type { AccountType, TransactionWithPostings } from "@manilla/ledger";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context, Handlers } from "../../../house/app.ts";
import { defineList } from "../../../db/list.ts";
import { queryable } from "../../../db/database.ts";
import { InvalidFields, NotFound } from "../../../errors.ts";
import { businessDate } from "../../platform/states/index.ts";
import { type ChartCode, chart, isMemorandum } from "./chart.ts";
import { headFile } from "./sealing.ts";

type Transaction = z.output<typeof calls.transaction.response>["transaction"];
const nameOf = (code: string): string => (code in chart ? chart[code as ChartCode].name : code);
const isCredit = (type: AccountType): boolean => ["liability", "equity", "income"].includes(type);

const accountList = defineList(calls.accounts, {
  from: `
    ledger.accounts a
    left join ledger.balances b on b.account_id = a.id
    left join users u on a.owner_type = 'user' and u.id::text = a.owner_id
    left join loans l on a.owner_type = 'loan' and l.id::text = a.owner_id
    left join companies c on a.owner_type = 'company' and c.id::text = a.owner_id
  `,
  rows_of: "ledger.accounts a",
  select: `
    a.id, a.code, a.chart_code, a.name, a.type, a.currency,
    coalesce(u.full_name, l.reference, c.name) as owner,
    a.direction * (
      case when a.hot then ledger.hot_balance(a.id) else coalesce(b.balance_kobo, 0) end
    )::bigint as balance_kobo, a.opened_at
  `,
  id: "a.id",
  columns: { owner_id: "a.owner_id::uuid" },
  search: "folded(a.code || ' ' || a.name)",
});

const shown = ({ metadata: _, postings, ...facts }: TransactionWithPostings): Transaction => ({
  ...facts,
  postings: postings.map(({ amount_kobo, ...posting }) => ({
    ...posting,
    debit_kobo: amount_kobo > 0n ? amount_kobo : 0n,
    credit_kobo: amount_kobo < 0n ? -amount_kobo : 0n,
  })),
});

/** The ids of the transactions behind a subject: those that touched its accounts, or that name it. */
async function transactionIds(
  { db }: Context,
  type: z.output<typeof calls.postings.query>["subject_type"],
  id: string,
  limit: number,
): Promise<string[]> {
  if (type === "loan" || type === "user") {
    const { rows } = await sql<{ id: string }>`
      select distinct t.id, t.position
      from ledger.accounts a
      join ledger.postings p on p.account_id = a.id
      join ledger.transactions t on t.id = p.transaction_id
      where a.owner_type = ${type} and a.owner_id = ${id} and t.kind <> 'carried'
      order by t.position desc, t.id desc
      limit ${limit}
    `.execute(db);
    return rows.map((row) => row.id);
  }
  const keys = {
    receipt: [`repay:${id}`, `recover:${id}`, `reverse-receipt:${id}`, `release-held:${id}`, `release-back:${id}`],
    payout: [
      `disburse:${id}`,
      `undisburse:${id}`,
      `unearn:${id}`,
      `refund:${id}`,
      `refund-paid:${id}`,
      `refund-returned:${id}`,
      `transfer:${id}`,
      `transfer-arrived:${id}`,
      `transfer-returned:${id}`,
      `withdraw:${id}`,
      `withdrawal-paid:${id}`,
      `withdrawal-returned:${id}`,
      `send-back-held:${id}`,
      `held-sent-back:${id}`,
      `held-again:${id}`,
      `pass-on:${id}`,
      `partner-paid:${id}`,
      `partner-unpaid:${id}`,
    ],
    transfer: [`transfer-accepted:${id}`, `transfer-delivered:${id}`, `transfer-undone:${id}`, `wallet-transfer:${id}`],
    repayment: [`fee:${id}`],
  }[type];
  const { rows } = await sql<{ id: string }>`
    select t.id, t.position
    from ledger.transactions t
    where t.key = any(${keys}::text[])
    union
    select t.id, t.position
    from receipt_allocations a
    join receipts r on r.id = a.receipt_id
    join ledger.transactions t on t.id in (r.ledger_transaction_id, r.reversal_transaction_id)
    where a.repayment_id = ${type === "repayment" ? id : null}
    union
    select t.id, t.position
    from ledger.transactions t
    where ${type === "repayment"} and t.key like ${`penalty:${id}:%`}
    order by 2 desc, 1 desc
    limit ${limit}
  `.execute(db);
  return rows.map((row) => row.id);
}

/** @throws NotFound instead of the ledger's own error */
async function accountFor({ db }: Context, id: string) {
  try {
    return await findAccount(queryable(db), id);
  } catch (error) {
    if (error instanceof UnknownAccount) throw new NotFound("This account");
    throw error;
  }
}

export const handlers: Handlers<typeof calls> = {
  async trialBalance({ db }, { query }) {
    const { rows, totals } = await trialBalance(
      queryable(db),
      query.as_at ? { as_at: { effective_on: query.as_at } } : {},
    );
    const order = Object.keys(chart);
    const promised = rows.filter((row) => isMemorandum(row.chart_code));
    const without = (total: (typeof totals)[number], side: "debit_kobo" | "credit_kobo"): bigint =>
      promised.reduce((sum, row) => (row.currency === total.currency ? sum - row[side] : sum), total[side]);
    return {
      as_at: query.as_at ?? null,
      business_date: await businessDate(db),
      totals: totals.map((total) => ({
        currency: total.currency,
        debit_kobo: without(total, "debit_kobo"),
        credit_kobo: without(total, "credit_kobo"),
      })),
      is_balanced: totals.every(({ debit_kobo, credit_kobo }) => debit_kobo === credit_kobo),
      rows: rows
        .map((row) => ({ ...row, name: nameOf(row.chart_code), is_memorandum: isMemorandum(row.chart_code) }))
        .toSorted((left, right) => order.indexOf(left.chart_code) - order.indexOf(right.chart_code)),
    };
  },

  accounts: accountList,

  async statement(context, { params, query }) {
    const account = await accountFor(context, params.id);
    if (query.after && !/^\d{1,18}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}_\d{1,5}$/.test(query.after))
      throw new InvalidFields({ after: ["this is not a page of this statement"] });
    const { opening_kobo, lines, next } = await statementOf(queryable(context.db), {
      account: account.id,
      limit: query.limit,
      ...(query.from && { from_on: query.from }),
      ...(query.to && { to_on: query.to }),
      ...(query.after && { after: query.after }),
    });
    const turn = (kobo: bigint): bigint => (isCredit(account.type) ? -kobo : kobo);
    return {
      account: {
        id: account.id,
        code: account.code,
        name: account.name,
        type: account.type,
        currency: account.currency,
      },
      opening_kobo: turn(opening_kobo),
      lines: lines.map((line) => ({
        ...line,
        amount_kobo: turn(line.amount_kobo),
        balance_kobo: turn(line.balance_kobo),
      })),
      next,
    };
  },

  async transaction({ db }, { params }) {
    const found = await postingsOf(queryable(db), { id: params.id });
    if (!found) throw new NotFound("This transaction");
    return { transaction: shown(found) };
  },

  async postings(context, { query }) {
    const { db } = context;
    const ids = await transactionIds(context, query.subject_type, query.subject_id, query.limit);
    const found = await Promise.all(ids.map((id) => postingsOf(queryable(db), { id })));
    const transactions: Transaction[] = found.flatMap((one) => (one ? [shown(one)] : []));
    const { rows: balances } = await sql<{ code: string; name: string; currency: string; balance_kobo: bigint }>`
      select a.code, a.name, a.currency, (a.direction * coalesce(b.balance_kobo, 0))::bigint as balance_kobo
      from ledger.accounts a
      left join ledger.balances b on b.account_id = a.id
      where a.owner_type = ${query.subject_type} and a.owner_id = ${query.subject_id}
      order by a.code
    `.execute(db);
    return { transactions, balances };
  },

  verify: async ({ pool, config }) => verifyLedger(pool, await readPublishedHead(headFile(config.DATA_FOLDER))),
};
