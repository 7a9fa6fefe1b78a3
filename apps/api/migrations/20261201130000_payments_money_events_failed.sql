-- bench payments-many: failed and given back are few, and the newest of them may lie behind a salary run of ten thousand that is under way.
create index money_events_failed on money_events (happened_at desc, id desc) where status in ('failed', 'refunded');
