-- The provider's staff search the expenses and the requests of all companies.
create index expenses_search on expenses using gin (folded(merchant) gin_trgm_ops);
create index expense_requests_search on expense_requests using gin (folded(purpose) gin_trgm_ops);
