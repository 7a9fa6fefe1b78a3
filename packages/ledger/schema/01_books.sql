-- The double-entry ledger: accounts, transactions, postings, balances, and what the database itself refuses, whoever
-- asks. Amounts are kobo (or cents), DEBIT POSITIVE, CREDIT NEGATIVE.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create schema ledger;
-- The monthly partitions of ledger.postings: nobody but the owner is ever granted anything in here.
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
  -- A hot account has no stored balance (a row that everybody updates would serialise everybody): snapshot plus later
  -- postings.
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
-- make every posting on a hot account touch the account's row; the guard below checks the same once per statement.
create table ledger.postings (
  transaction_id uuid not null,
  number smallint not null,
  account_id uuid not null,
  amount_kobo bigint not null
    constraint amount_is_a_safe_integer
    check (amount_kobo <> 0 and amount_kobo between -9007199254740991 and 9007199254740991),
  currency text not null,
  effective_on date not null,
  recorded_at timestamptz not null,
  position bigint not null,
  primary key (transaction_id, number)
) partition by range (transaction_id);
create index postings_account on ledger.postings (account_id, position);
-- Block ranges cost next to nothing to keep and serve the trial balance "as at": what is later than a date lies
-- together.
create index postings_ranges on ledger.postings using brin (effective_on, recorded_at) with (pages_per_range = 32);
-- For ids of no known month, so that a posting never fails for want of a partition.
create table ledger_months.postings_other partition of ledger.postings default;

create table ledger.balances (
  account_id uuid primary key references ledger.accounts (id),
  balance_kobo bigint not null default 0,
  held_kobo bigint not null default 0 constraint held_is_not_negative check (held_kobo >= 0),
  direction smallint not null,
  floor_kobo bigint,
  currency text not null,
  -- Behind the verdict of post_many. A floor above zero binds only what lowers the balance, hence least().
  constraint balance_is_not_under_its_floor
    check (floor_kobo is null or direction * balance_kobo - held_kobo >= least(floor_kobo, 0))
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02);

-- Part 2, made anew after each migration.

-- Whether the postings of a transaction are taken away with their month (05_months.sql).
create or replace function ledger.is_away(p_id uuid) returns boolean language sql stable as $$
  select exists (select from ledger.months_away m where p_id >= m.first_id and p_id < m.end_id)
$$;

-- What is asked as at a day or a moment needs the postings after it one by one.
create or replace function ledger.need_months(p_on date, p_at timestamptz) returns boolean language plpgsql stable as $$
declare
  v_month date := (select max(m.month) from ledger.months_away m
    where m.last_effective_on > p_on or m.last_recorded_at > p_at);
begin
  if v_month is not null then
    raise exception 'the postings of % are taken away', to_char(v_month, 'YYYY-MM') using errcode = 'ML002';
  end if;
  return true;
end $$;

create or replace function ledger.server_identifier() returns text language plpgsql stable as $$
begin
  return (select system_identifier::text from pg_control_system());
exception when insufficient_privilege then
  return 'unknown';
end $$;

insert into ledger.cluster (system_identifier, position_offset) values (ledger.server_identifier(), 0)
on conflict (only_row) do nothing;

-- The position that everything written by the running database transaction carries.
create or replace function ledger.current_position() returns bigint language plpgsql volatile as
$$ begin return pg_current_xact_id()::text::bigint + (select position_offset from ledger.cluster); end $$;

-- Everything before this position is final: committed and visible, or rolled back. Numbers do not commit in
-- order, so adding up and sealing must stop here, at the oldest transaction that is still open.
create or replace function ledger.settled_position() returns bigint language sql volatile as
$$ select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + position_offset from ledger.cluster $$;

-- To be called at start: after a restore into another server the offset moves so that new positions follow the old
-- ones.
create or replace function ledger.adopt_cluster() returns bigint
language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  v_offset bigint;
begin
  select position_offset into v_offset from cluster where system_identifier = server_identifier();
  if found then return v_offset; end if;
  lock table cluster in exclusive mode;
  update cluster set system_identifier = server_identifier(), position_offset = greatest(position_offset,
    greatest((select max(position) from transactions), (select max(position) from snapshots),
      (select max(to_position) from blocks), 0)
      + 1 - pg_current_xact_id()::text::bigint)
  where system_identifier <> server_identifier();
  return (select position_offset from cluster);
end $$;

create or replace function ledger.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger.% is append-only: a correction is a reversal', tg_argv[0]
    using errcode = 'insufficient_privilege';
end $$;

-- Once per INSERT statement: all postings of a transaction arrive together and sum to zero in each currency, in a
-- transaction written by this same database transaction. The next trigger proves that the accounts exist in that
-- currency.
create or replace function ledger.check_new_postings() returns trigger language plpgsql as $$
declare
  v_bad record;
  v_position bigint := ledger.current_position();
begin
  select p.transaction_id, p.currency, p.amount, t.id as known into v_bad
  from (select n.transaction_id, n.currency, n.position, n.effective_on, sum(n.amount_kobo) as amount
        from new_postings n group by n.transaction_id, n.currency, n.position, n.effective_on) p
  left join ledger.transactions t on t.id = p.transaction_id and t.position = p.position
    and t.effective_on = p.effective_on
  where p.amount <> 0 or t.id is null or p.position <> v_position limit 1;
  if found and v_bad.amount <> 0 then
    raise exception 'transaction % does not sum to zero in %: %', v_bad.transaction_id, v_bad.currency, v_bad.amount
      using errcode = 'check_violation', constraint = 'transaction_sums_to_zero';
  elsif found then
    raise exception 'transaction % is unknown or closed', v_bad.transaction_id
      using errcode = 'foreign_key_violation', constraint = 'posting_is_written_with_its_transaction';
  end if;
  return null;
end $$;

-- Balances follow; what found no stored balance in its currency must be a hot account of that currency.
create or replace function ledger.apply_new_postings() returns trigger language plpgsql as $$
declare
  v_moved integer;
  v_applied integer;
  v_bad record;
begin
  with moved as materialized (select p.account_id, p.currency, sum(p.amount_kobo)::bigint as amount from new_postings p
    group by p.account_id, p.currency),
  applied as (
    update ledger.balances b set balance_kobo = b.balance_kobo + m.amount from moved m
      where b.account_id = m.account_id and b.currency = m.currency returning 1)
  select (select count(*) from moved), (select count(*) from applied) into v_moved, v_applied;
  if v_applied < v_moved then
    select p.account_id, p.currency into v_bad from (select distinct n.account_id, n.currency from new_postings n) p
    where not exists (select from ledger.balances b where b.account_id = p.account_id and b.currency = p.currency)
      and not exists (select from ledger.accounts a where a.id = p.account_id and a.currency = p.currency
        and a.hot) limit 1;
    if found then
      raise exception 'there is no account % in %', v_bad.account_id, v_bad.currency
        using errcode = 'foreign_key_violation', constraint = 'posting_is_in_the_currency_of_its_account';
    end if;
  end if;
  return null;
end $$;

-- Statement triggers of a partitioned table do not fire for its partitions, so each partition gets its own.
create or replace function ledger.guard_postings_table(p_table regclass) returns void
language plpgsql set search_path = ledger, pg_temp as $$
begin
  execute format('create or replace trigger a_sums_to_zero after insert on %s referencing new table as new_postings
    for each statement execute function ledger.check_new_postings()', p_table);
  execute format('create or replace trigger b_balances_follow after insert on %s referencing new table as new_postings
    for each statement execute function ledger.apply_new_postings()', p_table);
  execute format('create or replace trigger c_append_only_table before truncate on %s
    for each statement execute function ledger.refuse_change(''postings'')', p_table);
end $$;

select ledger.guard_postings_table(relid) from pg_partition_tree('ledger.postings');
create or replace trigger c_append_only
  before update or delete on ledger.postings
  for each row execute function ledger.refuse_change('postings');

create or replace trigger c_append_only
  before update or delete or truncate on ledger.transactions
  for each statement execute function ledger.refuse_change('transactions');
create or replace trigger c_not_removed
  before delete or truncate on ledger.accounts
  for each statement execute function ledger.refuse_change('accounts');
create or replace trigger c_not_removed
  before delete or truncate on ledger.balances
  for each statement execute function ledger.refuse_change('balances');
create or replace trigger c_terms_are_fixed
  before update of id, tenant, code, type, currency, hot, floor_kobo on ledger.accounts
  for each statement execute function ledger.refuse_change('accounts');

-- The smallest UUIDv7 of a moment.
create or replace function ledger.first_uuid_of(p_at timestamptz) returns uuid language sql immutable as $$
  select rpad(lpad(to_hex((extract(epoch from p_at) * 1000)::bigint), 12, '0'), 32, '0')::uuid
$$;

-- Makes the missing monthly partitions of ledger.postings from the given month on; called at start and daily by the
-- sealer.
create or replace function ledger.ensure_months(p_from date, p_months integer) returns integer
language plpgsql security definer set search_path = ledger, pg_temp set timezone = 'UTC' as $$
declare
  v_month date := date_trunc('month', p_from)::date;
  v_name text;
  v_made integer := 0;
begin
  for i in 1..p_months loop
    v_name := 'postings_' || to_char(v_month, 'YYYY_MM');
    if to_regclass('ledger_months.' || v_name) is null and not exists (
      select from months_away m where m.month = v_month)
    then
      perform pg_advisory_xact_lock(7261044119);
      if to_regclass('ledger_months.' || v_name) is null then
        execute format('create table ledger_months.%I partition of ledger.postings for values from (%L) to (%L)',
          v_name,
          first_uuid_of(v_month::timestamptz), first_uuid_of((v_month + interval '1 month')::timestamptz));
        perform guard_postings_table(format('ledger_months.%I', v_name)::regclass);
        v_made := v_made + 1;
      end if;
    end if;
    v_month := (v_month + interval '1 month')::date;
  end loop;
  return v_made;
end $$;

select ledger.ensure_months(current_date, 4);
