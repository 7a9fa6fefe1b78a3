-- Audit records in parts by month, so that a month is taken away and brought back as a whole.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create schema audit_months;

-- Months whose records are not in the table: each with what it held, so that the chain is proved with it or says that it is away.
create table audit_months_away (
  month date primary key check (extract(day from month) = 1),
  record_count bigint not null,
  -- SHA-256 of its records in their order.
  digest bytea not null,
  -- Its first and last record in the order of the chain.
  from_transaction xid8 not null,
  from_id uuid not null,
  up_to_transaction xid8 not null,
  up_to_id uuid not null,
  taken_away_at timestamptz not null default now()
);

-- Part 2, made anew after each migration.

-- Statement triggers of a partitioned table do not fire for its parts, so each has its own.
create or replace function guard_audit_month(part regclass) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  execute format('create or replace trigger audit_records_no_truncate before truncate on %s
    for each statement execute function refuse_change()', part);
end $$;
select guard_audit_month(relid) from pg_partition_tree('audit_records') where isleaf;

create or replace function audit_month_name(month date) returns text language sql immutable as $$
  select 'records_' || to_char(month, 'YYYY_MM')
$$;

-- Makes the missing parts from a month on; called at each migration and daily.
create or replace function ensure_audit_months(from_day date, months integer) returns integer
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  month_of_loop date;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(7261044120);
  for i in 0..months - 1 loop
    month_of_loop := (date_trunc('month', from_day) + make_interval(months => i))::date;
    continue when to_regclass('audit_months.' || audit_month_name(month_of_loop)) is not null
      or exists (select from audit_months_away a where a.month = month_of_loop);
    begin
      execute format('create table audit_months.%I partition of audit_records for values from (%L) to (%L)',
        audit_month_name(month_of_loop), month_of_loop::timestamptz, (month_of_loop + interval '1 month')::timestamptz);
      perform guard_audit_month(format('audit_months.%I', audit_month_name(month_of_loop))::regclass);
      made := made + 1;
    exception when invalid_object_definition then
      -- The part with everything from before there were months reaches to its end.
    end;
  end loop;
  return made;
end $$;
select ensure_audit_months(current_date, 4);

select pg_temp.rights('audit_months_away', 'no rows', may => 'select');
