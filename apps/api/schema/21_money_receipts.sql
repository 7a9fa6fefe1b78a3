-- Receipts: money that came in.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table receipts (
  id uuid primary key,
  -- What it is for, declared by the noun that owns it, or the person's credit; of a repayment the loan. It refers to a
  -- higher wing: no foreign key.
  purpose text not null,
  loan_id uuid,
  user_id uuid not null references users,
  amount_kobo bigint not null check (amount_kobo > 0),
  -- The part that became credit of the person, and how much of that was paid back.
  credit_kobo bigint not null default 0,
  released_kobo bigint not null default 0,
  channel text not null
    check (channel in ('card', 'direct_debit', 'bank_transfer', 'staff', 'credit_balance', 'import')),
  -- The account that held the money until the bank confirmed it.
  source text not null default 'bank_operating'
    check (source in ('bank_operating', 'card_settlement', 'unidentified_receipts', 'customer_credit')),
  reference text not null unique,
  received_on date not null,
  received_at timestamptz not null default now(),
  recorded_by uuid references users,
  note text,
  ledger_transaction_id uuid,
  settled_at timestamptz,
  reversed_at timestamptz,
  reversal_transaction_id uuid,
  reversal_reason text
);
create index receipts_user on receipts (user_id, received_at desc, id desc);
create index receipts_loan on receipts (loan_id, received_at desc, id desc);
create index receipts_day on receipts (received_on, id);
create index receipts_received on receipts (received_at desc, id desc);

-- Money received whose owner is not known yet.
create table unidentified_receipts (
  id uuid primary key,
  reference text not null unique,
  amount_kobo bigint not null check (amount_kobo > 0),
  received_on date not null,
  received_at timestamptz not null default now(),
  channel text not null,
  sender text,
  ledger_transaction_id uuid not null,
  receipt_id uuid references receipts,
  claimed_by uuid references users,
  claimed_at timestamptz
);
create index unidentified_receipts_open on unidentified_receipts (received_at desc, id desc) where receipt_id is null;

create table virtual_accounts (
  id uuid primary key,
  user_id uuid not null unique references users,
  provider_reference text not null unique,
  bank_name text not null,
  account_name text not null,
  account_no_encrypted bytea not null,
  account_no_hash bytea not null unique,
  account_no_last4 text not null,
  created_at timestamptz not null default now()
);

-- Part 2, made anew after each migration.

select pg_temp.rights(
  'receipts',
  $$coalesce(user_id = (select scope_of('user_id')) or company_id = (select scope_of('managed_company_id')), false)$$
);
select pg_temp.rights('unidentified_receipts', 'no rows');
select pg_temp.rights(
  'virtual_accounts',
  $$coalesce(user_id = (select scope_of('user_id')) or company_id = (select scope_of('managed_company_id')), false)$$
);
