-- Wallets of companies, what moved in them, and the purses of their people. The money itself is in the ledger.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table wallets (
  company_id uuid primary key references companies,
  -- What may leave it in a day: as the provider allows, and as the company wants. Null: without a limit.
  provider_daily_limit_kobo bigint check (provider_daily_limit_kobo >= 0),
  daily_limit_kobo bigint check (daily_limit_kobo >= 0),
  low_balance_kobo bigint check (low_balance_kobo >= 0),
  -- Its company was told that it is low, and it has not been filled since.
  is_low boolean not null default false,
  -- The key of its account number, as people have one each.
  data_key bytea not null,
  opened_at timestamptz not null default now()
);
create index wallets_opened on wallets (opened_at, company_id);

-- One row for each posting on a wallet, under the posting's id.
create table wallet_movements (
  id uuid primary key,
  company_id uuid not null references companies,
  kind text not null check (kind in ('transfer_in', 'recorded', 'reversed', 'assigned', 'taken_back', 'drawn', 'repaid')),
  -- The employee whose purse it went to or came from.
  user_id uuid references users,
  amount_kobo bigint not null check (amount_kobo <> 0),
  -- Of the wallet, after it.
  balance_kobo bigint not null,
  reference text not null,
  note text,
  moved_by uuid references users,
  business_date date not null,
  happened_at timestamptz not null
);
create index wallet_movements_company on wallet_movements (company_id, happened_at desc, id desc);
create index wallet_movements_amount on wallet_movements (company_id, amount_kobo, id);
create index wallet_movements_user on wallet_movements (user_id) where user_id is not null;
create index wallet_movements_reference on wallet_movements (reference);
-- What left in a day.
create index wallet_movements_out on wallet_movements (company_id, business_date) where amount_kobo < 0;

create table purses (
  user_id uuid primary key references users,
  company_id uuid not null references companies,
  limit_kobo bigint check (limit_kobo >= 0),
  opened_at timestamptz not null default now()
);
create index purses_company on purses (company_id, opened_at, user_id);

-- Part 2, made anew after each migration.

select pg_temp.rights('wallets', $$coalesce(company_id = (select scope_of('managed_company_id')), false)$$);
select pg_temp.rights('wallet_movements', $$coalesce(company_id = (select scope_of('managed_company_id')), false)$$);
select pg_temp.rights(
  'purses',
  $$coalesce(company_id = (select scope_of('managed_company_id')) or user_id = (select scope_of('user_id')), false)$$
);
