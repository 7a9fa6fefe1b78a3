-- Documents and bank statements.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

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

create table documents (
  id uuid primary key,
  user_id uuid not null references users,
  type text not null check (type in ('bank_statement', 'work_id', 'govt_id', 'credit_report', 'custom')),
  title text not null,
  source text not null
    check (source in (
      'upload', 'staff', 'request', 'mono', 'mbs', 'mobile', 'okra', 'statement_source_3', 'ussd', 'import'
    )),
  status text not null default 'received' check (status in ('received', 'confirmed', 'invalidated')),
  -- Relative; its form tells the source (rules V046 to V052).
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
  -- The newest row of document_looks, for the filter of the queue.
  looked_at timestamptz,
  uploaded_by uuid references users,
  request_id uuid constraint documents_request references document_requests,
  -- The document that was not accepted and that this one replaces: the chain is the history of a resubmission.
  replaces uuid references documents,
  created_at timestamptz not null default now(),
  version integer not null default 1
);
create index documents_user on documents (user_id, created_at desc, id desc);
create index documents_type on documents (type, created_at desc, id desc);
create unique index documents_replaces on documents (replaces) where replaces is not null;
create index documents_queue on documents (status, created_at desc, id desc);
create index documents_newest on documents (created_at desc, id desc);
create index documents_kind on documents (type, id);
create index documents_looked on documents (looked_at, id);

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

-- Who of the staff opened a document, first and last.
create table document_looks (
  document_id uuid not null references documents,
  -- Owner of the document.
  user_id uuid not null references users,
  looked_by uuid not null references users,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (document_id, looked_by)
);
create index document_looks_user on document_looks (user_id);

create table statement_analyses (
  document_id uuid primary key references documents,
  user_id uuid not null references users,
  status text not null default 'pending' check (status in ('pending', 'done', 'failed')),
  failure text,
  -- The text of a PDF as read on upload: a password is needed once only and is not kept.
  text_storage_name text,
  bank_name text,
  account_name text,
  account_last4 text,
  opening_kobo bigint,
  closing_kobo bigint,
  from_on date,
  to_on date,
  transaction_count integer not null default 0,
  balances_hold boolean,
  -- Findings, each with the rows that it rests on.
  result jsonb,
  created_at timestamptz not null default now(),
  analysed_at timestamptz,
  -- Filters of the list of statements (R087), derived from `result`.
  months integer not null
    generated always as (case when jsonb_typeof(result -> 'months') = 'array' then jsonb_array_length(result ->
    'months') else 0 end) stored,
  salary_kobo bigint
    generated always as (case when jsonb_typeof(result -> 'salary' -> 'amount_kobo') = 'number' then (result ->
    'salary' ->> 'amount_kobo')::bigint end) stored,
  has_salary boolean not null
    generated always as (coalesce(jsonb_typeof(result -> 'salary') = 'object', false)) stored
);
create index statement_analyses_user on statement_analyses (user_id, created_at desc);
create index statement_analyses_list on statement_analyses (created_at desc, document_id desc);
create index statement_analyses_months on statement_analyses (months, created_at desc, document_id desc);
create index statement_analyses_has_salary on statement_analyses (has_salary, created_at desc, document_id desc);
create index statement_analyses_salary on statement_analyses (salary_kobo) where salary_kobo is not null;
create index statement_analyses_doubtful
  on statement_analyses (created_at desc, document_id desc)
  where not balances_hold;
create index statement_analyses_unread
  on statement_analyses (status, created_at desc, document_id desc)
  where status <> 'done';

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

-- Statements that are fetched from a source, each with the consent that it rests on, so that a person can leave and
-- come back.
create table statement_pulls (
  id uuid primary key,
  user_id uuid not null references users,
  source text not null check (source in ('mono', 'mbs', 'mobile', 'okra', 'statement_source_3', 'ussd')),
  consent_id uuid not null references consents,
  -- waiting: the person has to act; fetching: a request has claimed it and queries the provider.
  status text not null default 'waiting'
    check (status in ('waiting', 'fetching', 'fetched', 'refused', 'expired', 'replaced')),
  bank_code text,
  account_last4 text,
  -- The provider's session id, encrypted with the person's key.
  session_encrypted bytea,
  dial text,
  expires_at timestamptz not null,
  claimed_at timestamptz,
  document_id uuid references documents,
  failure text,
  created_at timestamptz not null default now()
);
create index statement_pulls_user on statement_pulls (user_id, created_at desc);
create unique index statement_pulls_open on statement_pulls (user_id, source) where status in ('waiting', 'fetching');

insert into configuration (key, value, is_public, description) values
  ('document_request_days', '7', false, 'How long the link of a document request works');

-- Part 2, made anew after each migration.

create or replace function copy_document_requests() returns trigger language plpgsql as $$
begin
  update users set open_document_requests = (
    select count(*) from document_requests r where r.user_id = new.user_id and r.fulfilled_at is null
  )
  where id = new.user_id;
  return null;
end $$;
create or replace trigger document_requests_copy
  after insert or update of fulfilled_at on document_requests
  for each row execute function copy_document_requests();

select pg_temp.rights('document_requests', 'own rows');
select pg_temp.rights('documents', 'own rows');
select pg_temp.rights('document_events', 'own rows');
select pg_temp.rights('document_looks', 'own rows');
select pg_temp.rights('statement_analyses', 'own rows');
select pg_temp.rights('statement_transactions', $$exists (select 1 from documents d where d.id = document_id)$$);
select pg_temp.rights('statement_pulls', 'own rows');
