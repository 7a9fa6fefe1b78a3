-- Money that people and companies send, and whom people have kept for the next time.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table transfer_payees (
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('bank', 'wallet')),
  name text not null,
  bank_code text,
  bank_name text,
  account_no_encrypted bytea,
  account_no_hash bytea,
  account_no_last4 text,
  to_user_id uuid references users,
  -- Kept for the next time; a row is also how long an account has been known.
  is_saved boolean not null default false,
  created_at timestamptz not null,
  check ((kind = 'bank') = (account_no_hash is not null)),
  check ((kind = 'wallet') = (to_user_id is not null))
);
create unique index transfer_payees_account on transfer_payees (user_id, bank_code, account_no_hash) where kind = 'bank';
create unique index transfer_payees_wallet on transfer_payees (user_id, to_user_id) where kind = 'wallet';
create index transfer_payees_to_user on transfer_payees (to_user_id) where to_user_id is not null;

create table transfers (
  id uuid primary key,
  -- Who sends, or asked for it; the money is the company's where there is one.
  user_id uuid not null references users,
  company_id uuid references companies,
  kind text not null check (kind in ('bank', 'wallet')),
  reference text not null unique,
  payee_id uuid references transfer_payees,
  beneficiary_id uuid references beneficiaries,
  to_user_id uuid references users,
  -- As the bank calls the account; of a wallet, its owner.
  payee text not null,
  bank_code text,
  bank_name text,
  account_no_last4 text,
  -- Of a beneficiary: whose account was agreed to. Another one by then is not paid.
  account_no_hash bytea,
  employee_id uuid references users,
  narration text,
  card_id uuid references cards,
  amount_kobo bigint not null check (amount_kobo > 0),
  fee_kobo bigint not null check (fee_kobo >= 0),
  vat_kobo bigint not null check (vat_kobo >= 0),
  stamp_duty_kobo bigint not null check (stamp_duty_kobo >= 0),
  total_kobo bigint not null generated always as (amount_kobo + fee_kobo + vat_kobo + stamp_duty_kobo) stored,
  status text not null check (
    status in ('awaiting_approval', 'scheduled', 'approved', 'sent', 'unknown', 'success', 'failed', 'reversed', 'cancelled')
  ),
  -- A company's, while its chain is asked.
  hold_id uuid,
  payout_id uuid references payouts,
  failure text,
  due_on date,
  business_date date not null,
  settled_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  check ((kind = 'wallet') = (to_user_id is not null))
);
create index transfers_user on transfers (user_id, created_at desc, id desc);
create index transfers_user_total on transfers (user_id, total_kobo, id);
create index transfers_company on transfers (company_id, created_at desc, id desc) where company_id is not null;
create index transfers_company_total on transfers (company_id, total_kobo, id) where company_id is not null;
create index transfers_created on transfers (created_at desc, id desc);
create index transfers_total on transfers (total_kobo, id);
create index transfers_status on transfers (status, created_at desc, id desc);
create index transfers_due on transfers (due_on, id) where status = 'scheduled';
create index transfers_payee on transfers (payee_id, created_at desc) where payee_id is not null;
create index transfers_beneficiary on transfers (beneficiary_id, created_at desc) where beneficiary_id is not null;
create index transfers_to_user on transfers (to_user_id) where to_user_id is not null;
create index transfers_payout on transfers (payout_id) where payout_id is not null;
create index transfers_employee on transfers (employee_id) where employee_id is not null;
create index transfers_card on transfers (card_id) where card_id is not null;

insert into configuration (key, value, is_public, description) values
  ('transfer_small_kobo', '500000', false, 'Up to this a transfer has the small fee, in kobo'),
  ('transfer_large_kobo', '5000000', false, 'Above this a transfer has the large fee, in kobo'),
  ('transfer_fee_small_kobo', '1000', false, 'Fee of a small transfer to a bank, before VAT, in kobo'),
  ('transfer_fee_middle_kobo', '2500', false, 'Fee of a middle transfer to a bank, before VAT, in kobo'),
  ('transfer_fee_large_kobo', '5000', false, 'Fee of a large transfer to a bank, before VAT, in kobo'),
  ('transfer_fee_vat_percent', '7.5', false, 'VAT on the fee of a transfer, in percent'),
  ('stamp_duty_from_kobo', '1000000', false, 'Stamp duty is due on transfers from this amount, in kobo'),
  ('stamp_duty_kobo', '5000', false, 'Stamp duty on a transfer, in kobo'),
  ('transfer_step_up_kobo', '5000000', false, 'From this amount the sender of a transfer confirms who they are, in kobo'),
  ('transfer_repeat_minutes', '10', false, 'For so many minutes the same transfer again asks whether it is meant');

-- Part 2, made anew after each migration.

-- Whose verified account a person's transfer pays: they do not let it go themselves.
create or replace function payees_of_payout(payout uuid) returns uuid[] language sql stable as $$
  select coalesce(array_agg(p.user_id), '{}')
  from transfers t
  join transfer_payees y on y.id = t.payee_id
  join profiles p on p.bank_code = y.bank_code and p.account_no_hash = y.account_no_hash
  where t.payout_id = payout
$$;

-- Who has a wallet, by phone or as somebody kept: a first name and an initial, as much as a sender learns of them.
create or replace function wallet_owner(by_phone text, by_id uuid)
returns table (id uuid, name text, last_name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.name, left(u.last_name, 1)
  from users u
  where (u.phone = by_phone or u.id = by_id) and u.is_customer and u.erased_at is null and not u.is_blacklisted
    and u.profile_status <> 'deactivated'
$$;

select pg_temp.rights('transfer_payees', 'own rows');
select pg_temp.rights('transfers', $$
  coalesce(user_id = any((select scopes_of('user_id'))::uuid[]) and company_id is null, false)
  or coalesce(company_id = (select scope_of('company_id')), false)
$$);
