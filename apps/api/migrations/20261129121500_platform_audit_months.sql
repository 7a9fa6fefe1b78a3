-- Records by month (schema/104_platform_audit_months.sql): what there is becomes one part, the months after it have parts
-- of their own. By the time at which they were recorded, because they are read newest first.
alter table audit_records set schema audit_months;
alter table audit_months.audit_records rename to records_before;
drop trigger if exists audit_records_append_only on audit_months.records_before;
drop trigger if exists audit_records_no_truncate on audit_months.records_before;
alter table audit_months.records_before
  drop constraint audit_records_pkey,
  add constraint records_before_pkey primary key (id, recorded_at),
  disable row level security;
do $$
declare
  old text;
begin
  for old in select policyname from pg_policies where schemaname = 'audit_months' and tablename = 'records_before' loop
    execute format('drop policy %I on audit_months.records_before', old);
  end loop;
  foreach old in array array['manilla_app', 'manilla_tenant'] loop
    continue when not exists (select from pg_roles where rolname = old);
    execute format('revoke all on audit_months.records_before from %I', old);
  end loop;
end $$;

create table audit_records (like audit_months.records_before including defaults including comments)
partition by range (recorded_at);
alter table audit_records add primary key (id, recorded_at);
create index audit_records_recorded on audit_records (recorded_at desc, id desc);
create index audit_records_subject on audit_records (subject_type, subject_id, recorded_at desc);
create index audit_records_actor on audit_records (actor_id, recorded_at desc);
create index audit_records_order on audit_records (committed_in, id);
do $$
begin
  perform set_config('timezone', 'UTC', true);
  execute format('alter table audit_records attach partition audit_months.records_before for values from (minvalue) to (%L)',
    date_trunc('month', now()) + interval '1 month');
end $$;
