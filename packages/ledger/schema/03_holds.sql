-- Holds: an amount of an account is set aside, then captured (posted) in part or whole, the rest released.
-- Answers are JSON: {verdict: "held" | "replayed" | "released" | "rejected", reason?, hold?, …}

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

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

-- Part 2, made anew after each migration.

create or replace trigger c_not_removed
  before delete or truncate on ledger.holds
  for each statement execute function ledger.refuse_change('holds');

create or replace function ledger.hold_funds(
  p_id uuid, p_key text, p_hash text, p_account_id uuid, p_tenant text, p_code text, p_amount bigint,
    p_description text, p_actor text
) returns jsonb language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  b balances;
  h holds;
  is_enough boolean;
begin
  select bal.* into b from balances bal
  where bal.account_id = coalesce(p_account_id, (select a.id from accounts a where a.tenant = p_tenant
    and a.code = p_code)) for update;
  if not found then
    return jsonb_build_object('verdict', 'rejected', 'reason', 'unknown_account', 'account',
      coalesce(p_code, p_account_id::text));
  end if;
  is_enough := b.floor_kobo is null or b.direction * b.balance_kobo - b.held_kobo - p_amount >= b.floor_kobo;
  if is_enough then
    -- Most keys are new: whether this one was there is asked only where it did not go in.
    insert into holds (id, key, request_hash, account_id, amount_kobo, description, actor)
    values (p_id, p_key, p_hash, b.account_id, p_amount, p_description, p_actor)
    on conflict (key) do nothing returning * into h;
  end if;
  if h.id is null then
    select * into h from holds where key = p_key;
    if found then
      if h.request_hash <> p_hash then
        return jsonb_build_object('verdict', 'rejected', 'reason', 'duplicate_key_with_other_body', 'transaction_id',
          h.id);
      end if;
      perform note_replays(array[h.id]);
      return jsonb_build_object('verdict', 'replayed', 'hold', to_jsonb(h));
    end if;
    return jsonb_build_object('verdict', 'rejected', 'reason', 'insufficient_funds', 'account_id', b.account_id,
      'floor_kobo', b.floor_kobo::text,
      'available_kobo', (b.direction * b.balance_kobo - b.held_kobo)::text, 'asked_kobo', p_amount::text);
  end if;
  update balances set held_kobo = held_kobo + p_amount where account_id = b.account_id;
  return jsonb_build_object('verdict', 'held', 'hold', to_jsonb(h));
end $$;

-- The same for new keys of several payments at once. Answers the ids of those that are held; of an account without room
-- for all of them the first that fit are. A key that is taken ends the transaction.
create or replace function ledger.hold_many(
  p_ids uuid[], p_keys text[], p_hashes text[], p_tenant text, p_codes text[], p_amounts bigint[],
    p_descriptions text[], p_actor text
) returns setof uuid language plpgsql security definer set search_path = ledger, pg_temp as $$
begin
  -- In the order in which postings lock them, so that neither waits for the other's.
  perform from balances
  where account_id in (select a.id from accounts a where a.tenant = p_tenant and a.code = any(p_codes))
  order by account_id for update;
  return query
  with asked as (
    select u.*, a.id as account_id,
      sum(u.amount) over (partition by a.id order by u.place rows unbounded preceding) as with_those_before
    from unnest(p_ids, p_keys, p_hashes, p_codes, p_amounts, p_descriptions)
      with ordinality as u (hold_id, key, request_hash, code, amount, description, place)
    join accounts a on a.tenant = p_tenant and a.code = u.code
  ),
  placed as (
    insert into holds as h (id, key, request_hash, account_id, amount_kobo, description, actor)
    select k.hold_id, k.key, k.request_hash, k.account_id, k.amount, k.description, p_actor
    from asked k
    join balances b on b.account_id = k.account_id
    where b.floor_kobo is null
      or b.direction * b.balance_kobo - b.held_kobo - k.with_those_before >= b.floor_kobo
    returning h.id, h.account_id, h.amount_kobo
  ),
  counted as (
    update balances b set held_kobo = b.held_kobo + s.amount
    from (select p.account_id, sum(p.amount_kobo)::bigint as amount from placed p group by p.account_id) s
    where b.account_id = s.account_id
  )
  select p.id from placed p;
end $$;

-- Writes down what was captured and what was given back. The last kobo ends the hold.
create or replace function ledger.shrink_hold(p_hold_id uuid, p_captured bigint, p_released bigint) returns ledger.holds
language sql security definer set search_path = ledger, pg_temp as $$
  update balances set held_kobo = held_kobo - p_released
    where account_id = (select account_id from holds where id = p_hold_id) and p_released > 0;
  update holds set captured_kobo = captured_kobo + p_captured, released_kobo = released_kobo + p_released,
    state = case when captured_kobo + released_kobo + p_captured + p_released < amount_kobo then 'active'
      when captured_kobo + p_captured > 0 then 'captured' else 'released' end,
    ended_at = case when captured_kobo + released_kobo + p_captured + p_released < amount_kobo then null
      else clock_timestamp() end
  where id = p_hold_id returning *;
$$;

-- Posts part or all of a hold to another account. With p_release_rest what is left goes back to the holder at once.
create or replace function ledger.capture_hold(
  p_hold_id uuid, p_amount bigint, p_release_rest boolean, p_id uuid, p_key text, p_hash text, p_kind text,
    p_description text,
  p_effective_on date, p_actor text, p_metadata jsonb, p_to_id uuid, p_to_tenant text, p_to_code text
) returns jsonb language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  h holds;
  v_first transactions;
  v_direction smallint;
  v_rest bigint := 0;
  m record;
  v_problem jsonb;
begin
  select * into h from holds where id = p_hold_id for update;
  if not found then return jsonb_build_object('verdict', 'rejected', 'reason', 'unknown_hold'); end if;
  select * into v_first from transactions where key = p_key;
  if found then
    if v_first.request_hash <> p_hash then
      return jsonb_build_object('verdict', 'rejected', 'reason', 'duplicate_key_with_other_body', 'transaction_id',
        v_first.id);
    end if;
    perform note_replays(array[v_first.id]);
    return jsonb_build_object('verdict', 'replayed', 'hold', to_jsonb(h), 'transaction_id', v_first.id, 'recorded_at',
      v_first.recorded_at);
  end if;
  if h.state <> 'active' or p_amount > h.amount_kobo - h.captured_kobo - h.released_kobo then
    return jsonb_build_object('verdict', 'rejected', 'reason', 'hold_not_active', 'state', h.state,
      'remaining_kobo', (h.amount_kobo - h.captured_kobo - h.released_kobo)::text);
  end if;
  if p_release_rest then v_rest := h.amount_kobo - h.captured_kobo - h.released_kobo - p_amount; end if;
  select direction into v_direction from accounts where id = h.account_id;
  if p_to_id is null then select id into p_to_id from accounts where tenant = p_to_tenant and code = p_to_code; end if;
  perform from balances where account_id in (h.account_id, p_to_id) order by account_id for update;
  -- What is captured is no longer held, else it would count twice against the floor; put back when the posting is
  -- refused.
  update balances set held_kobo = held_kobo - p_amount where account_id = h.account_id;
  select * into m from post_many(
    array[p_id], array[p_key], array[p_hash], array[p_kind], array[p_description], array[p_effective_on],
      array[p_actor],
    array[p_metadata], array[null::uuid], array[2], array[1], array[h.account_id, p_to_id], array[null, p_to_tenant],
      array[null, p_to_code],
    array[1, 1], array[1, 2], array[1, 2], array[-v_direction * p_amount, v_direction * p_amount],
      array[null::text, null::text]);
  v_problem := m.exceptions -> 0;
  if v_problem ->> 'verdict' = 'rejected' then
    update balances set held_kobo = held_kobo + p_amount where account_id = h.account_id;
    return v_problem || jsonb_build_object('hold', to_jsonb(h));
  end if;
  h := shrink_hold(h.id, p_amount, v_rest);
  return jsonb_build_object('verdict', 'posted', 'hold', to_jsonb(h), 'transaction_id', p_id, 'recorded_at',
    m.recorded_at);
end $$;

-- Gives back what is left of a hold. A second release answers the first one's result.
create or replace function ledger.release_hold(p_hold_id uuid) returns jsonb language plpgsql security definer
set search_path = ledger, pg_temp as $$
declare
  h holds;
begin
  select * into h from holds where id = p_hold_id for update;
  if not found then return jsonb_build_object('verdict', 'rejected', 'reason', 'unknown_hold'); end if;
  if h.state <> 'active' then
    if h.released_kobo = 0 then
      return jsonb_build_object('verdict', 'rejected', 'reason', 'hold_not_active', 'state', h.state, 'remaining_kobo',
        '0');
    end if;
    perform note_replays(array[h.id]);
    return jsonb_build_object('verdict', 'replayed', 'hold', to_jsonb(h));
  end if;
  h := shrink_hold(h.id, 0, h.amount_kobo - h.captured_kobo - h.released_kobo);
  return jsonb_build_object('verdict', 'released', 'hold', to_jsonb(h));
end $$;
