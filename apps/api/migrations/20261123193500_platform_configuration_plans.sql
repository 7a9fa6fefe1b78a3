-- When a company hears that its plan ends, and how long it goes on unpaid.
insert into configuration (key, value, is_public, description) values
  ('plan_remind_days', '7', false, 'Days before the end of a paid plan on which its company is reminded'),
  ('plan_grace_days', '7', true, 'Days after the end of a paid plan during which it still holds');
