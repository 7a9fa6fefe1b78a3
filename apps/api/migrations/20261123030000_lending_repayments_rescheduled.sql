-- What was rescheduled (schema/47_lending_reschedules.sql) on the rows and the loan.
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
