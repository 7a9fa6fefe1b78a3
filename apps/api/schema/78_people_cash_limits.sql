-- Higher limits of cash wallets for single persons, and their requests for them. The limits of the tiers are `plan_limits`.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table cash_limit_requests (
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('daily_outflow', 'single_deposit', 'balance')),
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined')),
  requested_kobo bigint not null check (requested_kobo > 0),
  limit_before_kobo bigint,
  purpose text,
  -- The paper that came with it.
  document_id uuid references documents,
  granted_kobo bigint check (granted_kobo > 0),
  -- While a second person is asked.
  approval_id uuid references approvals,
  decided_by uuid references users,
  decided_at timestamptz,
  decision_reason text,
  created_at timestamptz not null,
  version integer not null default 1
);
create unique index cash_limit_requests_open on cash_limit_requests (user_id, kind) where status = 'pending';
create index cash_limit_requests_user on cash_limit_requests (user_id, created_at desc, id desc);
create index cash_limit_requests_created on cash_limit_requests (created_at desc, id desc);
create index cash_limit_requests_status on cash_limit_requests (status, created_at desc, id desc);
create index cash_limit_requests_amount on cash_limit_requests (requested_kobo, id);
create index cash_limit_requests_document on cash_limit_requests (document_id) where document_id is not null;
create index cash_limit_requests_decided_by on cash_limit_requests (decided_by) where decided_by is not null;

-- What one person may do beyond their tier; the last one that is valid holds.
create table cash_limits (
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('daily_outflow', 'single_deposit', 'balance')),
  limit_kobo bigint not null check (limit_kobo > 0),
  before_kobo bigint,
  -- The last business day; null without an end.
  valid_until date,
  reason text,
  request_id uuid references cash_limit_requests,
  approval_id uuid references approvals,
  set_by uuid not null references users,
  set_at timestamptz not null
);
create index cash_limits_user on cash_limits (user_id, kind, set_at desc);

insert into configuration (key, value, is_public, description) values
  ('cash_transfer_approval_kobo', '10000000', false, 'What a person may send out of their cash wallet in a day before a colleague approves it, in kobo'),
  ('cash_limit_by_one_kobo', '50000000', false, 'The highest limit of a cash wallet that one colleague gives alone, in kobo');

-- Part 2, made anew after each migration.

select pg_temp.rights('cash_limit_requests', 'own rows');
select pg_temp.rights('cash_limits', 'own rows');
