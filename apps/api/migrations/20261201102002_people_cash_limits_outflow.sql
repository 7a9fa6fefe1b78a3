-- What leaves a cash wallet is bounded at once and in a month too, by the tier or for one person. Nothing is set: a tier gets its sums under Configuration.
drop function if exists cash_facts(uuid[], date, boolean);
alter table plan_limits add column single_outflow_kobo bigint;
alter table plan_limits add column monthly_outflow_kobo bigint;
alter table cash_limit_requests drop constraint cash_limit_requests_kind_check;
alter table cash_limit_requests add constraint cash_limit_requests_kind_check
  check (kind in ('daily_outflow', 'single_outflow', 'monthly_outflow', 'single_deposit', 'balance'));
alter table cash_limits drop constraint cash_limits_kind_check;
alter table cash_limits add constraint cash_limits_kind_check
  check (kind in ('daily_outflow', 'single_outflow', 'monthly_outflow', 'single_deposit', 'balance'));
