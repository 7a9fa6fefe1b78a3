-- Somebody was paid back into their purse, and bought something of their own with that: it is no expense of the company.
alter table expenses add column is_own boolean not null default false;
