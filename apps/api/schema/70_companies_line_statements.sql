-- Monthly statements of company lines: what is owed, the least of it that is due, and what was paid of that. The money is in the ledger.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table line_statements (
  id uuid primary key,
  company_id uuid not null references companies,
  -- `yyyy-mm`
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  -- Its last day, and the day until which the minimum is paid.
  issued_on date not null,
  due_on date not null check (due_on > issued_on),
  status text not null check (status in ('issued', 'met', 'overdue', 'carried', 'settled')),
  opening_kobo bigint not null,
  drawn_kobo bigint not null check (drawn_kobo >= 0),
  interest_kobo bigint not null check (interest_kobo >= 0),
  penalties_kobo bigint not null check (penalties_kobo >= 0),
  repaid_kobo bigint not null check (repaid_kobo >= 0),
  -- What was owed when it was issued: all, and in parts.
  full_kobo bigint not null check (full_kobo = opening_kobo + drawn_kobo + interest_kobo + penalties_kobo - repaid_kobo),
  owed_principal_kobo bigint not null,
  owed_interest_kobo bigint not null,
  owed_penalty_kobo bigint not null,
  minimum_kobo bigint not null check (minimum_kobo between 0 and full_kobo),
  -- Paid since, while it is the last one.
  paid_kobo bigint not null default 0,
  -- Penalties that were charged because its minimum was not paid.
  late_kobo bigint not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (full_kobo = owed_principal_kobo + owed_interest_kobo + owed_penalty_kobo),
  unique (company_id, month)
);
create index line_statements_due on line_statements (due_on, company_id) where status in ('issued', 'overdue');

insert into configuration (key, value, is_public, description) values
  ('line_minimum_percent', '10', false, 'Of what is drawn, the least that a company pays with each statement of its line, in percent; beside all interest, penalties and what is overdue'),
  ('line_minimum_kobo', '500000', false, 'The least that is due with a statement of a line, in kobo, where more is owed'),
  ('line_due_days', '15', false, 'Days from the statement of a line until its minimum is due'),
  ('line_remind_days', '3', false, 'Days before the minimum of a line is due that its company is reminded'),
  ('line_grace_days', '3', false, 'Days after that day before a penalty is charged'),
  ('line_penalty_percent', '1', false, 'Penalty on what is overdue of a line, in percent; at most one percent for each month that has begun');

-- Part 2, made anew after each migration.

select pg_temp.rights('line_statements', $$coalesce(company_id = (select scope_of('managed_company_id')), false)$$);
