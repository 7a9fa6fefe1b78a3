-- What changed since 17:00 of the day before (C130), the decisions behind the underwriters' figures, whom a colleague brought, and messages that did not arrive.
-- States change in the order of time: a block range index costs a posting nothing.
create index transitions_when on transitions using brin (happened_at);
create index transitions_decisions on transitions (happened_at desc, id desc)
where noun = 'profile' and to_state in ('verified', 'pre-approved', 'activated', 'declined', 'uncertain', 'deactivated');
create index users_brought on users (created_by, created_at desc, id desc) where created_by is not null;
create index message_deliveries_undelivered on message_deliveries (started_at desc, job_id desc)
where outcome in ('failed', 'bounced') and user_id is not null;
insert into configuration (key, value, is_public, description)
values ('sales_target_a_month', '10', false, 'How many customers a sales agent is to bring in a month');
