-- People: profiles and what staff record about them.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- Personal data of a person, the numbers encrypted.
create table profiles (
  user_id uuid primary key references users,
  status text not null default 'pending'
    check (status in ('pending', 'verified', 'pre-approved', 'activated', 'declined', 'deactivated', 'uncertain')),
  verify_method text,
  bvn_encrypted bytea,
  bvn_hash bytea,
  bvn_last4 text,
  nin_encrypted bytea,
  nin_hash bytea,
  nin_last4 text,
  date_of_birth date,
  employment_status text,
  salary_kobo bigint,
  salary_day smallint,
  account_no_encrypted bytea,
  account_no_hash bytea,
  account_no_last4 text,
  account_name text,
  bank_code text,
  bank_name text,
  bank_account_status text not null default 'unverified'
    check (bank_account_status in ('unverified', 'pending', 'verified', 'refuted')),
  -- What a person entered and what is not verified yet.
  trial_account_no_encrypted bytea,
  trial_account_no_last4 text,
  trial_bank_code text,
  trial_work_email text,
  marital_status text,
  gender text,
  address text,
  state text,
  local_government text,
  employer text,
  position text,
  emp_type text,
  company_address text,
  company_industry text,
  company_description text,
  company_start_month smallint,
  company_start_year smallint,
  company_monthly_income_kobo bigint,
  company_monthly_profit_kobo bigint,
  education text,
  instant_approval_at timestamptz,
  decline_reason text,
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
-- One person, one BVN: the keyed hash finds a second use without decrypting anything.
create unique index profiles_bvn_key on profiles (bvn_hash) where bvn_hash is not null;
create unique index profiles_nin_key on profiles (nin_hash) where nin_hash is not null;
create index profiles_account on profiles (account_no_hash) where account_no_hash is not null;
create index profiles_status on profiles (status, user_id);
-- The global search finds people by the last four digits of their account.
create index profiles_account_no_last4 on profiles (account_no_last4) where account_no_last4 is not null;
create index profiles_bank_account
  on profiles (bank_account_status, updated_at desc, user_id)
  where account_no_last4 is not null;
create index profiles_bank_account_updated
  on profiles (updated_at desc, user_id desc)
  where account_no_last4 is not null;
create index profiles_employer on profiles using gin (folded(employer) gin_trgm_ops);
alter index profiles_employer alter column 1 set statistics 500;

create table comments (
  id uuid primary key,
  user_id uuid not null references users,
  author_id uuid references users,
  author_name text not null,
  body text not null,
  created_at timestamptz not null default now()
);
create index comments_user on comments (user_id, created_at desc, id desc);

-- Colleagues mentioned in a comment. The body holds `@{id}`; the name is looked up, so that a changed name is shown.
create table comment_mentions (
  comment_id uuid not null references comments on delete cascade,
  -- The person commented on.
  user_id uuid not null references users,
  mentioned_id uuid not null references users,
  primary key (comment_id, mentioned_id)
);
create index comment_mentions_user on comment_mentions (user_id);
create index comment_mentions_mentioned on comment_mentions (mentioned_id);

create table activities (
  id uuid primary key,
  type text not null,
  level smallint not null default 1 check (level between 1 and 3),
  data jsonb not null default '{}',
  happened_at timestamptz not null default now()
);
create index activities_happened on activities (happened_at desc, id desc);

create table activity_users (
  activity_id uuid not null references activities,
  user_id uuid not null references users,
  position text not null check (position in ('creator', 'target')),
  primary key (activity_id, user_id, position)
);
create index activity_users_user on activity_users (user_id, activity_id desc);

-- Limits of the plans, by date (business-rules 6).
create table plan_limits (
  plan text not null check (plan in ('tier_1', 'tier_2', 'tier_3')),
  valid_from date not null,
  single_deposit_kobo bigint,
  daily_outflow_kobo bigint,
  balance_kobo bigint,
  primary key (plan, valid_from)
);

-- The plan that a person is on, with its history.
create table user_plans (
  id uuid primary key,
  user_id uuid not null references users,
  plan text not null check (plan in ('tier_1', 'tier_2', 'tier_3')),
  reason text,
  set_by uuid references users,
  set_at timestamptz not null default now()
);
create index user_plans_user on user_plans (user_id, set_at desc);

-- Orders of the marketplace as the provider's staff see them with a person; the marketplace writes them.
create table orders (
  id uuid primary key,
  user_id uuid not null references users,
  reference text not null unique,
  merchant text not null,
  description text not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  status text not null,
  created_at timestamptz not null default now()
);
create index orders_user on orders (user_id, created_at desc, id desc);

insert into configuration (key, value, is_public, description) values
  ('high_end_salary_kobo', '100000000', false, 'A monthly salary from which a person stands in the high-end queue, in kobo');

insert into plan_limits (plan, valid_from, single_deposit_kobo, daily_outflow_kobo, balance_kobo) values
  ('tier_1', '1900-01-01', 5000000, 3000000, 30000000),
  ('tier_2', '1900-01-01', 10000000, 20000000, 50000000),
  ('tier_3', '1900-01-01', null, 500000000, null);

-- Part 2, made anew after each migration.

-- Copies on users (03_platform_users.sql).
create or replace function copy_profile_status() returns trigger language plpgsql as $$
begin
  update users set profile_status = new.status, profile_salary_kobo = new.salary_kobo
  where id = new.user_id
    and (profile_status is distinct from new.status or profile_salary_kobo is distinct from new.salary_kobo);
  return null;
end $$;
create or replace trigger profiles_copy
  after insert or update of status, salary_kobo on profiles
  for each row execute function copy_profile_status();

-- A high salary is this amount a month or more; the mark follows when the setting changes.
create or replace function high_end_salary() returns bigint language sql stable as $$
  select (value #>> '{}')::bigint from configuration where key = 'high_end_salary_kobo'
$$;
create or replace function copy_high_end() returns trigger language plpgsql as $$
begin
  update users set is_high_end = coalesce(new.salary_kobo >= high_end_salary(), false)
  where id = new.user_id
    and is_high_end is distinct from coalesce(new.salary_kobo >= high_end_salary(), false);
  return null;
end $$;
create or replace trigger profiles_high_end_copy
  after insert or update of salary_kobo on profiles
  for each row execute function copy_high_end();
create or replace function recopy_high_end() returns trigger language plpgsql as $$
begin
  update users u set is_high_end = coalesce(p.salary_kobo >= high_end_salary(), false)
  from profiles p
  where p.user_id = u.id
    and u.is_high_end is distinct from coalesce(p.salary_kobo >= high_end_salary(), false);
  return null;
end $$;
create or replace trigger configuration_high_end
  after update of value on configuration
  for each row
  when (new.key = 'high_end_salary_kobo')
  execute function recopy_high_end();

-- Since when the application is complete; the newest time counts where a case came back. Who completes it may be a company's
-- administrator, who sees no history of the case: only where history itself is changed is all of it read.
create or replace function copy_ready() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update users set ready_at = greatest(ready_at, new.happened_at) where id = new.subject_id;
  else
    update users
    set ready_at = (
      select max(happened_at)
      from transitions
      where subject_id = new.subject_id and noun = 'case' and to_state = 'processing'
    )
    where id = new.subject_id;
  end if;
  return null;
end $$;
create or replace trigger transitions_ready_copy
  after insert or update of happened_at on transitions
  for each row
  when (new.noun = 'case' and new.to_state = 'processing')
  execute function copy_ready();

-- Whether a number or an account is somebody else's already: all that a customer's request may know of others.
create or replace function people_with_number(kind text, hash bytea) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select user_id from profiles where case kind when 'bvn' then bvn_hash = hash when 'nin' then nin_hash = hash end
$$;
create or replace function people_with_account(hash bytea, bank text) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select user_id from profiles where account_no_hash = hash and bank_code = bank
$$;

-- The first account replaces none.
create or replace function note_account_change() returns trigger language plpgsql as $$
begin
  new.bank_account_changed_at := now();
  return new;
end $$;
create or replace trigger profiles_account_changed
  before update of account_no_hash, bank_code on profiles
  for each row
  when (
    old.account_no_hash is not null
    and (old.account_no_hash, old.bank_code) is distinct from (new.account_no_hash, new.bank_code)
  )
  execute function note_account_change();

-- A company's administrators see their people; of those who only claim to work there they see the name (users).
select pg_temp.rights('profiles', $$
  coalesce(user_id = any((select scopes_of('user_id'))::uuid[]), false)
  or ((select scope_of('managed_company_id')) is not null and is_of_company(user_id))
$$);
select pg_temp.rights('comments', 'own rows');
select pg_temp.rights('comment_mentions', 'own rows');
select pg_temp.rights(
  'activities',
  $$exists (select 1 from activity_users a where a.activity_id = activities.id)$$,
  tenant_adds => true
);
select pg_temp.rights('activity_users', 'own rows', tenant_adds => true);
select pg_temp.rights('plan_limits', 'all rows');
select pg_temp.rights('user_plans', 'own rows');
select pg_temp.rights('orders', 'own rows');
