-- What moved in the wallets of people: their rewards and their cash. The money itself is in the ledger.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- One row for each wallet that a posting moved.
create table personal_movements (
  id uuid primary key,
  user_id uuid not null references users,
  wallet text not null check (wallet in ('reward', 'cash')),
  kind text not null check (kind in ('earned', 'given', 'redeemed', 'expired', 'withdrawn', 'came_back')),
  amount_kobo bigint not null check (amount_kobo <> 0),
  -- Of the wallet, after it.
  balance_kobo bigint not null check (balance_kobo >= 0),
  reference text not null,
  note text,
  -- Where it left for a bank account, or came back from one.
  payout_id uuid references payouts,
  moved_by uuid references users,
  ledger_transaction_id uuid not null,
  business_date date not null,
  happened_at timestamptz not null
);
create index personal_movements_happened on personal_movements (happened_at desc, id desc);
create index personal_movements_amount on personal_movements (amount_kobo, id);
create index personal_movements_user on personal_movements (user_id, happened_at desc, id desc);
create index personal_movements_payout on personal_movements (payout_id) where payout_id is not null;
create index personal_movements_moved_by on personal_movements (moved_by) where moved_by is not null;

-- Part 2, made anew after each migration.

select pg_temp.rights('personal_movements', 'own rows');
