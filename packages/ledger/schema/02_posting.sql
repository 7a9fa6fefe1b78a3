-- Opening accounts and posting.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- A replay writes before it answers: an answer that only read could acknowledge what a synchronous standby never
-- received.
create table ledger.replays (
  subject_id uuid primary key,
  count integer not null default 1,
  last_at timestamptz not null default clock_timestamp()
) with (fillfactor = 70);

-- Part 2, made anew after each migration.

-- Opens an account, once per tenant and code. Answers the account and whether it was made now.
create or replace function ledger.open_account(
  p_id uuid, p_tenant text, p_code text, p_chart_code text, p_name text, p_type text, p_currency text,
  p_owner_type text, p_owner_id text, p_floor_kobo bigint, p_hot boolean
) returns table (account ledger.accounts, is_new boolean) language plpgsql security definer
set search_path = ledger, pg_temp as $$
begin
  insert into accounts (id, tenant, code, chart_code, name, type, currency, owner_type, owner_id, floor_kobo, hot)
  values (p_id, p_tenant, p_code, p_chart_code, p_name, p_type, p_currency, p_owner_type, p_owner_id, p_floor_kobo,
    p_hot)
  on conflict (tenant, code) do nothing;
  is_new := found;
  select a.* into account from accounts a where a.tenant = p_tenant and a.code = p_code;
  if is_new and not p_hot then
    insert into balances (account_id, direction, floor_kobo, currency)
    values (p_id, (account).direction, p_floor_kobo, p_currency);
  end if;
  return next;
end $$;

create or replace function ledger.replay_verdict(p_n integer, p_id uuid, p_recorded_at timestamptz, p_is_same boolean)
  returns jsonb
language sql immutable as $$
  select case when p_is_same
    then jsonb_build_object('n', p_n, 'verdict', 'replayed', 'transaction_id', p_id, 'recorded_at', p_recorded_at)
    else jsonb_build_object('n', p_n, 'verdict', 'rejected', 'reason', 'duplicate_key_with_other_body',
      'transaction_id', p_id) end
$$;

-- What is wrong with a transfer by itself; null when nothing is (it may be an exchange that balances in each currency).
create or replace function ledger.problem_of(
  p_accounts integer[], p_amounts bigint[], p_currencies text[], p_account_ids uuid[], p_account_codes text[],
    p_currency_of_account text[]
) returns jsonb language plpgsql immutable as $$
declare
  a integer;
  v_unbalanced record;
begin
  for i in 1..cardinality(p_accounts) loop
    a := p_accounts[i];
    if p_currency_of_account[a] is null then
      return jsonb_build_object('reason', 'unknown_account', 'account',
        coalesce(p_account_codes[a], p_account_ids[a]::text));
    elsif p_currencies[i] <> p_currency_of_account[a] then
      return jsonb_build_object('reason', 'currency_mismatch', 'account_id', p_account_ids[a], 'account_currency',
        p_currency_of_account[a], 'currency', p_currencies[i]);
    end if;
  end loop;
  select p_currency_of_account[u.account] as currency, sum(u.amount) as difference into v_unbalanced
  from unnest(p_accounts, p_amounts) u (account, amount)
  group by p_currency_of_account[u.account] having sum(u.amount) <> 0 limit 1;
  if found then
    return jsonb_build_object('reason', 'unbalanced', 'currency', v_unbalanced.currency, 'difference_kobo',
      v_unbalanced.difference::text);
  end if;
  return null;
end $$;

create or replace function ledger.note_replays(p_ids uuid[]) returns void language sql security definer
  set search_path = ledger, pg_temp as $$
  insert into replays (subject_id) select distinct id from unnest(p_ids) id order by id
  on conflict (subject_id) do update set count = replays.count + 1, last_at = clock_timestamp()
$$;

-- Posts many transfers in one statement and answers each for itself. Transfers are judged in their order, as if they
-- came one after the other; what is refused leaves no trace and does not disturb its neighbours.
--   p_*        one element per transfer; p_counts = its number of postings; p_same_key_as = the first transfer of this call
--              with the same key (itself when there is none)
--   p_account* the distinct accounts of the call, by id or by tenant and code
--   q_*        one element per posting in the order of the transfers: its transfer, its number in it, its account (an index
--              into p_account*), amount, and currency (null = the account's)
-- Answers the time of recording and, as JSON, only those transfers that were not simply posted:
--   {n, verdict: "replayed" | "rejected", reason?, transaction_id?, recorded_at?, …data of the reason}
-- Locks: stored balances in the order of their account's id, then keys. Hot accounts are not locked at all.
create or replace function ledger.post_many(
  p_ids uuid[], p_keys text[], p_hashes text[], p_kinds text[], p_descriptions text[], p_effective_on date[],
  p_actors text[], p_metadata jsonb[], p_reverses uuid[], p_counts integer[], p_same_key_as integer[],
  p_account_ids uuid[], p_account_tenants text[], p_account_codes text[],
  q_transfer integer[], q_number integer[], q_account integer[], q_amount bigint[], q_currency text[],
  out recorded_at timestamptz, out exceptions jsonb
) language plpgsql security definer
set search_path = ledger, pg_temp
-- Plans are kept for the life of a connection: one made while the tables were empty must still be right at ten million
-- rows.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  r record;
  n constant integer := cardinality(p_ids);
  v_position bigint;
  -- Per account of the call: the index of its state in the arrays (the same account may be named twice; 0: unknown).
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

  -- 1. Lock the stored balances in one order; remember what is available. In one statement: a call that shares an
  -- account waits from here on, so what happens between here and the commit limits both.
  select count(*), array_agg(l.n), array_agg(l.first_n), array_agg(l.available), array_agg(l.direction),
    array_agg(l.floor_kobo), array_agg(l.currency)
  into v_count, v_found, v_slot, v_available, v_direction, v_floor, v_currency
  from (
    with locked as materialized (
      select u.n::integer as n, b.account_id, b.direction * b.balance_kobo - b.held_kobo as available,
        b.direction::bigint as direction, b.floor_kobo, b.currency
      from unnest(p_account_ids) with ordinality u (id, n) join balances b on b.account_id = u.id
      order by b.account_id for update of b)
    select k.*, min(k.n) over (partition by k.account_id) as first_n from locked k order by k.n
  ) l;
  -- Not all of them have a stored balance: what was found goes to its places, hot accounts get theirs, and the rest is
  -- unknown.
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
      select u.n::integer as n, a.currency from unnest(p_account_ids) with ordinality u (id, n)
        join accounts a on a.id = u.id
      where v_slot[u.n] = 0 and a.hot
    loop
      v_slot[r.n] := r.n;
      v_currency[r.n] := r.currency;
    end loop;
  end if;

  -- 2. Keys that were used before (read after the locks, so that a key committed meanwhile is seen).
  for r in
    select u.n::integer as n, t.id, t.request_hash, t.recorded_at
    from unnest(p_keys) with ordinality u (key, n) join transactions t on t.key = u.key
  loop
    v_accepted[r.n] := false;
    if r.request_hash = p_hashes[r.n] then v_replayed := v_replayed || r.id; end if;
    v_exceptions := v_exceptions || replay_verdict(r.n, r.id, r.recorded_at, r.request_hash = p_hashes[r.n]);
  end loop;

  -- 3. Transfers that need a closer look: unknown account, other currency, more than one currency, or no zero sum. (Not
  -- a FOR loop: its cursor would copy the arrays into a form whose text elements are found by counting from the start.)
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
        v_problem := case when v_suspect[t] then problem_of(q_account[v_first:v_last], q_amount[v_first:v_last],
          q_currency[v_first:v_last],
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
                v_problem := jsonb_build_object('reason', 'insufficient_funds', 'account_id', p_account_ids[s],
                  'floor_kobo', v_floor[s]::text,
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

  -- 5. Write. Keys in one order, so that two calls with the same keys wait for each other instead of deadlocking.
  if cardinality(v_exceptions) < n then
    v_position := current_position();
    begin
      insert into transactions (id, key, request_hash, kind, description, effective_on, recorded_at, position,
        reverses_id, actor, metadata)
      select u.id, u.key, u.hash, u.kind, u.description, u.effective_on, post_many.recorded_at, v_position, u.reverses,
        u.actor, u.metadata
      from unnest(p_ids, p_keys, p_hashes, p_kinds, p_descriptions, p_effective_on, p_reverses, p_actors,
        p_metadata) with ordinality
        u (id, key, hash, kind, description, effective_on, reverses, actor, metadata, n)
      where v_accepted[u.n] order by u.key;
    exception when unique_violation then
      -- Somebody else committed one of the keys after we looked: judge again, now seeing it (the locks are still ours).
      get stacked diagnostics v_constraint = constraint_name;
      if v_constraint <> 'transactions_key_is_unique' then raise; end if;
      if current_setting('transaction_isolation') <> 'read committed' then
        raise exception 'this transaction was overtaken by another one; try again'
          using errcode = 'serialization_failure';
      end if;
      select m.recorded_at, m.exceptions into recorded_at, exceptions
        from post_many(p_ids, p_keys, p_hashes, p_kinds, p_descriptions, p_effective_on,
        p_actors, p_metadata, p_reverses, p_counts, p_same_key_as, p_account_ids, p_account_tenants, p_account_codes,
        q_transfer, q_number, q_account, q_amount, q_currency) m;
      return;
    end;
    insert into postings (transaction_id, number, account_id, amount_kobo, currency, effective_on, recorded_at,
      position)
    select p_ids[u.transfer], u.number, p_account_ids[u.account], u.amount, v_currency[u.account],
      p_effective_on[u.transfer],
      post_many.recorded_at, v_position
    from unnest(q_transfer, q_number, q_account, q_amount) u (transfer, number, account, amount)
    where v_accepted[u.transfer];
  end if;
  if cardinality(v_replayed) > 0 then perform note_replays(v_replayed); end if;
  exceptions := to_jsonb(v_exceptions);
end $$;

-- Ends the transaction with what post_many did not post: for a caller who commits without reading the answer.
create or replace function ledger.refuse(p_exceptions jsonb) returns void language plpgsql as $$
begin
  raise exception 'the ledger refused a posting' using errcode = 'ML001', detail = p_exceptions::text;
end $$;

-- Posts the opposite of a transaction, once. Another key for a transaction already reversed is refused with the first
-- reversal's id.
create or replace function ledger.reverse_transaction(
  p_id uuid, p_transaction_id uuid, p_key text, p_hash text, p_description text, p_effective_on date, p_actor text,
    p_metadata jsonb,
  out recorded_at timestamptz, out exceptions jsonb
) language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  v_reversal record;
  v_accounts uuid[];
  v_slots integer[];
  v_amounts bigint[];
begin
  -- Two reversals of one transaction wait for each other.
  perform from transactions where id = p_transaction_id for no key update;
  if not found then
    exceptions := jsonb_build_array(jsonb_build_object('n', 1, 'verdict', 'rejected', 'reason', 'unknown_transaction'));
    return;
  end if;
  select id, key into v_reversal from transactions where reverses_id = p_transaction_id;
  if found and v_reversal.key <> p_key then
    exceptions := jsonb_build_array(jsonb_build_object('n', 1, 'verdict', 'rejected', 'reason', 'already_reversed',
      'transaction_id', v_reversal.id));
    return;
  end if;
  select array_agg(p.account_id order by p.number), array_agg(p.number::integer order by p.number),
    array_agg(-p.amount_kobo order by p.number)
  into v_accounts, v_slots, v_amounts from postings p where p.transaction_id = p_transaction_id;
  if v_accounts is null or is_away(p_transaction_id) then
    exceptions := jsonb_build_array(jsonb_build_object('n', 1, 'verdict', 'rejected', 'reason', 'month_away'));
    return;
  end if;
  select m.recorded_at, m.exceptions into recorded_at, exceptions from post_many(
    array[p_id], array[p_key], array[p_hash], array['reversal'], array[p_description], array[p_effective_on],
      array[p_actor],
    array[p_metadata], array[p_transaction_id], array[cardinality(v_slots)], array[1],
    v_accounts, array_fill(null::text, array[cardinality(v_slots)]),
      array_fill(null::text, array[cardinality(v_slots)]),
    array_fill(1, array[cardinality(v_slots)]), v_slots, v_slots, v_amounts,
      array_fill(null::text, array[cardinality(v_slots)])) m;
end $$;
