import { type Paper, withheldFrom } from "@manilla/contract/people/papers";
import type { personDetail } from "@manilla/contract/people/person";
import { queueNames, queues } from "@manilla/contract/people/queues";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../house/app.ts";
import type { Database } from "../../../db/database.ts";
import { countedOnce } from "../../../db/counted-once.ts";
import { readingAtOnce } from "../../../db/reading-at-once.ts";
import { masked } from "../../../field-encryption.ts";
import { findRow } from "../../../db/row.ts";
import { requireCustomer } from "./customers.ts";
import {
  cardAbilities,
  caseAbilities,
  completenessOfPerson,
  loadFacts,
  queueScope,
  shownProfile,
} from "./profiles/index.ts";

const COUNTED_UP_TO = 10_000;

/** The size of each queue, exact up to ten thousand. */
async function countAllQueues(db: Database) {
  const counted = queueNames.map(
    (name) =>
      sql`(select count(*) from (select 1 from users u where ${queueScope(name)} limit ${COUNTED_UP_TO + 1}) as q)`,
  );
  const { rows } = await sql<{ counts: string[] }>`select array[${sql.join(counted)}] as counts`.execute(db);
  return {
    queues: queueNames.map((queue, index) => {
      const count = Number(rows[0]?.counts[index] ?? 0);
      return {
        queue,
        name: queues[queue].name,
        description: queues[queue].description,
        count: Math.min(count, COUNTED_UP_TO),
        is_more: count > COUNTED_UP_TO,
      };
    }),
  };
}

const once = countedOnce<Awaited<ReturnType<typeof countAllQueues>>>();
/** The same for all of the provider's staff. */
export const countQueues = (context: Pick<Context, "pool" | "left">) => once(context, countAllQueues);

type Detail = z.output<typeof personDetail>;

async function statementSummary(db: Database, user_id: string): Promise<Detail["statement"]> {
  const { rows } = await sql<NonNullable<Detail["statement"]>>`
    select a.document_id, a.status, a.from_on, a.to_on, a.transaction_count, a.balances_hold,
      (a.result -> 'salary' ->> 'amount_kobo')::bigint as salary_kobo,
      (a.result -> 'salary' ->> 'day')::int as salary_day,
      (a.result ->> 'income_a_month_kobo')::bigint as average_monthly_income_kobo
    from statement_analyses a
    join documents d on d.id = a.document_id
    where a.user_id = ${user_id} and d.status <> 'invalidated' and d.type = 'bank_statement'
    order by d.created_at desc
    limit 1
  `.execute(db);
  return rows[0] ?? null;
}

async function loanSummary(db: Database, user_id: string): Promise<Detail["loans"]> {
  const newest = sql<Detail["loans"]["items"][number]>`
    select l.id, l.reference, p.name as product, l.status, l.principal_kobo, l.outstanding_principal_kobo,
      l.days_past_due, l.created_at
    from loans l
    join loan_products p on p.id = l.product_id
    where l.user_id = ${user_id}
    order by l.created_at desc
    limit 20
  `;
  const totals = sql<Omit<Detail["loans"], "items" | "count" | "running"> & { count: bigint; running: bigint }>`
    select count(*) as count, count(*) filter (where status in ('running', 'past_due')) as running,
      coalesce(sum(outstanding_principal_kobo), 0)::bigint as outstanding_kobo,
      coalesce(sum(overdue_kobo), 0)::bigint as overdue_kobo
    from loans
    where user_id = ${user_id}
  `;
  const [
    { rows: items },
    {
      rows: [total],
    },
  ] = await Promise.all([newest.execute(db), totals.execute(db)]);
  return {
    count: Number(total?.count ?? 0),
    running: Number(total?.running ?? 0),
    outstanding_kobo: total?.outstanding_kobo ?? 0n,
    overdue_kobo: total?.overdue_kobo ?? 0n,
    items,
  };
}

async function verificationsOf(db: Database, user_id: string): Promise<Detail["verifications"]> {
  const rows = await db
    .selectFrom("identity_verifications")
    .select(["id", "kind", "number_last4", "status", "failure", "comparison", "created_at", "decided_at"])
    .where("user_id", "=", user_id)
    .orderBy("created_at", "desc")
    .limit(50)
    .execute();
  return rows.map(({ number_last4, kind, comparison, ...row }) => ({
    ...row,
    kind: kind as "bvn" | "nin",
    number: masked(number_last4) ?? "",
    comparison:
      comparison === null
        ? null
        : Object.fromEntries(
            Object.entries(comparison as Record<string, unknown>).filter(([, value]) => typeof value === "string") as [
              string,
              string,
            ][],
          ),
  }));
}

/** What a person has beside the profile: limit, plan, post-no-debit, assignee. */
async function standingOf(
  db: Database,
  user_id: string,
): Promise<Pick<Detail, "admins" | "credit_limit_kobo" | "is_post_no_debit" | "post_no_debit_reason" | "plan">> {
  const standing = sql<
    Pick<Detail, "credit_limit_kobo" | "is_post_no_debit" | "post_no_debit_reason"> & { plan: Detail["plan"] | null }
  >`
    select u.credit_limit_kobo, u.is_post_no_debit, u.post_no_debit_reason,
      (select plan from user_plans p where p.user_id = u.id order by set_at desc limit 1) as plan
    from users u
    where u.id = ${user_id}
  `;
  const handling = sql<Detail["admins"][number]>`
    select u.id, u.name, u.last_name,
      array(select role from user_roles r where r.user_id = u.id order by role) as roles, a.status, a.assigned_at
    from assignments a
    join users u on u.id = a.admin_id
    where a.user_id = ${user_id} and a.ended_at is null
  `;
  const [
    {
      rows: [row],
    },
    { rows: admins },
  ] = await Promise.all([standing.execute(db), handling.execute(db)]);
  return {
    credit_limit_kobo: row?.credit_limit_kobo ?? null,
    is_post_no_debit: row?.is_post_no_debit ?? false,
    post_no_debit_reason: row?.post_no_debit_reason ?? null,
    plan: row?.plan ?? "tier_1",
    admins,
  };
}

const NO_SALARY = {
  salary_kobo: null,
  salary_day: null,
  company_monthly_income_kobo: null,
  company_monthly_profit_kobo: null,
};

/** Without what the caller may not see; `withheld` says what that is, so that the page says so in its place. */
function withhold(detail: Omit<Detail, "withheld">, { session }: Context): Detail {
  const withheld = withheldFrom(session.permissions);
  const without = (paper: Paper) => withheld.includes(paper);
  return {
    ...detail,
    profile: {
      ...detail.profile,
      ...(without("salary") && NO_SALARY),
      ...(without("identity") && { bvn: null, nin: null }),
    },
    verifications: without("identity") ? [] : detail.verifications,
    documents: without("documents") ? [] : detail.documents,
    statement: without("statement") ? null : detail.statement,
    bureau: without("bureau") ? null : detail.bureau,
    withheld,
  };
}

/** The whole case of one customer, read in one round trip. @throws NotFound also for staff of the provider */
export async function findCase(context: Context, id: string): Promise<Detail> {
  const { pool, house } = context;
  const db = readingAtOnce(pool);
  const [
    ,
    person,
    documents,
    statement,
    loans,
    verifications,
    bureau,
    card_request,
    roles,
    company,
    comments,
    standing,
  ] = await Promise.all([
    requireCustomer(db, id),
    loadFacts(db, id),
    house.person.documents(context, db, id),
    statementSummary(db, id),
    loanSummary(db, id),
    verificationsOf(db, id),
    db
      .selectFrom("bureau_reports")
      .select(["bureau", "open_loans", "overdue_loans", "total_balance_kobo", "fetched_at"])
      .where("user_id", "=", id)
      .orderBy("fetched_at", "desc")
      .executeTakeFirst(),
    findRow(db, "card_requests", { user_id: id }, ["user_id", "card_type", "status", "requested_at"]),
    db.selectFrom("user_roles").select("role").where("user_id", "=", id).orderBy("role").execute(),
    db
      .selectFrom("companies")
      .innerJoin("users", "users.company_id", "companies.id")
      .select(["companies.id", "companies.name"])
      .where("users.id", "=", id)
      .executeTakeFirst(),
    db
      .selectFrom("comments")
      .select(({ fn }) => fn.countAll<bigint>().as("count"))
      .where("user_id", "=", id)
      .executeTakeFirstOrThrow(),
    standingOf(db, id),
  ]);
  const {
    data_key: _key,
    is_customer: _customer,
    has_card_request: _card,
    documents: _documents,
    company_id: _company,
    profile,
    ...shown
  } = person;
  const detail = {
    ...shown,
    company: company ?? null,
    roles: roles.map(({ role }) => role),
    profile: { ...shownProfile(profile), version: profile.version },
    completeness: completenessOfPerson(person),
    verifications,
    documents,
    statement,
    loans,
    bureau: bureau ?? null,
    card_request: card_request ? { ...card_request, abilities: cardAbilities(context, card_request) } : null,
    ...standing,
    comment_count: Number(comments.count),
    abilities: caseAbilities(context, person),
  };
  return withhold(detail, context);
}
