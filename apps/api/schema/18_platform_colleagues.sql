-- Colleagues: whether somebody of the provider's staff may sign in.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- One row for each person who was ever given a role of the provider's, made by a trigger; the id is the person's.
create table colleagues (
  id uuid primary key references users,
  status text not null check (status in ('invited', 'active', 'suspended')),
  version integer not null default 1,
  created_at timestamptz not null default now()
);
insert into colleagues (id, status)
select distinct user_id, 'active' from user_roles where role like 'super\_%';

-- Part 2, made anew after each migration.

create or replace function make_colleague() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  insert into colleagues (id, status)
  select u.id, case when u.registration_source = 'invitation' then 'invited' else 'active' end
  from users u
  where u.id = new.user_id
  on conflict do nothing;
  return null;
end $$;
create or replace trigger user_roles_colleague
  after insert on user_roles
  for each row when (new.role like 'super\_%') execute function make_colleague();

select pg_temp.rights('colleagues', 'no rows');
