-- Employments: who works for which company, since when, under whom.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- One row for each person and company. Who joins by a confirmed claim or at registration gets theirs by the trigger below.
create table employments (
  id uuid primary key,
  company_id uuid not null references companies,
  user_id uuid not null references users,
  status text not null check (status in ('invited', 'expired', 'withdrawn', 'active', 'inactive', 'left')),
  version integer not null default 1,
  position text,
  staff_number text,
  manager_id uuid references users,
  -- Until when the mailed link works.
  invited_until timestamptz,
  -- The name of those who are no longer of the company, whose own record it does not see.
  kept_name text,
  -- The company's roles of those who are suspended from its business.
  kept_roles text[] not null default '{}',
  created_by uuid references users,
  created_at timestamptz not null default now(),
  check (manager_id <> user_id)
);
create unique index employments_person on employments (company_id, user_id);
-- A person works for one company at a time.
create unique index employments_open on employments (user_id) where status in ('invited', 'expired', 'active', 'inactive');
create unique index employments_number
  on employments (company_id, lower(staff_number))
  where staff_number is not null and status in ('invited', 'expired', 'active', 'inactive');
create index employments_company on employments (company_id, created_at, user_id);
create index employments_manager on employments (manager_id) where manager_id is not null;
create index employments_invited on employments (invited_until) where status = 'invited';

insert into employments (id, company_id, user_id, status, created_at)
select gen_random_uuid(), u.company_id, u.id, case when u.password_hash is null then 'invited' else 'active' end, u.created_at
from users u
where u.company_id is not null and u.erased_at is null;

-- Part 2, made anew after each migration.

-- Who becomes one of a company's people has an employment; who comes back, the one they had.
create or replace function make_employment() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  made uuid;
begin
  -- Who is moved to another company has left the one before.
  with gone as (
    update employments
    set status = 'left', version = version + 1, kept_name = new.full_name
    where user_id = new.id and company_id <> new.company_id and status not in ('left', 'withdrawn')
    returning id, status
  )
  insert into transitions (id, noun, subject_id, from_state, to_state, actor_id, actor_name)
  select gen_random_uuid(), 'employment', id, 'active', status, null, 'Manilla' from gone;
  insert into employments as e (id, company_id, user_id, status, created_by, created_at)
  values (
    gen_random_uuid(), new.company_id, new.id,
    case when new.password_hash is null and new.registration_source in ('invitation', 'business') then 'invited' else 'active' end,
    new.created_by, case when tg_op = 'INSERT' then new.created_at else now() end
  )
  on conflict (company_id, user_id) do update set status = 'active', version = e.version + 1, kept_name = null
    where e.status in ('left', 'withdrawn')
  returning e.id into made;
  insert into transitions (id, noun, subject_id, to_state, actor_id, actor_name, happened_at)
  select gen_random_uuid(), 'employment', e.id, e.status, coalesce(scope_of('user_id'), new.created_by), coalesce(c.full_name, 'Manilla'), e.created_at
  from employments e
  left join users c on c.id = coalesce(scope_of('user_id'), new.created_by)
  where e.id = made;
  return null;
end $$;
create or replace trigger users_employment_made
  after insert on users
  for each row when (new.company_id is not null) execute function make_employment();
create or replace trigger users_employment_changed
  after update of company_id on users
  for each row when (new.company_id is not null and new.company_id is distinct from old.company_id)
  execute function make_employment();

-- Somebody is signed out everywhere by their company.
create or replace function end_sessions_of_employee(person uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from sessions s
  using users u
  where s.user_id = person and u.id = person and u.company_id = coalesce(scope_of('managed_company_id'), u.company_id)
$$;

-- A person leaves a company's people. The address and phone of somebody who was only invited become free again.
create or replace function release_employee(person uuid, is_joined boolean) returns void
language sql security definer set search_path = public, pg_temp as $$
  update users
  set company_id = null, staff_account_type = 'personal',
    email = case when is_joined then email else 'withdrawn-' || id || '@invitation.invalid' end,
    phone = case when is_joined then phone end,
    erased_at = case when is_joined then erased_at else now() end
  where id = person
    and company_id = coalesce(scope_of('managed_company_id'), company_id)
    and (is_joined or password_hash is null)
$$;

-- Whether somebody has this address or phone already: here, in the company that asks, or elsewhere. Who it is elsewhere is not disclosed.
create or replace function known_person(company uuid, address text, number text) returns table (
  field text, is_here boolean, person_id uuid
) language sql stable security definer set search_path = public, pg_temp as $$
  select case when lower(u.email) = lower(address) then 'email' else 'phone' end,
    u.company_id is not distinct from company, case when u.company_id = company then u.id end
  from users u
  where lower(u.email) = lower(address) or u.phone = number
$$;

select pg_temp.rights('employments', $$
  coalesce(user_id = (select scope_of('user_id')), false)
  or coalesce(company_id = (select scope_of('managed_company_id')), false)
$$);
