-- The name of what the configuration holds: who has read it under this name need not read it again.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table configuration_version (
  only_row boolean primary key default true check (only_row),
  version uuid not null default gen_random_uuid()
);
insert into configuration_version default values;

-- Part 2, made anew after each migration.

select pg_temp.rights('configuration_version', 'all rows');

create or replace function configuration_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update configuration_version set version = gen_random_uuid();
  return null;
end $$;
create or replace trigger configuration_has_a_new_version after insert or update or delete or truncate on configuration
  for each statement execute function configuration_changed();
