-- The figures of the list of reward wallets, kept by triggers (67_growth_rewards.sql), so that a million of them sort.
alter table reward_wallets
  add column available_kobo bigint not null default 0,
  add column earned_kobo bigint not null default 0,
  add column redeemed_kobo bigint not null default 0,
  add column expired_kobo bigint not null default 0,
  add column next_expires_on date;
-- While an older version still serves: what it writes after this file is counted too, and nothing between the two.
lock table reward_lots, personal_movements in share row exclusive mode;
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
update reward_wallets w
set available_kobo = l.left_kobo, next_expires_on = l.expires_on
from (
  select user_id, sum(left_kobo)::bigint as left_kobo, min(expires_on) as expires_on
  from reward_lots
  where status = 'available'
  group by user_id
) l
where l.user_id = w.user_id;
update reward_wallets w
set earned_kobo = m.earned_kobo, redeemed_kobo = m.redeemed_kobo, expired_kobo = m.expired_kobo
from (
  select user_id, coalesce(sum(amount_kobo) filter (where kind in ('earned', 'given')), 0)::bigint as earned_kobo,
    coalesce(-sum(amount_kobo) filter (where kind = 'redeemed'), 0)::bigint as redeemed_kobo,
    coalesce(-sum(amount_kobo) filter (where kind = 'expired'), 0)::bigint as expired_kobo
  from personal_movements
  where wallet = 'reward'
  group by user_id
) m
where m.user_id = w.user_id;
create index reward_wallets_available on reward_wallets (available_kobo, user_id);
create index reward_wallets_expires on reward_wallets (next_expires_on, user_id);
create index reward_wallets_earned on reward_wallets (earned_kobo, user_id);
create index reward_wallets_redeemed on reward_wallets (redeemed_kobo, user_id);
create index reward_wallets_expired on reward_wallets (expired_kobo, user_id);
