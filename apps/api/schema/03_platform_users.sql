-- Users. Columns that other nouns keep up to date are named with their source.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- The identity row of a person: customers, staff of the provider and of companies.
create table users (
  id uuid primary key,
  name text not null,
  last_name text not null,
  email text not null,
  phone text,
  status text not null default 'incomplete-0',
  -- Copies for lists, written by triggers: with filter and sort in one table, one index serves a page. This one and
  -- the next come from profiles.
  profile_status text not null default 'pending',
  profile_salary_kobo bigint,
  -- From profiles and the setting high_end_salary_kobo.
  is_high_end boolean not null default false,
  company_id uuid references companies,
  -- From user_roles (04_platform_access.sql).
  is_customer boolean not null default true,
  staff_account_type text not null default 'personal' check (staff_account_type in ('personal', 'business')),
  password_hash text,
  change_password_at timestamptz,
  is_blacklisted boolean not null default false,
  blacklist_reason text,
  is_post_no_debit boolean not null default false,
  post_no_debit_reason text,
  bvn_verified_at timestamptz,
  bvn_bypassed_at timestamptz,
  nin_verified_at timestamptz,
  nin_bypassed_at timestamptz,
  official_email text,
  work_email_verified_at timestamptz,
  loanbot_status text,
  registration_source text,
  credit_limit_kobo bigint check (credit_limit_kobo >= 0),
  referral_code text,
  referred_by uuid references users,
  -- The person's own key, itself encrypted with the master key; erasing a person destroys it.
  data_key bytea,
  second_factor_secret bytea,
  second_factor_enabled_at timestamptz,
  second_factor_last_step bigint,
  created_by uuid references users,
  assigned_to uuid references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  erased_at timestamptz,
  version integer not null default 1,
  -- What the search box of every list of people searches.
  search_text text not null
    generated always as (folded(name || ' ' || last_name || ' ' || email || ' ' || coalesce(phone, ''))) stored,
  -- Counts and marks for the queues of people, written by triggers of the nouns they come from.
  running_loans integer not null default 0,
  settled_loans integer not null default 0,
  open_document_requests integer not null default 0,
  has_declined_card boolean not null default false
);
alter table users alter column search_text set statistics 500;

-- Each index names the bench row (npm run bench lists, queues, close) or the list that
-- needs it; one that nothing needs goes.

-- One person for each address; log-in, imports.
create unique index users_email_key on users (lower(email));
-- One person for each phone.
create unique index users_phone_key on users (phone) where phone is not null;
-- A company's own people (dashboard, permissions, claims).
create index users_company on users (company_id, created_at desc) where company_id is not null;
-- bench lists: people, by created_at; people, salary between. bench queues: all, verification-method, process.
create index users_customers on users (created_at desc, id desc) where is_customer;
-- bench lists: people, case. bench queues: fresh, cold, onboarding, processing, doc-processor.
create index users_customers_status on users (status, created_at desc, id desc) where is_customer;
-- bench lists: people, profile (its count). bench queues: applications, verified, pre-approved, approved, inactive,
-- uncertain.
create index users_customers_profile on users (profile_status, created_at desc, id desc) where is_customer;
-- bench lists: people, by last_name; people, profile, by last name.
create index users_customers_names on users (last_name, id, status, profile_status, is_blacklisted) where is_customer;
-- Filter of a queue by colleague, and the foreign key's own check.
create index users_assigned_to on users (assigned_to) where assigned_to is not null;
-- Referral wallets, and the customer's own referrals.
create index users_referred_by on users (referred_by) where referred_by is not null;
-- bench queues: search of people "bench500000". People are found while somebody types, by what their mail or phone
-- begins with.
create index users_find_email on users (lower(email) text_pattern_ops) where erased_at is null;
-- The same by phone. Under a locale other than C users_phone_key does not serve `like`.
create index users_find_phone on users (phone text_pattern_ops) where phone is not null and erased_at is null;
-- The same by the last four digits of the phone.
create index users_find_phone_end on users (right(phone, 4)) where phone is not null and erased_at is null;
-- bench lists: people, search, few. bench queues: search of people "zzyzx".
create index users_search on users using gin (search_text gin_trgm_ops);
-- bench lists: people, source.
create index users_source on users using gin (folded(registration_source) gin_trgm_ops);
-- bench queues: search of people "Amara Okafor 17". Both names in each index: a common one beside a rare one is
-- found without reading everybody who has the common one.
create index users_find_name
  on users (folded(name) text_pattern_ops, folded(last_name) text_pattern_ops)
  where erased_at is null;
-- The same, beginning with the last name.
create index users_find_last_name
  on users (folded(last_name) text_pattern_ops, folded(name) text_pattern_ops)
  where erased_at is null;
-- bench lists: people, salary between, by last name. Includes what finding and sorting need: only the page is
-- fetched from the table.
create index users_profile_salary
  on users (profile_salary_kobo)
  include (id, last_name, created_at)
  where is_customer and erased_at is null and profile_salary_kobo is not null;
-- bench queues: incomplete, dump. Here and below: a queue never shows the erased, and an index that says so counts
-- and sorts a short queue without the table.
create index users_queue_incomplete
  on users (created_at desc, id desc)
  where is_customer and erased_at is null and status in ('incomplete-0', 'incomplete-1');
-- bench queues: active; assignment pool.
create index users_queue_running
  on users (created_at desc, id desc)
  where is_customer and erased_at is null and running_loans > 0;
-- bench queues: paid; assignment pool.
create index users_queue_settled
  on users (created_at desc, id desc)
  where is_customer and erased_at is null and settled_loans > 0;
-- bench queues: awaiting.
create index users_queue_awaiting
  on users (created_at desc, id desc)
  where is_customer and erased_at is null and open_document_requests > 0;
-- bench queues: highend.
create index users_queue_high_end
  on users (created_at desc, id desc)
  where is_customer and erased_at is null and is_high_end;
-- bench queues: assigned.
create index users_queue_assigned
  on users (created_at desc, id desc)
  where is_customer and erased_at is null and assigned_to is not null;
-- bench queues: post-no-debit.
create index users_queue_post_no_debit
  on users (created_at desc, id desc)
  where is_customer and erased_at is null and is_post_no_debit;
-- bench queues: decline-users.
create index users_queue_declined_card
  on users (created_at desc, id desc)
  where is_customer and erased_at is null and has_declined_card;
-- bench queues: referred-users.
create index users_queue_referred
  on users (created_at desc, id desc)
  where is_customer and erased_at is null and referred_by is not null;
-- bench queues: blacklisted. bench lists: people, blacklisted, by last name.
create index users_queue_blacklisted
  on users (created_at desc, id desc)
  where is_customer and erased_at is null and is_blacklisted;
-- bench queues: declined; two states together, of which users_customers_profile has no common order.
create index users_queue_declined
  on users (created_at desc, id desc)
  where is_customer and erased_at is null and profile_status in ('declined', 'deactivated');

-- Part 2, made anew after each migration.

-- What a policy asks of another table with policies of its own, it asks in a function: written out, each mention of a person
-- in a statement brought all of them with it, and planning a page took 30 ms (record 0058). Their plans are kept.
create or replace function borrows_at_company(person uuid) returns boolean
language plpgsql stable parallel safe security definer
set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  return exists (select 1 from loans l where l.user_id = person and l.company_id = scope_of('managed_company_id'));
end $$;
create or replace function claims_work_at_company(person uuid) returns boolean
language plpgsql stable parallel safe security definer
set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  return exists (
    select 1 from employment_claims e
    where e.user_id = person and e.company_id = scope_of('managed_company_id') and e.status <> 'withdrawn'
  );
end $$;
-- Somebody of the company, or who borrows there.
create or replace function is_of_company(person uuid) returns boolean
language plpgsql stable parallel safe security definer
set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  return exists (select 1 from users u where u.id = person and u.company_id = scope_of('managed_company_id'))
    or borrows_at_company(person);
end $$;

-- A person, the administrators of their company, and those of a company at which they have a loan or an open claim.
select pg_temp.rights('users', $$
  coalesce(id = any((select scopes_of('user_id'))::uuid[]), false)
  or coalesce(company_id = (select scope_of('managed_company_id')), false)
  or ((select scope_of('managed_company_id')) is not null and (borrows_at_company(id) or claims_work_at_company(id)))
$$);
