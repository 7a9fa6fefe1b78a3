-- One way to say a person in SQL, as fullName does on screens.
alter table users add column full_name text not null generated always as (trim(name || ' ' || last_name)) stored;
