-- Reports that colleagues make of lists, who gets them, and each file that was made.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table reports (
  id uuid primary key,
  owner_id uuid not null references users,
  name text not null,
  -- The path of the list's call; a list that no longer exists makes no report.
  list text not null,
  -- Filter, search, range and order, as the list's address has them.
  query jsonb not null,
  columns jsonb,
  group_by jsonb not null,
  measures jsonb not null,
  format text not null check (format in ('csv', 'xlsx')),
  -- Null where it has none: repeat, weekdays, month_day, hour of the day in Lagos.
  schedule jsonb,
  status text not null check (status in ('unscheduled', 'active', 'paused', 'removed')),
  next_due_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  check (status not in ('active', 'paused') or schedule is not null)
);
create unique index reports_own on reports (owner_id, lower(name)) where status <> 'removed';
create index reports_due on reports (next_due_at) where status = 'active';
create index reports_name on reports (name, id);
create index reports_created on reports (created_at, id);

-- Colleagues who see it and are sent it, beside its owner.
create table report_recipients (
  report_id uuid not null references reports,
  recipient_id uuid not null references users,
  primary key (report_id, recipient_id)
);
create index report_recipients_recipient on report_recipients (recipient_id);

-- One file for one recipient at one moment, made with the recipient's own rights.
create table report_runs (
  id uuid primary key,
  report_id uuid not null references reports,
  recipient_id uuid not null references users,
  due_at timestamptz not null,
  status text not null check (status in ('waiting', 'made', 'failed', 'skipped', 'expired')),
  -- Why there is no file.
  reason text,
  -- Who works on it has it until then; each beginning counts, so that one that ends the process is given up.
  attempts integer not null default 0,
  claimed_until timestamptz,
  row_count bigint,
  -- Columns that were withheld from the recipient: somebody from whom more is withheld by now does not open it.
  withheld jsonb,
  -- What the recipient might do when it was made: who has lost any of it may see other rows by now, and does not open it.
  permissions jsonb,
  file_name text,
  media_type text,
  -- Encrypted with the recipient's key; null once the file is gone.
  storage_name text,
  made_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  -- The same moment is never made twice for anybody.
  unique (report_id, recipient_id, due_at),
  check ((status = 'made') = (storage_name is not null))
);
create index report_runs_waiting on report_runs (created_at) where status = 'waiting';
create index report_runs_made on report_runs (made_at) where status = 'made';
create index report_runs_recipient on report_runs (recipient_id);

-- Part 2, made anew after each migration.

select pg_temp.rights('reports', 'no rows');
select pg_temp.rights('report_recipients', 'no rows');
select pg_temp.rights('report_runs', 'no rows');
