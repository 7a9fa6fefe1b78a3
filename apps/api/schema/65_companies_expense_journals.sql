-- Journals of what was spent, for the books of companies.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table expense_journals (
  id uuid primary key,
  company_id uuid not null references companies,
  number integer not null check (number > 0),
  from_on date not null,
  until_on date not null,
  -- Of the wallet in the company's own books: the credit.
  wallet_code text not null,
  expense_count integer not null,
  total_kobo bigint not null check (total_kobo > 0),
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  unique (company_id, number),
  check (until_on >= from_on)
);
create index expense_journals_created on expense_journals (company_id, created_at desc, id desc);

-- A line as it was when the journal was made: categories are renamed, books are not.
create table expense_journal_lines (
  journal_id uuid not null references expense_journals,
  company_id uuid not null references companies,
  number integer not null check (number > 0),
  expense_id uuid not null references expenses,
  spent_on date not null,
  ledger_code text not null,
  account text not null,
  description text not null,
  department text,
  reference text not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  primary key (journal_id, number)
);

-- Part 2, made anew after each migration.

create or replace trigger expense_journal_lines_stay before update or delete on expense_journal_lines
  for each row execute function refuse_change();

select pg_temp.rights('expense_journals', $$coalesce(company_id = (select scope_of('managed_company_id')), false)$$);
select pg_temp.rights('expense_journal_lines', $$coalesce(company_id = (select scope_of('managed_company_id')), false)$$, 'select, insert');
