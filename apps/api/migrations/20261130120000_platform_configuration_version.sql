-- Names what the configuration holds: who has read it under this name need not read it again (record 0091).
create table configuration_version (
  only_row boolean primary key default true check (only_row),
  version uuid not null default gen_random_uuid()
);
insert into configuration_version default values;
