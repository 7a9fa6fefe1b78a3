-- The double-entry ledger: tables. Amounts are kobo (or cents), DEBIT POSITIVE, CREDIT NEGATIVE.
-- What may be done to the rows stands in 0002 (guards), the posting function in 0003.
create schema ledger;
-- The monthly parts of ledger.postings live apart: nobody but the owner is ever granted anything in here.
create schema ledger_months;

-- Rows are ordered by `position`: the number of the database transaction that wrote them plus this offset.
-- The offset keeps positions growing after a restore into another server, whose transaction numbers start again.
create table ledger.cluster (
  only_row boolean primary key default true check (only_row),
  system_identifier text not null,
  position_offset bigint not null
);

create table ledger.accounts (
  id uuid primary key,
  tenant text not null default '',
  code text not null check (code <> '' and length(code) <= 200),
  -- The line of the chart of accounts that this account is added up in.
  chart_code text not null check (chart_code <> ''),
  name text not null,
  type text not null check (type in ('asset', 'liability', 'equity', 'income', 'expense')),
  -- 1: a debit raises the balance (asset, expense); -1: a credit raises it. "Natural" means multiplied by this.
  direction smallint not null generated always as (case when type in ('asset', 'expense') then 1 else -1 end) stored,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  owner_type text,
  owner_id text,
  -- The least balance, in the natural direction, that a posting may leave behind when it lowers the balance.
  floor_kobo bigint,
  -- A hot account has no stored balance (a row that everybody updates would serialise everybody): snapshot plus later postings.
  hot boolean not null default false,
  opened_at timestamptz not null default clock_timestamp(),
  unique (tenant, code),
  constraint a_hot_account_has_no_floor check (not (hot and floor_kobo is not null))
);
create index accounts_owner on ledger.accounts (owner_type, owner_id) where owner_id is not null;
create index accounts_chart on ledger.accounts (chart_code);

create table ledger.transactions (
  id uuid primary key,
  key text not null constraint transactions_key_is_unique unique check (key <> '' and length(key) <= 300),
  request_hash text not null,
  kind text not null check (kind <> ''),
  description text not null,
  effective_on date not null,
  recorded_at timestamptz not null,
  position bigint not null,
  reverses_id uuid references ledger.transactions (id),
  actor text not null,
  metadata jsonb not null
);
create unique index transactions_reversed_once on ledger.transactions (reverses_id) where reverses_id is not null;
create index transactions_position on ledger.transactions (position);

-- Partitioned by month through the time inside the UUIDv7 of the transaction. No foreign keys: their row locks would
-- make every posting on a hot account touch the account's row; the guard of 0002 checks the same once per statement.
create table ledger.postings (
  transaction_id uuid not null,
  number smallint not null,
  account_id uuid not null,
  amount_kobo bigint not null
    constraint amount_is_a_safe_integer check (amount_kobo <> 0 and amount_kobo between -9007199254740991 and 9007199254740991),
  currency text not null,
  effective_on date not null,
  recorded_at timestamptz not null,
  position bigint not null,
  primary key (transaction_id, number)
) partition by range (transaction_id);
create index postings_account on ledger.postings (account_id, position);
-- Block ranges cost next to nothing to keep and serve the trial balance "as at": what is later than a date lies together.
create index postings_ranges on ledger.postings using brin (effective_on, recorded_at) with (pages_per_range = 32);

create table ledger.balances (
  account_id uuid primary key references ledger.accounts (id),
  balance_kobo bigint not null default 0,
  held_kobo bigint not null default 0 constraint held_is_not_negative check (held_kobo >= 0),
  direction smallint not null,
  floor_kobo bigint,
  currency text not null,
  -- The second wall behind the verdict of post_many. A floor above zero binds only what lowers the balance, hence least().
  constraint balance_is_not_under_its_floor
    check (floor_kobo is null or direction * balance_kobo - held_kobo >= least(floor_kobo, 0))
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02);

-- Hot accounts: the sum of everything before `position`. Rows are added, never changed.
create table ledger.snapshots (
  account_id uuid not null references ledger.accounts (id),
  position bigint not null,
  balance_kobo bigint not null,
  taken_at timestamptz not null default clock_timestamp(),
  primary key (account_id, position)
);
-- Hot accounts: the same sum split by day, up to the newest snapshot's position ("as at" without reading millions of rows).
create table ledger.daily_totals (
  account_id uuid not null references ledger.accounts (id),
  effective_on date not null,
  amount_kobo bigint not null,
  primary key (account_id, effective_on)
);

create table ledger.holds (
  id uuid primary key,
  key text not null constraint holds_key_is_unique unique,
  request_hash text not null,
  account_id uuid not null references ledger.accounts (id),
  amount_kobo bigint not null check (amount_kobo > 0 and amount_kobo <= 9007199254740991),
  captured_kobo bigint not null default 0 check (captured_kobo >= 0),
  released_kobo bigint not null default 0 check (released_kobo >= 0),
  state text not null default 'active' check (state in ('active', 'captured', 'released')),
  description text not null,
  actor text not null,
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  check (captured_kobo + released_kobo <= amount_kobo),
  check ((state = 'active') = (captured_kobo + released_kobo < amount_kobo))
);
create index holds_active on ledger.holds (account_id) where state = 'active';

-- A replay writes before it answers: an answer that only read could acknowledge what a synchronous standby never received.
create table ledger.replays (
  subject_id uuid primary key,
  count integer not null default 1,
  last_at timestamptz not null default clock_timestamp()
) with (fillfactor = 70);

create table ledger.blocks (
  sequence bigint primary key,
  from_position bigint not null,
  to_position bigint not null,
  transaction_count bigint not null,
  content_hash text not null,
  previous_hash text not null,
  hash text not null,
  sealed_at timestamptz not null default clock_timestamp(),
  check (from_position < to_position)
);
