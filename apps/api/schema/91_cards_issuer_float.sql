-- Our account with the issuer of cards: top-ups against lines of the bank, and its balance beside the books.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table issuer_float_top_ups (
  id uuid primary key,
  statement_line_id uuid not null references bank_statement_lines,
  amount_kobo bigint not null check (amount_kobo > 0),
  booked_on date not null,
  reference text not null,
  approved_by uuid not null references users,
  -- While the line has the same one; a statement that was taken back has none.
  ledger_transaction_id uuid not null unique,
  created_at timestamptz not null
);
create index issuer_float_top_ups_booked on issuer_float_top_ups (booked_on desc, id desc);
create index issuer_float_top_ups_line on issuer_float_top_ups (statement_line_id);
create index issuer_float_top_ups_approved_by on issuer_float_top_ups (approved_by);

create table issuer_float_days (
  id uuid primary key,
  day date not null unique,
  issuer_kobo bigint not null,
  books_kobo bigint not null,
  difference_kobo bigint not null generated always as (issuer_kobo - books_kobo) stored,
  status text not null check (status in ('agrees', 'differs', 'explained')),
  decided_by uuid references users,
  decided_at timestamptz,
  decision_reason text,
  version integer not null default 1,
  created_at timestamptz not null,
  check (status <> 'agrees' or issuer_kobo = books_kobo or decision_reason is not null)
);
create index issuer_float_days_difference on issuer_float_days (difference_kobo, id);
create index issuer_float_days_differs on issuer_float_days (day) where status = 'differs';
create index issuer_float_days_decided_by on issuer_float_days (decided_by) where decided_by is not null;

-- Part 2, made anew after each migration.

select pg_temp.rights('issuer_float_top_ups', 'no rows');
select pg_temp.rights('issuer_float_days', 'no rows');
