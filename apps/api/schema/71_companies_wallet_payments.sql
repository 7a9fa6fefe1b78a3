-- Payments of companies into their wallets by card.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- What a charge pays in; the charge is the payer's, the receipt the company's.
create table wallet_payments (
  charge_id uuid primary key references charges,
  company_id uuid not null references companies,
  amount_kobo bigint not null check (amount_kobo > 0),
  reference text not null unique,
  created_at timestamptz not null default now()
);
create index wallet_payments_company on wallet_payments (company_id, created_at desc);

-- Part 2, made anew after each migration.

select pg_temp.rights('wallet_payments', $$coalesce(company_id = (select scope_of('managed_company_id')), false)$$);
