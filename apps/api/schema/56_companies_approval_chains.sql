-- Approval chains of companies: who is asked, what waits, who decided for whom.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- A company's chain for a kind of request; the one with the highest number holds.
create table approval_chains (
  id uuid primary key,
  company_id uuid not null references companies,
  kind text not null,
  number integer not null check (number > 0),
  steps jsonb not null,
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  unique (company_id, kind, number)
);

-- A pending request keeps its steps when the chain changes.
create table company_approvals (
  id uuid primary key,
  company_id uuid not null references companies,
  kind text not null,
  -- What it is about, in the table of the kind's noun.
  subject_id uuid not null,
  chain_id uuid references approval_chains,
  steps jsonb not null,
  -- Of the step that is asked, from 0.
  position integer not null default 0,
  -- The business day on which that step began.
  waits_since date not null,
  title text not null,
  amount_kobo bigint check (amount_kobo >= 0),
  requester_id uuid not null references users,
  department_id uuid references departments,
  category_id uuid,
  -- Whom it pays, where that is somebody of the company; and anybody else, as the kind's noun knows them.
  payee_id uuid references users,
  payee text,
  -- Others beside which it looks as if one had been split below a band.
  split_beside uuid[] not null default '{}',
  status text not null default 'pending'
    check (status in ('pending', 'approved', 'declined', 'returned', 'withdrawn')),
  version integer not null default 1,
  decision_reason text,
  created_at timestamptz not null default now(),
  decided_at timestamptz
);
create unique index company_approvals_once on company_approvals (kind, subject_id) where status = 'pending';
create index company_approvals_company on company_approvals (company_id, created_at desc, id desc);
create index company_approvals_company_status on company_approvals (company_id, status, created_at desc, id desc);
create index company_approvals_amounts on company_approvals (company_id, amount_kobo, id);
create index company_approvals_decided on company_approvals (company_id, decided_at, id);
create index company_approvals_requester on company_approvals (requester_id, created_at desc, id desc);
create index company_approvals_pending on company_approvals (waits_since) where status = 'pending';

-- Who is asked in a step, and whether they agreed.
create table company_approvers (
  approval_id uuid not null references company_approvals,
  position integer not null,
  approver_id uuid not null references users,
  company_id uuid not null references companies,
  because text not null check (because in ('chain', 'escalated', 'rerouted', 'stand_in')),
  -- Who agreed: the approver, or who decides for them.
  agreed_by uuid references users,
  agreed_at timestamptz,
  -- Handed on to somebody else, or gone from the company.
  removed_at timestamptz,
  primary key (approval_id, position, approver_id)
);
create index company_approvers_asked on company_approvers (approver_id) where agreed_at is null and removed_at is null;

-- What happened to a request, for whom.
create table company_approval_events (
  id uuid primary key,
  approval_id uuid not null references company_approvals,
  company_id uuid not null references companies,
  what text not null
    check (what in ('requested', 'agreed', 'approved', 'declined', 'returned', 'withdrawn', 'rerouted', 'escalated', 'gone')),
  actor_id uuid references users,
  -- In whose place, where it was not their own turn; or to whom it was handed on.
  for_id uuid references users,
  reason text,
  at timestamptz not null default now()
);
create index company_approval_events_of on company_approval_events (approval_id, at, id);

-- Every power of who is absent, from a day to a day.
create table delegations (
  id uuid primary key,
  company_id uuid not null references companies,
  absent_id uuid not null references users,
  delegate_id uuid not null references users,
  from_on date not null,
  until_on date not null,
  reason text,
  created_by uuid not null references users,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  check (absent_id <> delegate_id),
  check (until_on >= from_on)
);
create index delegations_company on delegations (company_id, until_on desc);
create index delegations_delegate on delegations (delegate_id, until_on) where ended_at is null;
create index delegations_absent on delegations (absent_id, until_on) where ended_at is null;

-- Part 2, made anew after each migration.

create or replace trigger approval_chains_stay before update or delete on approval_chains
  for each row execute function refuse_change();

-- The people of a company who can be asked: holders of these roles, these persons, the requester's manager (the head of
-- their unit or department, above themselves) and the head of the department that the request is for. Through a function,
-- because the head of a department does not read the roles of others.
create or replace function company_deciders(
  company uuid,
  requester uuid,
  department uuid,
  wanted_roles text[],
  wanted uuid[]
) returns table (user_id uuid, name text, roles text[], is_manager boolean, is_head boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  -- The manager by their employment, where they may decide at all; else the head of the unit or department.
  with above as (
    select e.manager_id as id
    from employments e
    where e.user_id = requester and e.company_id = company and e.status = 'active'
      and exists (
        select 1
        from user_roles r
        where r.user_id = e.manager_id
          and r.role in ('company_super_admin', 'company_finance_manager', 'company_hr', 'company_department_head', 'company_unit_head')
      )
  ),
  manager as (
    select id from above
    union all
    select case when d.head_id is distinct from requester and d.head_id is not null then d.head_id
      when p.head_id is distinct from requester then p.head_id end as id
    from department_members m
    join departments d on d.id = m.department_id
    left join departments p on p.id = d.parent_id
    where m.user_id = requester and m.company_id = company and not exists (select from above)
  ),
  head as (
    select case when d.head_id is distinct from requester and d.head_id is not null then d.head_id
      when p.head_id is distinct from requester then p.head_id end as id
    from departments d
    left join departments p on p.id = d.parent_id
    where d.id = department and d.company_id = company
  )
  select u.id, u.full_name, coalesce(array_agg(r.role) filter (where r.role is not null), '{}'),
    u.id in (select id from manager), u.id in (select id from head)
  from users u
  left join user_roles r on r.user_id = u.id
  where u.company_id = company
    and company = coalesce((select scope_of('company_id')), company)
    and not u.is_blacklisted
    and u.erased_at is null
    and not exists (
      select 1 from employments s where s.user_id = u.id and s.company_id = company and s.status = 'inactive'
    )
    and not exists (
      select 1 from user_permissions w
      where w.user_id = u.id and w.permission = 'company:can_decide_approvals' and not w.is_granted
    )
    and (
      u.id = any(wanted)
      or u.id in (select id from manager)
      or u.id in (select id from head)
      or exists (select 1 from user_roles h where h.user_id = u.id and h.role = any(wanted_roles))
    )
  group by u.id
$$;

-- The roles of people of the company, so that each hears of a request at the address where they read it.
create or replace function roles_in_company(company uuid, people uuid[]) returns table (user_id uuid, roles text[])
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, array(select r.role from user_roles r where r.user_id = u.id)
  from unnest(people) p (id)
  join users u on u.id = p.id
  where u.company_id = company
    and company = coalesce((select scope_of('company_id')), company)
    and not u.is_blacklisted
    and u.erased_at is null
$$;

-- Those of the company who may be asked at all: its administrators and the heads of its departments, at work, and deciding not withheld from them.
create or replace function company_approvers_of(company uuid) returns table (id uuid, name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.full_name
  from users u
  where u.company_id = company
    and company = coalesce((select scope_of('company_id')), company)
    and not u.is_blacklisted
    and u.erased_at is null
    and not exists (
      select 1 from employments s where s.user_id = u.id and s.company_id = company and s.status = 'inactive'
    )
    and not exists (
      select 1 from user_permissions w
      where w.user_id = u.id and w.permission = 'company:can_decide_approvals' and not w.is_granted
    )
    and exists (
      select 1
      from user_roles r
      where r.user_id = u.id
        and r.role in ('company_super_admin', 'company_finance_manager', 'company_hr', 'company_department_head', 'company_unit_head')
    )
  order by u.full_name
$$;

-- Whether somebody who was asked may still decide: at work in the company, deciding is not withheld from them, and with what they were asked for, which
-- is a role of the step or that the step names them. Who stands in, or was handed a request, is one of those who may be asked at all.
create or replace function may_decide_still(company uuid, person uuid, because text, step jsonb) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select 1
    from users u
    left join lateral (
      select jsonb_array_elements((step -> 'approvers') || coalesce(nullif(step -> 'escalate_to', 'null'), '[]')) as one
      where because in ('chain', 'escalated')
    ) named on true
    where u.id = person
      and u.company_id = company
      and company = coalesce((select scope_of('company_id')), company)
      and not u.is_blacklisted
      and u.erased_at is null
      and not exists (
        select 1 from employments s where s.user_id = u.id and s.company_id = company and s.status = 'inactive'
      )
      and not exists (
        select 1 from user_permissions w
        where w.user_id = u.id and w.permission = 'company:can_decide_approvals' and not w.is_granted
      )
      and (
        one ->> 'user_id' = u.id::text
        or exists (
          select 1
          from user_roles r
          where r.user_id = u.id
            and (
              r.role = one ->> 'role'
              or coalesce(one ->> 'who', 'manager') in ('manager', 'department_head')
              and r.role in ('company_super_admin', 'company_finance_manager', 'company_hr', 'company_department_head', 'company_unit_head')
            )
        )
      )
  )
$$;

-- The names of people of the same company, where the caller may not read their rows. What an index answers is asked first, and nothing is
-- planned for each name: a row of an inbox has two.
create or replace function colleague_name(company uuid, person uuid) returns text
language sql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
  select u.full_name
  from users u
  where u.id = person
    and company = coalesce((select scope_of('company_id')), company)
    and exists (
      select 1 from company_approvers p where p.company_id = company and p.approver_id = person
      union all
      -- A condition that no index has: of the two indexes only the person's is asked.
      select 1 from company_approvals a where a.requester_id = person and coalesce(a.company_id = company, false)
      union all
      select 1 from delegations d where d.company_id = company and person in (d.absent_id, d.delegate_id)
      union all
      select 1 from company_approvals a where a.company_id = company and a.payee_id = person
      union all
      select 1 from company_approval_events e where e.company_id = company and person in (e.actor_id, e.for_id)
    )
$$;

select pg_temp.rights('approval_chains', $$coalesce(company_id = (select scope_of('company_id')), false)$$, 'select, insert');
select pg_temp.rights('company_approvals', $$coalesce(company_id = (select scope_of('company_id')), false)$$);
select pg_temp.rights('company_approvers', $$coalesce(company_id = (select scope_of('company_id')), false)$$);
select pg_temp.rights('company_approval_events', $$coalesce(company_id = (select scope_of('company_id')), false)$$);
select pg_temp.rights('delegations', $$coalesce(company_id = (select scope_of('company_id')), false)$$);
