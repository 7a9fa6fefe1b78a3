-- Dollars of people's virtual cards: what is offered, at which margin, and each quote with what it became.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- Dated: what was agreed before stays as it was. Off until two people switch it on.
create table dollar_terms (
  valid_from date primary key,
  is_offered boolean not null,
  -- Hundredths of a percent on either side of the middle rate.
  margin_bp integer not null check (margin_bp between 0 and 2000),
  -- How long a quote holds.
  quote_seconds integer not null check (quote_seconds between 30 and 3600),
  -- The oldest published rate that is quoted.
  rate_days integer not null check (rate_days between 0 and 10),
  -- Naira for a dollar: outside of it a published rate is not believed.
  rate_from integer not null check (rate_from > 0),
  rate_to integer not null check (rate_to >= rate_from),
  -- What one person may buy: at once at least, and in a calendar month at most.
  least_cents bigint not null check (least_cents > 0),
  month_cents bigint not null check (month_cents >= least_cents),
  reason text,
  set_by uuid references users,
  set_at timestamptz
);
create index dollar_terms_set_by on dollar_terms (set_by);
insert into dollar_terms (valid_from, is_offered, margin_bp, quote_seconds, rate_days, rate_from, rate_to, least_cents, month_cents)
values ('1900-01-01', false, 150, 120, 4, 500, 5000, 100, 100000);

create table dollar_quotes (
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('buy', 'sell', 'return')),
  amount_cents bigint not null check (amount_cents > 0),
  amount_kobo bigint not null check (amount_kobo > 0),
  margin_kobo bigint not null check (margin_kobo >= 0),
  -- Ten-thousandths of a naira for one dollar.
  rate_e4 bigint not null check (rate_e4 > 0),
  mid_e4 bigint not null check (mid_e4 > 0),
  margin_bp integer not null,
  rated_on date not null,
  valid_until timestamptz not null,
  created_at timestamptz not null,
  -- What it became; none for one that was left.
  reference text unique,
  used_at timestamptz,
  business_date date,
  ledger_transaction_id uuid,
  constraint used_whole check (
    num_nonnulls(reference, used_at, business_date, ledger_transaction_id) in (0, 4)
  )
);
create index dollar_quotes_user on dollar_quotes (user_id, used_at desc, id desc);
create index dollar_quotes_used on dollar_quotes (used_at desc, id desc) where used_at is not null;
create index dollar_quotes_cents on dollar_quotes (amount_cents, id) where used_at is not null;

-- Part 2, made anew after each migration.

select pg_temp.rights('dollar_terms', 'all rows', 'select, insert');
select pg_temp.rights('dollar_quotes', 'own rows');
