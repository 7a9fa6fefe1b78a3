import * as calls from "@manilla/contract/companies/expense-policies";
import { type PolicyRule, periods } from "@manilla/contract/companies/policy-rules";
import { sql } from "kysely";
import { z } from "zod";
import type { Context } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { NotFound } from "../../../errors.ts";
import { abilitiesIn } from "../../platform/states/index.ts";
import { periodStart, policyRules } from "./rules.ts";

const rulesSchema = z.array(calls.policyRule);
/** Rules as they are stored: kobo as numbers. */
export const rulesAsJson = (rules: readonly PolicyRule[]): string =>
  JSON.stringify(z.encode(rulesSchema, [...rules] as never));
const readRules = (json: unknown) => z.decode(rulesSchema, json as never);

type Row = Omit<z.output<typeof calls.listAll.row>, "abilities">;
type Found = z.output<typeof calls.find.response>;

const FROM = `expense_policies p
  join expense_policy_versions v on v.policy_id = p.id and v.number = p.number
  left join users u on u.id = v.created_by`;
const SELECT = `
  p.id, p.name, p.number, jsonb_array_length(v.rules) as rule_count, p.roles, p.status,
  coalesce(u.full_name, 'Somebody') as changed_by, v.created_at as changed_at, p.version, p.created_at
`;
const policyList = defineList<typeof calls.listAll, Row>(calls.listAll, {
  from: FROM,
  rows_of: "expense_policies p",
  select: SELECT,
  id: "p.id",
  search: "folded(p.name)",
});

export function listAll(context: Context, { params }: { params: { id: string } }) {
  if (params.id !== context.session.company_id) throw new NotFound("This company");
  const abilities = abilitiesIn(context, calls, policyRules);
  return policyList.scoped(sql`p.company_id = ${params.id}`, undefined, abilities);
}

/** @throws NotFound */
export async function findPolicy(db: Database | Tx, context: Context, id: string) {
  const { rows } = await sql<Row>`
    select ${sql.raw(SELECT)} from ${sql.raw(FROM)} where p.id = ${id} and p.company_id = ${context.session.company_id}
  `.execute(db);
  if (!rows[0]) throw new NotFound("This policy");
  return { ...rows[0], abilities: abilitiesIn(context, calls, policyRules)(rows[0]) };
}

/** What its page shows beside the row. */
export async function detailsOf({ db }: Context, id: string): Promise<Pick<Found, "rules" | "versions">> {
  const { rows } = await sql<Found["versions"][number] & { is_now: boolean; all: unknown }>`
    select v.id, v.number, coalesce(u.full_name, 'Somebody') as by, v.created_at as at, jsonb_array_length(v.rules) as rules,
      v.number = p.number as is_now, case when v.number = p.number then v.rules end as all
    from expense_policy_versions v
    join expense_policies p on p.id = v.policy_id
    left join users u on u.id = v.created_by
    where v.policy_id = ${id}
    order by v.number desc
    limit 100
  `.execute(db);
  return {
    rules: readRules(rows.find(({ is_now }) => is_now)?.all ?? []),
    versions: rows.map(({ is_now: _, all: __, ...version }) => version),
  };
}

/** The rules that hold for somebody of these roles: of every policy that is attached to one. */
export async function rulesFor(db: Database | Tx, company_id: string, roles: readonly string[]): Promise<PolicyRule[]> {
  const { rows } = await sql<{ rules: unknown }>`
    select v.rules
    from expense_policies p
    join expense_policy_versions v on v.policy_id = p.id and v.number = p.number
    where p.company_id = ${company_id} and p.status = 'active' and p.roles && ${[...roles]}::text[]
    order by p.created_at
  `.execute(db);
  return rows.flatMap(({ rules }) => readRules(rules));
}

export interface Spent {
  id: string;
  user_id: string;
  person: string;
  merchant: string;
  category: string | null;
  category_ids: string[];
  department_ids: string[];
  amount_kobo: bigint;
  spent_on: string;
  submitted_on: string;
  has_receipt: boolean;
}

/** More than any company's people spend in a year; what is looked at has an end. */
const MOST = 50_000;

/** What the people of these roles have spent since the period of a day began, each person's in its order. */
export async function spentSince(
  { db, session }: Context,
  roles: readonly string[],
  from_on: string,
  rules: readonly PolicyRule[],
): Promise<Spent[]> {
  const longest = periods.findLast((period) => rules.some((rule) => rule.period === period)) ?? "day";
  const { rows } = await sql<Spent>`
    select e.id, e.user_id, u.full_name as person, e.merchant, c.name as category,
      array_remove(array[c.id, c.parent_id], null) as category_ids,
      array_remove(array[d.id, d.parent_id], null) as department_ids,
      e.amount_kobo, e.spent_on, (e.created_at at time zone 'Africa/Lagos')::date as submitted_on, e.has_receipt
    from expenses e
    join users u on u.id = e.user_id
    left join expense_categories c on c.id = e.category_id
    left join departments d on d.id = e.department_id
    where e.company_id = ${session.company_id} and e.status <> 'deleted' and e.spent_on >= ${periodStart(from_on, longest)}::date
      and exists (select 1 from user_roles r where r.user_id = e.user_id and r.role = any(${[...roles]}::text[]))
    order by e.user_id, e.spent_on, e.id
    limit ${MOST}
  `.execute(db);
  return rows;
}
