-- What people spent for their company.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

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

-- Part 2, made anew after each migration.

select pg_temp.rights('expenses', $$
  coalesce(user_id = (select scope_of('user_id')), false)
  or coalesce(company_id = (select scope_of('managed_company_id')), false)
$$);
