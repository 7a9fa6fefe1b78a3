-- Payouts.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- Money out through the payment provider.
create table payouts (
  id uuid primary key,
  -- What it is for, and what of that: a loan for its disbursement, the person for a refund. The purpose is declared by
  -- the noun that owns it, in a higher wing: no list here, no foreign key.
  purpose text not null,
  subject_id uuid not null,
  user_id uuid not null references users,
  approval_id uuid references approvals,
  amount_kobo bigint not null check (amount_kobo > 0),
  bank_code text not null,
  bank_name text not null,
  account_no_encrypted bytea not null,
  account_no_last4 text not null,
  account_name text not null,
  recipient_code text,
  -- Ours, sent to the provider, which refuses a second transfer under the same reference.
  reference text not null unique,
  provider_reference text,
  status text not null default 'created'
    check (status in ('created', 'awaiting_approval', 'approved', 'sent', 'unknown', 'success', 'failed', 'reversed')),
  failure text,
  sent_at timestamptz,
  asked_at timestamptz,
  asked_times integer not null default 0,
  -- A payout that the provider still does not know after repeated queries is reviewed by a person, never sent again
  -- by itself.
  needs_review_at timestamptz,
  -- When the provider is queried next. Several jobs may exist for one payout; the one whose time has come queries,
  -- the others end.
  next_question_at timestamptz,
  -- When finance was notified that the provider does not answer. Queries go on; only a payout that the provider
  -- never knew may be given up.
  silence_told_at timestamptz,
  settled_at timestamptz,
  settled_on date,
  ledger_transaction_id uuid,
  created_by uuid references users,
  business_date date,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create index payouts_status on payouts (status, created_at desc, id desc);
create index payouts_created on payouts (created_at desc, id desc);
create index payouts_subject on payouts (subject_id, created_at desc);
create index payouts_open on payouts (created_at, id) where status in ('approved', 'sent', 'unknown');
create index payouts_settled on payouts (settled_on, id) where settled_on is not null;

-- Part 2, made anew after each migration.

-- A person's own, and those of a company's money.
select pg_temp.rights('payouts', $$
  coalesce(user_id = any((select scopes_of('user_id'))::uuid[]), false)
  or coalesce(company_id = (select scope_of('managed_company_id')), false)
$$);
