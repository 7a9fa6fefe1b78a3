-- Airtime and bills: what the providers sell, what people bought, and what the providers owe us.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table bill_providers (
  provider text primary key check (provider in ('baxi', 'flutterwave')),
  is_on boolean not null default true,
  -- What people read while it is switched off.
  notice text,
  -- The lower is asked first.
  priority integer not null check (priority between 1 and 9),
  -- As it reported it last.
  balance_kobo bigint,
  balance_at timestamptz,
  -- Of its catalogue.
  synced_at timestamptz,
  is_low boolean not null default false,
  changed_by uuid references users,
  changed_at timestamptz
);
create index bill_providers_changed_by on bill_providers (changed_by) where changed_by is not null;
insert into bill_providers (provider, priority) values ('baxi', 1), ('flutterwave', 2);

-- What each provider sells, under our names of services and items, which are the same at both.
create table bill_products (
  provider text not null references bill_providers,
  kind text not null check (kind in ('airtime', 'data', 'electricity', 'television', 'internet')),
  service text not null,
  item text not null,
  service_name text not null,
  item_name text not null,
  -- Null where the payer chooses.
  price_kobo bigint check (price_kobo > 0),
  provider_service text not null,
  provider_item text not null,
  primary key (kind, service, item, provider)
);
create index bill_products_provider on bill_products (provider);

-- From which day what is charged, what the providers keep back for us, and what comes back to the payer (in hundredths of a percent).
create table bill_terms (
  kind text not null check (kind in ('airtime', 'data', 'electricity', 'television', 'internet')),
  valid_from date not null,
  fee_kobo bigint not null check (fee_kobo >= 0),
  commission_bps integer not null check (commission_bps between 0 and 10000),
  cashback_bps integer not null check (cashback_bps between 0 and 10000),
  set_by uuid references users,
  set_at timestamptz not null default now(),
  primary key (kind, valid_from)
);
create index bill_terms_set_by on bill_terms (set_by) where set_by is not null;
insert into bill_terms (kind, valid_from, fee_kobo, commission_bps, cashback_bps) values
  ('airtime', '2020-01-01', 0, 300, 100),
  ('data', '2020-01-01', 0, 300, 100),
  ('electricity', '2020-01-01', 10000, 100, 0),
  ('television', '2020-01-01', 10000, 150, 0),
  ('internet', '2020-01-01', 0, 200, 50);

-- Whose meter, smart card or account a number is: asked before it is paid.
create table bill_customers (
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('electricity', 'television', 'internet')),
  service text not null,
  customer_no text not null,
  name text,
  address text,
  outstanding_kobo bigint not null check (outstanding_kobo >= 0),
  minimum_kobo bigint not null check (minimum_kobo >= 0),
  verified_at timestamptz not null
);
create index bill_customers_user on bill_customers (user_id, verified_at desc);

create table bills (
  id uuid primary key,
  user_id uuid not null references users,
  -- Whose money it is, where it is paid from a purse.
  company_id uuid references companies,
  paid_from text not null check (paid_from in ('cash', 'purse')),
  kind text not null check (kind in ('airtime', 'data', 'electricity', 'television', 'internet')),
  service text not null,
  service_name text not null,
  item text not null,
  item_name text not null,
  customer_no text not null,
  customer_name text,
  amount_kobo bigint not null check (amount_kobo > 0),
  fee_kobo bigint not null check (fee_kobo >= 0),
  vat_kobo bigint not null check (vat_kobo >= 0),
  total_kobo bigint not null generated always as (amount_kobo + fee_kobo + vat_kobo) stored,
  -- Of the day on which it was accepted.
  commission_bps integer not null,
  cashback_bps integer not null,
  -- Ours, the same at every provider: made before the first call, never changed.
  reference text not null unique,
  provider text not null references bill_providers,
  provider_reference text,
  -- Providers that have surely refused it.
  refused_by text[] not null default '{}',
  commission_kobo bigint,
  tokens text[] not null default '{}',
  units text,
  -- Its provider says that it is delivered, and has not sent the token.
  lacks_token boolean not null default false,
  status text not null default 'accepted'
    check (status in ('accepted', 'sent', 'unknown', 'delivered', 'failed', 'refunded')),
  failure text,
  sent_at timestamptz,
  asked_at timestamptz,
  asked_times integer not null default 0,
  next_question_at timestamptz,
  -- Since when it is a person's turn.
  needs_review_at timestamptz,
  -- A second person is asked whether it is paid back.
  approval_id uuid references approvals,
  ended_at timestamptz,
  business_date date not null,
  ledger_transaction_id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check ((paid_from = 'purse') = (company_id is not null)),
  -- Delivered without a token is not delivered.
  check (status <> 'delivered' or service not like '%-prepaid' or cardinality(tokens) > 0),
  check ((status in ('delivered', 'refunded')) <= (commission_kobo is not null))
);
create index bills_user on bills (user_id, created_at desc, id desc);
create index bills_company on bills (company_id, created_at desc, id desc) where company_id is not null;
create index bills_created on bills (created_at desc, id desc);
create index bills_amount on bills (amount_kobo, id);
create index bills_status on bills (status, created_at desc, id desc);
create index bills_open on bills (provider) where status in ('accepted', 'sent', 'unknown');
create index bills_provider on bills (provider, ended_at);
create index bills_approval on bills (approval_id) where approval_id is not null;

create table bill_claims (
  id uuid primary key,
  bill_id uuid not null references bills,
  provider text not null references bill_providers,
  -- It delivered after the money had gone back, or we paid back what it did wrong.
  cause text not null check (cause in ('late_delivery', 'refund')),
  amount_kobo bigint not null check (amount_kobo > 0),
  status text not null default 'open' check (status in ('open', 'credited', 'lost')),
  approval_id uuid references approvals,
  decision_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (bill_id, provider)
);
create index bill_claims_created on bill_claims (created_at desc, id desc);
create index bill_claims_amount on bill_claims (amount_kobo, id);
create index bill_claims_provider on bill_claims (provider);
create index bill_claims_approval on bill_claims (approval_id) where approval_id is not null;

insert into configuration (key, value, is_public, description) values
  ('bill_airtime_minimum_kobo', '5000', false, 'Least airtime that is sold at once, in kobo'),
  ('bill_airtime_maximum_kobo', '5000000', false, 'Most airtime that is sold at once, in kobo'),
  ('bill_airtime_an_hour', '10', false, 'Times in an hour that one person buys airtime'),
  ('bill_maximum_kobo', '50000000', false, 'Most that is paid for one bill, in kobo'),
  ('bill_same_within_minutes', '10', false, 'Minutes in which the same payment is asked about again'),
  ('bill_fee_vat_percent', '7.5', false, 'VAT on the fee of a bill, in percent'),
  ('bill_pending_hours', '24', false, 'Hours after which a bill without an answer is paid back'),
  ('bill_float_low_kobo', '20000000', false, 'Below this a provider''s float is low, in kobo');

-- Part 2, made anew after each migration.

select pg_temp.rights('bill_providers', 'all rows');
select pg_temp.rights('bill_products', 'all rows');
select pg_temp.rights('bill_terms', 'all rows');
select pg_temp.rights('bill_customers', 'own rows');
select pg_temp.rights('bills', $$
  coalesce(user_id = any((select scopes_of('user_id'))::uuid[]), false)
  or coalesce(company_id = (select scope_of('managed_company_id')), false)
$$);
select pg_temp.rights('bill_claims', 'no rows');
