-- Folded text, scope of a request, and who may do what: everything the other files build on.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create extension if not exists pg_trgm;

-- Text as it is searched: without capitals and without marks, so that "olajide" finds Ọlájídé and "danladi" Ɗanladi.
-- Only A to Z have small letters here, whatever the server's locale, because the application folds what was typed in
-- the same way (`folded`, list-conditions.ts). Not strict: only so is it inlined into a statement instead of called for
-- each row. Part 1, because a generated column and indexes hold its results: a change has to rebuild them.
create function folded(original text) returns text language sql immutable parallel safe as $$
  select lower((
    case
      when original ~ '[^ -~]'
      then translate(regexp_replace(normalize(original, NFD), '[\u0300-\u036f]', '', 'g'), 'ƁɓƊɗƘƙƳƴ', 'bbddkkyy')
      else original
    end
  ) collate "C")
$$;

-- Random pages cost about as much as sequential ones on today's disks; with the default the planner avoids an index
-- that fits. Compiling a statement to machine code takes longer than any of ours runs. On a server where the owner of
-- the schema does not own the database both remain as its administrator set them.
do $$ begin
  execute format('alter database %I set random_page_cost = 1.1', current_database());
  execute format('alter database %I set jit = off', current_database());
exception when insufficient_privilege then null;
end $$;

-- Part 2, made anew after each migration.

-- Whose request this is, set by the application in the transaction of the request (db/scope.ts); nothing set is null.
create or replace function scope_of(name text) returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('manilla.' || name, true), '')::uuid
$$;

-- The same where requests of several people are one transaction; of one, where it is of one.
create or replace function scopes_of(name text) returns uuid[] language sql stable parallel safe as $$
  select coalesce(nullif(current_setting('manilla.' || name || 's', true), '')::uuid[], array[scope_of(name)])
$$;

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or removed', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- Ends the transaction where another number of rows was changed than had to be (db/must-change.ts), so that
-- its answer need not be read before the commit.
create or replace function must_be(actual bigint, expected bigint) returns void language plpgsql as $$
begin
  if actual is distinct from expected then
    raise exception '% rows instead of %', actual, expected using errcode = 'MN001';
  end if;
end $$;

-- The rights on a table, declared once in the file of its noun. The application's roles read and write rows and own
-- nothing. manilla_app serves the provider's staff and jobs and sees all rows; manilla_tenant is what it becomes for a
-- request of a customer or a company, whose rows row-level security restricts to theirs. A server of the user's own
-- may lack these roles: then the scope of the application and the triggers protect alone (docs/security.md).
--   tenant_rows   'all rows', 'own rows' (by user_id), 'no rows', or a condition. A condition is written in coalesce(…)
--                 where it could be an index condition: the application's own conditions find the rows, this one only
--                 checks them, and the planner must not plan by it.
--   tenant_adds   the tenant adds rows for others in passing: the message to a colleague, the record of an act
create or replace function pg_temp.rights(
  table_name text,
  tenant_rows text,
  may text default 'select, insert, update, delete',
  tenant_adds boolean default false
) returns void language plpgsql as $$
declare
  role text;
  old text;
  condition text := case tenant_rows
    when 'own rows' then 'coalesce(user_id = any((select scopes_of(''user_id''))::uuid[]), false)'
    when 'no rows' then 'false'
    else tenant_rows
  end;
begin
  foreach role in array array['manilla_app', 'manilla_tenant'] loop
    continue when not exists (select from pg_roles where rolname = role);
    execute format('revoke all on %I from %I', table_name, role);
    execute format('grant %s on %I to %I', may, table_name, role);
  end loop;
  for old in select policyname from pg_policies where schemaname = 'public' and tablename = table_name loop
    execute format('drop policy %I on %I', old, table_name);
  end loop;
  if tenant_rows = 'all rows' or not exists (select from pg_roles where rolname = 'manilla_tenant') then
    execute format('alter table %I disable row level security', table_name);
    return;
  end if;
  execute format('alter table %I enable row level security', table_name);
  if exists (select from pg_roles where rolname = 'manilla_app') then
    -- The constant costs nothing.
    execute format('create policy provider on %I to manilla_app using (true) with check (true)', table_name);
  end if;
  execute format('create policy tenant on %I to manilla_tenant using (%s)', table_name, condition);
  if tenant_adds then
    execute format('create policy tenant_adds on %I for insert to manilla_tenant with check (true)', table_name);
  end if;
end $$;

-- Schemas, and the tables of the job queue, which brings its own (jobs/queue.ts).
do $$
declare
  role text;
begin
  foreach role in array array['manilla_app', 'manilla_tenant'] loop
    continue when not exists (select from pg_roles where rolname = role);
    execute format('grant usage on schema public to %I', role);
    if exists (select from pg_namespace where nspname = 'pgboss') then
      execute format('grant usage on schema pgboss to %I', role);
      execute format('grant select, insert, update, delete on all tables in schema pgboss to %I', role);
      execute format('grant execute on all functions in schema pgboss to %I', role);
    end if;
  end loop;
end $$;
