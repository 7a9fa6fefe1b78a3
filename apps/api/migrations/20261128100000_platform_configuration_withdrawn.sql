-- A dated sum can be withdrawn before its day, and lowered at once: then a day has more than one row.
alter table configuration_values
  drop constraint configuration_values_pkey,
  add column id uuid primary key default gen_random_uuid(),
  add column is_at_once boolean not null default false,
  add column withdrawn_at timestamptz,
  add column withdrawn_by uuid references users,
  add column withdrawn_because text,
  add constraint configuration_values_withdrawn
    check ((withdrawn_at is null) = (withdrawn_by is null) and (withdrawn_at is null) = (withdrawn_because is null));
create unique index configuration_values_days on configuration_values (key, valid_from)
  where withdrawn_at is null and not is_at_once;
create index configuration_values_held on configuration_values (key, valid_from, set_at);
