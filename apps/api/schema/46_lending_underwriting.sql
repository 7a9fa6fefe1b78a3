-- Underwriting: bureau reports and automatic checks.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table bureau_reports (
  id uuid primary key,
  user_id uuid not null references users,
  consent_id uuid references consents,
  bureau text not null,
  loans jsonb not null,
  open_loans integer not null,
  overdue_loans integer not null,
  total_balance_kobo bigint not null,
  fetched_by uuid references users,
  fetched_at timestamptz not null default now()
);
create index bureau_reports_user on bureau_reports (user_id, fetched_at desc);

-- A run of the automatic checks: each check and its result.
create table loanbot_runs (
  id uuid primary key,
  user_id uuid not null references users,
  outcome text not null check (outcome in ('passed', 'attention', 'failed')),
  checks jsonb not null,
  run_by uuid references users,
  run_at timestamptz not null default now()
);
create index loanbot_runs_user on loanbot_runs (user_id, run_at desc);
create index loanbot_runs_list on loanbot_runs (run_at desc, id desc);

-- Part 2, made anew after each migration.

-- The bureaus that reported about a person within so many days; an answer may name several.
create or replace function fresh_bureaus(person uuid, days integer) returns text[]
  language sql stable
  as $$
    select coalesce(array_agg(distinct name), '{}')
    from bureau_reports b
    cross join lateral regexp_split_to_table(lower(b.bureau), ' *, *') name
    where b.user_id = person and b.fetched_at > now() - make_interval(days => days)
  $$;

select pg_temp.rights('bureau_reports', 'own rows');
select pg_temp.rights('loanbot_runs', 'own rows');
