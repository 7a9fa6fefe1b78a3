-- Saved views of lists.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- Filter, sort and columns of a list under a name. A shared one is seen by everyone of the same area (the provider's
-- staff, or one company).
create table saved_views (
  id uuid primary key,
  owner_id uuid not null references users,
  area text not null check (area in ('admin', 'corporate', 'customer')),
  -- Views are shared within a company; null is the provider.
  company_id uuid references companies,
  table_name text not null,
  name text not null,
  -- The query of the list's address, without the page.
  address text not null,
  is_shared boolean not null default false,
  -- People of this role see the view first.
  default_for_role text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (default_for_role is null or is_shared)
);
create unique index saved_views_own on saved_views (owner_id, area, table_name, lower(name));
create index saved_views_shared on saved_views (table_name, area) where is_shared;
create unique index saved_views_default
  on saved_views (table_name, area, default_for_role, coalesce(company_id, '00000000-0000-0000-0000-000000000000'))
  where default_for_role is not null;

-- How a person arranged a table (order, hidden columns, widths), on every device.
create table table_memories (
  user_id uuid not null references users,
  table_name text not null,
  memory jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, table_name)
);

-- Part 2, made anew after each migration.

select pg_temp.rights('saved_views', $$
  coalesce(owner_id = (select scope_of('user_id')), false)
  or (is_shared and coalesce(company_id = (select scope_of('company_id')), false))
$$);
select pg_temp.rights('table_memories', 'own rows');
