-- Files of loans of another book: they wait for a second person before they are worked through.
alter table imports drop constraint imports_kind_check;
alter table imports add constraint imports_kind_check check (kind in ('users', 'staff', 'loans'));
alter table imports drop constraint imports_status_check;
alter table imports add constraint imports_status_check
  check (status in ('awaiting_approval', 'refused', 'pending', 'running', 'done', 'failed'));
-- Sums of what would be brought in, as the checker reads them; and the day on which it is, for every slice the same.
alter table imports add column figures jsonb, add column brought_in_on date;
alter table import_rows add column figures jsonb;
