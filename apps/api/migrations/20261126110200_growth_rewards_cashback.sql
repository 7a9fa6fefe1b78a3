-- Cashback on bills is a reward too.
alter table reward_lots drop constraint reward_lots_kind_check;
alter table reward_lots add constraint reward_lots_kind_check check (kind in ('referred', 'given', 'cashback'));
