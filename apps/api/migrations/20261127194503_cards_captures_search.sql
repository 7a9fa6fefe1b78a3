-- Operations search what was taken with cards, among millions.
create index card_captures_search on card_captures using gin (folded(merchant) gin_trgm_ops, folded(reference) gin_trgm_ops);
