-- Statements that are fetched rather than sent: each pull with the consent that it rests on, so that a person can leave and come back to it.
alter table documents drop constraint documents_source_check;
alter table documents add constraint documents_source_check check (source in ('upload', 'staff', 'request', 'mono', 'mbs', 'mobile', 'okra', 'statement_source_3', 'ussd', 'import'));

create table statement_pulls (
  id uuid primary key,
  user_id uuid not null references users,
  source text not null check (source in ('mono', 'mbs', 'mobile', 'okra', 'statement_source_3', 'ussd')),
  consent_id uuid not null references consents,
  -- waiting: the person has something to do; fetching: a request has claimed it and asks the provider.
  status text not null default 'waiting' check (status in ('waiting', 'fetching', 'fetched', 'refused', 'expired', 'replaced')),
  bank_code text,
  account_last4 text,
  -- The provider's name of the session, with the person's key.
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

-- A document that takes the place of one that was not accepted: the chain is the history of a resubmission.
alter table documents add column replaces uuid references documents;
create unique index documents_replaces on documents (replaces) where replaces is not null;
create index documents_queue on documents (status, created_at desc, id desc);
create index documents_newest on documents (created_at desc, id desc);
create index statement_analyses_newest on statement_analyses (created_at desc, document_id desc);
