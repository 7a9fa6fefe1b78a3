-- Reading: balances, roll-ups of hot accounts, "as at" by either clock, and the hash chain. Amounts debit positive.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- Hot accounts: the sum of everything before `position`. Rows are added, never changed.
create table ledger.snapshots (
  account_id uuid not null references ledger.accounts (id),
  position bigint not null,
  balance_kobo bigint not null,
  taken_at timestamptz not null default clock_timestamp(),
  primary key (account_id, position)
);

-- Hot accounts: the same sum split by day, up to the newest snapshot's position ("as at" without reading millions of
-- rows).
create table ledger.daily_totals (
  account_id uuid not null references ledger.accounts (id),
  effective_on date not null,
  amount_kobo bigint not null,
  primary key (account_id, effective_on)
);

-- The hash chain. Postings wait for nothing; one sealer puts what is settled into blocks, in order of position, each
-- block's hash covering its transactions, their postings and the hash before. Fields are hashed in PostgreSQL's binary
-- wire form, which depends on no setting of the session.
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

-- Part 2, made anew after each migration.

create or replace trigger c_append_only
  before update or delete or truncate on ledger.snapshots
  for each statement execute function ledger.refuse_change('snapshots');
create or replace trigger c_append_only
  before update or delete or truncate on ledger.blocks
  for each statement execute function ledger.refuse_change('blocks');

-- Adds the newest snapshots: for each hot account with at least p_minimum postings since the last one. Stops at the
-- settled position, so that a transaction still open is never left out for good.
create or replace function ledger.roll_up(p_minimum integer) returns integer language plpgsql security definer
set search_path = ledger, pg_temp set enable_seqscan = off set jit = off as $$
declare
  v_until bigint;
  a record;
  v_sum record;
  v_made integer := 0;
begin
  perform pg_advisory_xact_lock(7261044120);
  v_until := settled_position();
  for a in
    select acc.id, coalesce(last.position, 0) as position, coalesce(last.balance_kobo, 0) as balance_kobo
    from accounts acc left join lateral (select s.position, s.balance_kobo from snapshots s where s.account_id = acc.id
      order by s.position desc limit 1) last on true
    where acc.hot and coalesce(last.position, 0) < v_until
  loop
    select count(*) as postings, coalesce(sum(p.amount_kobo), 0)::bigint as amount into v_sum
    from postings p where p.account_id = a.id and p.position >= a.position and p.position < v_until;
    continue when v_sum.postings = 0 or v_sum.postings < p_minimum;
    insert into daily_totals (account_id, effective_on, amount_kobo)
    select a.id, p.effective_on, sum(p.amount_kobo)::bigint from postings p
    where p.account_id = a.id and p.position >= a.position and p.position < v_until group by p.effective_on
    on conflict (account_id, effective_on) do update set amount_kobo = daily_totals.amount_kobo + excluded.amount_kobo;
    insert into snapshots (account_id, position, balance_kobo) values (a.id, v_until, a.balance_kobo + v_sum.amount);
    v_made := v_made + 1;
  end loop;
  return v_made;
end $$;

-- Balance of a hot account: newest snapshot and what came after.
create or replace function ledger.hot_balance(p_account_id uuid) returns bigint language sql stable
  set search_path = ledger, pg_temp as $$
  select coalesce(last.balance_kobo, 0) + coalesce((select sum(p.amount_kobo) from postings p
    where p.account_id = p_account_id and p.position >= coalesce(last.position, 0)), 0)::bigint
  from (select 1) one left join lateral (select s.position, s.balance_kobo from snapshots s
    where s.account_id = p_account_id
    order by s.position desc limit 1) last on true
$$;

-- Balance of an account as at the end of a business date (p_on) or at a moment of wall time (p_at).
create or replace function ledger.balance_as_at(p_account_id uuid, p_on date, p_at timestamptz) returns bigint
  language plpgsql stable
set search_path = ledger, pg_temp as $$
declare
  v_position bigint := 0;
  v_balance bigint := 0;
begin
  perform need_months(p_on, p_at);
  if p_on is not null then
    select s.position into v_position from snapshots s where s.account_id = p_account_id
      order by s.position desc limit 1;
    select coalesce(sum(d.amount_kobo), 0)::bigint into v_balance from daily_totals d
      where d.account_id = p_account_id and d.effective_on <= p_on;
    return v_balance + coalesce((select sum(p.amount_kobo) from postings p
      where p.account_id = p_account_id and p.position >= coalesce(v_position, 0) and p.effective_on <= p_on),
        0)::bigint;
  end if;
  select s.position, s.balance_kobo into v_position, v_balance from snapshots s
  where s.account_id = p_account_id and s.taken_at <= p_at order by s.position desc limit 1;
  return coalesce(v_balance, 0) + coalesce((select sum(p.amount_kobo) from postings p
    where p.account_id = p_account_id and p.position >= coalesce(v_position, 0) and p.recorded_at <= p_at), 0)::bigint;
end $$;

-- Sum of all accounts by line of the chart, now or as at. "As at" starts from now and takes back what is later, because
-- what is later is little.
create or replace function ledger.trial_balance(p_on date, p_at timestamptz)
returns table (chart_code text, type text, currency text, accounts bigint, amount_kobo numeric) language sql stable
set search_path = ledger, pg_temp as $$
  with later as (
    select p.account_id, sum(p.amount_kobo) as amount from postings p
    where (p_on is not null and p.effective_on > p_on) or (p_at is not null and p.recorded_at > p_at)
      group by p.account_id
  )
  select a.chart_code, a.type, a.currency, count(*),
    sum(case when a.hot then hot_balance(a.id) else b.balance_kobo end - coalesce(later.amount, 0))
  from accounts a left join balances b on b.account_id = a.id left join later on later.account_id = a.id
  where (select need_months(p_on, p_at))
  group by a.chart_code, a.type, a.currency order by a.chart_code, a.currency
$$;

-- What lies between two positions: number of transactions, and the hash of all their fields and postings.
create or replace function ledger.content_between(p_from bigint, p_to bigint, out transaction_count bigint,
  out content_hash text)
language sql stable set search_path = ledger, pg_temp set jit = off set enable_seqscan = off as $$
  select count(*), encode(sha256(coalesce(string_agg(sha256(
    record_send(row(t.id, t.key, t.request_hash, t.kind, t.description, t.effective_on, t.recorded_at, t.position,
      t.reverses_id, t.actor, t.metadata))
    || coalesce(p.lines, ''::bytea)), ''::bytea order by t.position, t.id), ''::bytea)), 'hex')
  from transactions t
  left join lateral (
    select string_agg(record_send(row(o.number, o.account_id, o.amount_kobo, o.currency, o.effective_on, o.recorded_at,
      o.position)), ''::bytea order by o.number) as lines
    from postings o where o.transaction_id = t.id
  ) p on true
  where t.position >= p_from and t.position < p_to and not (t.kind = 'carried' and is_away(t.id))
$$;

create or replace function ledger.block_hash(p_sequence bigint, p_from bigint, p_to bigint, p_count bigint,
  p_content text, p_previous text)
returns text language sql immutable as $$
  select encode(sha256(convert_to(concat_ws('|', p_sequence, p_from, p_to, p_count, p_content, p_previous), 'UTF8')),
    'hex')
$$;

-- Seals at most about p_limit transactions (never half of a database transaction). No row: nothing new is settled, or
-- another sealer is at work.
create or replace function ledger.seal_block(p_limit integer) returns setof ledger.blocks language plpgsql
  security definer
set search_path = ledger, pg_temp set enable_seqscan = off as $$
declare
  v_last blocks;
  v_from bigint;
  v_to bigint;
  v_over bigint;
  c record;
begin
  if not pg_try_advisory_xact_lock(7261044121) then return; end if;
  select * into v_last from blocks order by sequence desc limit 1;
  v_from := coalesce(v_last.to_position, 0);
  v_to := settled_position();
  select t.position + 1 into v_over from transactions t where t.position >= v_from and t.position < v_to
  order by t.position offset p_limit - 1 limit 1;
  v_to := coalesce(v_over, v_to);
  select * into c from content_between(v_from, v_to);
  if c.transaction_count = 0 then return; end if;
  return query insert into blocks (sequence, from_position, to_position, transaction_count, content_hash, previous_hash,
    hash)
  values (coalesce(v_last.sequence, 0) + 1, v_from, v_to, c.transaction_count, c.content_hash,
    coalesce(v_last.hash, ''),
    block_hash(coalesce(v_last.sequence, 0) + 1, v_from, v_to, c.transaction_count, c.content_hash,
      coalesce(v_last.hash, '')))
  returning *;
end $$;

-- Walks the chain. No row: intact. Else the first bad block and what is wrong with it.
create or replace function ledger.first_bad_block() returns table (sequence bigint, problem text)
  language plpgsql stable
set search_path = ledger, pg_temp as $$
declare
  b blocks;
  v_sequence bigint := 0;
  v_position bigint := 0;
  v_hash text := '';
  c record;
begin
  for b in select * from blocks order by blocks.sequence loop
    v_sequence := v_sequence + 1;
    if b.sequence <> v_sequence then
      return query select v_sequence, 'block is missing'::text; return;
    end if;
    if b.previous_hash <> v_hash or b.from_position <> v_position then
      return query select v_sequence, 'block does not follow the one before'::text; return;
    end if;
    select * into c from content_between(b.from_position, b.to_position);
    if c.transaction_count <> b.transaction_count then
      return query select v_sequence, format('%s transactions were sealed, %s are there', b.transaction_count,
        c.transaction_count); return;
    end if;
    if c.content_hash <> b.content_hash and not rest_holds(b, c.content_hash) then
      return query select v_sequence, 'transactions or postings were changed'::text; return;
    end if;
    if b.hash <> block_hash(b.sequence, b.from_position, b.to_position, b.transaction_count, b.content_hash,
      b.previous_hash) then
      return query select v_sequence, 'block was changed'::text; return;
    end if;
    v_position := b.to_position;
    v_hash := b.hash;
  end loop;
end $$;
