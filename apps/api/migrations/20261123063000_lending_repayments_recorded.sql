-- When the database wrote a rescheduling down: facts of one day keep their order, whatever the clocks of our servers say.
alter table loan_reschedules add column recorded_at timestamptz;
update loan_reschedules set recorded_at = decided_at;
alter table loan_reschedules
  alter column recorded_at set default clock_timestamp(),
  alter column recorded_at set not null;
