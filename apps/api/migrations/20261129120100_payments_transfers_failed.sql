-- The desk counts what failed in a day.
create index transfers_failed on transfers (settled_at) where status in ('failed', 'reversed');
