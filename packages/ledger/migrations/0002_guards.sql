-- What the database itself refuses, whoever asks: change of what is posted, unbalanced transactions, foreign currencies,
-- postings that appear later in an old transaction. And the stored balances follow the postings by trigger, in the same statement.

create function ledger.server_identifier() returns text language plpgsql stable as $$
begin
  return (select system_identifier::text from pg_control_system());
exception when insufficient_privilege then
  return 'unknown';
end $$;

insert into ledger.cluster (system_identifier, position_offset) values (ledger.server_identifier(), 0);

-- The position that everything written by the running database transaction carries.
create function ledger.current_position() returns bigint language plpgsql volatile as
$$ begin return pg_current_xact_id()::text::bigint + (select position_offset from ledger.cluster); end $$;

-- Everything before this position is finished: committed and visible, or rolled back for ever. Numbers do not commit in
-- order, so whoever adds up or seals must stop here, at the oldest transaction that is still open.
create function ledger.settled_position() returns bigint language sql volatile as
$$ select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + position_offset from ledger.cluster $$;

-- To be called at start: after a restore into another server the offset moves so that new positions follow the old ones.
create function ledger.adopt_cluster() returns bigint language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  v_offset bigint;
begin
  select position_offset into v_offset from cluster where system_identifier = server_identifier();
  if found then return v_offset; end if;
  lock table cluster in exclusive mode;
  update cluster set system_identifier = server_identifier(), position_offset = greatest(position_offset,
    greatest((select max(position) from transactions), (select max(position) from snapshots), (select max(to_position) from blocks), 0)
      + 1 - pg_current_xact_id()::text::bigint)
  where system_identifier <> server_identifier();
  return (select position_offset from cluster);
end $$;

create function ledger.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger.% is append-only: a correction is a reversal', tg_argv[0] using errcode = 'insufficient_privilege';
end $$;

-- Once per INSERT statement: all postings of a transaction arrive together and sum to zero in each currency, on existing
-- accounts of that currency, in a transaction written by this same database transaction.
create function ledger.check_new_postings() returns trigger language plpgsql as $$
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
  select p.account_id, p.currency into v_bad
  from (select distinct n.account_id, n.currency from new_postings n) p
  left join ledger.accounts a on a.id = p.account_id and a.currency = p.currency where a.id is null limit 1;
  if found then
    raise exception 'there is no account % in %', v_bad.account_id, v_bad.currency
      using errcode = 'foreign_key_violation', constraint = 'posting_is_in_the_currency_of_its_account';
  end if;
  return null;
end $$;

create function ledger.apply_new_postings() returns trigger language plpgsql as $$
begin
  update ledger.balances b set balance_kobo = b.balance_kobo + d.amount
  from (select p.account_id, sum(p.amount_kobo)::bigint as amount from new_postings p group by p.account_id) d
  where b.account_id = d.account_id;
  return null;
end $$;

-- Statement triggers do not reach from a partitioned table to its parts, so each part gets its own.
create function ledger.guard_postings_table(p_table regclass) returns void language plpgsql set search_path = ledger, pg_temp as $$
begin
  execute format('create trigger a_sums_to_zero after insert on %s referencing new table as new_postings
    for each statement execute function ledger.check_new_postings()', p_table);
  execute format('create trigger b_balances_follow after insert on %s referencing new table as new_postings
    for each statement execute function ledger.apply_new_postings()', p_table);
  execute format('create trigger c_append_only_table before truncate on %s
    for each statement execute function ledger.refuse_change(''postings'')', p_table);
end $$;

select ledger.guard_postings_table('ledger.postings');
create trigger c_append_only before update or delete on ledger.postings
  for each row execute function ledger.refuse_change('postings');

create trigger c_append_only before update or delete or truncate on ledger.transactions
  for each statement execute function ledger.refuse_change('transactions');
create trigger c_append_only before update or delete or truncate on ledger.blocks
  for each statement execute function ledger.refuse_change('blocks');
create trigger c_append_only before update or delete or truncate on ledger.snapshots
  for each statement execute function ledger.refuse_change('snapshots');
create trigger c_not_removed before delete or truncate on ledger.accounts
  for each statement execute function ledger.refuse_change('accounts');
create trigger c_not_removed before delete or truncate on ledger.balances
  for each statement execute function ledger.refuse_change('balances');
create trigger c_not_removed before delete or truncate on ledger.holds
  for each statement execute function ledger.refuse_change('holds');
create trigger c_terms_are_fixed before update of id, tenant, code, type, currency, hot, floor_kobo on ledger.accounts
  for each statement execute function ledger.refuse_change('accounts');

-- The smallest UUIDv7 of a moment.
create function ledger.first_uuid_of(p_at timestamptz) returns uuid language sql immutable as $$
  select rpad(lpad(to_hex((extract(epoch from p_at) * 1000)::bigint), 12, '0'), 32, '0')::uuid
$$;

-- Makes the missing monthly parts of ledger.postings from the given month on; called at start and daily by the sealer.
create function ledger.ensure_months(p_from date, p_months integer) returns integer language plpgsql security definer
set search_path = ledger, pg_temp set timezone = 'UTC' as $$
declare
  v_month date := date_trunc('month', p_from)::date;
  v_name text;
  v_made integer := 0;
begin
  for i in 1..p_months loop
    v_name := 'postings_' || to_char(v_month, 'YYYY_MM');
    if to_regclass('ledger_months.' || v_name) is null then
      perform pg_advisory_xact_lock(7261044119);
      if to_regclass('ledger_months.' || v_name) is null then
        execute format('create table ledger_months.%I partition of ledger.postings for values from (%L) to (%L)', v_name,
          first_uuid_of(v_month::timestamptz), first_uuid_of((v_month + interval '1 month')::timestamptz));
        perform guard_postings_table(format('ledger_months.%I', v_name)::regclass);
        v_made := v_made + 1;
      end if;
    end if;
    v_month := (v_month + interval '1 month')::date;
  end loop;
  return v_made;
end $$;

-- For ids of no known month, so that a posting never fails for want of a part.
create table ledger_months.postings_other partition of ledger.postings default;
select ledger.guard_postings_table('ledger_months.postings_other');
select ledger.ensure_months(current_date, 4);
