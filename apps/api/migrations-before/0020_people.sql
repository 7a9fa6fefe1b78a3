-- Onboarding, documents, the underwriters' record of a person, imports.

-- Copies for lists, kept by triggers: one table and one index serve any queue.
alter table users add column profile_status text not null default 'pending';
alter table users add column is_customer boolean not null default true;

create function copy_profile_status() returns trigger language plpgsql as $$
begin
  update users set profile_status = new.status where id = new.user_id and profile_status is distinct from new.status;
  return null;
end $$;
create trigger profiles_status_copy after insert or update of status on profiles for each row execute function copy_profile_status();

create function is_customer_by_roles(person uuid) returns boolean language sql stable as $$
  select not exists (select 1 from user_roles where user_id = person)
    or exists (select 1 from user_roles where user_id = person and role not like 'super\_%'
      and (role not like 'company\_%' or role in ('company_staff', 'company_department_head', 'company_unit_head')))
$$;
create function copy_is_customer() returns trigger language plpgsql as $$
declare
  person uuid := coalesce(new.user_id, old.user_id);
begin
  update users set is_customer = is_customer_by_roles(person) where id = person and is_customer is distinct from is_customer_by_roles(person);
  return null;
end $$;
create trigger user_roles_copy after insert or delete on user_roles for each row execute function copy_is_customer();
update users set is_customer = is_customer_by_roles(id);
update users set profile_status = p.status from profiles p where p.user_id = users.id;

create index users_customers on users (created_at desc, id desc) where is_customer;
create index users_customers_status on users (status, created_at desc, id desc) where is_customer;
create index users_customers_profile on users (profile_status, created_at desc, id desc) where is_customer;
create index users_customers_name on users (last_name, id) where is_customer;

-- What a person agreed to, word for word, before anybody outside is asked about them.
create table consents (
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('bvn', 'nin', 'bureau', 'statement')),
  wording text not null,
  network_address text,
  given_at timestamptz not null default now()
);
create index consents_user on consents (user_id, kind, given_at desc);

-- Every attempt to verify an identity. The number stands here until it is proved; only then on the profile, once per number.
create table identity_verifications (
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('bvn', 'nin')),
  number_encrypted bytea not null,
  number_hash bytea not null,
  number_last4 text not null,
  consent_id uuid references consents,
  provider_session_encrypted bytea,
  methods jsonb not null default '[]',
  status text not null default 'started' check (status in ('started', 'code_sent', 'verified', 'mismatch', 'failed', 'replaced')),
  attempts smallint not null default 0,
  expires_at timestamptz,
  -- What was compared and how it came out; never the provider's values themselves.
  comparison jsonb,
  -- The provider's record, encrypted with the person's key.
  record_encrypted bytea,
  failure text,
  network_address text,
  created_at timestamptz not null default now(),
  decided_at timestamptz
);
create index identity_verifications_user on identity_verifications (user_id, kind, created_at desc);
create index identity_verifications_number on identity_verifications (number_hash);

create table documents (
  id uuid primary key,
  user_id uuid not null references users,
  type text not null check (type in ('bank_statement', 'work_id', 'govt_id', 'credit_report', 'custom')),
  title text not null,
  source text not null check (source in ('upload', 'staff', 'request', 'mono', 'mbs', 'mobile', 'okra', 'ussd', 'import')),
  status text not null default 'received' check (status in ('received', 'confirmed', 'invalidated')),
  -- Relative, and recognisable by its source (rules V046 to V052).
  url text not null,
  original_name text not null,
  media_type text not null,
  byte_count integer not null,
  digest bytea not null,
  storage_name text not null unique,
  page_count smallint,
  invalid_reason text,
  invalid_note text,
  invalidated_at timestamptz,
  invalidated_by uuid references users,
  confirmed_at timestamptz,
  confirmed_by uuid references users,
  uploaded_by uuid references users,
  request_id uuid,
  created_at timestamptz not null default now(),
  version integer not null default 1
);
create index documents_user on documents (user_id, created_at desc, id desc);
create index documents_type on documents (type, created_at desc, id desc);

create table document_requests (
  id uuid primary key,
  user_id uuid not null references users,
  types text[] not null,
  note text,
  token_hash bytea not null unique,
  requested_by uuid references users,
  expires_at timestamptz not null,
  fulfilled_at timestamptz,
  created_at timestamptz not null default now()
);
create index document_requests_user on document_requests (user_id, created_at desc);
alter table documents add constraint documents_request foreign key (request_id) references document_requests;

create table document_events (
  id uuid primary key,
  user_id uuid not null references users,
  document_id uuid references documents,
  event text not null,
  actor_id uuid references users,
  actor_name text not null,
  detail text,
  happened_at timestamptz not null default now()
);
create index document_events_user on document_events (user_id, happened_at desc, id desc);

create table statement_analyses (
  document_id uuid primary key references documents,
  user_id uuid not null references users,
  status text not null default 'pending' check (status in ('pending', 'done', 'failed')),
  failure text,
  bank_name text,
  account_name text,
  account_last4 text,
  opening_kobo bigint,
  closing_kobo bigint,
  from_on date,
  to_on date,
  transaction_count integer not null default 0,
  balances_hold boolean,
  -- Findings, each with the rows it rests on.
  result jsonb,
  created_at timestamptz not null default now(),
  analysed_at timestamptz
);
create index statement_analyses_user on statement_analyses (user_id, created_at desc);

create table statement_transactions (
  document_id uuid not null references documents,
  number integer not null,
  booked_on date not null,
  narration text not null,
  debit_kobo bigint not null default 0 check (debit_kobo >= 0),
  credit_kobo bigint not null default 0 check (credit_kobo >= 0),
  balance_kobo bigint,
  category text,
  primary key (document_id, number)
);

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

-- A run of the automatic checks: what was looked at, and how each came out.
create table loanbot_runs (
  id uuid primary key,
  user_id uuid not null references users,
  outcome text not null check (outcome in ('passed', 'attention', 'failed')),
  checks jsonb not null,
  run_by uuid references users,
  run_at timestamptz not null default now()
);
create index loanbot_runs_user on loanbot_runs (user_id, run_at desc);

create table comments (
  id uuid primary key,
  user_id uuid not null references users,
  author_id uuid references users,
  author_name text not null,
  body text not null,
  created_at timestamptz not null default now()
);
create index comments_user on comments (user_id, created_at desc, id desc);

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

-- Requested, and waiting until cards are issued.
create table card_requests (
  id uuid primary key,
  user_id uuid not null unique references users,
  card_type text not null check (card_type in ('virtual', 'physical')),
  status text not null default 'started' check (status in ('started', 'pending', 'approved', 'declined')),
  delivery_address text,
  delivery_state text,
  requested_at timestamptz not null default now(),
  finalised_at timestamptz
);
create index card_requests_status on card_requests (status, requested_at desc, id desc);

create table imports (
  id uuid primary key,
  kind text not null check (kind in ('users')),
  file_name text not null,
  digest bytea not null,
  status text not null default 'pending' check (status in ('pending', 'running', 'done', 'failed')),
  total_count integer not null default 0,
  created_count integer not null default 0,
  already_count integer not null default 0,
  refused_count integer not null default 0,
  failure text,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index imports_created on imports (created_at desc, id desc);

create table import_rows (
  import_id uuid not null references imports,
  -- The line in the file, counted from 1 below the header.
  number integer not null,
  data jsonb not null,
  verdict text not null default 'waiting' check (verdict in ('waiting', 'created', 'already', 'refused')),
  reasons jsonb,
  user_id uuid references users,
  primary key (import_id, number)
);
create index import_rows_waiting on import_rows (import_id, number) where verdict = 'waiting';
create index import_rows_verdict on import_rows (import_id, verdict, number);

-- The values that administrators change in the application, each with what it is for.
insert into configuration (key, value, is_public, description) values
  ('support_email', '"help@manilla.example"', true, 'Where customers write to'),
  ('support_phone', '"+2342013300000"', true, 'Whom customers call'),
  ('minimum_age_years', '18', true, 'How old a customer must be'),
  ('instant_approval_minimum_salary_kobo', '10000000', false, 'The monthly salary from which an instant approval is marked'),
  ('document_request_days', '7', false, 'How long the link of a document request works'),
  ('announcement', '""', true, 'A line that everybody sees at the top of each page; empty for none')
  on conflict (key) do nothing;
