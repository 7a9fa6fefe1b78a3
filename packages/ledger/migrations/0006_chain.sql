-- The hash chain. Postings wait for nothing; one sealer puts what is settled into blocks, in order of position, each block's
-- hash covering its transactions, their postings and the hash before. Fields are hashed in PostgreSQL's binary wire form, which
-- depends on no setting of the session.

-- What stands between two positions: number of transactions, and the hash of all their fields and postings.
create function ledger.content_between(p_from bigint, p_to bigint, out transaction_count bigint, out content_hash text)
language sql stable set search_path = ledger, pg_temp set jit = off set enable_seqscan = off as $$
  select count(*), encode(sha256(coalesce(string_agg(sha256(
    record_send(row(t.id, t.key, t.request_hash, t.kind, t.description, t.effective_on, t.recorded_at, t.position, t.reverses_id, t.actor, t.metadata))
    || coalesce(p.lines, ''::bytea)), ''::bytea order by t.position, t.id), ''::bytea)), 'hex')
  from transactions t
  left join lateral (
    select string_agg(record_send(row(o.number, o.account_id, o.amount_kobo, o.currency, o.effective_on, o.recorded_at, o.position)), ''::bytea order by o.number) as lines
    from postings o where o.transaction_id = t.id
  ) p on true
  where t.position >= p_from and t.position < p_to
$$;

create function ledger.block_hash(p_sequence bigint, p_from bigint, p_to bigint, p_count bigint, p_content text, p_previous text)
returns text language sql immutable as $$
  select encode(sha256(convert_to(concat_ws('|', p_sequence, p_from, p_to, p_count, p_content, p_previous), 'UTF8')), 'hex')
$$;

-- Seals at most about p_limit transactions (never half of a database transaction). No row: nothing new is settled, or
-- another sealer is at work.
create function ledger.seal_block(p_limit integer) returns setof ledger.blocks language plpgsql security definer
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
  return query insert into blocks (sequence, from_position, to_position, transaction_count, content_hash, previous_hash, hash)
  values (coalesce(v_last.sequence, 0) + 1, v_from, v_to, c.transaction_count, c.content_hash, coalesce(v_last.hash, ''),
    block_hash(coalesce(v_last.sequence, 0) + 1, v_from, v_to, c.transaction_count, c.content_hash, coalesce(v_last.hash, '')))
  returning *;
end $$;

-- Walks the chain. No row: intact. Else the first bad block and what is wrong with it.
create function ledger.first_bad_block() returns table (sequence bigint, problem text) language plpgsql stable
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
      return query select v_sequence, format('%s transactions were sealed, %s are there', b.transaction_count, c.transaction_count); return;
    end if;
    if c.content_hash <> b.content_hash then
      return query select v_sequence, 'transactions or postings were changed'::text; return;
    end if;
    if b.hash <> block_hash(b.sequence, b.from_position, b.to_position, b.transaction_count, b.content_hash, b.previous_hash) then
      return query select v_sequence, 'block was changed'::text; return;
    end if;
    v_position := b.to_position;
    v_hash := b.hash;
  end loop;
end $$;
