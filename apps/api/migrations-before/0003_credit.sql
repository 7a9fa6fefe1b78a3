-- Loans from product to the last receipt. What is scheduled is a repayment (the specification's word for an instalment);
-- what comes in is a receipt. Balances on a loan are copies for lists: the ledger is the truth, and a test compares the two.

create table loan_products (
  id uuid primary key,
  code text not null unique,
  name text not null,
  kind text not null default 'personal' check (kind in ('personal', 'pay', 'credit-card', 'device', 'business')),
  description text not null default '',
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);

-- Dated configuration: a loan keeps the version it was offered under; a change applies to new loans only.
create table loan_product_versions (
  id uuid primary key,
  product_id uuid not null references loan_products,
  valid_from date not null,
  annual_rate_percent numeric(24, 12) not null check (annual_rate_percent >= 0),
  method text not null check (method in ('flat', 'declining', 'equal_principal')),
  interest text not null default 'per_period' check (interest in ('per_period', 'daily')),
  day_count text not null default 'actual/365',
  frequency text not null default 'monthly',
  minimum_principal_kobo bigint not null check (minimum_principal_kobo > 0),
  maximum_principal_kobo bigint not null,
  minimum_instalments smallint not null check (minimum_instalments > 0),
  maximum_instalments smallint not null,
  rounding_multiple_kobo bigint not null default 1 check (rounding_multiple_kobo > 0),
  rounding_mode text not null default 'nearest' check (rounding_mode in ('nearest', 'up')),
  principal_grace smallint not null default 0,
  follows_salary_day boolean not null default true,
  fees jsonb not null default '[]',
  penalty jsonb not null default '{}',
  grace_days smallint not null default 0,
  materiality jsonb not null default '{}',
  allocation_order text[] not null default '{penalty,fees,interest,principal}',
  settlement_interest text not null default 'to_date' check (settlement_interest in ('to_date', 'to_period_end')),
  offer_valid_days smallint not null default 7,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  unique (product_id, valid_from),
  check (maximum_principal_kobo >= minimum_principal_kobo),
  check (maximum_instalments >= minimum_instalments)
);

create table loans (
  id uuid primary key,
  reference text not null unique,
  user_id uuid not null references users,
  company_id uuid references companies,
  product_id uuid not null references loan_products,
  product_version_id uuid not null references loan_product_versions,
  status text not null check (status in ('draft', 'requested', 'pre_approved', 'pre_declined', 'approved', 'declined', 'offered', 'accepted', 'rejected',
    'disbursing', 'running', 'past_due', 'settled', 'reimbursed', 'stop_requested', 'terminated', 'charged_off', 'written_off')),
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
  outstanding_principal_kobo bigint not null default 0 check (outstanding_principal_kobo >= 0),
  overdue_kobo bigint not null default 0,
  paid_kobo bigint not null default 0,
  credit_balance_kobo bigint not null default 0 check (credit_balance_kobo >= 0),
  days_past_due integer not null default 0,
  arrears_bucket text not null default 'current' check (arrears_bucket in ('current', '1-30', '31-60', '61-90', '91+')),
  is_non_performing boolean not null default false,
  prepayment_mode text not null default 'fewer_instalments' check (prepayment_mode in ('smaller_instalments', 'fewer_instalments')),
  imported_reference text unique,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index loans_user on loans (user_id, created_at desc, id desc);
create index loans_status on loans (status, created_at desc, id desc);
create index loans_created on loans (created_at desc, id desc);
create index loans_next_due on loans (next_due_on, id) where status in ('running', 'past_due');
create index loans_past_due on loans (days_past_due desc, id desc) where days_past_due > 0;
create index loans_company on loans (company_id, created_at desc, id desc) where company_id is not null;
create index loans_amount on loans (principal_kobo, id);
create index loans_reference_search on loans using gin (lower(reference) gin_trgm_ops);
-- Two clicks at once never ask twice: one open request per person.
create unique index loans_one_open_request on loans (user_id) where status in ('requested', 'pre_approved', 'approved', 'offered', 'accepted', 'disbursing') and imported_reference is null;

-- One row per change of state of anything: from, to, who, why.
create table transitions (
  id uuid primary key,
  noun text not null,
  subject_id uuid not null,
  from_state text,
  to_state text not null,
  actor_id uuid references users,
  actor_name text not null,
  reason text,
  happened_at timestamptz not null default now(),
  business_date date
);
create index transitions_subject on transitions (subject_id, happened_at, id);

create table repayments (
  id uuid primary key,
  loan_id uuid not null references loans,
  user_id uuid not null references users,
  number smallint not null,
  schedule_version smallint not null default 1,
  status text not null default 'scheduled' check (status in ('scheduled', 'due', 'part_paid', 'overdue', 'paid', 'waived', 'superseded', 'written_off')),
  due_on date not null,
  principal_kobo bigint not null check (principal_kobo >= 0),
  interest_kobo bigint not null check (interest_kobo >= 0),
  fees_kobo bigint not null default 0 check (fees_kobo >= 0),
  penalty_kobo bigint not null default 0 check (penalty_kobo >= 0),
  paid_principal_kobo bigint not null default 0,
  paid_interest_kobo bigint not null default 0,
  paid_fees_kobo bigint not null default 0,
  paid_penalty_kobo bigint not null default 0,
  balance_kobo bigint not null,
  days_past_due integer not null default 0,
  penalised_to date,
  paid_on date,
  collection_attempts smallint not null default 0,
  next_attempt_on date,
  last_failure text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (loan_id, schedule_version, number),
  check (paid_principal_kobo between 0 and principal_kobo),
  check (paid_interest_kobo between 0 and interest_kobo),
  check (paid_fees_kobo between 0 and fees_kobo),
  check (paid_penalty_kobo between 0 and penalty_kobo)
);
create index repayments_loan on repayments (loan_id, schedule_version, number);
create index repayments_user on repayments (user_id, due_on, id);
create index repayments_due on repayments (due_on, id) where status in ('scheduled', 'due', 'part_paid', 'overdue');
create index repayments_status on repayments (status, due_on, id);

create table receipts (
  id uuid primary key,
  loan_id uuid references loans,
  user_id uuid not null references users,
  amount_kobo bigint not null check (amount_kobo > 0),
  channel text not null check (channel in ('card', 'direct_debit', 'bank_transfer', 'staff', 'credit_balance', 'import')),
  reference text not null unique,
  received_on date not null,
  received_at timestamptz not null default now(),
  recorded_by uuid references users,
  note text,
  ledger_transaction_id uuid,
  reversed_at timestamptz,
  reversal_transaction_id uuid
);
create index receipts_user on receipts (user_id, received_at desc, id desc);
create index receipts_loan on receipts (loan_id, received_at desc, id desc);
create index receipts_day on receipts (received_on, id);

create table receipt_allocations (
  receipt_id uuid not null references receipts,
  repayment_id uuid not null references repayments,
  component text not null check (component in ('penalty', 'fees', 'interest', 'principal')),
  amount_kobo bigint not null check (amount_kobo > 0),
  primary key (receipt_id, repayment_id, component)
);

create table payouts (
  id uuid primary key,
  kind text not null default 'loan_disbursement' check (kind in ('loan_disbursement', 'refund')),
  loan_id uuid references loans,
  user_id uuid not null references users,
  approval_id uuid references approvals,
  amount_kobo bigint not null check (amount_kobo > 0),
  bank_code text not null,
  bank_name text not null,
  account_no_encrypted bytea not null,
  account_no_last4 text not null,
  account_name text not null,
  recipient_code text,
  -- Ours, sent to the provider: it refuses a second transfer under the same reference.
  reference text not null unique,
  provider_reference text,
  status text not null default 'created' check (status in ('created', 'awaiting_approval', 'approved', 'sent', 'unknown', 'success', 'failed', 'reversed')),
  failure text,
  sent_at timestamptz,
  asked_at timestamptz,
  asked_times integer not null default 0,
  settled_at timestamptz,
  settled_on date,
  ledger_transaction_id uuid,
  created_by uuid references users,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create index payouts_status on payouts (status, created_at desc, id desc);
create index payouts_created on payouts (created_at desc, id desc);
create index payouts_loan on payouts (loan_id, created_at desc);
-- A loan has at most one payout that is not over.
create unique index payouts_one_open on payouts (loan_id) where status in ('created', 'awaiting_approval', 'approved', 'sent', 'unknown', 'success') and kind = 'loan_disbursement';

create table repayment_cards (
  id uuid primary key,
  user_id uuid not null references users,
  authorization_code_encrypted bytea not null,
  authorization_hash bytea not null,
  customer_code text,
  brand text not null,
  bank text,
  first6 text,
  last4 text not null,
  expiry_month smallint,
  expiry_year smallint,
  is_default boolean not null default false,
  removed_at timestamptz,
  created_at timestamptz not null default now()
);
create index repayment_cards_user on repayment_cards (user_id, created_at desc, id desc);
create unique index repayment_cards_once on repayment_cards (user_id, authorization_hash) where removed_at is null;
create unique index repayment_cards_default on repayment_cards (user_id) where is_default and removed_at is null;

create table charges (
  id uuid primary key,
  user_id uuid not null references users,
  loan_id uuid references loans,
  repayment_id uuid references repayments,
  card_id uuid references repayment_cards,
  kind text not null check (kind in ('card_setup', 'card_payment', 'automatic_debit', 'partial_debit', 'plan_payment')),
  amount_kobo bigint not null check (amount_kobo > 0),
  received_kobo bigint,
  reference text not null unique,
  status text not null default 'created' check (status in ('created', 'sent', 'unknown', 'success', 'failed', 'abandoned')),
  failure text,
  authorization_url text,
  requested_by uuid references users,
  business_date date,
  asked_times integer not null default 0,
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create index charges_user on charges (user_id, created_at desc, id desc);
create index charges_open on charges (created_at, id) where status in ('created', 'sent', 'unknown');
-- The automatic debit of a repayment happens once a business day, also when the job runs twice.
create unique index charges_automatic_once on charges (repayment_id, business_date) where kind = 'automatic_debit';

create table virtual_accounts (
  id uuid primary key,
  user_id uuid not null unique references users,
  provider_reference text not null unique,
  bank_name text not null,
  account_name text not null,
  account_no_encrypted bytea not null,
  account_no_hash bytea not null unique,
  account_no_last4 text not null,
  created_at timestamptz not null default now()
);

create table webhooks (
  id uuid primary key,
  provider text not null,
  event text not null,
  -- What makes two deliveries the same event.
  event_key text not null,
  body jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  outcome text,
  unique (provider, event_key)
);

create table bank_statements (
  id uuid primary key,
  account text not null,
  statement_on date not null,
  format text not null check (format in ('mt940', 'camt053', 'csv')),
  file_digest bytea not null unique,
  opening_kobo bigint not null,
  closing_kobo bigint not null,
  fetched_at timestamptz not null default now(),
  fetched_by uuid references users
);
create index bank_statements_day on bank_statements (statement_on desc);

create table bank_statement_lines (
  id uuid primary key,
  statement_id uuid not null references bank_statements,
  line smallint not null,
  booked_on date not null,
  amount_kobo bigint not null,
  reference text,
  narration text not null default '',
  unique (statement_id, line)
);
create index bank_statement_lines_reference on bank_statement_lines (reference);

create table reconciliation_items (
  id uuid primary key,
  business_date date not null,
  direction text not null check (direction in ('out', 'in')),
  subject_type text not null check (subject_type in ('payout', 'receipt', 'bank_line')),
  subject_id uuid not null,
  reference text not null,
  expected_kobo bigint,
  actual_kobo bigint,
  statement_line_id uuid references bank_statement_lines,
  status text not null check (status in ('expected', 'missing', 'matched_auto', 'matched_manual', 'over', 'short', 'mismatch', 'void')),
  reason text not null,
  decided_by uuid references users,
  decision_note text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (subject_type, subject_id)
);
create index reconciliation_items_day on reconciliation_items (business_date desc, id desc);
create index reconciliation_items_status on reconciliation_items (status, business_date desc, id desc);

-- Close of business: one row a day and step, so that a killed run goes on where it stopped.
create table business_days (
  business_date date primary key,
  opened_at timestamptz not null default now(),
  closed_at timestamptz
);
create table business_day_steps (
  business_date date not null references business_days,
  step text not null,
  done_at timestamptz,
  cursor uuid,
  counts jsonb not null default '{}',
  primary key (business_date, step)
);

create table arrears_history (
  loan_id uuid not null references loans,
  business_date date not null,
  days_past_due integer not null,
  arrears_bucket text not null,
  overdue_kobo bigint not null,
  outstanding_principal_kobo bigint not null,
  primary key (loan_id, business_date)
);

create table documents_issued (
  id uuid primary key,
  kind text not null check (kind in ('offer_letter', 'letter_of_indebtedness', 'letter_of_no_indebtedness', 'receipt')),
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
