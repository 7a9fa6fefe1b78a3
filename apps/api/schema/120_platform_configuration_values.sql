-- Values of the configuration that hold from a day on. What held before the first of them is the value in `configuration`.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table configuration_values (
  key text not null references configuration,
  valid_from date not null,
  value jsonb not null,
  reason text not null,
  set_by uuid not null references users,
  set_at timestamptz not null default now(),
  primary key (key, valid_from)
);

-- Part 2, made anew after each migration.

-- What held on a day stays what held on it.
create or replace trigger configuration_values_append_only
  before update or delete on configuration_values
  for each row execute function refuse_change();

select pg_temp.rights('configuration_values', 'all rows', may => 'select, insert');
