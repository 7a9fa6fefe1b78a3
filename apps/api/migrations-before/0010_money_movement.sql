-- What paying out, collecting and the close of business need beyond the first schema of credit.

-- A payout that the provider does not know after repeated questions is looked at by a person, never sent again by itself.
alter table payouts add column needs_review_at timestamptz;
alter table payouts add column business_date date;
create index payouts_open on payouts (created_at, id) where status in ('approved', 'sent', 'unknown');
create index payouts_settled on payouts (settled_on, id) where settled_on is not null;

-- Interest of a non-performing loan that waits in suspense; part of accrued_interest_kobo.
alter table loans add column suspended_interest_kobo bigint not null default 0 check (suspended_interest_kobo >= 0);
create index loans_accepted on loans (accepted_at desc, id desc) where accepted_at is not null;
create index loans_overdue_amount on loans (overdue_kobo desc, id desc) where days_past_due > 0;
create index loans_running on loans (id) where status in ('running', 'past_due', 'stop_requested');

-- A prepayment or a settlement solves the rest of the schedule anew; a reversal of that receipt puts the old rows back.
alter table repayments add column made_by_receipt uuid references receipts;
alter table repayments add column superseded_by_receipt uuid references receipts;
create index repayments_days_past_due on repayments (days_past_due desc, id desc) where days_past_due > 0;

-- Where the money of a receipt stood until the bank had it, and what became credit of the person.
alter table receipts add column source text not null default 'bank_operating' check (source in ('bank_operating', 'card_settlement', 'unidentified_receipts', 'customer_credit'));
alter table receipts add column credit_kobo bigint not null default 0;
alter table receipts add column released_kobo bigint not null default 0;
alter table receipts add column reversal_reason text;
alter table receipts add column settled_at timestamptz;
create index receipts_received on receipts (received_at desc, id desc);

-- A retried request finds the charge of its first attempt instead of making another one.
alter table charges add column request_key text unique;
alter table charges add column receipt_id uuid references receipts;
alter table charges add column needs_review_at timestamptz;

create table unidentified_receipts (
  id uuid primary key,
  reference text not null unique,
  amount_kobo bigint not null check (amount_kobo > 0),
  received_on date not null,
  received_at timestamptz not null default now(),
  channel text not null,
  sender text,
  ledger_transaction_id uuid not null,
  receipt_id uuid references receipts,
  claimed_by uuid references users,
  claimed_at timestamptz
);
create index unidentified_receipts_open on unidentified_receipts (received_at desc, id desc) where receipt_id is null;

alter table reconciliation_items drop constraint reconciliation_items_subject_type_check;
alter table reconciliation_items add constraint reconciliation_items_subject_type_check check (subject_type in ('payout', 'receipt', 'bank_line', 'unidentified_receipt', 'webhook'));
create index reconciliation_items_reference on reconciliation_items (reference);
create index reconciliation_items_open on reconciliation_items (business_date, id) where status in ('expected', 'missing');

-- One message of a kind for a repayment and business date, also when the close of business runs twice.
create table repayment_reminders (
  repayment_id uuid not null references repayments,
  kind text not null check (kind in ('due_soon', 'due_today', 'overdue')),
  business_date date not null,
  sent_at timestamptz not null default now(),
  primary key (repayment_id, kind, business_date)
);
