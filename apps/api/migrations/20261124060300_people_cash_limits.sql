-- Limits of the tiers change by two people: why, and who asked for it.
alter table plan_limits add column reason text;
alter table plan_limits add column set_by uuid references users;
alter table plan_limits add column set_at timestamptz;
