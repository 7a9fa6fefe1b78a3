import * as calls from "@manilla/contract/companies/expenses";
import type { PageQuery } from "@manilla/contract/page";
import { readPageQuery } from "@manilla/contract/page-request";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { nameOf } from "../../../db/names.ts";
import type { Context } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { type BoundList, defineList } from "../../../db/list.ts";
import { NotFound } from "../../../errors.ts";
import { abilitiesIn } from "../../platform/states/index.ts";
import { type Earlier, checkExpense, rulesFor } from "../expense-policies/index.ts";
import { PAID_BACK } from "../wallet-movements/index.ts";
import { SPLIT, partColumns, spendColumns } from "./analytics.ts";
import { type ExpenseFacts, expenseActions, expenseRules } from "./rules.ts";

type Row = Omit<z.output<typeof calls.listAll.row>, "abilities">;
type Found = z.output<typeof calls.find.response>;

const FROM = `expenses e
  left join users u on u.id = e.user_id
  left join expense_categories c on c.id = e.category_id
  left join departments d on d.id = e.department_id`;
/** Whether `s` is the same as `e`: person, day, amount and place. Airtime for thirty phones is thirty payments, and each was asked about when it was paid. */
const SAME = `s.company_id = e.company_id and s.user_id = e.user_id and s.spent_on = e.spent_on and s.id <> e.id
      and s.amount_kobo = e.amount_kobo and lower(s.merchant) = lower(e.merchant)
      and (e.wants_receipt or e.request_id is not null) and (s.wants_receipt or s.request_id is not null)`;
/** @param amount SQL of what the row shows @param whole SQL of what it is a part of */
const selected = (amount: string, whole: string): string => `
  e.id, json_build_object('id', e.user_id, 'name', ${nameOf("u", "e")}) as person, e.merchant, c.name as category, c.ledger_code,
  d.name as department, ${amount} as amount_kobo, ${whole} as whole_kobo, e.spent_on, e.has_receipt, e.wants_receipt,
  exists (
    select 1 from expenses s where ${SAME} and s.status <> 'deleted'
  ) as is_twice,
  e.status, e.version, e.created_at
`;
const SELECT = selected("e.amount_kobo", "null::bigint");
const PURSE_FACTS = `e.is_from_purse, e.request_id, exists (
    select 1 from expense_requests r where r.user_id = e.user_id and r.company_id = e.company_id and ${PAID_BACK}
  ) as was_paid_back`;
const FACTS = `e.user_id, e.money_reference, ${PURSE_FACTS}`;
/** What has a receipt, or needs none: the rest is missing. */
const HAS_RECEIPT = "(e.has_receipt or not e.wants_receipt)";

const definition = { select: SELECT, facts: FACTS, id: "e.id", search: "folded(e.merchant)" };
const expenseList = defineList<typeof calls.listAll, Row & ExpenseFacts>(calls.listAll, {
  ...definition,
  from: FROM,
  rows_of: "expenses e",
  // With one of those the rows are parts.
  columns: {
    ...spendColumns,
    has_receipt: HAS_RECEIPT,
    category_id: "null::uuid",
    department_id: "null::uuid",
    within_id: "null::uuid",
  },
});

type Dimension = keyof typeof partColumns;
const dimensions = Object.keys(partColumns) as Dimension[];

/** The list of what of each expense is in a category, a department, or both: one row for each expense, with that part of its amount. */
function partsBy(by: readonly Dimension[]) {
  const keys = by.map((each) => `${partColumns[each]} as ${each}`).join(", ");
  return defineList<typeof calls.listAll, Row & ExpenseFacts>(calls.listAll, {
    ...definition,
    from: `expenses e
      left join users u on u.id = e.user_id
      cross join lateral (
        select ${keys}, sum(s.amount_kobo)::bigint as amount_kobo,
          (array_agg(s.category_id order by s.amount_kobo desc))[1] as one_category_id,
          (array_agg(s.department_id order by s.amount_kobo desc))[1] as one_department_id
        from (select) as one
        ${SPLIT}
        left join departments d on d.id = s.department_id
        group by ${by.map((_, at) => at + 1).join(", ")}
      ) p
      left join expense_categories c on c.id = p.one_category_id
      left join departments d on d.id = p.one_department_id`,
    select: selected("p.amount_kobo", "nullif(e.amount_kobo, p.amount_kobo)"),
    columns: {
      ...spendColumns,
      has_receipt: HAS_RECEIPT,
      ...Object.fromEntries(dimensions.map((each) => [each, by.includes(each) ? `p.${each}` : "null::uuid"])),
    },
  });
}
const subsets = dimensions.reduce<Dimension[][]>((all, one) => [...all, ...all.map((each) => [...each, one])], [[]]);
const lists = new Map(subsets.map((by) => [by.join(), by.length === 0 ? expenseList : partsBy(by)]));

/** All of the company's for those who may see them, else one's own. */
const ofCompany = (
  { session }: Context,
  company_id: RawBuilder<unknown> = sql`e.company_id`,
  user_id: RawBuilder<unknown> = sql`e.user_id`,
): RawBuilder<unknown> =>
  session.permissions.has("company:can_view_expenses")
    ? sql`${company_id} = ${session.company_id}`
    : sql`${company_id} = ${session.company_id} and ${user_id} = ${session.user_id}`;

/** The same, and those of other companies for the provider's staff. */
export const seenBy = (context: Context, ...columns: RawBuilder<unknown>[]): RawBuilder<unknown> =>
  context.session.permissions.has("provider:can_view_expenses") ? sql`true` : sql`(${ofCompany(context, ...columns)})`;

const abilitiesOf = (context: Context) => abilitiesIn(context, expenseActions, expenseRules);
/** Under a filter of a category or a department the rows are the parts that are in it, as the figures count them. */
export function listAll(context: Context, { query }: { query: PageQuery }): BoundList {
  const asked = readPageQuery(calls.listAll.list, query).conditions.flatMap((one) =>
    one.kind === "id" && one.name in partColumns ? [one] : [],
  );
  const list = lists.get(dimensions.filter((each) => asked.some(({ name }) => name === each)).join())!;
  // A page is read again by its ids: with the scope alone, which therefore says which part of an expense it is.
  const parts = asked.map(({ name, id }) => sql`p.${sql.ref(name)} = ${id}::uuid`);
  return list.scoped(sql.join([ofCompany(context), ...parts], sql` and `), undefined, abilitiesOf(context));
}

type Everywhere = Omit<z.output<typeof calls.listEverywhere.row>, "abilities">;
const everywhereList = defineList<typeof calls.listEverywhere, Everywhere & ExpenseFacts>(calls.listEverywhere, {
  from: `${FROM} join companies o on o.id = e.company_id`,
  rows_of: "expenses e",
  select: `${SELECT}, json_build_object('id', o.id, 'name', o.name) as company, e.money_reference`,
  facts: `e.user_id, ${PURSE_FACTS}`,
  id: "e.id",
  columns: { company_id: "e.company_id", has_receipt: HAS_RECEIPT },
  search: ["folded(e.merchant)", { column: "e.company_id", table: "companies", text: "folded(name)" }],
});
export const everywhere = (context: Context) => everywhereList.scoped(sql`true`, undefined, abilitiesOf(context));

/** @throws NotFound */
export async function findExpense(db: Database | Tx, context: Context, id: string) {
  const { rows } = await sql<Row & ExpenseFacts>`
    select ${sql.raw(SELECT)}, ${sql.raw(FACTS)} from ${sql.raw(FROM)} where e.id = ${id} and ${seenBy(context)}
  `.execute(db);
  if (!rows[0]) throw new NotFound("This expense");
  return { ...rows[0], abilities: abilitiesOf(context)(rows[0]) };
}

interface Judged extends Earlier {
  id: string;
  user_id: string;
  company_id: string;
  submitted_on: string;
  has_receipt: boolean;
  department_ids: string[];
  roles: string[];
}

/** What the policies of the company of who spent it say now, beside what they had spent since the year began. Whether it may be seen was asked before. */
async function judged({ db }: Context, id: string): Promise<Pick<Found, "effect" | "findings">> {
  const facts = sql`
    e.id, e.user_id, e.company_id, e.merchant, e.amount_kobo, e.spent_on, (e.has_receipt or not e.wants_receipt) as has_receipt,
    (e.created_at at time zone 'Africa/Lagos')::date as submitted_on,
    array_remove(array[c.id, c.parent_id], null) as category_ids, array_remove(array[d.id, d.parent_id], null) as department_ids,
    array(select r.role from user_roles r where r.user_id = e.user_id) as roles
  `;
  const { rows } = await sql<Judged>`
    select ${facts} from ${sql.raw(FROM)} where e.id = ${id}
  `.execute(db);
  const expense = rows[0]!;
  const { rows: earlier } = await sql<Judged>`
    select ${facts}
    from ${sql.raw(FROM)}
    where e.user_id = ${expense.user_id} and e.company_id = ${expense.company_id} and e.id <> ${id} and e.status <> 'deleted'
      and not e.is_from_wallet
      and e.spent_on between date_trunc('year', ${expense.spent_on}::date)::date and ${expense.spent_on}::date
  `.execute(db);
  return checkExpense(await rulesFor(db, expense.company_id, expense.roles), expense, earlier);
}

type More = Pick<
  Found,
  | "no_receipt_reason"
  | "receipt_snoozed_until"
  | "request_id"
  | "paid_by"
  | "returned_kobo"
  | "is_exported"
  | "money_reference"
  | "currency"
  | "foreign_amount"
  | "exchange_rate"
  | "rated_on"
  | "splits"
>;

/** Where it comes from, what it was in foreign money, and its parts. */
async function moreOf({ db, session }: Context, id: string): Promise<More> {
  const may = (slug: string): boolean => session.permissions.has(slug as never);
  const { rows } = await sql<More>`
    select e.returned_kobo, e.journal_id is not null as is_exported, e.no_receipt_reason, e.receipt_snoozed_until, e.request_id, (
        select json_build_object('kind', m.kind, 'id', m.id)
        from (
          select 'transfer' as kind, t.id from transfers t
          where t.expense_id = e.id and ${may("company:can_view_transfers")} and t.company_id = ${session.company_id}
          union all
          select 'bill', b.id from bills b
          where b.expense_id = e.id and ${may("company:can_view_bills")} and b.company_id = ${session.company_id} and b.paid_from = 'company'
          union all
          -- A refund beyond its purchase is of that purchase.
          select 'card_payment', k.authorisation_id from card_captures k
          where k.expense_id = coalesce(e.refund_of, e.id) and k.authorisation_id is not null
            and (k.user_id = ${session.user_id} or (${may("company:can_view_cards")} and k.company_id = ${session.company_id}))
        ) m
        limit 1
      ) as paid_by, e.money_reference, e.currency,
      e.foreign_amount::float8 as foreign_amount, trim_scale(e.exchange_rate)::text as exchange_rate, e.rated_on,
      coalesce((
        select json_agg(json_build_object('category', c.name, 'department', d.name, 'amount_kobo', s.amount_kobo))
        from (select) as one
        ${sql.raw(SPLIT)}
        left join expense_categories c on c.id = s.category_id
        left join departments d on d.id = s.department_id
        where e.splits <> '[]'
      ), '[]') as splits
    from expenses e
    where e.id = ${id}
  `.execute(db);
  const { splits, ...more } = rows[0]!;
  return { ...more, splits: splits.map((split) => ({ ...split, amount_kobo: BigInt(split.amount_kobo) })) };
}

/** What its page shows beside the row. */
export async function detailsOf(
  context: Context,
  id: string,
): Promise<Omit<Found, keyof z.output<typeof calls.listAll.row>>> {
  const { rows: same } = await sql<Found["same"][number]>`
    select s.id, s.status, s.created_at
    from expenses e
    join expenses s on ${sql.raw(SAME)}
    where e.id = ${id}
    order by s.created_at
    limit 20
  `.execute(context.db);
  const { rows: history } = await sql<Found["history"][number]>`
    select id, to_state as title, actor_name as by, reason, happened_at as at
    from transitions
    where subject_id = ${id} and noun = 'expense'
    order by happened_at desc, id desc
  `.execute(context.db);
  return { ...(await moreOf(context, id)), ...(await judged(context, id)), same, history };
}
