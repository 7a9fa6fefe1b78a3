import { findAccount } from "./accounts.ts";
import { checkDate, isId } from "./encode.ts";
import { InvalidRequest, UnknownAccount } from "./errors.ts";
import { needing } from "./months.ts";
import { toMoment } from "./posting.ts";
import type { AccountType, AsAt, Balance, Queryable, StatementLine } from "./types.ts";

const kobo = (value: unknown): bigint => BigInt(String(value ?? "0"));
const CREDIT_NATURAL: AccountType[] = ["liability", "equity", "income"];

/** A balance in the account's own direction, from one that is debit positive (both kobo). */
export const naturalOf = (type: AccountType, balance_kobo: bigint): bigint =>
  CREDIT_NATURAL.includes(type) ? -balance_kobo : balance_kobo;

function balanceFrom(row: Record<string, unknown>): Balance {
  const type = row["type"] as AccountType;
  const balance_kobo = kobo(row["balance_kobo"]);
  const natural_kobo = naturalOf(type, balance_kobo);
  const held_kobo = kobo(row["held_kobo"]);
  return {
    account_id: String(row["account_id"]),
    tenant: String(row["tenant"]),
    code: String(row["code"]),
    type,
    currency: String(row["currency"]),
    balance_kobo,
    natural_kobo,
    held_kobo,
    available_kobo: natural_kobo - held_kobo,
  };
}

/**
 * Balances now, of many accounts by id or code, in one round trip and one snapshot; in no particular order. Unknown ones are left out.
 */
export async function balancesOf(db: Queryable, references: string[], tenant = ""): Promise<Balance[]> {
  const { rows } = await db.query(
    `select a.id::text as account_id, a.tenant, a.code, a.type, a.currency, coalesce(b.held_kobo, 0)::text as held_kobo,
       case when a.hot then ledger.hot_balance(a.id) else b.balance_kobo end::text as balance_kobo
     from ledger.accounts a left join ledger.balances b on b.account_id = a.id
     where a.id = any($1::uuid[]) or (a.tenant = $2 and a.code = any($3::text[]))`,
    [references.filter(isId), tenant, references.filter((reference) => !isId(reference))],
  );
  return rows.map(balanceFrom);
}

/**
 * Balance now of one account by id or code: debit positive, natural, held and available, in kobo.
 * @throws UnknownAccount
 */
export async function balanceOf(db: Queryable, reference: string, tenant = ""): Promise<Balance> {
  const [balance] = await balancesOf(db, [reference], tenant);
  if (!balance) throw new UnknownAccount({ account: reference });
  return balance;
}

function clocksOf(as_at: AsAt | undefined): [string | null, string | null] {
  if (!as_at) return [null, null];
  if ("effective_on" in as_at) {
    checkDate("effective_on", as_at.effective_on);
    return [as_at.effective_on, null];
  }
  if (Number.isNaN(Date.parse(as_at.recorded_at)))
    throw new InvalidRequest({ field: "recorded_at", message: "must be a moment, ISO 8601" });
  return [null, as_at.recorded_at];
}

/**
 * Balance as at the end of a business date or at a moment of wall time, debit positive and natural, in kobo.
 * @throws UnknownAccount, InvalidRequest, MonthAway
 */
export async function balanceAt(
  db: Queryable,
  request: { account: string; as_at: AsAt; tenant?: string },
): Promise<{ account_id: string; currency: string; balance_kobo: bigint; natural_kobo: bigint }> {
  const account = await findAccount(db, request.account, request.tenant);
  const { rows } = await needing(
    db.query("select ledger.balance_as_at($1, $2, $3)::text as balance_kobo", [account.id, ...clocksOf(request.as_at)]),
  );
  const balance_kobo = kobo(rows[0]?.["balance_kobo"]);
  return {
    account_id: account.id,
    currency: account.currency,
    balance_kobo,
    natural_kobo: naturalOf(account.type, balance_kobo),
  };
}

const lineOf = (row: Record<string, unknown>): StatementLine => ({
  transaction_id: String(row["transaction_id"]),
  number: Number(row["number"]),
  kind: String(row["kind"]),
  description: String(row["description"]),
  effective_on: String(row["effective_on"]),
  recorded_at: toMoment(row["recorded_at"]),
  amount_kobo: kobo(row["amount_kobo"]),
  balance_kobo: kobo(row["balance_kobo"]),
});

const IN_RANGE =
  "($2::date is null or p.effective_on >= $2::date) and ($3::date is null or p.effective_on <= $3::date)";

/**
 * Statement of an account in the order of booking, with running balance (kobo, debit positive). With `from_on`/`to_on` it opens
 * with the balance before `from_on` and holds the lines of those business dates.
 * @param request.limit lines a page, default 50, at most 1,000
 * @param request.after the `next` of the page before
 * @returns `next` is null on the last page
 * @throws UnknownAccount, InvalidRequest, MonthAway
 */
export async function statementOf(
  db: Queryable,
  request: { account: string; from_on?: string; to_on?: string; limit?: number; after?: string; tenant?: string },
): Promise<{
  account_id: string;
  currency: string;
  opening_kobo: bigint;
  lines: StatementLine[];
  next: string | null;
}> {
  if (request.from_on) checkDate("from_on", request.from_on);
  if (request.to_on) checkDate("to_on", request.to_on);
  const limit = Math.min(Math.max(request.limit ?? 50, 1), 1_000);
  const account = await findAccount(db, request.account, request.tenant);
  const cursor = request.after?.split("_") ?? ["-1", "00000000-0000-0000-0000-000000000000", "0"];
  if (
    cursor.length !== 3 ||
    !/^-?\d{1,18}$/.test(cursor[0] ?? "") ||
    !isId(cursor[1] ?? "") ||
    !/^\d{1,5}$/.test(cursor[2] ?? "")
  ) {
    throw new InvalidRequest({ field: "after", message: "is not a cursor of this statement" });
  }
  const range = [account.id, request.from_on ?? null, request.to_on ?? null];
  // A statement without dates may start at a snapshot: a hot account's earlier lines need not be read again.
  const before = await needing(
    db.query(
      `
      select (
        case when $2::date is null then 0 else ledger.balance_as_at($1, $2::date - 1, null) end
      )::text as opening,
        (
          coalesce(last.balance_kobo, 0) + coalesce(
            (
              select sum(p.amount_kobo)
              from ledger.postings p
              where p.account_id = $1
                and ${IN_RANGE}
                and p.position >= coalesce(last.position, 0)
                and p.position <= $4
                and (p.position, p.transaction_id, p.number) <= ($4::bigint, $5::uuid, $6::int)
            ), 0
          )
        )::text as passed
      from (select 1) one
      left join lateral (
        select s.position, s.balance_kobo
        from ledger.snapshots s
        where s.account_id = $1 and s.position <= $4::bigint and $2::date is null and $3::date is null
        order by s.position desc
        limit 1
      ) last on true
    `,
      [...range, ...cursor],
    ),
  );
  const opening_kobo = kobo(before.rows[0]?.["opening"]);
  const { rows } = await db.query(
    `
      select page.*, t.kind, t.description,
        (
          $7::numeric + sum(page.amount_kobo::numeric) over (
            order by page.position::bigint, page.transaction_id::uuid, page.number
          )
        )::text as balance_kobo
      from (
        select p.transaction_id::text, p.number, p.effective_on::text, p.recorded_at::text, p.amount_kobo::text,
          p.position::text
        from ledger.postings p
        where p.account_id = $1
          and ${IN_RANGE}
          and p.position >= $4::bigint
          and (p.position, p.transaction_id, p.number) > ($4::bigint, $5::uuid, $6::int)
        order by p.position, p.transaction_id, p.number
        limit $8
      ) page
      join ledger.transactions t on t.id = page.transaction_id::uuid
      order by page.position::bigint, page.transaction_id::uuid, page.number
    `,
    [...range, ...cursor, String(opening_kobo + kobo(before.rows[0]?.["passed"])), limit + 1],
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last ? `${last["position"]}_${last["transaction_id"]}_${last["number"]}` : null;
  return { account_id: account.id, currency: account.currency, opening_kobo, lines: shown.map(lineOf), next };
}

export interface TrialBalanceRow {
  chart_code: string;
  type: AccountType;
  currency: string;
  accounts: number;
  /** One of the two is zero. */
  debit_kobo: bigint;
  credit_kobo: bigint;
}

/** The balances of all accounts by line of the chart, now or as at; per currency debits equal credits. Kobo. */
export async function trialBalance(
  db: Queryable,
  request: { as_at?: AsAt } = {},
): Promise<{ rows: TrialBalanceRow[]; totals: { currency: string; debit_kobo: bigint; credit_kobo: bigint }[] }> {
  const answer = await needing(
    db.query(
      `
      select chart_code, type, currency, accounts::int as accounts, amount_kobo::text as amount_kobo
      from ledger.trial_balance($1, $2)
    `,
      clocksOf(request.as_at),
    ),
  );
  const rows = answer.rows.map((row): TrialBalanceRow => {
    const amount = kobo(row["amount_kobo"]);
    return {
      chart_code: String(row["chart_code"]),
      type: row["type"] as AccountType,
      currency: String(row["currency"]),
      accounts: Number(row["accounts"]),
      debit_kobo: amount > 0n ? amount : 0n,
      credit_kobo: amount < 0n ? -amount : 0n,
    };
  });
  const currencies = [...new Set(rows.map((row) => row.currency))].sort();
  const totals = currencies.map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    return {
      currency,
      debit_kobo: own.reduce((sum, row) => sum + row.debit_kobo, 0n),
      credit_kobo: own.reduce((sum, row) => sum + row.credit_kobo, 0n),
    };
  });
  return { rows, totals };
}

export interface TransactionWithPostings {
  id: string;
  key: string;
  kind: string;
  description: string;
  effective_on: string;
  recorded_at: string;
  reverses_id: string | null;
  reversed_by_id: string | null;
  actor: string;
  metadata: Record<string, unknown>;
  postings: {
    number: number;
    account_id: string;
    account_code: string;
    account_name: string;
    amount_kobo: bigint;
    currency: string;
  }[];
}

/** A transaction (by id or by key) with its postings; null when there is none. Amounts kobo, debit positive. */
export async function postingsOf(
  db: Queryable,
  transaction: { id: string } | { key: string },
): Promise<TransactionWithPostings | null> {
  const [column, value] = "id" in transaction ? ["id", transaction.id] : ["key", transaction.key];
  const { rows } = await db.query(
    `
      select t.id::text, t.key, t.kind, t.description, t.effective_on::text, t.recorded_at::text, t.reverses_id::text,
        t.actor, t.metadata::text,
        (select r.id::text from ledger.transactions r where r.reverses_id = t.id) as reversed_by_id,
        (
          select jsonb_agg(
            jsonb_build_object(
              'number', p.number, 'account_id', p.account_id, 'account_code', a.code, 'account_name', a.name,
              'amount_kobo', p.amount_kobo::text, 'currency', p.currency
            )
            order by p.number
          )::text
          from ledger.postings p
          join ledger.accounts a on a.id = p.account_id
          where p.transaction_id = t.id
        ) as postings
      from ledger.transactions t
      where t.${column} = $1
    `,
    [value],
  );
  const row = rows[0];
  if (!row) return null;
  const postings = JSON.parse(String(row["postings"] ?? "[]")) as (Omit<
    TransactionWithPostings["postings"][number],
    "amount_kobo"
  > & { amount_kobo: string })[];
  return {
    ...(row as unknown as TransactionWithPostings),
    recorded_at: toMoment(row["recorded_at"]),
    metadata: JSON.parse(String(row["metadata"])) as Record<string, unknown>,
    postings: postings.map((posting) => ({ ...posting, amount_kobo: BigInt(posting.amount_kobo) })),
  };
}
