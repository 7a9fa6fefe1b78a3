-- Roles and permissions.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table user_roles (
  user_id uuid not null references users,
  role text not null,
  granted_by uuid references users,
  granted_at timestamptz not null default now(),
  primary key (user_id, role)
);
create index user_roles_role on user_roles (role);

create table user_permissions (
  user_id uuid not null references users,
  permission text not null,
  is_granted boolean not null,
  changed_by uuid references users,
  changed_at timestamptz not null default now(),
  primary key (user_id, permission)
);

-- Part 2, made anew after each migration.

-- Customers are people without a role, and people with any role that is not an administrator's.
create or replace function is_customer_by_roles(person uuid) returns boolean language sql stable as $$
  select
    not exists (select 1 from user_roles where user_id = person)
    or exists (
      select 1 from user_roles
      where user_id = person
        and role not like 'super\_%'
        and (role not like 'company\_%' or role in ('company_staff', 'company_department_head', 'company_unit_head'))
    )
$$;
create or replace function copy_is_customer() returns trigger language plpgsql as $$
declare
  person uuid := coalesce(new.user_id, old.user_id);
begin
  update users set is_customer = is_customer_by_roles(person)
  where id = person and is_customer is distinct from is_customer_by_roles(person);
  return null;
end $$;
create or replace trigger user_roles_copy
  after insert or delete on user_roles
  for each row execute function copy_is_customer();

-- Whom to notify: a customer's request has to know the holders of a role, and nothing else of them.
create or replace function holders_of_roles(slugs text[]) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct r.user_id
  from user_roles r
  where r.role = any(slugs)
    and not exists (select 1 from colleagues c where c.id = r.user_id and c.status <> 'active')
$$;

-- The same within a company: an employee's request reaches those who may decide there, by a role or singly, and nobody from whom it is withheld.
create or replace function holders_in_company(company uuid, single text, slugs text[]) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id
  from users u
  left join user_permissions s on s.user_id = u.id and s.permission = single
  where u.company_id = company and u.erased_at is null and not u.is_blacklisted
    and coalesce(s.is_granted, exists (select 1 from user_roles r where r.user_id = u.id and r.role = any(slugs)))
$$;

-- As processes of before this version ask, which go on beside it while it is rolled out.
create or replace function holders_in_company(company uuid, slugs text[]) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select holders_in_company(company, null, slugs)
$$;

-- A company's administrators read and change what their people may do.
select pg_temp.rights('user_roles', $$
  coalesce(user_id = (select scope_of('user_id')), false)
  or ((select scope_of('managed_company_id')) is not null and is_of_company(user_id))
$$);
select pg_temp.rights('user_permissions', $$
  coalesce(user_id = (select scope_of('user_id')), false)
  or ((select scope_of('managed_company_id')) is not null and is_of_company(user_id))
$$);
