-- How many transfers a tier lets a person send in a day; null: without a limit.
alter table plan_limits add column daily_transfers integer check (daily_transfers >= 0);
update plan_limits set daily_transfers = case plan when 'tier_1' then 50 when 'tier_2' then 200 end;
-- It answers two columns more (66_people_personal_wallets.sql).
drop function if exists cash_facts(uuid[], date, boolean);
