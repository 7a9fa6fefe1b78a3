-- Who becomes an administrator of a company, or one with more rights: it holds when a second one agrees, where the company has two.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table administrator_changes (
  id uuid primary key,
  company_id uuid not null references companies,
  user_id uuid not null references users,
  roles text[] not null check (cardinality(roles) > 0),
  reason text,
  asked_by uuid not null references users,
  outcome text check (outcome in ('approved', 'declined', 'returned', 'withdrawn')),
  decided_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index administrator_changes_once on administrator_changes (user_id) where outcome is null;
create index administrator_changes_company on administrator_changes (company_id, created_at desc);
create index administrator_changes_asked on administrator_changes (asked_by);

-- Part 2, made anew after each migration.

select pg_temp.rights('administrator_changes', $$coalesce(company_id = (select scope_of('company_id')), false)$$);
