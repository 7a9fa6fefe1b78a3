-- VAT remitted.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table vat_remittances (
  id uuid primary key,
  -- yyyy-mm
  month text not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  reference text not null unique,
  paid_on date not null,
  slip_id uuid not null references slips,
  ledger_transaction_id uuid not null,
  recorded_by uuid not null references users,
  confirmed_by uuid not null references users check (confirmed_by <> recorded_by),
  created_at timestamptz not null default now()
);
create index vat_remittances_paid on vat_remittances (paid_on desc, id desc);
create index vat_remittances_amount on vat_remittances (amount_kobo, id);

-- Part 2, made anew after each migration.

select pg_temp.rights('vat_remittances', 'no rows');
