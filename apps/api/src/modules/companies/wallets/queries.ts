import * as calls from "@manilla/contract/companies/wallets";
import { sql } from "kysely";
import type { z } from "zod";
import type { App, Context } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { nameOf } from "../../../db/names.ts";
import { findRow } from "../../../db/row.ts";
import { NotFound } from "../../../errors.ts";
import { lineBooks, walletOf } from "../../money/books/index.ts";
import { findVirtualAccount } from "../../money/charges/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { findWallet, leftOn, leftThisMonth, leftToday, strictest } from "../wallet-movements/index.ts";

type Debit = z.output<typeof calls.find.response>["debit"];
type Purse = z.output<typeof calls.purses.row>;

/** The balance of an account of the ledger, by its code. */
const balanceOf = (code: string) => `
  coalesce((
    select -b.balance_kobo
    from ledger.accounts a
    join ledger.balances b on b.account_id = a.id
    where a.tenant = '' and a.code = ${code}
  ), 0)::bigint
`;
const PURSE_BALANCE = balanceOf("'purse:' || p.user_id");

/** The wallet as its screen shows it; empty where none was opened. */
export async function debitOf(app: Pick<App, "db" | "encryption">, company_id: string): Promise<Debit> {
  const { db } = app;
  const wallet = await findWallet(db, company_id);
  const { rows } = await sql<{ kobo: bigint }>`
    select coalesce(sum(${sql.raw(PURSE_BALANCE)}), 0)::bigint as kobo from purses p where p.company_id = ${company_id}
  `.execute(db);
  const none = { provider_single_limit_kobo: null, provider_monthly_limit_kobo: null };
  const on = await businessDate(db);
  const limits = wallet ?? { provider_daily_limit_kobo: null, daily_limit_kobo: null, ...none };
  return {
    ...(await walletOf(db, company_id)),
    assigned_kobo: rows[0]!.kobo,
    account: (wallet && (await findVirtualAccount(app, { company_id }, wallet.data_key))) ?? null,
    provider_daily_limit_kobo: limits.provider_daily_limit_kobo,
    provider_single_limit_kobo: limits.provider_single_limit_kobo,
    provider_monthly_limit_kobo: limits.provider_monthly_limit_kobo,
    daily_limit_kobo: limits.daily_limit_kobo,
    left_today_kobo: strictest(
      leftToday(limits, await leftOn(db, company_id, on)),
      await leftThisMonth(db, { company_id, ...limits }, on),
    ),
    low_balance_kobo: wallet?.low_balance_kobo ?? null,
  };
}

/** The credit wallet as the books have it; null where no line was granted. */
export async function creditOf(db: Database, company_id: string) {
  const line = await findRow(db, "credit_lines", { company_id }, ["limit_kobo"]);
  return line ? { ...line, ...(await lineBooks(db, company_id)) } : null;
}

/** A company that the caller may look at: their own, or any for the provider's staff. @throws NotFound */
export async function requireCompany(
  db: Database | Tx,
  { session }: Pick<Context, "session">,
  id: string,
): Promise<{ id: string; name: string; status: string }> {
  const mayLook = session.company_id === id || session.permissions.has("provider:can_view_wallet");
  const company = mayLook ? await findRow(db, "companies", id, ["id", "name", "status"]) : undefined;
  if (!company) throw new NotFound("This company");
  return company;
}

const movementList = defineList(calls.movements, {
  from: `
    wallet_movements m
    left join users u on u.id = m.user_id
    left join users b on b.id = m.moved_by
    left join receipts r on r.ledger_transaction_id = m.id and r.reference = m.reference and r.reversed_at is null
  `,
  rows_of: "wallet_movements m",
  select: `
    m.id, m.happened_at, m.kind, case when m.user_id is not null then ${nameOf("u", "m")} end as person, m.note,
    b.full_name as by, m.reference, r.id as receipt_id,
    m.amount_kobo, m.balance_kobo
  `,
  id: "m.id",
  search: ["folded(m.reference)", "folded(coalesce(u.full_name, ''))"],
});

export async function movements(context: Context, { params }: { params: { id: string } }) {
  await requireCompany(context.db, context, params.id);
  return movementList.scoped(sql`m.company_id = ${params.id}`);
}

export const listAll = defineList(calls.listAll, {
  from: "wallets w join companies c on c.id = w.company_id",
  rows_of: "wallets w join companies c on c.id = w.company_id",
  select: `
    c.id, c.name, c.status, ${balanceOf("'company_wallet:' || w.company_id")} as balance_kobo,
    (select coalesce(sum(${PURSE_BALANCE}), 0)::bigint from purses p where p.company_id = w.company_id) as assigned_kobo,
    w.provider_daily_limit_kobo, w.is_low, w.opened_at
  `,
  id: "w.company_id",
  search: "folded(c.name)",
});

const PURSE_FROM = `
  purses p
  join users u on u.id = p.user_id
  left join department_members m on m.user_id = u.id and m.company_id = p.company_id
  left join departments d on d.id = m.department_id
`;
const PURSE = `
  p.user_id as id, u.full_name as name, d.name as department, ${PURSE_BALANCE} as balance_kobo, p.limit_kobo, p.opened_at
`;
const purseList = defineList(calls.purses, {
  from: PURSE_FROM,
  rows_of: "purses p join users u on u.id = p.user_id",
  select: PURSE,
  id: "p.user_id",
  columns: { has_money: `(${PURSE_BALANCE} > 0)` },
  search: "folded(u.full_name)",
});
export const purses = ({ session }: Context) => purseList.scoped(sql`p.company_id = ${session.company_id}`);

/** One purse as its list shows it. */
export async function purseOf(db: Database | Tx, company_id: string, user_id: string): Promise<Purse> {
  const { rows } = await sql<Purse>`
    select ${sql.raw(PURSE)}
    from ${sql.raw(PURSE_FROM)}
    where p.user_id = ${user_id} and p.company_id = ${company_id}
  `.execute(db);
  if (!rows[0]) throw new NotFound("This purse");
  return rows[0];
}
