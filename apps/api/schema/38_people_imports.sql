-- Imports of files.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table imports (
  id uuid primary key,
  kind text not null check (kind in ('users')),
  file_name text not null,
  digest bytea not null,
  status text not null default 'pending' check (status in ('pending', 'running', 'done', 'failed')),
  total_count integer not null default 0,
  created_count integer not null default 0,
  already_count integer not null default 0,
  refused_count integer not null default 0,
  failure text,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index imports_created on imports (created_at desc, id desc);

create table import_rows (
  import_id uuid not null references imports,
  -- The line in the file, counted from 1 below the header.
  number integer not null,
  data jsonb not null,
  verdict text not null default 'waiting' check (verdict in ('waiting', 'created', 'already', 'refused')),
  reasons jsonb,
  user_id uuid references users,
  primary key (import_id, number)
);
create index import_rows_waiting on import_rows (import_id, number) where verdict = 'waiting';
create index import_rows_verdict on import_rows (import_id, verdict, number);

-- Part 2, made anew after each migration.

select pg_temp.rights('imports', $$coalesce(company_id = (select scope_of('managed_company_id')), false)$$);
select pg_temp.rights('import_rows', $$exists (select 1 from imports i where i.id = import_id)$$);
