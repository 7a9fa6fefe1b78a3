-- Cards and charges.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- Cards that a person authorised for repayments.
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

-- Money in through the card provider.
create table charges (
  id uuid primary key,
  user_id uuid not null references users,
  -- These two refer to loans and repayments, a higher wing: no foreign keys.
  loan_id uuid,
  repayment_id uuid,
  card_id uuid references repayment_cards,
  -- The purpose, declared by the noun that owns it: no list here.
  kind text not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  received_kobo bigint,
  reference text not null unique,
  -- A retried request finds the charge of its first attempt instead of making another one.
  request_key text unique,
  status text not null default 'created'
    check (status in ('created', 'sent', 'unknown', 'success', 'failed', 'abandoned')),
  receipt_id uuid references receipts,
  failure text,
  authorization_url text,
  requested_by uuid references users,
  business_date date,
  asked_times integer not null default 0,
  needs_review_at timestamptz,
  -- As in payouts.
  next_question_at timestamptz,
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create index charges_user on charges (user_id, created_at desc, id desc);
create index charges_open on charges (created_at, id) where status in ('created', 'sent', 'unknown');
-- One automatic debit of a repayment in a business day, even when the job runs twice.
create unique index charges_automatic_once on charges (repayment_id, business_date) where kind = 'automatic_debit';
create index charges_created on charges (created_at desc, id desc);

insert into configuration (key, value, is_public, description) values
  ('card_setup_kobo', '5000', true, 'The charge that proves a new repayment card, in kobo; it stands to the person''s credit.'),
  ('collection_daily_attempts', '3', false, 'Automatic debits of a repayment on consecutive days, before they become weekly.');

-- Part 2, made anew after each migration.

select pg_temp.rights('repayment_cards', 'own rows');
select pg_temp.rights('charges', 'own rows');
