-- Loan products.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table loan_products (
  id uuid primary key,
  code text not null unique,
  name text not null,
  kind text not null default 'personal' check (kind in ('personal', 'pay', 'credit-card', 'device', 'business')),
  description text not null default '',
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);

-- A loan keeps the version it was offered under; a change applies to new loans only.
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
  penalty jsonb not null default '{"kind": "none"}',
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

-- Part 2, made anew after each migration.

select pg_temp.rights('loan_products', 'all rows');
select pg_temp.rights('loan_product_versions', 'all rows');
