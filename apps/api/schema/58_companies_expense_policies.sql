-- Expense categories and policies of companies.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table expense_categories (
  id uuid primary key,
  company_id uuid not null references companies,
  -- Of a sub-category.
  parent_id uuid references expense_categories,
  name text not null,
  ledger_code text not null,
  mccs text[] not null default '{}',
  status text not null default 'active' check (status in ('active', 'archived')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (parent_id <> id)
);
create unique index expense_categories_name
  on expense_categories (company_id, coalesce(parent_id, company_id), lower(name)) where status = 'active';
create unique index expense_categories_code on expense_categories (company_id, lower(ledger_code)) where status = 'active';
create index expense_categories_company on expense_categories (company_id, ledger_code, id);
create index expense_categories_names on expense_categories (company_id, name, id);
create index expense_categories_created on expense_categories (company_id, created_at, id);
create index expense_categories_parent on expense_categories (parent_id) where parent_id is not null;

create table expense_policies (
  id uuid primary key,
  company_id uuid not null references companies,
  name text not null,
  -- Of the rules that hold.
  number integer not null default 1,
  roles text[] not null default '{}',
  status text not null default 'active' check (status in ('active', 'deleted')),
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create unique index expense_policies_name on expense_policies (company_id, lower(name)) where status = 'active';
create index expense_policies_company on expense_policies (company_id, name, id);
create index expense_policies_created on expense_policies (company_id, created_at, id);

create table expense_policy_versions (
  id uuid primary key,
  policy_id uuid not null references expense_policies,
  company_id uuid not null references companies,
  number integer not null check (number > 0),
  rules jsonb not null,
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  unique (policy_id, number)
);

-- Part 2, made anew after each migration.

create or replace trigger expense_policy_versions_stay before update or delete on expense_policy_versions
  for each row execute function refuse_change();

select pg_temp.rights('expense_categories', $$coalesce(company_id = (select scope_of('company_id')), false)$$);
select pg_temp.rights('expense_policies', $$coalesce(company_id = (select scope_of('company_id')), false)$$);
select pg_temp.rights('expense_policy_versions', $$coalesce(company_id = (select scope_of('company_id')), false)$$, 'select, insert');
