-- A statement is read first and taken when it is ours; what it says is kept whole, its lines are lines of the bank only once it is taken.
alter table bank_statements drop constraint bank_statements_file_digest_key;
alter table bank_statements drop constraint bank_statements_format_check;
alter table bank_statements
  add constraint bank_statements_format_check check (format in ('mt940', 'camt053', 'ofx', 'csv', 'opening')),
  alter column opening_kobo drop not null,
  alter column closing_kobo drop not null,
  add column status text not null default 'taken'
    check (status in ('read', 'waiting', 'taken', 'refused', 'discarded', 'taken_back')),
  add column version integer not null default 1,
  add column file_name text,
  add column currency text,
  add column sequence text,
  add column first_on date,
  -- Its last day was not over when it was taken.
  add column is_interim boolean not null default false,
  -- What the file says beside its balances, and line by line.
  add column said jsonb not null default '{}',
  add column lines jsonb not null default '[]',
  -- Why it was not taken by itself.
  add column reasons jsonb not null default '[]',
  add column taken_at timestamptz;
update bank_statements set taken_at = fetched_at;
create index bank_statements_taken on bank_statements (account, statement_on desc, taken_at desc) where status = 'taken';
create index bank_statements_digest on bank_statements (file_digest);

alter table bank_statement_lines alter column line type integer;
-- What the line posted by itself or by a person who named its difference.
alter table bank_statement_lines add column ledger_transaction_id uuid;
create index bank_statement_lines_day on bank_statement_lines (booked_on);

alter table reconciliation_items drop constraint reconciliation_items_subject_type_check;
alter table reconciliation_items
  add constraint reconciliation_items_subject_type_check
    check (subject_type in ('payout', 'receipt', 'bank_line', 'unidentified_receipt', 'webhook', 'bank_balance')),
  -- Who sees to it.
  add column owner_id uuid references users;
create index reconciliation_items_line on reconciliation_items (statement_line_id) where statement_line_id is not null;

insert into configuration (key, value, is_public, description) values
  ('own_bank_account', '""', false, 'Our operating account as bank code/account number, for example 011/0000014579: only its statements are taken'),
  ('difference_alone_kobo', '0', false, 'In kobo: a difference to the bank''s statement up to this is named by one person, above it by two'),
  ('difference_tolerance_kobo', '0', false, 'In kobo: a difference up to this is booked by itself; 0 for never'),
  ('difference_tolerance_from', '"2026-01-01"', false, 'The tolerance holds for lines that the bank booked on this day or later'),
  ('difference_tolerance_account', '"bank_charges"', false, 'Where differences within the tolerance are booked')
on conflict (key) do nothing;
