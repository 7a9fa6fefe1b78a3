/** The world of companies' money: people, expenses over two years, what they requested and who decided it. */
import { defaultSteps } from "@manilla/contract/companies/chain-steps";
import type pg from "pg";
import type { App } from "../../apps/api/src/house/app.ts";
import { openSession } from "../../apps/api/src/http/session.ts";

export const PEOPLE = 10;
export const DAY = "2026-01-15";
/** How much there is. The first company has a hundredth of all; the others share the rest. */
export interface Size {
  companies: number;
  expenses: number;
  requests: number;
  /** Companies with money, and what waits to be approved in them. */
  funded: number;
  approvals: number;
  /** Of the longest statement. */
  lines: number;
  rounds: number;
}
export const FULL: Size = {
  companies: 2_000,
  expenses: 1_000_000,
  requests: 300_000,
  funded: 100,
  approvals: 12_000,
  lines: 10_000,
  rounds: 3,
};
/** A fortieth. */
export const QUICK: Size = {
  companies: 50,
  expenses: 25_000,
  requests: 7_500,
  funded: 50,
  approvals: 3_000,
  lines: 1_000,
  rounds: 1,
};
/** Of expenses or requests: what the first company has, and what each of the others. */
export const ofFirst = (all: number): number => all / 100;
export const ofOther = (all: number, { companies }: Size): number => Math.round((all - ofFirst(all)) / (companies - 1));

/** Companies with people and expenses over two years. */
async function fillExpenses(pool: pg.Pool, { companies, expenses }: Size): Promise<void> {
  await pool.query(
    `
      insert into companies (id, name, status, unique_plan, profile_completed_at)
      select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Bench company ' || n, 'approved', 'Growth', now()
      from generate_series(1, $1::int) n
    `,
    [companies],
  );
  await pool.query("alter table users disable trigger user");
  await pool.query(
    `
      insert into users (id, name, last_name, email, company_id, status, profile_status, change_password_at)
      select ('00000000-0000-4000-9' || lpad(p::text, 3, '0') || '-' || lpad(n::text, 12, '0'))::uuid, 'Person', p || ' of ' || n,
        'bench-' || p || '-' || n || '@company.example', ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
        'processed', 'activated', now()
      from generate_series(1, $1::int) n, generate_series(0, $2::int - 1) p
    `,
    [companies, PEOPLE],
  );
  await pool.query("alter table users enable trigger user");
  await pool.query(`
    insert into employments (id, company_id, user_id, status)
    select gen_random_uuid(), company_id, id, 'active' from users where email like 'bench-%@company.example'
  `);
  await pool.query(`
    insert into user_roles (user_id, role)
    select id, case split_part(email, '-', 2) when '0' then 'company_super_admin' when '1' then 'company_finance_manager' else 'company_staff' end
    from users where email like 'bench-%@company.example'
  `);
  await pool.query(
    `
      insert into expense_categories (id, company_id, name, ledger_code)
      select gen_random_uuid(), c.id, 'Category ' || k, 'L' || k from companies c, generate_series(1, 5) k where c.name like 'Bench company %'
    `,
  );
  await pool.query(
    `
      with numbered as (
        select n, case when n <= ${ofFirst(expenses)} then 1 else 2 + n % (${companies} - 1) end as c
        from generate_series(1, $1::int) n
      )
      insert into expenses (id, company_id, user_id, category_id, merchant, amount_kobo, spent_on, has_receipt, status, created_at)
      select gen_random_uuid(), ('00000000-0000-4000-8000-' || lpad(c::text, 12, '0'))::uuid,
        ('00000000-0000-4000-9' || lpad((2 + (n / 7) % ${PEOPLE - 2})::text, 3, '0') || '-' || lpad(c::text, 12, '0'))::uuid,
        null, (array['NNPC Ikeja','Bukka Hut','GIG Mobility','Transcorp Hilton','Shoprite','Konga','Jumia','Total'])[1 + n % 8] || ' ' || n % 37,
        (1 + (n::bigint * 7919) % 5000) * 1000, date '${DAY}' - (n * 31 % 700), n % 3 > 0,
        (array['approved','approved','recorded','flagged'])[1 + n % 4], now() - n * interval '1 second'
      from numbered
    `,
    [expenses],
  );
}

/** An id that a number makes, of a kind. */
const idOf = (kind: string, n: string): string =>
  `('00000000-0000-4000-${kind}-' || lpad((${n})::text, 12, '0'))::uuid`;

/** What they asked the company for: one of ten is a draft, one waits for the owner; the others were decided. */
async function fillRequests(pool: pg.Pool, { companies, requests }: Size): Promise<void> {
  await pool.query(
    `
      with numbered as (
        select n, case when n <= ${ofFirst(requests)} then 1 else 2 + n % (${companies} - 1) end as c
        from generate_series(1, $1::int) n
      )
      insert into expense_requests (id, company_id, user_id, kind, purpose, amount_kobo, status, created_at)
      select ${idOf("b000", "n")}, ${idOf("8000", "c")},
        ('00000000-0000-4000-9' || lpad((2 + (n / 7) % ${PEOPLE - 2})::text, 3, '0') || '-' || lpad(c::text, 12, '0'))::uuid,
        (array['reimbursement','purchase','mileage'])[1 + n % 3],
        (array['Diesel for the generator','Flight to Abuja','Hotel in Kano','Laptops','Team lunch','Printer ink','Site visit','Courier'])[1 + n % 8] || ' ' || n % 97,
        (1 + (n::bigint * 7919) % 5000) * 1000,
        (array['pending','draft','declined','returned','approved','approved','paid','paid','paid','paid'])[1 + n / 3 % 10],
        now() - n * interval '3 seconds'
      from numbered
    `,
    [requests],
  );
  await pool.query(`
    insert into expense_request_lines (request_id, company_id, number, merchant, amount_kobo, spent_on)
    select r.id, r.company_id, k, 'Shoprite', greatest(1, r.amount_kobo / 2), date '${DAY}'
    from expense_requests r, generate_series(1, 2) k
  `);
  await pool.query(
    `
      insert into company_approvals (
        id, company_id, kind, subject_id, steps, waits_since, title, amount_kobo, requester_id, payee_id, status, created_at, decided_at
      )
      select gen_random_uuid(), company_id, 'expense_request', id, $1::jsonb, '${DAY}', purpose, amount_kobo, user_id, user_id,
        case status when 'paid' then 'approved' else status end, created_at,
        case when status <> 'pending' then created_at + interval '1 day' end
      from expense_requests
      where status <> 'draft'
    `,
    [JSON.stringify(defaultSteps)],
  );
  // The owner of each company was asked, and agreed to what is approved.
  await pool.query(`
    insert into company_approvers (approval_id, position, approver_id, company_id, because, agreed_by, agreed_at)
    select a.id, 0, o.id, a.company_id, 'chain', case when a.status = 'approved' then o.id end,
      case when a.status = 'approved' then a.decided_at end
    from company_approvals a
    join users o on o.company_id = a.company_id and o.email like 'bench-0-%'
  `);
  await pool.query(`
    insert into company_approval_events (id, approval_id, company_id, what, actor_id, at)
    select gen_random_uuid(), a.id, a.company_id, w.what, case w.what when 'requested' then a.requester_id else o.id end,
      case w.what when 'requested' then a.created_at else a.decided_at end
    from company_approvals a
    join users o on o.company_id = a.company_id and o.email like 'bench-0-%'
    join lateral (values ('requested'), (a.status)) w (what) on w.what <> 'pending'
  `);
}

const TABLES = [
  "companies",
  "users",
  "user_roles",
  "employments",
  "expenses",
  "expense_categories",
  "expense_requests",
  "expense_request_lines",
  "company_approvals",
  "company_approvers",
  "company_approval_events",
];
/** Companies with people, expenses over two years, and what they requested. */
export async function fillCompanies(pool: pg.Pool, size: Size): Promise<void> {
  await fillExpenses(pool, size);
  await fillRequests(pool, size);
  for (const table of TABLES) await pool.query(`vacuum analyze ${table}`);
}

export const companyOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
export const personOf = (p: number, n: number): string =>
  `00000000-0000-4000-9${String(p).padStart(3, "0")}-${String(n).padStart(12, "0")}`;
/** A session of a person. */
export const tokenOf = async ({ db }: App, user_id: string): Promise<string> =>
  (await openSession(db, { user_id, network_address: "127.0.0.1", device: "bench" })).token;
