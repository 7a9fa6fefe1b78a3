-- Affiliates.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table affiliates (
  id uuid primary key,
  name text not null,
  email text not null,
  phone text not null,
  code text not null unique,
  commission_percent numeric(5, 2) not null check (commission_percent between 0 and 100),
  is_active boolean not null default true,
  created_by uuid references users,
  created_at timestamptz not null default now()
);
create unique index affiliates_email on affiliates (lower(email));
create index affiliates_list on affiliates (created_at desc, id desc);
create index affiliates_name on affiliates (name, id);

-- Part 2, made anew after each migration.

select pg_temp.rights('affiliates', 'all rows');
