-- The figures of the list of reward wallets, kept by triggers (67_growth_rewards.sql), so that a million of them sort.
alter table reward_wallets
  add column available_kobo bigint not null default 0,
  add column earned_kobo bigint not null default 0,
  add column redeemed_kobo bigint not null default 0,
  add column expired_kobo bigint not null default 0,
  add column next_expires_on date;
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
