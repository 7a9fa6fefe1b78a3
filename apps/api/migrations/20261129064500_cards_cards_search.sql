-- bench cards: cards, search: by the end of a number, and by the holder who has left a company.
create index cards_number_search on cards using gin (last4 gin_trgm_ops);
create index employments_kept_name on employments using gin (folded(kept_name) gin_trgm_ops);
