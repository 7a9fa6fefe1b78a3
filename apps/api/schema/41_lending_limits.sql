-- Credit limits.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- Requests for a first limit (credit application) or a higher one (limit increase).
create table limit_requests (
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('limit_increase', 'credit_application')),
  status text not null default 'pending' check (status in ('pending', 'reviewed', 'rejected', 'approved', 'declined')),
  requested_kobo bigint not null check (requested_kobo > 0),
  purpose text,
  limit_before_kobo bigint,
  granted_kobo bigint check (granted_kobo >= 0),
  approval_id uuid references approvals,
  decided_by uuid references users,
  decided_at timestamptz,
  decision_reason text,
  created_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index limit_requests_open on limit_requests (user_id, kind) where status = 'pending';
create index limit_requests_list on limit_requests (kind, created_at desc, id desc);
create index limit_requests_status on limit_requests (kind, status, created_at desc, id desc);
create index limit_requests_amount on limit_requests (kind, requested_kobo, id);

-- History of the limits of a person.
create table credit_limits (
  id uuid primary key,
  user_id uuid not null references users,
  limit_kobo bigint not null check (limit_kobo >= 0),
  before_kobo bigint,
  reason text not null,
  request_id uuid references limit_requests,
  approval_id uuid references approvals,
  set_by uuid references users,
  set_at timestamptz not null default now()
);
create index credit_limits_user on credit_limits (user_id, set_at desc);

-- Part 2, made anew after each migration.

select pg_temp.rights('limit_requests', 'own rows');
select pg_temp.rights('credit_limits', 'own rows');
