-- Employment claims.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- A person who registers may name the company they work for (C008); the company confirms it.
create table employment_claims (
  id uuid primary key,
  company_id uuid not null references companies,
  user_id uuid not null references users,
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'refused', 'withdrawn')),
  version integer not null default 1,
  decided_by uuid references users,
  decided_at timestamptz,
  decision_reason text,
  created_at timestamptz not null default now()
);
create unique index employment_claims_open on employment_claims (user_id) where status = 'pending';
create index employment_claims_company on employment_claims (company_id, created_at desc, id desc);
create index employment_claims_company_status on employment_claims (company_id, status, created_at desc, id desc);

-- Part 2, made anew after each migration.

select pg_temp.rights('employment_claims', $$
  coalesce(user_id = (select scope_of('user_id')), false)
  or coalesce(company_id = (select scope_of('managed_company_id')), false)
$$);
