-- Receipts of what people spend for their company.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table expense_receipts (
  id uuid primary key,
  company_id uuid not null references companies,
  user_id uuid not null references users,
  -- What it belongs to: an expense, and before that exists a line of a request. Neither: it arrived alone.
  expense_id uuid references expenses,
  request_id uuid references expense_requests,
  line_number integer,
  -- What who sent it says that is on it.
  merchant text,
  amount_kobo bigint check (amount_kobo > 0),
  spent_on date,
  original_name text not null,
  media_type text not null,
  digest bytea not null,
  storage_name text not null unique,
  -- The receipt's own wrapped key: a company's receipts stay when one of its people is erased.
  data_key bytea not null,
  created_at timestamptz not null default now(),
  check ((request_id is null) = (line_number is null))
);
create index expense_receipts_alone on expense_receipts (user_id, created_at desc, id desc)
  where expense_id is null and request_id is null;
create index expense_receipts_expense on expense_receipts (expense_id) where expense_id is not null;
create index expense_receipts_request on expense_receipts (request_id, line_number) where request_id is not null;
create index expense_receipts_digest on expense_receipts (company_id, digest);

-- Part 2, made anew after each migration.

select pg_temp.rights('expense_receipts', $$coalesce(company_id = (select scope_of('company_id')), false)$$);
