-- Beneficiaries of companies: whom they pay, what was changed in them, and the files that brought them.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table beneficiaries (
  id uuid primary key,
  company_id uuid not null references companies,
  name text not null,
  -- Its own key, itself encrypted with the master key.
  data_key bytea not null,
  account_no_encrypted bytea not null,
  account_no_hash bytea not null,
  account_no_last4 text not null,
  bank_code text not null,
  bank_name text not null,
  account_name text not null,
  match_percent integer not null check (match_percent between 0 and 100),
  email text,
  -- Where it is somebody of the company: they never agree to it.
  employee_id uuid references users,
  status text not null default 'pending' check (status in ('pending', 'active', 'refused', 'removed')),
  -- Since when this account may be paid; another account begins anew.
  account_since timestamptz,
  version integer not null default 1,
  created_by uuid not null references users,
  created_at timestamptz not null default now()
);
-- An account is a beneficiary once.
create unique index beneficiaries_account on beneficiaries (company_id, bank_code, account_no_hash)
  where status in ('pending', 'active');
create index beneficiaries_company on beneficiaries (company_id, name, id);
create index beneficiaries_banks on beneficiaries (company_id, bank_name, id);
create index beneficiaries_created on beneficiaries (company_id, created_at desc, id desc);

-- A file that brought some.
create table beneficiary_uploads (
  id uuid primary key,
  company_id uuid not null references companies,
  file_name text not null,
  digest bytea not null,
  data_key bytea not null,
  status text not null default 'checking' check (status in ('checking', 'checked', 'added')),
  total integer not null,
  version integer not null default 1,
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  unique (company_id, digest)
);
create index beneficiary_uploads_company on beneficiary_uploads (company_id, created_at desc, id desc);
create table beneficiary_upload_rows (
  upload_id uuid not null references beneficiary_uploads,
  company_id uuid not null references companies,
  number integer not null,
  name text not null,
  bank text not null,
  bank_code text,
  account_no_encrypted bytea,
  account_no_last4 text,
  email text,
  verdict text not null default 'waiting' check (verdict in ('waiting', 'ready', 'near', 'refused')),
  reason text,
  account_name text,
  match_percent integer,
  primary key (upload_id, number)
);

-- Every request to make, change or remove one, with what it asked for: the history, and what the chain decides about.
create table beneficiary_changes (
  id uuid primary key,
  company_id uuid not null references companies,
  beneficiary_id uuid not null references beneficiaries,
  what text not null check (what in ('create', 'change', 'remove')),
  -- Those of a file that are decided about together.
  upload_id uuid references beneficiary_uploads,
  name text not null,
  account_no_encrypted bytea not null,
  account_no_hash bytea not null,
  account_no_last4 text not null,
  bank_code text not null,
  bank_name text not null,
  account_name text not null,
  match_percent integer not null,
  email text,
  employee_id uuid references users,
  reason text,
  outcome text check (outcome in ('approved', 'declined', 'returned', 'withdrawn')),
  outcome_reason text,
  asked_by uuid not null references users,
  created_at timestamptz not null default now(),
  decided_at timestamptz
);
create unique index beneficiary_changes_once on beneficiary_changes (beneficiary_id) where outcome is null;
create index beneficiary_changes_of on beneficiary_changes (beneficiary_id, created_at desc);
create index beneficiary_changes_upload on beneficiary_changes (upload_id) where upload_id is not null;

insert into configuration (key, value, is_public, description) values
  ('new_beneficiary_hours', '24', false, 'For how long a new account of a beneficiary is paid little'),
  ('new_beneficiary_kobo', '10000000', false, 'In kobo: what a new account of a beneficiary is paid at most in that time');

-- Part 2, made anew after each migration.

select pg_temp.rights('beneficiaries', $$coalesce(company_id = (select scope_of('company_id')), false)$$);
select pg_temp.rights('beneficiary_uploads', $$coalesce(company_id = (select scope_of('managed_company_id')), false)$$);
select pg_temp.rights('beneficiary_upload_rows', $$coalesce(company_id = (select scope_of('managed_company_id')), false)$$);
select pg_temp.rights('beneficiary_changes', $$coalesce(company_id = (select scope_of('company_id')), false)$$);
