-- People, companies, sessions, permissions, and what every module leans on: notifications, approvals, audit, idempotency.
create extension if not exists pg_trgm;

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
create index companies_name_search on companies using gin (lower(name) gin_trgm_ops);

create table users (
  id uuid primary key,
  name text not null,
  last_name text not null,
  email text not null,
  phone text,
  status text not null default 'incomplete-0',
  company_id uuid references companies,
  staff_account_type text not null default 'personal' check (staff_account_type in ('personal', 'business')),
  password_hash text,
  change_password_at timestamptz,
  is_blacklisted boolean not null default false,
  blacklist_reason text,
  bvn_verified_at timestamptz,
  bvn_bypassed_at timestamptz,
  nin_verified_at timestamptz,
  nin_bypassed_at timestamptz,
  official_email text,
  work_email_verified_at timestamptz,
  loanbot_status text,
  registration_source text,
  referral_code text,
  -- The person's own key, itself encrypted with the master key; erasing a person destroys it.
  data_key bytea,
  second_factor_secret bytea,
  second_factor_enabled_at timestamptz,
  second_factor_last_step bigint,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  erased_at timestamptz,
  version integer not null default 1
);
create unique index users_email_key on users (lower(email));
create unique index users_phone_key on users (phone) where phone is not null;
create index users_created_at on users (created_at desc, id desc);
create index users_status on users (status, created_at desc, id desc);
create index users_company on users (company_id, created_at desc) where company_id is not null;
create index users_search on users using gin ((lower(name || ' ' || last_name || ' ' || email || ' ' || coalesce(phone, ''))) gin_trgm_ops);

create table profiles (
  user_id uuid primary key references users,
  status text not null default 'pending' check (status in ('pending', 'verified', 'pre-approved', 'activated', 'declined', 'deactivated', 'uncertain')),
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
  bank_account_status text not null default 'unverified' check (bank_account_status in ('unverified', 'pending', 'verified', 'refuted')),
  trial_account_no_encrypted bytea,
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
-- One person, one BVN: the keyed hash finds the second attempt without decrypting anything.
create unique index profiles_bvn_key on profiles (bvn_hash) where bvn_hash is not null;
create unique index profiles_nin_key on profiles (nin_hash) where nin_hash is not null;
create index profiles_account on profiles (account_no_hash) where account_no_hash is not null;
create index profiles_status on profiles (status, user_id);

create table user_roles (
  user_id uuid not null references users,
  role text not null,
  granted_by uuid references users,
  granted_at timestamptz not null default now(),
  primary key (user_id, role)
);
create index user_roles_role on user_roles (role);

create table user_permissions (
  user_id uuid not null references users,
  permission text not null,
  is_granted boolean not null,
  changed_by uuid references users,
  changed_at timestamptz not null default now(),
  primary key (user_id, permission)
);

create table sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id uuid not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_seen_at timestamptz not null default now(),
  stepped_up_until timestamptz,
  network_address text not null,
  device text not null default ''
);
create index sessions_user on sessions (user_id);

-- One-time codes and mailed tokens: hashed, single use, bound to person (or address), purpose and request.
create table one_time_codes (
  id uuid primary key,
  user_id uuid references users,
  destination text not null,
  purpose text not null,
  code_hash bytea not null,
  payload jsonb not null default '{}',
  attempts smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_codes_destination on one_time_codes (destination, purpose, created_at desc);
create index one_time_codes_hash on one_time_codes (code_hash);

create table throttles (
  key text not null,
  window_start timestamptz not null,
  count integer not null default 0,
  primary key (key, window_start)
);

create table closed_modals (
  user_id uuid not null references users,
  modal text not null,
  closed_at timestamptz not null default now(),
  primary key (user_id, modal)
);

create table notifications (
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null,
  title text not null,
  body text not null,
  link text,
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notifications_unread on notifications (user_id, id desc) where read_at is null;
create index notifications_read on notifications (user_id, id desc) where read_at is not null;

create table approvals (
  id uuid primary key,
  kind text not null,
  title text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined', 'failed', 'withdrawn')),
  payload jsonb not null,
  before jsonb,
  items jsonb not null default '[]',
  amount_kobo bigint,
  item_count integer not null default 1,
  reason text,
  maker_id uuid not null references users,
  checker_id uuid references users,
  decision_reason text,
  failure text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  -- The database's own word on "nobody approves their own".
  constraint maker_is_never_checker check (checker_id is null or checker_id <> maker_id or status = 'withdrawn')
);
create index approvals_status on approvals (status, created_at desc, id desc);
create index approvals_created on approvals (created_at desc, id desc);

create table audit_records (
  id uuid primary key,
  recorded_at timestamptz not null default now(),
  actor_id uuid,
  actor_name text not null,
  action text not null,
  subject_type text not null,
  subject_id text,
  before jsonb,
  after jsonb,
  reason text,
  network_address text,
  request_id text,
  -- Rows are sealed in commit order: ids do not commit in order, transaction numbers below the oldest open one are final.
  committed_in xid8 not null default pg_current_xact_id()
);
create index audit_records_recorded on audit_records (recorded_at desc, id desc);
create index audit_records_subject on audit_records (subject_type, subject_id, recorded_at desc);
create index audit_records_actor on audit_records (actor_id, recorded_at desc);
create index audit_records_order on audit_records (committed_in, id);

create table audit_blocks (
  sequence bigint primary key,
  up_to_transaction xid8 not null,
  up_to_id uuid not null,
  record_count integer not null,
  digest bytea not null,
  previous_digest bytea not null,
  sealed_at timestamptz not null default now()
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or removed', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_records_append_only before update or delete on audit_records for each row execute function refuse_change();
create trigger audit_records_no_truncate before truncate on audit_records for each statement execute function refuse_change();
create trigger audit_blocks_append_only before update or delete on audit_blocks for each row execute function refuse_change();

create table idempotency_keys (
  principal text not null,
  call text not null,
  key text not null,
  request_hash bytea not null,
  state text not null default 'in_flight' check (state in ('in_flight', 'done')),
  response_status smallint,
  response_body jsonb,
  replays integer not null default 0,
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  primary key (principal, call, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Credit and savings live on the business date; sessions, codes and audit on the wall clock.
create table business_calendar (
  only_row boolean primary key default true check (only_row),
  business_date date not null,
  closing_since timestamptz
);

create table configuration (
  key text primary key,
  value jsonb not null,
  is_public boolean not null default false,
  description text not null,
  updated_by uuid references users,
  updated_at timestamptz not null default now()
);

create table job_runs (
  id uuid primary key,
  job text not null,
  business_date date,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  outcome text check (outcome in ('success', 'failed')),
  progress jsonb not null default '{}',
  failure text
);
create index job_runs_job on job_runs (job, started_at desc);
