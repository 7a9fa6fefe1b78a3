-- The partner bank: the account numbers of wallets, and each transfer that came in to one.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- Nine digits and a check digit make a number; the first three are the bank's for us.
create sequence partner_account_serials;

create table partner_accounts (
  id uuid primary key,
  user_id uuid unique references users,
  company_id uuid unique references companies,
  account_no_encrypted bytea not null,
  account_no_hash bytea not null unique,
  account_no_last4 text not null,
  created_at timestamptz not null,
  check ((user_id is null) <> (company_id is null))
);

create table inbound_credits (
  id uuid primary key,
  -- Of the transfer between banks: what makes it the same.
  session_id text not null unique check (session_id ~ '^[0-9]{30}$'),
  account_no_hash bytea not null,
  account_no_last4 text not null,
  -- Whose account number it is; both null where it is nobody's.
  user_id uuid references users,
  company_id uuid references companies,
  amount_kobo bigint not null check (amount_kobo > 0),
  sender_name text not null,
  sender_bank text not null,
  sender_bank_code text not null,
  -- Under the owner's key; null where the bank did not say it, or nobody is the owner.
  sender_account_encrypted bytea,
  sender_account_last4 text,
  payment_reference text not null,
  narration text not null,
  sent_at timestamptz,
  status text not null check (status in ('received', 'held', 'unidentified', 'going_back', 'sent_back')),
  held_because text check (held_because in ('single_deposit', 'balance', 'closed')),
  receipt_id uuid references receipts,
  unidentified_id uuid references unidentified_receipts,
  payout_id uuid references payouts,
  -- While a second person is asked whether it goes back.
  approval_id uuid references approvals,
  -- When the wallet was last found not to take it.
  looked_at timestamptz,
  released_on date,
  released_transaction_id uuid,
  version integer not null default 1,
  created_at timestamptz not null,
  check (user_id is null or company_id is null),
  check (status <> 'held' or held_because is not null)
);
create index inbound_credits_created on inbound_credits (created_at desc, id desc);
create index inbound_credits_amount on inbound_credits (amount_kobo, id);
create index inbound_credits_status on inbound_credits (status, created_at desc, id desc);
create index inbound_credits_user on inbound_credits (user_id, created_at desc, id desc) where user_id is not null;
create index inbound_credits_company on inbound_credits (company_id, created_at desc, id desc)
  where company_id is not null;
create index inbound_credits_held on inbound_credits (looked_at, id) where status = 'held';
create unique index inbound_credits_receipt on inbound_credits (receipt_id) where receipt_id is not null;
create index inbound_credits_unidentified on inbound_credits (unidentified_id) where unidentified_id is not null;
create index inbound_credits_payout on inbound_credits (payout_id) where payout_id is not null;
create index inbound_credits_approval on inbound_credits (approval_id) where approval_id is not null;

insert into configuration (key, value, is_public, description) values
  ('partner_bank_prefix', '821', false, 'The three digits with which the partner bank lets our account numbers begin');

-- Part 2, made anew after each migration.

-- Whose wallet has an account number of ours: as much as a sender learns of a phone's owner.
create or replace function wallet_owner_of_account(hash bytea)
returns table (id uuid, name text, last_name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.*
  from partner_accounts a
  cross join lateral wallet_owner(null, a.user_id) o
  where a.account_no_hash = hash and a.user_id is not null
$$;

select pg_temp.rights(
  'partner_accounts',
  $$coalesce(user_id = (select scope_of('user_id')) or company_id = (select scope_of('managed_company_id')), false)$$
);
select pg_temp.rights(
  'inbound_credits',
  $$coalesce(user_id = (select scope_of('user_id')) or company_id = (select scope_of('managed_company_id')), false)$$
);
do $$
declare
  role text;
begin
  foreach role in array array['manilla_app', 'manilla_tenant'] loop
    continue when not exists (select from pg_roles where rolname = role);
    execute format('grant usage on sequence partner_account_serials to %I', role);
  end loop;
end $$;
