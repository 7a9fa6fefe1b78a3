-- Lines of persons' own cards: terms, monthly statements, payments. What is owed and what is left is in the ledger.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- One for each credit or secure card that was made.
create table card_lines (
  card_id uuid primary key references cards,
  user_id uuid not null references users,
  limit_kobo bigint not null check (limit_kobo >= 0),
  annual_rate_percent numeric(24, 12) not null check (annual_rate_percent between 0 and 100),
  -- What is taken from the cash wallet on the due day.
  automatic text not null default 'minimum' check (automatic in ('none', 'minimum', 'full')),
  -- What the next transfer of the person pays of this line.
  transfer_kobo bigint not null default 0 check (transfer_kobo >= 0),
  granted_on date not null,
  -- The card was closed: nothing more is drawn, what is owed stays owed.
  closed_on date,
  -- The card that took its place: what is paid back may be drawn there again.
  replaced_by uuid references cards
);
create index card_lines_user on card_lines (user_id, granted_on desc, card_id desc);
create index card_lines_granted on card_lines (granted_on desc, card_id desc);
create index card_lines_limit on card_lines (limit_kobo, card_id);
create index card_lines_expected on card_lines (user_id) where transfer_kobo > 0;

create table card_statements (
  id uuid primary key,
  card_id uuid not null references card_lines,
  -- `yyyy-mm`
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  issued_on date not null,
  due_on date not null check (due_on > issued_on),
  status text not null check (status in ('issued', 'met', 'overdue', 'carried', 'settled')),
  opening_kobo bigint not null,
  drawn_kobo bigint not null check (drawn_kobo >= 0),
  interest_kobo bigint not null check (interest_kobo >= 0),
  penalties_kobo bigint not null check (penalties_kobo >= 0),
  repaid_kobo bigint not null check (repaid_kobo >= 0),
  full_kobo bigint not null check (full_kobo = opening_kobo + drawn_kobo + interest_kobo + penalties_kobo - repaid_kobo),
  owed_principal_kobo bigint not null,
  owed_interest_kobo bigint not null,
  owed_penalty_kobo bigint not null,
  minimum_kobo bigint not null check (minimum_kobo between 0 and full_kobo),
  paid_kobo bigint not null default 0,
  late_kobo bigint not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (full_kobo = owed_principal_kobo + owed_interest_kobo + owed_penalty_kobo),
  unique (card_id, month)
);
create index card_statements_due on card_statements (due_on, card_id) where status in ('issued', 'overdue');
create index card_statements_due_on on card_statements (due_on desc, id desc);
create index card_statements_status on card_statements (status, due_on desc, id desc);
create index card_statements_minimum on card_statements (minimum_kobo, id);

-- What came in on a line, in its parts.
create table card_payments (
  id uuid primary key,
  card_id uuid not null references card_lines,
  user_id uuid not null references users,
  amount_kobo bigint not null check (amount_kobo > 0),
  penalty_kobo bigint not null check (penalty_kobo >= 0),
  interest_kobo bigint not null check (interest_kobo >= 0),
  principal_kobo bigint not null check (principal_kobo >= 0),
  channel text not null check (channel in ('wallet', 'automatic', 'transfer', 'deposit')),
  reference text not null,
  receipt_id uuid references receipts,
  ledger_transaction_id uuid not null,
  paid_on date not null,
  taken_back_on date,
  created_at timestamptz not null,
  check (amount_kobo = penalty_kobo + interest_kobo + principal_kobo)
);
create index card_payments_card on card_payments (card_id, created_at desc, id desc);
create index card_payments_user on card_payments (user_id);
create index card_payments_created on card_payments (created_at desc, id desc);
create index card_payments_amount on card_payments (amount_kobo, id);
create unique index card_payments_receipt on card_payments (receipt_id) where receipt_id is not null;

insert into configuration (key, value, is_public, description) values
  ('card_line_rate_percent', '36', false, 'Interest of a new credit card on what is drawn, in percent a year');

-- Part 2, made anew after each migration.

select pg_temp.rights('card_lines', 'own rows');
select pg_temp.rights('card_statements', $$
  exists (select 1 from card_lines l where l.card_id = card_statements.card_id)
$$);
select pg_temp.rights('card_payments', 'own rows');
