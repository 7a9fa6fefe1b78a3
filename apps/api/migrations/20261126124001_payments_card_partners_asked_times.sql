-- How often a partner was asked about a funding, and when it is asked again: only the answer to the first question may say no for good.
alter table partner_fundings add column asked_times integer not null default 0, add column next_question_at timestamptz;
-- Whether these were asked before is not known.
update partner_fundings set asked_times = 1 where status = 'asked';
drop index partner_fundings_open;
create index partner_fundings_asking on partner_fundings (next_question_at, id) where status = 'asked';
