-- Balances, roll-ups of hot accounts, "as at" by either clock. All amounts debit positive.

-- Adds the newest snapshots: for each hot account with at least p_minimum postings since the last one. Stops at the settled
-- position, so that a transaction still open is never left out for good.
create function ledger.roll_up(p_minimum integer) returns integer language plpgsql security definer
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
create function ledger.hot_balance(p_account_id uuid) returns bigint language sql stable set search_path = ledger, pg_temp as $$
  select coalesce(last.balance_kobo, 0) + coalesce((select sum(p.amount_kobo) from postings p
    where p.account_id = p_account_id and p.position >= coalesce(last.position, 0)), 0)::bigint
  from (select 1) one left join lateral (select s.position, s.balance_kobo from snapshots s where s.account_id = p_account_id
    order by s.position desc limit 1) last on true
$$;

-- Balance of an account as at the end of a business date (p_on) or at a moment of wall time (p_at).
create function ledger.balance_as_at(p_account_id uuid, p_on date, p_at timestamptz) returns bigint language plpgsql stable
set search_path = ledger, pg_temp as $$
declare
  v_position bigint := 0;
  v_balance bigint := 0;
begin
  if p_on is not null then
    select s.position into v_position from snapshots s where s.account_id = p_account_id order by s.position desc limit 1;
    select coalesce(sum(d.amount_kobo), 0)::bigint into v_balance from daily_totals d where d.account_id = p_account_id and d.effective_on <= p_on;
    return v_balance + coalesce((select sum(p.amount_kobo) from postings p
      where p.account_id = p_account_id and p.position >= coalesce(v_position, 0) and p.effective_on <= p_on), 0)::bigint;
  end if;
  select s.position, s.balance_kobo into v_position, v_balance from snapshots s
  where s.account_id = p_account_id and s.taken_at <= p_at order by s.position desc limit 1;
  return coalesce(v_balance, 0) + coalesce((select sum(p.amount_kobo) from postings p
    where p.account_id = p_account_id and p.position >= coalesce(v_position, 0) and p.recorded_at <= p_at), 0)::bigint;
end $$;

-- Sum of all accounts by line of the chart, now or as at. "As at" starts from now and takes back what is later, because
-- what is later is little.
create function ledger.trial_balance(p_on date, p_at timestamptz)
returns table (chart_code text, type text, currency text, accounts bigint, amount_kobo numeric) language sql stable
set search_path = ledger, pg_temp as $$
  with later as (
    select p.account_id, sum(p.amount_kobo) as amount from postings p
    where (p_on is not null and p.effective_on > p_on) or (p_at is not null and p.recorded_at > p_at) group by p.account_id
  )
  select a.chart_code, a.type, a.currency, count(*),
    sum(case when a.hot then hot_balance(a.id) else b.balance_kobo end - coalesce(later.amount, 0))
  from accounts a left join balances b on b.account_id = a.id left join later on later.account_id = a.id
  group by a.chart_code, a.type, a.currency order by a.chart_code, a.currency
$$;
