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
  union all
  select case when lower(e.invited_email) = lower(address) then 'email' else 'phone' end, true, e.user_id
  from employments e
  where e.company_id = company and (lower(e.invited_email) = lower(address) or e.invited_phone = number)
$$;

-- Invitations that went to a person's address and wait for them to accept with the account that they have.
create or replace function invitations_of(person uuid) returns table (
  id uuid, company text, "position" text, roles text[], invited_until timestamptz
) language sql stable security definer set search_path = public, pg_temp as $$
  select e.id, c.name, e.position, array(select r.role from user_roles r where r.user_id = e.user_id order by r.role), e.invited_until
  from users u
  join employments e on lower(e.invited_email) = lower(u.email) and e.status = 'invited' and e.invited_until > now()
  join companies c on c.id = e.company_id
  where u.id = person and person = coalesce(scope_of('user_id'), person) and u.erased_at is null and e.user_id <> u.id
  order by e.created_at
$$;

-- The person of the invitation gives way to the one who accepts: place, roles and employment become theirs. Nothing where there is no such
-- invitation, or its letter was not read: an address that somebody registered with may be somebody else's.
drop function if exists accept_invitation(uuid, uuid);
create or replace function accept_invitation(invitation uuid, person uuid, letter bytea) returns table (
  company_id uuid, invited_by uuid
) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  taken employments;
begin
  if person <> coalesce(scope_of('user_id'), person) then return; end if;
  select e.* into taken
  from employments e
  join users u on u.id = person and lower(u.email) = lower(e.invited_email) and u.erased_at is null and u.company_id is null
  where e.id = invitation and e.status = 'invited' and e.invited_until > now()
  for update of e;
  if not found then return; end if;
  update one_time_codes c set used_at = now()
  where c.user_id = taken.user_id and c.purpose = 'employment_invitation' and c.code_hash = letter
    and c.used_at is null and c.expires_at > now();
  if not found then return; end if;
  delete from employments e where e.company_id = taken.company_id and e.user_id = person;
  update employments e
  set user_id = person, status = 'withdrawn', invited_email = null, invited_phone = null
  where e.id = taken.id;
  update employments e set manager_id = person where e.manager_id = taken.user_id and e.user_id <> person;
  insert into user_roles (user_id, role, granted_by)
  select person, r.role, r.granted_by from user_roles r where r.user_id = taken.user_id and r.role like 'company\_%'
  on conflict do nothing;
  delete from user_roles r where r.user_id = taken.user_id;
  delete from department_members m where m.user_id = person;
  update department_members m set user_id = person where m.user_id = taken.user_id;
  update departments d set head_id = person where d.head_id = taken.user_id;
  update users
  set company_id = null, email = 'withdrawn-' || id || '@invitation.invalid', phone = null, erased_at = now()
  where id = taken.user_id;
  -- The trigger makes the employment active.
  update users u set company_id = taken.company_id, staff_account_type = 'business' where u.id = person;
  return query select taken.company_id, taken.created_by;
end $$;

-- The person of the invitation declines it.
create or replace function decline_invitation(invitation uuid, person uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  taken employments;
begin
  if person <> coalesce(scope_of('user_id'), person) then return false; end if;
  update employments e
  set status = 'withdrawn', version = e.version + 1, invited_email = null, invited_phone = null,
    kept_name = (select p.full_name from users p where p.id = e.user_id)
  from users u
  where e.id = invitation and e.status = 'invited' and u.id = person and lower(u.email) = lower(e.invited_email)
  returning e.* into taken;
  if not found then return false; end if;
  insert into transitions (id, noun, subject_id, from_state, to_state, actor_id, actor_name)
  values (gen_random_uuid(), 'employment', taken.id, 'invited', 'withdrawn', null, taken.kept_name);
  delete from user_roles r where r.user_id = taken.user_id;
  delete from department_members m where m.user_id = taken.user_id;
  update users
  set company_id = null, email = 'withdrawn-' || id || '@invitation.invalid', phone = null, erased_at = now()
  where id = taken.user_id;
  return true;
end $$;

select pg_temp.rights('employments', $$
  coalesce(user_id = (select scope_of('user_id')), false)
  or coalesce(company_id = (select scope_of('managed_company_id')), false)
$$);
