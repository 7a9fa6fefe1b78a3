-- Companies.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- The identity row of a company. People, loans and saved views of every wing refer to it, so it belongs to the
-- platform.
create table companies (
  id uuid primary key,
  name text not null,
  rc_number text,
  industry text,
  address text,
  phone text,
  email text,
  profile_completed_at timestamptz,
  unique_plan text,
  plan_paid_until date,
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined', 'deactivated')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index companies_rc_number_key on companies (upper(rc_number)) where rc_number is not null;
create index companies_name_search on companies using gin (folded(name) gin_trgm_ops);

-- Part 2, made anew after each migration.

-- The name of any company: a person who claims to work for one is not of it, so row-level security hides its row.
create or replace function company_name(company uuid) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select name from companies where id = company
$$;

select pg_temp.rights('companies', $$coalesce(id = (select scope_of('company_id')), false)$$);
