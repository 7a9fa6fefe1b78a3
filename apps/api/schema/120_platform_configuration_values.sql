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

-- What held on a day stays what held on it: of a row only its withdrawal is written, once, and before its day.
create or replace function keep_configuration_value() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.withdrawn_at is null
    and old.valid_from > (select business_date from business_calendar)
    and to_jsonb(new) - '{withdrawn_at,withdrawn_by,withdrawn_because}'::text[]
      = to_jsonb(old) - '{withdrawn_at,withdrawn_by,withdrawn_because}'::text[]
  then
    return new;
  end if;
  raise exception 'what held on a day is never changed or removed' using errcode = 'insufficient_privilege';
end $$;

create or replace trigger configuration_values_append_only
  before update or delete on configuration_values
  for each row execute function keep_configuration_value();

select pg_temp.rights('configuration_values', 'all rows', may => 'select, insert, update (withdrawn_at, withdrawn_by, withdrawn_because)');
