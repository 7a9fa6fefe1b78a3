-- bench payments-many: what people and colleagues find among millions of events by a part of the reference or of the other side's name.
create index money_events_search on money_events using gin (folded(reference) gin_trgm_ops, folded(coalesce(counterparty, '')) gin_trgm_ops);
