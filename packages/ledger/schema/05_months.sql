-- Months of postings that are taken away. In the place of a month's part stands one with what each account carries out of
-- it, so that every balance still is the sum of its postings; the part itself is a table of its own then, to be dumped and
-- dropped (docs/decisions/0091-postings-by-month.md).

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table ledger.months_away (
  month date primary key,
  -- The ids of its transactions: from the first one on, before the last one.
  first_id uuid not null,
  end_id uuid not null,
  posting_count bigint not null,
  -- SHA-256 of all its postings.
  digest text not null,
  -- SHA-256 of what it carries.
  carried_count bigint not null,
  carried_digest text not null,
  last_position bigint not null,
  last_effective_on date not null,
  last_recorded_at timestamptz not null,
  taken_away_at timestamptz not null default clock_timestamp()
);

-- Sealed blocks that cannot be made anew while a month is away: what is left of each, so that nothing else of them changes.
create table ledger.blocks_away (
  sequence bigint primary key references ledger.blocks,
  rest_hash text not null
);

-- Part 2, made anew after each migration.

-- How many postings a table holds, and the hash of all their fields: hashes of transactions, of a minute's hashes, of all.
create or replace function ledger.digest_of(p_table regclass, out posting_count bigint, out digest text)
language plpgsql stable as $$
begin
  execute format($sql$
    with lines as (
      select p.transaction_id, count(*) as n, sha256(string_agg(record_send(row(p.number, p.account_id, p.amount_kobo,
        p.currency, p.effective_on, p.recorded_at, p.position)), ''::bytea order by p.number)) as hash
      from %s p group by p.transaction_id),
    minutes as (
      select left(l.transaction_id::text, 8) as minute, sum(l.n) as n,
        sha256(string_agg(uuid_send(l.transaction_id) || l.hash, ''::bytea order by l.transaction_id)) as hash
      from lines l group by 1)
    select coalesce(sum(m.n), 0)::bigint, encode(sha256(coalesce(string_agg(m.hash, ''::bytea order by m.minute), '')), 'hex')
    from minutes m $sql$, p_table) into posting_count, digest;
end $$;

-- Whether what is left of a block of a month that is away (its own postings are not there) is what was left of it.
create or replace function ledger.rest_holds(b ledger.blocks, p_rest_hash text) returns boolean
language sql stable set search_path = ledger, pg_temp as $$
  select exists (select from blocks_away w where w.sequence = b.sequence and w.rest_hash = p_rest_hash)
    and exists (select from transactions t where t.position >= b.from_position and t.position < b.to_position
      and is_away(t.id))
$$;

-- Writes down what is left of the blocks of a month; those that are whole again are no longer on the list.
create or replace function ledger.note_blocks(p_first uuid, p_end uuid) returns void language plpgsql
set search_path = ledger, pg_temp as $$
begin
  with touched as (
    select b.sequence, c.content_hash,
      exists (select from transactions t where t.position >= b.from_position and t.position < b.to_position
        and t.kind <> 'carried' and is_away(t.id)) as is_partly_away
    from blocks b cross join lateral content_between(b.from_position, b.to_position) c
    where exists (select from transactions t where t.position >= b.from_position and t.position < b.to_position
      and t.id >= p_first and t.id < p_end and t.kind <> 'carried')),
  gone as (delete from blocks_away w using touched t where w.sequence = t.sequence and not t.is_partly_away)
  insert into blocks_away (sequence, rest_hash)
  select t.sequence, t.content_hash from touched t where t.is_partly_away
  on conflict (sequence) do update set rest_hash = excluded.rest_hash;
end $$;

-- Takes the postings of a month out of the table: ledger_months.postings_2026_08 is a table of its own then. As the owner,
-- where the books hold. Answers what was written down.
create or replace function ledger.take_month_away(p_month date) returns ledger.months_away language plpgsql
set search_path = ledger, pg_temp set timezone = 'UTC' as $$
declare
  -- Postings of one carried transaction: its numbers are small integers.
  v_a_transaction constant integer := 30000;
  v_part constant text := 'postings_' || to_char(p_month, 'YYYY_MM');
  v_carried constant text := 'carried_' || to_char(p_month, 'YYYY_MM');
  v_first constant uuid := first_uuid_of(p_month::timestamptz);
  v_end constant uuid := first_uuid_of((p_month + interval '1 month')::timestamptz);
  v months_away;
begin
  perform pg_advisory_xact_lock(7261044120), pg_advisory_xact_lock(7261044121);
  if exists (select from months_away m where m.month = p_month) then
    raise exception 'it is away already' using errcode = 'ML003';
  elsif to_regclass('ledger_months.' || v_part) is null then
    raise exception 'there is no part for this month' using errcode = 'ML003';
  elsif v_end > first_uuid_of(now()) then
    raise exception 'it is not over' using errcode = 'ML003';
  end if;
  execute format('select max(position), max(effective_on), max(recorded_at) from ledger_months.%I', v_part)
    into v.last_position, v.last_effective_on, v.last_recorded_at;
  if v.last_position is null then
    raise exception 'it holds no posting' using errcode = 'ML003';
  elsif v.last_position >= coalesce((select max(to_position) from blocks), 0) then
    raise exception 'some of its postings are not sealed yet: try again in a moment' using errcode = 'ML003';
  end if;
  -- Hot accounts are read from their newest snapshot on: it must be behind the month.
  perform roll_up(1);
  select p_month, v_first, v_end, clock_timestamp() into v.month, v.first_id, v.end_id, v.taken_away_at;
  select d.posting_count, d.digest into v.posting_count, v.digest
    from digest_of(('ledger_months.' || v_part)::regclass) d;
  execute format('create table ledger_months.%I (like postings including all)', v_carried);
  execute format($sql$
    with sums as (
      select p.account_id, p.currency, sum(p.amount_kobo)::bigint as amount, row_number() over (order by p.account_id,
        p.currency) - 1 as n
      from ledger_months.%I p group by p.account_id, p.currency having sum(p.amount_kobo) <> 0)
    insert into ledger_months.%I (transaction_id, number, account_id, amount_kobo, currency, effective_on, recorded_at,
      position)
    select overlay($1::text placing lpad(to_hex(s.n / $2), 12, '0') from 25)::uuid, s.n %% $2 + 1, s.account_id, s.amount,
      s.currency, $3, $4, $5
    from sums s $sql$, v_part, v_carried)
    using v_first, v_a_transaction, v.last_effective_on, v.last_recorded_at, v.last_position;
  select d.posting_count, d.digest into v.carried_count, v.carried_digest
    from digest_of(('ledger_months.' || v_carried)::regclass) d;
  execute format($sql$
    insert into transactions (id, key, request_hash, kind, description, effective_on, recorded_at, position, actor, metadata)
    select distinct c.transaction_id, 'carried:' || c.transaction_id, $1, 'carried', $2, $3, $4, $5, 'operator', '{}'::jsonb
    from ledger_months.%I c $sql$, v_carried)
    using v.carried_digest, 'Carried out of ' || to_char(p_month, 'FMMonth YYYY') || ', whose postings are archived',
      v.last_effective_on, v.last_recorded_at, v.last_position;
  insert into months_away select v.*;
  execute format('alter table postings detach partition ledger_months.%I', v_part);
  execute format('alter table postings attach partition ledger_months.%I for values from (%L) to (%L)', v_carried, v_first,
    v_end);
  perform guard_postings_table(format('ledger_months.%I', v_carried)::regclass);
  perform note_blocks(v_first, v_end);
  return v;
end $$;

-- Puts a month back, after its table was restored where it had been dropped.
create or replace function ledger.bring_month_back(p_month date) returns ledger.months_away language plpgsql
set search_path = ledger, pg_temp set timezone = 'UTC' as $$
declare
  v_part constant text := 'postings_' || to_char(p_month, 'YYYY_MM');
  v_carried constant text := 'carried_' || to_char(p_month, 'YYYY_MM');
  v months_away;
  d record;
begin
  perform pg_advisory_xact_lock(7261044120), pg_advisory_xact_lock(7261044121);
  delete from months_away m where m.month = p_month returning m.* into v;
  if not found then
    raise exception 'it is not away' using errcode = 'ML003';
  elsif to_regclass('ledger_months.' || v_part) is null then
    raise exception 'restore the table ledger_months.% first', v_part using errcode = 'ML003';
  end if;
  select * into d from digest_of(('ledger_months.' || v_part)::regclass);
  if d.posting_count <> v.posting_count or d.digest <> v.digest then
    raise exception 'its postings are not the ones that were taken away' using errcode = 'ML003';
  end if;
  execute format('drop table ledger_months.%I', v_carried);
  alter table transactions disable trigger c_append_only;
  delete from transactions t where t.kind = 'carried' and t.id >= v.first_id and t.id < v.end_id;
  alter table transactions enable trigger c_append_only;
  execute format('alter table postings attach partition ledger_months.%I for values from (%L) to (%L)', v_part, v.first_id,
    v.end_id);
  perform guard_postings_table(format('ledger_months.%I', v_part)::regclass);
  perform note_blocks(v.first_id, v.end_id);
  return v;
end $$;

-- What is wrong with a month that is away, by what stands in its place and by its own table where that is still here.
create or replace function ledger.bad_month_away() returns table (month date, problem text) language plpgsql stable
set search_path = ledger, pg_temp as $$
declare
  v months_away;
  d record;
  v_name text;
begin
  for v in select * from months_away m order by m.month loop
    v_name := 'ledger_months.carried_' || to_char(v.month, 'YYYY_MM');
    if to_regclass(v_name) is null or not exists (
      select from pg_inherits i where i.inhrelid = v_name::regclass and i.inhparent = 'ledger.postings'::regclass)
    then
      return query select v.month, 'what it carries is not in its place'::text; return;
    end if;
    select * into d from digest_of(v_name::regclass);
    if d.posting_count <> v.carried_count or d.digest <> v.carried_digest then
      return query select v.month, 'what it carries was changed'::text; return;
    end if;
    if exists (select from postings p where p.transaction_id >= v.first_id and p.transaction_id < v.end_id
      group by p.currency having sum(p.amount_kobo) <> 0)
    then
      return query select v.month, 'what it carries does not sum to zero'::text; return;
    end if;
    if exists (select from transactions t where t.kind = 'carried' and t.id >= v.first_id and t.id < v.end_id
      and not exists (select from postings p where p.transaction_id = t.id))
    then
      return query select v.month, 'it carries a transaction without postings'::text; return;
    end if;
    v_name := 'ledger_months.postings_' || to_char(v.month, 'YYYY_MM');
    continue when to_regclass(v_name) is null;
    select * into d from digest_of(v_name::regclass);
    if d.posting_count <> v.posting_count or d.digest <> v.digest then
      return query select v.month, 'its table was changed'::text; return;
    end if;
  end loop;
end $$;

revoke execute on function ledger.take_month_away(date), ledger.bring_month_back(date), ledger.note_blocks(uuid, uuid)
  from public;
