-- The database's own time of each rescheduling: it orders the facts of one day even where the clocks of the servers differ.
alter table loan_reschedules add column recorded_at timestamptz;
update loan_reschedules set recorded_at = decided_at;
alter table loan_reschedules
  alter column recorded_at set default clock_timestamp(),
  alter column recorded_at set not null;
