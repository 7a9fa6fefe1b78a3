-- The application's role reads and writes rows; it owns nothing, and what is append-only it can neither change nor remove.
-- Runs after every migration. A server of the user's own may have one role only: then triggers alone protect (see docs/security.md).
do $$
declare
  append_only text;
begin
  if not exists (select 1 from pg_roles where rolname = 'manilla_app') then return; end if;
  grant usage on schema public to manilla_app;
  grant select, insert, update, delete on all tables in schema public to manilla_app;
  grant usage, select on all sequences in schema public to manilla_app;
  grant execute on all functions in schema public to manilla_app;
  revoke all on schema_migrations from manilla_app;
  if exists (select 1 from pg_namespace where nspname = 'ledger') then
    grant usage on schema ledger to manilla_app;
    -- Reads only: the ledger's rows are written by its functions, which run with their owner's rights.
    revoke insert, update, delete, truncate on all tables in schema ledger from manilla_app;
    grant select on all tables in schema ledger to manilla_app;
    grant usage, select on all sequences in schema ledger to manilla_app;
    grant execute on all functions in schema ledger to manilla_app;
  end if;
  if exists (select 1 from pg_namespace where nspname = 'pgboss') then
    grant usage on schema pgboss to manilla_app;
    grant select, insert, update, delete on all tables in schema pgboss to manilla_app;
    grant execute on all functions in schema pgboss to manilla_app;
  end if;
  foreach append_only in array array['ledger.postings', 'ledger.transactions', 'ledger.blocks', 'public.audit_records', 'public.audit_blocks'] loop
    if to_regclass(append_only) is not null then
      execute format('revoke update, delete, truncate on %s from manilla_app', append_only);
    end if;
  end loop;
end $$;
