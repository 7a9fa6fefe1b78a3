-- Borrowers who ask for time.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table time_requests (
  id uuid primary key,
  loan_id uuid not null references loans,
  user_id uuid not null references users,
  kind text not null check (kind in ('promise', 'reschedule')),
  promised_on date,
  promised_kobo bigint check (promised_kobo > 0),
  text text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined')),
  decided_by uuid references users,
  decided_at timestamptz,
  decision_reason text,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  check ((kind = 'promise') = (promised_on is not null))
);
create unique index time_requests_open on time_requests (loan_id) where status = 'pending';
create index time_requests_list on time_requests (created_at desc, id desc);
create index time_requests_status on time_requests (status, created_at desc, id desc);
create index time_requests_loan on time_requests (loan_id, created_at desc);
create index time_requests_user on time_requests (user_id);
create index time_requests_promised on time_requests (promised_on desc nulls last, id desc);
create index time_requests_promised_kobo on time_requests (promised_kobo desc nulls last, id desc);
create index time_requests_decided on time_requests (decided_at desc nulls last, id desc);

-- Part 2, made anew after each migration.

select pg_temp.rights('time_requests', 'own rows');
