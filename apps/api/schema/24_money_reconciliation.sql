-- Bank statements and reconciliation.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table bank_statements (
  id uuid primary key,
  account text not null,
  statement_on date not null,
  format text not null check (format in ('mt940', 'camt053', 'csv')),
  file_digest bytea not null unique,
  opening_kobo bigint not null,
  closing_kobo bigint not null,
  fetched_at timestamptz not null default now(),
  fetched_by uuid references users
);
create index bank_statements_day on bank_statements (statement_on desc);

create table bank_statement_lines (
  id uuid primary key,
  statement_id uuid not null references bank_statements,
  line smallint not null,
  booked_on date not null,
  amount_kobo bigint not null,
  reference text,
  narration text not null default '',
  unique (statement_id, line)
);
create index bank_statement_lines_reference on bank_statement_lines (reference);

create table reconciliation_items (
  id uuid primary key,
  business_date date not null,
  direction text not null check (direction in ('out', 'in')),
  subject_type text not null
    check (subject_type in ('payout', 'receipt', 'bank_line', 'unidentified_receipt', 'webhook')),
  subject_id uuid not null,
  reference text not null,
  expected_kobo bigint,
  actual_kobo bigint,
  statement_line_id uuid references bank_statement_lines,
  status text not null
    check (status in ('expected', 'missing', 'matched_auto', 'matched_manual', 'over', 'short', 'mismatch', 'void')),
  reason text not null,
  decided_by uuid references users,
  decision_note text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (subject_type, subject_id)
);
create index reconciliation_items_day on reconciliation_items (business_date desc, id desc);
create index reconciliation_items_status on reconciliation_items (status, business_date desc, id desc);
create index reconciliation_items_reference on reconciliation_items (reference);
create index reconciliation_items_open
  on reconciliation_items (business_date, id)
  where status in ('expected', 'missing');

-- Part 2, made anew after each migration.

select pg_temp.rights('bank_statements', 'no rows');
select pg_temp.rights('bank_statement_lines', 'no rows');
select pg_temp.rights('reconciliation_items', 'no rows');
