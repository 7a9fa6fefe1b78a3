-- Who registers may say which company they work for (C008); it becomes true when that company says so.
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

-- A claimant is not of the company, so the second wall shows them nothing of it; its name is what they searched for.
create function company_name(company uuid) returns text language sql stable security definer set search_path = public, pg_temp as $$ select name from companies where id = company $$;
