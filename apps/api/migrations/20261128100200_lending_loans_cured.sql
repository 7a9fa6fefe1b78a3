-- The day on which a loan was late no more. The column alone: a table that everybody reads is locked for a moment only.
alter table loans add column cured_on date;
