-- The same rules as in 0002 and 0003 in fewer steps: two batches that share an account wait for each other from the lock to the commit, so what happens in between
-- is what limits both. Balances are locked and read by one statement instead of a loop; accounts and currencies are proved by the update of the balances itself.

create or replace function ledger.post_many(
  p_ids uuid[], p_keys text[], p_hashes text[], p_kinds text[], p_descriptions text[], p_effective_on date[],
  p_actors text[], p_metadata jsonb[], p_reverses uuid[], p_counts integer[], p_same_key_as integer[],
  p_account_ids uuid[], p_account_tenants text[], p_account_codes text[],
  q_transfer integer[], q_number integer[], q_account integer[], q_amount bigint[], q_currency text[],
  out recorded_at timestamptz, out exceptions jsonb
) language plpgsql security definer
set search_path = ledger, pg_temp
-- Plans are kept for the life of a connection: one made while the tables were empty must still be right at ten million rows.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  r record;
  n constant integer := cardinality(p_ids);
  v_position bigint;
  -- Per account of the call: where its state stands in the arrays (the same account may be named twice; 0: unknown).
  v_slot integer[];
  v_available bigint[];
  v_direction bigint[];
  v_floor bigint[];
  v_currency text[];
  -- The same of the stored balances alone, side by side with the places in the call that they were found for.
  v_found integer[];
  v_stored_slot integer[];
  v_stored_available bigint[];
  v_stored_direction bigint[];
  v_stored_floor bigint[];
  v_stored_currency text[];
  v_accepted boolean[] := array_fill(true, array[n]);
  v_suspect boolean[] := array_fill(false, array[n]);
  -- For each first use of a key in this call, the transfer of this call that took it (0: none yet).
  v_taken_by integer[] := array_fill(0, array[n]);
  v_exceptions jsonb[] := '{}';
  v_replayed uuid[] := '{}';
  v_odd integer[];
  v_count integer := 0;
  v_first integer := 1;
  v_last integer;
  v_constraint text;
  v_problem jsonb;
  v_delta bigint;
  v_is_short boolean;
  s integer;
begin
  if array_position(p_account_ids, null) is not null then
    select array_agg(coalesce(u.id, a.id) order by u.n) into p_account_ids
    from unnest(p_account_ids, p_account_tenants, p_account_codes) with ordinality u (id, tenant, code, n)
    left join accounts a on u.id is null and a.tenant = u.tenant and a.code = u.code;
  end if;

  -- 1. Lock the stored balances in one order; remember what is available. In one statement: whoever wants one of the same accounts waits from here on.
  select count(*), array_agg(l.n), array_agg(l.first_n), array_agg(l.available), array_agg(l.direction), array_agg(l.floor_kobo), array_agg(l.currency)
  into v_count, v_found, v_slot, v_available, v_direction, v_floor, v_currency
  from (
    with locked as materialized (
      select u.n::integer as n, b.account_id, b.direction * b.balance_kobo - b.held_kobo as available, b.direction::bigint as direction, b.floor_kobo, b.currency
      from unnest(p_account_ids) with ordinality u (id, n) join balances b on b.account_id = u.id
      order by b.account_id for update of b)
    select k.*, min(k.n) over (partition by k.account_id) as first_n from locked k order by k.n
  ) l;
  -- Not all of them have a stored balance: what was found goes to its places, hot accounts get theirs, and the rest is unknown.
  if v_count < cardinality(p_account_ids) then
    v_stored_slot := v_slot;
    v_stored_available := v_available;
    v_stored_direction := v_direction;
    v_stored_floor := v_floor;
    v_stored_currency := v_currency;
    v_slot := array_fill(0, array[cardinality(p_account_ids)]);
    v_available := array_fill(0::bigint, array[cardinality(p_account_ids)]);
    v_direction := v_available;
    v_floor := array_fill(null::bigint, array[cardinality(p_account_ids)]);
    v_currency := array_fill(null::text, array[cardinality(p_account_ids)]);
    for i in 1..v_count loop
      s := v_found[i];
      v_slot[s] := v_stored_slot[i];
      v_available[s] := v_stored_available[i];
      v_direction[s] := v_stored_direction[i];
      v_floor[s] := v_stored_floor[i];
      v_currency[s] := v_stored_currency[i];
    end loop;
    for r in
      select u.n::integer as n, a.currency from unnest(p_account_ids) with ordinality u (id, n) join accounts a on a.id = u.id
      where v_slot[u.n] = 0 and a.hot
    loop
      v_slot[r.n] := r.n;
      v_currency[r.n] := r.currency;
    end loop;
  end if;

  -- 2. Keys that were used before (read after the locks, so that whoever held them is seen).
  for r in
    select u.n::integer as n, t.id, t.request_hash, t.recorded_at
    from unnest(p_keys) with ordinality u (key, n) join transactions t on t.key = u.key
  loop
    v_accepted[r.n] := false;
    if r.request_hash = p_hashes[r.n] then v_replayed := v_replayed || r.id; end if;
    v_exceptions := v_exceptions || replay_verdict(r.n, r.id, r.recorded_at, r.request_hash = p_hashes[r.n]);
  end loop;

  -- 3. Transfers that need a closer look: unknown account, other currency, more than one currency, or no zero sum. (Not a FOR
  -- loop: its cursor would copy the arrays into a form whose text elements are found by counting from the start.)
  select array_agg(odd.transfer) into v_odd from (
    select u.transfer from unnest(q_transfer, q_account, q_amount, q_currency) u (transfer, account, amount, currency)
    group by u.transfer
    having bool_or(v_currency[u.account] is null or u.currency <> v_currency[u.account])
      or min(v_currency[u.account]) <> max(v_currency[u.account]) or sum(u.amount) <> 0
  ) odd;
  foreach s in array coalesce(v_odd, '{}') loop
    v_suspect[s] := true;
  end loop;

  -- 4. Judge one after the other.
  recorded_at := clock_timestamp();
  for t in 1..n loop
    v_last := v_first + p_counts[t] - 1;
    if v_accepted[t] then
      s := v_taken_by[p_same_key_as[t]];
      if s > 0 then
        v_accepted[t] := false;
        v_exceptions := v_exceptions || replay_verdict(t, p_ids[s], recorded_at, p_hashes[t] = p_hashes[s]);
      else
        v_problem := case when v_suspect[t] then problem_of(q_account[v_first:v_last], q_amount[v_first:v_last], q_currency[v_first:v_last],
          p_account_ids, p_account_codes, v_currency) end;
        if v_problem is null then
          v_is_short := false;
          for i in v_first..v_last loop
            s := v_slot[q_account[i]];
            v_delta := v_direction[s] * q_amount[i];
            v_available[s] := v_available[s] + v_delta;
            if v_delta < 0 and v_available[s] < v_floor[s] then v_is_short := true; end if;
          end loop;
          if v_is_short then
            -- Confirmed on the whole transfer (it may also raise the account), and taken back.
            for i in v_first..v_last loop
              s := v_slot[q_account[i]];
              v_delta := v_direction[s] * q_amount[i];
              if v_problem is null and v_delta < 0 and v_available[s] < v_floor[s] then
                v_problem := jsonb_build_object('reason', 'insufficient_funds', 'account_id', p_account_ids[s], 'floor_kobo', v_floor[s]::text,
                  'available_kobo', (v_available[s] - v_delta)::text, 'asked_kobo', (-v_delta)::text);
              end if;
            end loop;
            for i in v_first..v_last loop
              exit when v_problem is null;
              s := v_slot[q_account[i]];
              v_available[s] := v_available[s] - v_direction[s] * q_amount[i];
            end loop;
          end if;
        end if;
        if v_problem is null then
          v_taken_by[p_same_key_as[t]] := t;
        else
          v_accepted[t] := false;
          v_exceptions := v_exceptions || (v_problem || jsonb_build_object('n', t, 'verdict', 'rejected'));
        end if;
      end if;
    end if;
    v_first := v_last + 1;
  end loop;

  -- 5. Write. Keys in one order, so that two calls with the same keys wait for each other instead of embracing.
  if cardinality(v_exceptions) < n then
    v_position := current_position();
    begin
      insert into transactions (id, key, request_hash, kind, description, effective_on, recorded_at, position, reverses_id, actor, metadata)
      select u.id, u.key, u.hash, u.kind, u.description, u.effective_on, post_many.recorded_at, v_position, u.reverses, u.actor, u.metadata
      from unnest(p_ids, p_keys, p_hashes, p_kinds, p_descriptions, p_effective_on, p_reverses, p_actors, p_metadata) with ordinality
        u (id, key, hash, kind, description, effective_on, reverses, actor, metadata, n)
      where v_accepted[u.n] order by u.key;
    exception when unique_violation then
      -- Somebody else committed one of the keys after we looked: judge again, now seeing it (the locks are still ours).
      get stacked diagnostics v_constraint = constraint_name;
      if v_constraint <> 'transactions_key_is_unique' then raise; end if;
      if current_setting('transaction_isolation') <> 'read committed' then
        raise exception 'this transaction was overtaken by another one; try again' using errcode = 'serialization_failure';
      end if;
      select m.recorded_at, m.exceptions into recorded_at, exceptions from post_many(p_ids, p_keys, p_hashes, p_kinds, p_descriptions, p_effective_on,
        p_actors, p_metadata, p_reverses, p_counts, p_same_key_as, p_account_ids, p_account_tenants, p_account_codes,
        q_transfer, q_number, q_account, q_amount, q_currency) m;
      return;
    end;
    insert into postings (transaction_id, number, account_id, amount_kobo, currency, effective_on, recorded_at, position)
    select p_ids[u.transfer], u.number, p_account_ids[u.account], u.amount, v_currency[u.account], p_effective_on[u.transfer],
      post_many.recorded_at, v_position
    from unnest(q_transfer, q_number, q_account, q_amount) u (transfer, number, account, amount)
    where v_accepted[u.transfer];
  end if;
  if cardinality(v_replayed) > 0 then perform note_replays(v_replayed); end if;
  exceptions := to_jsonb(v_exceptions);
end $$;

-- Once per INSERT statement: all postings of a transaction arrive together and sum to zero in each currency, in a transaction written by this same database
-- transaction. That the accounts exist in that currency is proved by the trigger that follows.
create or replace function ledger.check_new_postings() returns trigger language plpgsql as $$
declare
  v_bad record;
  v_position bigint := ledger.current_position();
begin
  select p.transaction_id, p.currency, p.amount, t.id as known into v_bad
  from (select n.transaction_id, n.currency, n.position, n.effective_on, sum(n.amount_kobo) as amount
        from new_postings n group by n.transaction_id, n.currency, n.position, n.effective_on) p
  left join ledger.transactions t on t.id = p.transaction_id and t.position = p.position and t.effective_on = p.effective_on
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
  with moved as materialized (select p.account_id, p.currency, sum(p.amount_kobo)::bigint as amount from new_postings p group by p.account_id, p.currency),
  applied as (
    update ledger.balances b set balance_kobo = b.balance_kobo + m.amount from moved m where b.account_id = m.account_id and b.currency = m.currency returning 1)
  select (select count(*) from moved), (select count(*) from applied) into v_moved, v_applied;
  if v_applied < v_moved then
    select p.account_id, p.currency into v_bad from (select distinct n.account_id, n.currency from new_postings n) p
    where not exists (select from ledger.balances b where b.account_id = p.account_id and b.currency = p.currency)
      and not exists (select from ledger.accounts a where a.id = p.account_id and a.currency = p.currency and a.hot) limit 1;
    if found then
      raise exception 'there is no account % in %', v_bad.account_id, v_bad.currency
        using errcode = 'foreign_key_violation', constraint = 'posting_is_in_the_currency_of_its_account';
    end if;
  end if;
  return null;
end $$;
