-- Who was given power over a company's money or decisions by its only administrator: it begins some hours after they have joined, so that the others, and we, have time to notice.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table powers_given (
  id uuid primary key,
  company_id uuid not null references companies,
  user_id uuid not null references users,
  given_by uuid not null references users,
  given_at timestamptz not null,
  -- As the configuration was when it was given.
  hours integer not null check (hours >= 0),
  unique (company_id, user_id)
);
create index powers_given_user on powers_given (user_id);
create index powers_given_by on powers_given (given_by);

insert into configuration (key, value, is_public, description) values
  ('alone_power_hours', '24', false, 'Hours after joining from which somebody whom a company''s only administrator gave power over money agrees to what others ask for');

-- Part 2, made anew after each migration.

select pg_temp.rights('powers_given', $$coalesce(company_id = (select scope_of('company_id')), false)$$);

-- From when somebody agrees to what others of the company ask for; null where nothing stands in the way. Counted from the later of being given it and joining.
create or replace function power_begins_at(company uuid, person uuid) returns timestamptz
language sql stable security definer set search_path = public, pg_temp as $$
  select greatest(p.given_at, (
    select max(t.happened_at)
    from employments e
    join transitions t on t.subject_id = e.id and t.noun = 'employment' and t.from_state in ('invited', 'expired') and t.to_state = 'active'
    where e.company_id = p.company_id and e.user_id = p.user_id
  )) + make_interval(hours => p.hours)
  from powers_given p
  where p.company_id = company and p.user_id = person
    and company = coalesce((select scope_of('company_id')), company)
$$;

-- Who brought the requester or the approvers of a request into the company, or gave the approvers their roles in it: not the second person beside them.
-- Through a function, because who pays does not read how everybody joined.
create or replace function makers_of(company uuid, requester uuid, approvers uuid[]) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select e.created_by
  from employments e
  where e.company_id = company and e.user_id = any(requester || approvers) and e.created_by is not null
    and company = coalesce((select scope_of('company_id')), company)
  union
  select t.actor_id
  from employments e
  join transitions t on t.subject_id = e.id and t.noun = 'employment' and t.from_state is null
  where e.company_id = company and e.user_id = any(requester || approvers) and t.actor_id is not null
    and company = coalesce((select scope_of('company_id')), company)
  union
  select r.granted_by
  from user_roles r
  join users u on u.id = r.user_id and u.company_id = company
  where r.user_id = any(approvers) and r.role like 'company\_%' and r.role <> 'company_staff' and r.granted_by is not null
    and company = coalesce((select scope_of('company_id')), company)
$$;
