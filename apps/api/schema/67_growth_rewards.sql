-- Rewards of people, each until the day on which it expires. The money itself is in the ledger.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table reward_wallets (
  user_id uuid primary key references users,
  opened_at timestamptz not null default now()
);
create index reward_wallets_opened on reward_wallets (opened_at, user_id);

create table reward_lots (
  id uuid primary key,
  user_id uuid not null references users,
  -- What brought it about, and which of them: one lot for each.
  kind text not null check (kind in ('referred', 'given')),
  source_id uuid not null,
  reason text not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  left_kobo bigint not null check (left_kobo between 0 and amount_kobo),
  status text not null default 'available' check (status in ('available', 'used', 'expired')),
  earned_on date not null,
  -- The last day on which it can be redeemed.
  expires_on date not null,
  reminded_on date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (kind, source_id),
  check ((status = 'available') = (left_kobo > 0))
);
create index reward_lots_user on reward_lots (user_id, expires_on, id);
-- What the close looks for: what expires, and whom to remind.
create index reward_lots_open on reward_lots (expires_on, id) where status = 'available';

insert into configuration (key, value, is_public, description) values
  ('referred_reward_kobo', '50000', false, 'What somebody who was brought by a customer earns with their first loan, in kobo'),
  ('reward_days', '180', false, 'Days in which a reward can be redeemed'),
  ('reward_remind_days', '14', false, 'Days before a reward expires on which its owner is reminded; 0 for never');

-- Part 2, made anew after each migration.

select pg_temp.rights('reward_wallets', 'own rows');
select pg_temp.rights('reward_lots', 'own rows');
