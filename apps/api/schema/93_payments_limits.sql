-- Bounds of payments: who has kept themselves out of betting or set a lower limit of their own, and companies that ask for a higher one.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table betting_exclusions (
  id uuid primary key,
  user_id uuid not null references users,
  pause text not null check (pause in ('day', 'week', 'month', 'quarter', 'half_year', 'year', 'for_good')),
  since timestamptz not null,
  -- Null: for good.
  until timestamptz,
  reason text,
  -- The person, or a colleague whom they have asked.
  set_by uuid not null references users,
  -- Of their BVN: who is erased and comes back is still kept out.
  bvn_hash bytea,
  check ((until is null) = (pause = 'for_good')),
  check (until > since)
);
create index betting_exclusions_user on betting_exclusions (user_id, since desc);
create index betting_exclusions_bvn on betting_exclusions (bvn_hash) where bvn_hash is not null;
create index betting_exclusions_set_by on betting_exclusions (set_by);

-- A person's own limit of a day; the latest that has begun holds.
create table betting_limits (
  id uuid primary key,
  user_id uuid not null references users,
  daily_kobo bigint not null check (daily_kobo >= 0),
  valid_from timestamptz not null
);
create index betting_limits_user on betting_limits (user_id, valid_from desc);

-- A company asks for more room in its wallet; a colleague of ours grants it, a second one above the configured amount.
create table limit_raises (
  id uuid primary key,
  company_id uuid not null references companies,
  -- Who asked.
  user_id uuid not null references users,
  kind text not null check (kind in ('single', 'daily', 'monthly')),
  status text not null check (status in ('pending', 'granted', 'declined', 'ended')),
  requested_kobo bigint not null check (requested_kobo > 0),
  limit_before_kobo bigint not null,
  purpose text,
  document_id uuid references documents,
  granted_kobo bigint check (granted_kobo > 0),
  -- The last business day; null without an end.
  valid_until date,
  -- What holds again once it has ended.
  base_kobo bigint,
  -- While a second person is asked.
  approval_id uuid references approvals,
  decided_by uuid references users,
  decided_at timestamptz,
  decision_reason text,
  created_at timestamptz not null,
  version integer not null default 1,
  check ((status in ('granted', 'ended')) <= (granted_kobo is not null and base_kobo is not null))
);
-- One is looked at, and one holds, for each limit.
create unique index limit_raises_open on limit_raises (company_id, kind) where status = 'pending';
create unique index limit_raises_held on limit_raises (company_id, kind) where status = 'granted';
create index limit_raises_company on limit_raises (company_id, created_at desc, id desc);
create index limit_raises_created on limit_raises (created_at desc, id desc);
create index limit_raises_status on limit_raises (status, created_at desc, id desc);
create index limit_raises_amount on limit_raises (requested_kobo, id);
create index limit_raises_ending on limit_raises (valid_until, id) where status = 'granted';
create index limit_raises_user on limit_raises (user_id);
create index limit_raises_document on limit_raises (document_id) where document_id is not null;
create index limit_raises_approval on limit_raises (approval_id) where approval_id is not null;
create index limit_raises_decided_by on limit_raises (decided_by) where decided_by is not null;

-- Part 2, made anew after each migration.

-- Nobody ends it earlier, and nobody takes it away: it only ends by itself.
create or replace function keep_betting_exclusions() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'an exclusion from betting does not change';
end $$;
create or replace trigger betting_exclusions_stay before update or delete on betting_exclusions
  for each row execute function keep_betting_exclusions();

-- Until when a person has been kept out, each time; also as who they were before they were erased. With the owner's rights, for that one is another person to the database.
create or replace function betting_exclusions_of(person uuid) returns table (until timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select x.until
  from betting_exclusions x
  where x.user_id = person
  union all
  select x.until
  from profiles p
  join betting_exclusions x on x.bvn_hash = p.bvn_hash and x.user_id <> person
  where p.user_id = person
$$;

select pg_temp.rights('betting_exclusions', 'own rows');
select pg_temp.rights('betting_limits', 'own rows');
select pg_temp.rights('limit_raises', $$coalesce(company_id = (select scope_of('managed_company_id')), false)$$);
