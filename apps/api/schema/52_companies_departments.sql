-- Departments of companies and the units below them.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table departments (
  id uuid primary key,
  company_id uuid not null references companies,
  -- Of a unit; a department has none.
  parent_id uuid references departments,
  name text not null,
  head_id uuid references users,
  monthly_budget_kobo bigint check (monthly_budget_kobo >= 0),
  status text not null default 'active' check (status in ('active', 'closed')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (parent_id <> id)
);
create unique index departments_name_key
  on departments (company_id, coalesce(parent_id, company_id), lower(name)) where status = 'active';
create index departments_company on departments (company_id, name, id);
create index departments_parent on departments (parent_id) where parent_id is not null;
create index departments_head on departments (head_id) where head_id is not null;

-- Whom belongs where: one place for each person.
create table department_members (
  user_id uuid primary key references users,
  company_id uuid not null references companies,
  department_id uuid not null references departments,
  since timestamptz not null default now()
);
create index department_members_of on department_members (department_id);

-- Part 2, made anew after each migration.

select pg_temp.rights('departments', $$coalesce(company_id = (select scope_of('company_id')), false)$$);
-- Everybody reads where they belong themselves: it chooses the steps of what they ask for.
select pg_temp.rights('department_members', $$
  coalesce(user_id = (select scope_of('user_id')), false)
  or coalesce(company_id = (select scope_of('managed_company_id')), false)
$$);
