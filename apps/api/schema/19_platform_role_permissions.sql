-- Roles that the provider has changed.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- What a role allows where it differs from what the product ships (packages/contract/src/roles.ts). A role without a row is as it was shipped.
create table role_permissions (
  role text primary key,
  permissions text[] not null,
  changed_by uuid not null references users,
  changed_at timestamptz not null default now()
);

-- Part 2, made anew after each migration.

-- Every request asks what its roles allow.
select pg_temp.rights('role_permissions', 'all rows');
