-- The application's roles read and write rows; they own nothing, and what is append-only they can neither change nor remove. manilla_app serves the
-- provider's staff and jobs; manilla_tenant is what it becomes for a customer's or a company's request, held to their rows by policies.sql.
-- Runs after every migration. A server of the user's own may have one role only: then triggers alone protect (see docs/security.md).
do $$
declare
  role text;
  append_only text;
begin
  foreach role in array array['manilla_app', 'manilla_tenant'] loop
    if not exists (select 1 from pg_roles where rolname = role) then continue; end if;
    execute format('grant usage on schema public to %I', role);
    execute format('grant select, insert, update, delete on all tables in schema public to %I', role);
    execute format('grant usage, select on all sequences in schema public to %I', role);
    execute format('grant execute on all functions in schema public to %I', role);
    execute format('revoke all on schema_migrations from %I', role);
    if exists (select 1 from pg_namespace where nspname = 'ledger') then
      execute format('grant usage on schema ledger to %I', role);
      -- Reads only: the ledger's rows are written by its functions, which run with their owner's rights.
      execute format('revoke insert, update, delete, truncate on all tables in schema ledger from %I', role);
      execute format('grant select on all tables in schema ledger to %I', role);
      execute format('grant usage, select on all sequences in schema ledger to %I', role);
      execute format('grant execute on all functions in schema ledger to %I', role);
    end if;
    if exists (select 1 from pg_namespace where nspname = 'pgboss') then
      execute format('grant usage on schema pgboss to %I', role);
      execute format('grant select, insert, update, delete on all tables in schema pgboss to %I', role);
      execute format('grant execute on all functions in schema pgboss to %I', role);
    end if;
    foreach append_only in array array['ledger.postings', 'ledger.transactions', 'ledger.blocks', 'public.audit_records', 'public.audit_blocks'] loop
      if to_regclass(append_only) is not null then execute format('revoke update, delete, truncate on %s from %I', append_only, role); end if;
    end loop;
  end loop;
end $$;
