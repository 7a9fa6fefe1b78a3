import { LINE_USED_PERCENT } from "@manilla/contract/companies/company-risks";
import { isSameCompany } from "@manilla/contract/companies/company-names";
import * as calls from "@manilla/contract/companies/admissions";
import { rolesOf } from "@manilla/contract/roles";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { slugs } from "../../platform/access/index.ts";
import { abilitiesIn } from "../../platform/states/index.ts";
import { type CompanyFacts, companyRules } from "./rules.ts";

type Row = Omit<z.output<typeof calls.listAll.row>, "abilities">;
type Found = z.output<typeof calls.find.response>;
export type Company = Row &
  CompanyFacts & {
    version: number;
    administrator_ids: readonly string[];
    address: string | null;
    phone: string | null;
    email: string | null;
  };

const ADMINISTRATORS = slugs(rolesOf("corporate"));
/** The last answer of the register with the number that the company has now. */
const FROM = `companies c
  left join lateral (
    select a.outcome, a.name
    from register_answers a
    where a.company_id = c.id and a.rc_number = upper(c.rc_number)
    order by a.asked_at desc
    limit 1
  ) r on true`;
/** Who belongs to a company, as the list of its people has them: also those who were invited. */
export const BELONGS = "e.status in ('invited', 'expired', 'active', 'inactive')";
const SELECT = `
  c.id, c.name, c.rc_number, c.industry, c.status,
  (select count(*)::int from employments e where e.company_id = c.id and ${BELONGS}) as staff,
  (
    select coalesce(sum(l.outstanding_principal_kobo), 0)::bigint
    from loans l
    where l.company_id = c.id and l.outstanding_principal_kobo > 0
  ) as outstanding_kobo,
  c.unique_plan, c.plan_paid_until, c.profile_completed_at is not null as has_profile, r.outcome as register, c.created_at
`;
const holds = (roles: string) => `
  select u.id from users u join user_roles g on g.user_id = u.id
  where u.company_id = c.id and u.erased_at is null and g.role in (${roles})`;
/** The provider's staff who also belong to the company. */
const COLLEAGUES = holds(slugs(rolesOf("admin")));
const FACTS = `
  r.name as registered_name, c.created_by,
  array(${holds(ADMINISTRATORS)}) as administrator_ids,
  array(${COLLEAGUES}) as colleague_ids,
  exists (${holds("'company_super_admin'")} and u.password_hash is not null) as has_joined
`;
/** Filters for companies at risk. */
export const RISKS = {
  has_plan: "(c.unique_plan is not null)",
  is_wallet_low: "exists (select 1 from wallets w where w.company_id = c.id and w.is_low)",
  is_line_used: `exists (
    select 1
    from credit_lines k
    join ledger.accounts a on a.tenant = '' and a.code = 'line_principal:' || k.company_id
    join ledger.balances b on b.account_id = a.id
    where k.company_id = c.id and b.balance_kobo * 100 > k.limit_kobo * ${LINE_USED_PERCENT}
  )`,
};
const IS_LATE = "exists (select 1 from loans l where l.company_id = c.id and l.status = 'past_due')";

const options = {
  from: FROM,
  rows_of: "companies c",
  select: SELECT,
  facts: FACTS,
  id: "c.id",
  columns: { is_late: IS_LATE, ...RISKS },
  search: ["folded(c.name)", "folded(coalesce(c.rc_number, ''))", "folded(coalesce(c.email, ''))"],
};
const companyList = defineList<typeof calls.listAll, Row & CompanyFacts>(calls.listAll, options);
const requestList = defineList<typeof calls.requests, Row & CompanyFacts>(calls.requests, options);

export const listAll = (context: Context) =>
  companyList.scoped(sql`true`, undefined, abilitiesIn(context, calls, companyRules));
export const requests = (context: Context) =>
  requestList.scoped(sql`c.status = 'pending'`, undefined, abilitiesIn(context, calls, companyRules));

/** A company as rules and pages need it; undefined where there is none. */
export async function readCompany(db: Database | Tx, id: string): Promise<Company | undefined> {
  const { rows } = await sql<Company>`
    select ${sql.raw(SELECT)}, ${sql.raw(FACTS)}, c.version, c.address, c.phone, c.email
    from ${sql.raw(FROM)}
    where c.id = ${id}
  `.execute(db);
  return rows[0];
}

/** The same, locked. */
export async function lockCompany(tx: Tx, _: unknown, id: string): Promise<Company | undefined> {
  await sql`select 1 from companies where id = ${id} for update`.execute(tx);
  return readCompany(tx, id);
}

/** Its super administrators: who is notified of decisions about it. */
export async function ownersOf(db: Database | Tx, company_id: string): Promise<Found["owners"]> {
  const { rows } = await sql<Found["owners"][number]>`
    select u.id, u.full_name as name, u.email, u.password_hash is not null as has_joined
    from users u
    join user_roles g on g.user_id = u.id and g.role = 'company_super_admin'
    where u.company_id = ${company_id} and u.erased_at is null
    order by u.created_at
    limit 20
  `.execute(db);
  return rows;
}

async function registeredAs(db: Database, { id, name, rc_number }: Company): Promise<Found["registered"]> {
  const { rows } = await sql<Omit<NonNullable<Found["registered"]>, "is_same_name">>`
    select outcome, name, address, registered_on, directors, asked_at
    from register_answers
    where company_id = ${id} and rc_number = upper(${rc_number})
    order by asked_at desc
    limit 1
  `.execute(db);
  const [row] = rows;
  return row ? { ...row, is_same_name: row.name !== null && isSameCompany(name, row.name) } : null;
}

/** Others that may be the same: one that applies again under another number. */
async function alikeOf(db: Database, { id, name, phone, email }: Company): Promise<Found["alike"]> {
  const { rows } = await sql<Found["alike"][number]>`
    select c.id, c.name, c.status,
      case when c.phone = ${phone} then 'phone' when lower(c.email) = lower(${email}) then 'e-mail' else 'name' end as shares
    from companies c
    where c.id <> ${id}
      and (c.phone = ${phone} or lower(c.email) = lower(${email}) or folded(c.name) % folded(${name}))
    order by c.created_at
    limit 10
  `.execute(db);
  return rows;
}

/** What the page shows beside the company's row. */
export async function detailsOf(db: Database, company: Company) {
  const { rows: figures } = await sql<Pick<Found, "loans_requested" | "loans_running" | "loans_late">>`
    select (count(*) filter (where status = 'requested'))::int as loans_requested,
      (count(*) filter (where status in ('running', 'past_due')))::int as loans_running,
      (count(*) filter (where status = 'past_due'))::int as loans_late
    from loans
    where company_id = ${company.id}
  `.execute(db);
  const { rows: waiting } = await sql<Found["waiting"][number]>`
    select id, title from approvals where status = 'pending' and payload ->> 'company_id' = ${company.id} limit 5
  `.execute(db);
  return {
    registered: await registeredAs(db, company),
    owners: await ownersOf(db, company.id),
    administrators: company.administrator_ids.length,
    ...figures[0]!,
    alike: await alikeOf(db, company),
    waiting,
  };
}
