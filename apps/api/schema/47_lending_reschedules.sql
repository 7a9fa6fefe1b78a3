-- A running loan is rescheduled: a fact from which its schedule is worked out again, as receipts are.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table loan_reschedules (
  id uuid primary key,
  loan_id uuid not null references loans,
  -- Of which schedule: a loan that is paid out again begins with its contract.
  schedule_version smallint not null,
  effective_on date not null,
  decided_at timestamptz not null,
  asked_by uuid not null references users,
  decided_by uuid not null references users,
  reason text not null,
  holiday_instalments smallint not null check (holiday_instalments >= 0),
  more_instalments smallint not null check (more_instalments >= 0),
  annual_rate_percent numeric(24, 12),
  overdue text not null check (overdue in ('stays', 'joins')),
  before jsonb not null,
  after jsonb not null
);
create index loan_reschedules_loan on loan_reschedules (loan_id, decided_at);
comment on column loan_reschedules.before is 'What the schedule asked before it and after it: for papers and screens, never calculated with.';

-- Part 2, made anew after each migration.

select pg_temp.rights('loan_reschedules', $$exists (select 1 from loans l where l.id = loan_id)$$);
