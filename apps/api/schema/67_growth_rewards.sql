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

-- What the list of wallets sorts by: copies of the lots and of the movements, kept in the statement that changes these.
create or replace function reward_lot_figures() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update reward_wallets w
  set available_kobo = l.left_kobo, next_expires_on = l.expires_on
  from (
    select coalesce(sum(left_kobo), 0)::bigint as left_kobo, min(expires_on) as expires_on
    from reward_lots
    where user_id = new.user_id and status = 'available'
  ) l
  where w.user_id = new.user_id;
  return null;
end $$;
drop trigger if exists reward_lots_figures on reward_lots;
create trigger reward_lots_figures after insert or update of left_kobo, status, expires_on on reward_lots
  for each row execute function reward_lot_figures();

create or replace function reward_movement_figures() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update reward_wallets
  set earned_kobo = earned_kobo + case when new.kind in ('earned', 'given') then new.amount_kobo else 0 end,
    redeemed_kobo = redeemed_kobo + case when new.kind = 'redeemed' then -new.amount_kobo else 0 end,
    expired_kobo = expired_kobo + case when new.kind = 'expired' then -new.amount_kobo else 0 end
  where user_id = new.user_id;
  return null;
end $$;
drop trigger if exists reward_movements_figures on personal_movements;
create trigger reward_movements_figures after insert on personal_movements
  for each row when (new.wallet = 'reward') execute function reward_movement_figures();

select pg_temp.rights('reward_wallets', 'own rows');
select pg_temp.rights('reward_lots', 'own rows');
