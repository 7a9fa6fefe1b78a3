-- The list of statements (R087) is filtered by months and salary: they stand in columns of their own, made from what was read, with an index for each filter
-- in the order in which the list is shown.
alter table statement_analyses
  add column months integer not null generated always as (case when jsonb_typeof(result -> 'months') = 'array' then jsonb_array_length(result -> 'months') else 0 end) stored,
  add column salary_kobo bigint generated always as (case when jsonb_typeof(result -> 'salary' -> 'amount_kobo') = 'number' then (result -> 'salary' ->> 'amount_kobo')::bigint end) stored,
  add column has_salary boolean not null generated always as (coalesce(jsonb_typeof(result -> 'salary') = 'object', false)) stored;
create index statement_analyses_list on statement_analyses (created_at desc, document_id desc);
create index statement_analyses_months on statement_analyses (months, created_at desc, document_id desc);
create index statement_analyses_has_salary on statement_analyses (has_salary, created_at desc, document_id desc);
create index statement_analyses_salary on statement_analyses (salary_kobo) where salary_kobo is not null;
create index statement_analyses_doubtful on statement_analyses (created_at desc, document_id desc) where not balances_hold;
create index statement_analyses_unread on statement_analyses (status, created_at desc, document_id desc) where status <> 'done';
