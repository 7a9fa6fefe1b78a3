-- Cashback on bills: earned when a bill is delivered, taken back when it is refunded.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table cashbacks (
  id uuid primary key,
  -- One for each bill.
  bill_id uuid not null unique references bills,
  user_id uuid not null references users,
  reference text not null,
  what text not null,
  paid_kobo bigint not null check (paid_kobo > 0),
  amount_kobo bigint not null check (amount_kobo > 0),
  earned_at timestamptz not null,
  taken_back_kobo bigint not null default 0,
  -- Of what is to be taken back, what was not there: it comes from the next earnings.
  owed_kobo bigint not null default 0 check (owed_kobo >= 0),
  refunded_at timestamptz,
  check (taken_back_kobo >= 0 and taken_back_kobo + owed_kobo <= amount_kobo)
);
create index cashbacks_earned on cashbacks (earned_at desc, id desc);
create index cashbacks_amount on cashbacks (amount_kobo, id);
create index cashbacks_user on cashbacks (user_id, earned_at desc, id desc);
create index cashbacks_owed on cashbacks (user_id, refunded_at, id) where owed_kobo > 0;

-- Part 2, made anew after each migration.

select pg_temp.rights('cashbacks', 'own rows');
