-- Loans.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- What is scheduled is a repayment (the specification's word for an instalment); what comes in is a receipt.
-- Balances on a loan are copies for lists: the ledger is the truth, and a test compares the two. The fill factor
-- leaves room for the close of business, which writes the interest of each running loan into its row every night: an
-- update within the page leaves the indexes alone (heap-only update).
create table loans (
  id uuid primary key,
  reference text not null unique,
  user_id uuid not null references users,
  -- A copy for the search box, in folded letters, written by triggers: search and count read this table alone.
  customer_name text not null default '',
  company_id uuid references companies,
  product_id uuid not null references loan_products,
  product_version_id uuid not null references loan_product_versions,
  status text not null
    check (status in (
      'draft', 'requested', 'pre_approved', 'pre_declined', 'approved', 'declined', 'offered', 'accepted',
      'rejected', 'disbursing', 'running', 'past_due', 'settled', 'reimbursed', 'stop_requested', 'terminated',
      'charged_off', 'written_off'
    )),
  purpose text,
  requested_principal_kobo bigint not null check (requested_principal_kobo > 0),
  requested_instalments smallint not null check (requested_instalments > 0),
  principal_kobo bigint not null check (principal_kobo > 0),
  instalment_count smallint not null check (instalment_count > 0),
  annual_rate_percent numeric(24, 12) not null,
  -- The request of the quote that offer, contract and schedule were all made from.
  terms jsonb not null,
  total_interest_kobo bigint not null default 0,
  total_fees_kobo bigint not null default 0,
  upfront_fees_kobo bigint not null default 0,
  total_kobo bigint not null default 0,
  instalment_kobo bigint not null default 0,
  irr_percent numeric(24, 2),
  officer_verified_at timestamptz,
  officer_verified_by uuid references users,
  operations_verified_at timestamptz,
  operations_verified_by uuid references users,
  approved_at timestamptz,
  approved_by uuid references users,
  decision_reason text,
  offered_at timestamptz,
  offer_expires_on date,
  accepted_at timestamptz,
  rejected_at timestamptz,
  stop_reason text,
  status_before_stop text,
  disbursed_on date,
  first_due_on date,
  next_due_on date,
  matures_on date,
  settled_on date,
  accrued_to date,
  accrued_interest_kobo bigint not null default 0,
  -- Interest of a non-performing loan held in suspense; part of accrued_interest_kobo.
  suspended_interest_kobo bigint not null default 0 check (suspended_interest_kobo >= 0),
  outstanding_principal_kobo bigint not null default 0 check (outstanding_principal_kobo >= 0),
  overdue_kobo bigint not null default 0,
  paid_kobo bigint not null default 0,
  credit_balance_kobo bigint not null default 0 check (credit_balance_kobo >= 0),
  days_past_due integer not null default 0,
  arrears_bucket text not null default 'current'
    check (arrears_bucket in ('current', '1-30', '31-60', '61-90', '91+')),
  is_non_performing boolean not null default false,
  prepayment_mode text not null default 'fewer_instalments'
    check (prepayment_mode in ('smaller_instalments', 'fewer_instalments')),
  imported_reference text unique,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
) with (fillfactor = 60);
alter table loans alter column customer_name set statistics 500;

-- Each index names the bench row (npm run bench lists, queues, close) or the list that
-- needs it; one that nothing needs goes.

-- bench lists: loans, one customer. bench queues: the person's page.
create index loans_user on loans (user_id, created_at desc, id desc);
-- List by status, newest first (and statistics by status).
create index loans_status on loans (status, created_at desc, id desc);
-- Loans of a company's employees.
create index loans_company on loans (company_id, created_at desc, id desc) where company_id is not null;
-- bench lists: loans, by principal_kobo; amount between narrow bounds.
create index loans_amount on loans (principal_kobo, id);
-- One open request for each person, even after two clicks at once.
create unique index loans_one_open_request
  on loans (user_id)
  where status in ('requested', 'pre_approved', 'approved', 'offered', 'accepted', 'disbursing') and
    imported_reference is null;
-- bench lists: loans, running, by amount; amount between narrow bounds, by days.
create index loans_status_amount on loans (status, principal_kobo, id);
-- List by status, by disbursement date.
create index loans_status_disbursed on loans (status, disbursed_on, id);
-- Disbursements, newest acceptance first.
create index loans_accepted on loans (accepted_at desc, id desc) where accepted_at is not null;
-- Defaults (repayments), largest overdue amount first.
create index loans_overdue_amount on loans (overdue_kobo desc, id desc) where days_past_due > 0;
-- bench close: the batches of accrual, arrears and penalties, by id.
create index loans_running on loans (id) where status in ('running', 'past_due', 'stop_requested');
-- List and defaults (repayments) by bucket, by days past due.
create index loans_bucket_days on loans (arrears_bucket, days_past_due, id);
-- bench lists: loans, a bucket, by next due date.
create index loans_bucket_due on loans (arrears_bucket, next_due_on, id);
-- bench lists: loans, product.
create index loans_product on loans (product_id, created_at desc, id desc);
-- bench lists: loans, a bucket. Late loans are seldom new, so a walk along all loans by age is long.
create index loans_bucket_created on loans (arrears_bucket, created_at desc, id desc);
-- bench lists: loans, search, many, few and none. How common a word is decides between walking the sort and looking
-- it up: with the usual hundred samples everything under one in a hundred looks equally rare.
create index loans_search on loans using gin (lower(reference) gin_trgm_ops, customer_name gin_trgm_ops);
alter index loans_search alter column 1 set statistics 500;
-- bench lists: loans, past due, by days (both ways); running above an amount, by days. With the amount, so that the
-- filter is read from the index. This and the next also serve several states, one walk for each.
create index loans_status_days on loans (status, days_past_due, id, principal_kobo);
-- bench lists: loans, two states, by next due date.
create index loans_status_next_due on loans (status, next_due_on, id, principal_kobo);
-- bench lists: loans, by created_at; amount between, newest first; product; search, many; created in a month, by
-- amount; page 40,000. The wide indexes are for walks along a sort in which several states or a range are told apart
-- in the index. State and bucket have a collation of their own, so that a condition on one state or bucket alone,
-- for which the index that begins with it is right, never leads to a wide one (loans/queries.ts, record 0003).
create index loans_created_wide
  on loans (created_at desc, id desc, status collate "C", arrears_bucket collate "C", principal_kobo, days_past_due,
    product_id, disbursed_on);
-- bench lists: loans, by days_past_due. Defaults (repayments).
create index loans_days_wide
  on loans (days_past_due, id, status collate "C", arrears_bucket collate "C", principal_kobo, product_id);
-- bench lists: loans, by next_due_on.
create index loans_due_wide
  on loans (next_due_on, id, status collate "C", arrears_bucket collate "C", principal_kobo, days_past_due,
    product_id);
-- bench lists: loans, by disbursed_on. Also a bucket by this date: no index begins with the bucket and goes on with
-- it, hence the bucket twice.
create index loans_disbursed_wide
  on loans (disbursed_on, id, status collate "C", arrears_bucket collate "C", arrears_bucket, principal_kobo,
    days_past_due, product_id, created_at);
-- List by days past due over more than 62 numbers of days or without an end, by next due date: loans without a due
-- date come before all others, which a walk along loans_due_wide would pass. Numbers first: what follows a text in
-- an entry is slow to read.
create index loans_late_due
  on loans (next_due_on, id, days_past_due, principal_kobo, status, arrears_bucket, product_id)
  where days_past_due > 0;
-- bench lists: loans, days past due between, by next due date. Both hang together: one walk along the due date
-- passes all who are later before it meets those of one month, so each number of days is a walk of its own here,
-- merged to a page.
create index loans_late_days_due on loans (days_past_due, next_due_on, id) where days_past_due > 0;

-- Days past due and arrears bucket of each business day.
create table arrears_history (
  loan_id uuid not null references loans,
  business_date date not null,
  days_past_due integer not null,
  arrears_bucket text not null,
  overdue_kobo bigint not null,
  outstanding_principal_kobo bigint not null,
  primary key (loan_id, business_date)
);

-- Tariff of the allowance for loan losses by date: percent of the outstanding amount by arrears bucket
-- (business-rules 4; the microfinance table).
create table provision_tables (
  valid_from date primary key,
  percents jsonb not null,
  created_at timestamptz not null default now()
);

create table documents_issued (
  id uuid primary key,
  kind text not null
    check (kind in ('offer_letter', 'letter_of_indebtedness', 'letter_of_no_indebtedness', 'receipt')),
  user_id uuid not null references users,
  loan_id uuid references loans,
  receipt_id uuid references receipts,
  reference text not null unique,
  body bytea not null,
  issued_on date not null,
  issued_at timestamptz not null default now(),
  digest bytea not null
);
create index documents_issued_loan on documents_issued (loan_id, kind, issued_at desc);

insert into provision_tables (valid_from, percents) values
  ('1900-01-01', '{"current": "1", "1-30": "5", "31-60": "20", "61-90": "50", "91+": "100"}');

-- A loan has at most one payout that has not failed.
create unique index payouts_one_open
  on payouts (subject_id)
  where purpose = 'loan_disbursement'
    and status in ('created', 'awaiting_approval', 'approved', 'sent', 'unknown', 'success');

-- Part 2, made anew after each migration.

-- Counts on users (03_platform_users.sql).
create or replace function copy_loan_counts() returns trigger language plpgsql as $$
declare
  person uuid := coalesce(new.user_id, old.user_id);
  running integer;
  settled integer;
begin
  if tg_op = 'UPDATE' and new.status = old.status then return null; end if;
  select
    count(*) filter (where status in ('running', 'past_due', 'stop_requested')),
    count(*) filter (where status = 'settled')
  into running, settled
  from loans
  where user_id = person;
  update users set running_loans = running, settled_loans = settled
  where id = person and (running_loans, settled_loans) is distinct from (running, settled);
  return null;
end $$;
create or replace trigger loans_counts_copy
  after insert or update of status on loans
  for each row execute function copy_loan_counts();

-- The day on which it was late no more; none once it is late again, or lost.
create or replace function keep_cured_day() returns trigger language plpgsql as $$
begin
  new.cured_on := case
    when new.status in ('running', 'settled') then (select business_date from business_calendar)
  end;
  return new;
end $$;
create or replace trigger loans_cured_day
  before update of status on loans
  for each row
  when (new.status <> old.status and 'past_due' in (new.status, old.status))
  execute function keep_cured_day();

-- The customer's name on each loan. With the rights of the owner, because under row-level security a person who changes
-- their own name sees only some of the loans, and the copy has to follow on all.
create or replace function customer_name_of(person uuid) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select folded(full_name) from users where id = person), '')
$$;
create or replace function copy_customer_name() returns trigger language plpgsql as $$
begin
  new.customer_name := customer_name_of(new.user_id);
  return new;
end $$;
create or replace trigger loans_customer_name
  before insert or update of user_id on loans
  for each row execute function copy_customer_name();
create or replace function recopy_customer_name() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update loans set customer_name = folded(new.full_name) where user_id = new.id;
  return null;
end $$;
create or replace trigger users_customer_name
  after update of name, last_name on users
  for each row
  when ((old.name, old.last_name) is distinct from (new.name, new.last_name))
  execute function recopy_customer_name();

select pg_temp.rights('loans', $$
  coalesce(user_id = (select scope_of('user_id')), false)
  or coalesce(company_id = (select scope_of('managed_company_id')), false)
$$);
select pg_temp.rights('arrears_history', $$exists (select 1 from loans l where l.id = loan_id)$$);
select pg_temp.rights('provision_tables', 'all rows');
select pg_temp.rights('documents_issued', 'own rows');
