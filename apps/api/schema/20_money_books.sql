-- The ledger (packages/ledger/schema) and what the application may do with it.

-- Part 2, made anew after each migration.

-- Reads only: the ledger's rows are written by its functions, which run with the rights of their owner.
do $$
declare
  role text;
begin
  foreach role in array array['manilla_app', 'manilla_tenant'] loop
    continue when not exists (select from pg_roles where rolname = role);
    execute format('grant usage on schema ledger to %I', role);
    execute format('revoke all on all tables in schema ledger from %I', role);
    execute format('grant select on all tables in schema ledger to %I', role);
  end loop;
end $$;
