-- A running loan is rescheduled: a fact from which its schedule is worked out again, as receipts are.
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

alter table repayments
  drop constraint repayments_status_check,
  drop constraint repayments_ahead_kobo_days_check,
  add column reschedule_id uuid references loan_reschedules;
alter table repayments
  add constraint repayments_status_check
    check (
      status in (
        'scheduled', 'due', 'part_paid', 'overdue', 'paid', 'waived', 'deferred', 'superseded', 'written_off'
      )
    );
comment on column repayments.reschedule_id is 'Which rescheduling added it; absent where the contract has it.';

alter table loans
  add column rescheduled_rate_percent numeric(24, 12),
  add column kept_days_past_due integer not null default 0,
  add column performs_on date;
comment on column loans.kept_days_past_due is 'Days past due when it was rescheduled: they hold until performs_on.';
