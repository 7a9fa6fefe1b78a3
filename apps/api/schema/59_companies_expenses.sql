-- What people spent for their company.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- What somebody asks their company for; decided by its chain.
create table expense_requests (
  id uuid primary key,
  company_id uuid not null references companies,
  user_id uuid not null references users,
  department_id uuid references departments,
  kind text not null check (kind in ('reimbursement', 'purchase')),
  purpose text not null,
  amount_kobo bigint not null check (amount_kobo >= 0),
  effect text check (effect in ('warn', 'ask', 'refuse')),
  status text not null default 'draft'
    check (status in ('draft', 'pending', 'approved', 'declined', 'returned', 'withdrawn', 'deleted')),
  decision_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create index expense_requests_company on expense_requests (company_id, created_at desc, id desc);
create index expense_requests_company_status on expense_requests (company_id, status, created_at desc, id desc);
create index expense_requests_amounts on expense_requests (company_id, amount_kobo, id);
create index expense_requests_person on expense_requests (user_id, created_at desc, id desc);
create table expense_request_lines (
  request_id uuid not null references expense_requests,
  company_id uuid not null references companies,
  number integer not null check (number > 0),
  category_id uuid references expense_categories,
  merchant text not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  spent_on date not null,
  -- What the policies said when it was submitted.
  says text[] not null default '{}',
  is_refused boolean not null default false,
  primary key (request_id, number)
);

-- What was spent: approved lines of requests, and later what cards and transfers bring.
create table expenses (
  id uuid primary key,
  company_id uuid not null references companies,
  user_id uuid not null references users,
  department_id uuid references departments,
  category_id uuid references expense_categories,
  merchant text not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  spent_on date not null,
  has_receipt boolean not null default false,
  -- The request of which it was a line.
  request_id uuid references expense_requests,
  -- Of what has moved for it; null where no money has.
  money_reference text,
  status text not null default 'recorded' check (status in ('recorded', 'flagged', 'approved', 'deleted')),
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create index expenses_company_days on expenses (company_id, spent_on desc, id desc);
create index expenses_company_amounts on expenses (company_id, amount_kobo, id);
create index expenses_company_merchants on expenses (company_id, merchant, id);
create index expenses_company_created on expenses (company_id, created_at desc, id desc);
create index expenses_person_days on expenses (user_id, spent_on desc, id desc);
create index expenses_request on expenses (request_id) where request_id is not null;

-- Part 2, made anew after each migration.

select pg_temp.rights('expenses', $$
  coalesce(user_id = (select scope_of('user_id')), false)
  or coalesce(company_id = (select scope_of('company_id')), false)
$$);
-- Those who decide for the company read them: its heads of departments are personal accounts.
select pg_temp.rights('expense_requests', $$coalesce(company_id = (select scope_of('company_id')), false)$$);
select pg_temp.rights('expense_request_lines', $$coalesce(company_id = (select scope_of('company_id')), false)$$);

-- Whether somebody who asked their company for money is of it no longer: also for who may not read their row.
create or replace function has_left(company uuid, person uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select 1
    from users u
    where u.id = person and u.company_id is distinct from company and company = coalesce(scope_of('company_id'), company)
  )
$$;

-- Where the money of somebody who has left goes, as it is shown to the company that still owes it: the bank and four digits, until it is paid.
create or replace function account_of_left(request uuid) returns table (bank_name text, account_no_last4 text)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.bank_name, p.account_no_last4
  from expense_requests r
  join users u on u.id = r.user_id and u.company_id is distinct from r.company_id and u.erased_at is null
  join profiles p on p.user_id = r.user_id and p.bank_account_status = 'verified' and p.account_no_last4 is not null
  where r.id = request and r.status = 'approved' and r.kind in ('reimbursement', 'mileage', 'per_diem')
    and (scope_of('user_id') is null or r.company_id = scope_of('managed_company_id'))
$$;
