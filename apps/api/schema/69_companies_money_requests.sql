-- What moves a company's money or its limits and needs a second person of the company first; and changes of chains.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table money_requests (
  id uuid primary key,
  company_id uuid not null references companies,
  what text not null check (what in ('wallet_limit', 'purse_limit', 'purse', 'line_part', 'draw')),
  -- Whose purse, or whose part of the line.
  user_id uuid references users,
  -- Null: without a limit.
  amount_kobo bigint check (amount_kobo >= 0),
  note text,
  asked_by uuid not null references users,
  outcome text check (outcome in ('approved', 'declined', 'returned', 'withdrawn')),
  outcome_reason text,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  check (amount_kobo is not null or what in ('wallet_limit', 'purse_limit'))
);
create index money_requests_company on money_requests (company_id, created_at desc);
create index money_requests_user on money_requests (user_id) where user_id is not null;
create index money_requests_asked on money_requests (asked_by);
-- A limit is asked for once at a time.
create unique index money_requests_limits on money_requests (company_id, what, coalesce(user_id, company_id))
  where outcome is null and what in ('wallet_limit', 'purse_limit');

create table approval_chain_changes (
  id uuid primary key,
  company_id uuid not null references companies,
  kind text not null,
  -- The version that was looked at.
  number integer not null,
  steps jsonb not null,
  asked_by uuid not null references users,
  outcome text check (outcome in ('approved', 'declined', 'returned', 'withdrawn')),
  decided_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index approval_chain_changes_once on approval_chain_changes (company_id, kind) where outcome is null;
create index approval_chain_changes_asked on approval_chain_changes (asked_by);

insert into configuration (key, value, is_public, description) values
  ('direct_assignment_kobo', '10000000', false, 'What one person of a company may be given of its money in a day without a second person, in kobo: less than this');

-- Part 2, made anew after each migration.

-- When a chain that one person made lets anybody do more alone than before: at once where another one agreed to it, else some hours later.
create or replace function chain_begins_at(company uuid, of_kind text, hours integer) returns timestamptz
language sql stable as $$
  select c.created_at + make_interval(hours => case when exists (
    select 1 from approval_chain_changes x
    where x.company_id = c.company_id and x.kind = c.kind and x.number = c.number - 1 and x.outcome = 'approved'
  ) then 0 else hours end)
  from approval_chains c
  where c.company_id = company and c.kind = of_kind
  order by c.number desc
  limit 1
$$;

select pg_temp.rights('money_requests', $$coalesce(company_id = (select scope_of('company_id')), false)$$);
select pg_temp.rights('approval_chain_changes', $$coalesce(company_id = (select scope_of('company_id')), false)$$);
