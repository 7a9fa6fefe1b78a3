-- Repayments.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table repayments (
  id uuid primary key,
  loan_id uuid not null references loans,
  user_id uuid not null references users,
  number smallint not null,
  schedule_version smallint not null default 1,
  -- A prepayment or a settlement makes the rest of the schedule anew; its reversal restores the old rows.
  made_by_receipt uuid references receipts,
  superseded_by_receipt uuid references receipts,
  status text not null default 'scheduled'
    check (status in ('scheduled', 'due', 'part_paid', 'overdue', 'paid', 'waived', 'superseded', 'written_off')),
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
) with (fillfactor = 85);
create index repayments_user on repayments (user_id, due_on, id);
create index repayments_due on repayments (due_on, id) where status in ('scheduled', 'due', 'part_paid', 'overdue');
create index repayments_status on repayments (status, due_on, id);
create index repayments_days_past_due on repayments (days_past_due desc, id desc) where days_past_due > 0;

-- What a receipt paid. Belongs to repayments: money does not know what it is for.
create table receipt_allocations (
  receipt_id uuid not null references receipts,
  repayment_id uuid not null references repayments,
  component text not null check (component in ('penalty', 'fees', 'interest', 'principal')),
  amount_kobo bigint not null check (amount_kobo > 0),
  primary key (receipt_id, repayment_id, component)
);

-- One message of a kind for a repayment and business date, even when the close of business runs twice.
create table repayment_reminders (
  repayment_id uuid not null references repayments,
  kind text not null check (kind in ('due_soon', 'due_today', 'overdue')),
  business_date date not null,
  sent_at timestamptz not null default now(),
  primary key (repayment_id, kind, business_date)
);

-- Part 2, made anew after each migration.

select pg_temp.rights('repayments', 'own rows');
select pg_temp.rights('receipt_allocations', $$exists (select 1 from receipts r where r.id = receipt_id)$$);
select pg_temp.rights('repayment_reminders', $$exists (select 1 from repayments r where r.id = repayment_id)$$);
