-- A payment that is taken from the line of a purchase is in the place that it had before, and is approved no longer where the line alone had agreed to it.
alter table expenses add column before_line jsonb;
