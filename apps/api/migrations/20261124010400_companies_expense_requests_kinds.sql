-- More kinds of request; lines by units, in foreign money, and split.
alter table expense_requests drop constraint expense_requests_kind_check;
alter table expense_requests drop constraint expense_requests_status_check;
alter table expense_requests
  add constraint expense_requests_kind_check
    check (kind in ('reimbursement', 'purchase', 'advance', 'retirement', 'mileage', 'per_diem')),
  add constraint expense_requests_status_check
    check (
      status in (
        'draft', 'pending', 'approved', 'declined', 'returned', 'withdrawn', 'paying', 'paid', 'retired', 'deleted'
      )
    ),
  -- Of a retirement: the advance of which it was spent.
  add column advance_id uuid references expense_requests;
create index expense_requests_advance on expense_requests (advance_id) where advance_id is not null;
alter table expense_request_lines
  -- Kilometres or days, and what one of them was paid.
  add column units numeric(9, 2) check (units > 0),
  add column unit_rate_kobo bigint check (unit_rate_kobo > 0),
  -- What was spent in hundredths of another currency, at naira a unit, as of a day.
  add column currency text,
  add column foreign_amount bigint check (foreign_amount > 0),
  add column exchange_rate numeric(18, 6) check (exchange_rate > 0),
  add column rated_on date,
  -- [{category_id, department_id, amount_kobo}]: their sum is the line's amount; empty: it is not split.
  add column splits jsonb not null default '[]',
  add check ((units is null) = (unit_rate_kobo is null)),
  add check ((currency is null) = (foreign_amount is null) and (currency is null) = (exchange_rate is null));
alter table expenses
  add column currency text,
  add column foreign_amount bigint check (foreign_amount > 0),
  add column exchange_rate numeric(18, 6) check (exchange_rate > 0),
  add column rated_on date,
  add column splits jsonb not null default '[]',
  -- The journal of the company's books that it is in; null: none yet.
  add column journal_id uuid;
create index expenses_journal on expenses (company_id, spent_on, id) where status = 'approved';
create index expenses_amounts_approved on expenses (company_id, amount_kobo, id) where status = 'approved';
create index expense_requests_created on expense_requests (created_at desc, id desc);
create index expense_requests_all_amounts on expense_requests (amount_kobo, id);
