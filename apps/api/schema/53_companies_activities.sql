-- What happened in a company, made of what is recorded anyway.

-- Part 2, made anew after each migration.

-- The newest `most` before one of them: its moment, to the millisecond as the wire has it, and its id, since what is done to many at once has one
-- moment. Whose company it is, is checked by the caller and, under row-level security, here.
drop function if exists company_activities(uuid, boolean, timestamptz, integer);
create or replace function company_activities(
  company uuid,
  with_loans boolean,
  before_moment timestamptz,
  before_id text,
  most integer
)
returns table (
  id text,
  type text,
  happened_at timestamptz,
  creator_id uuid,
  target_id uuid,
  target text,
  product text
)
language sql stable security definer set search_path = public, pg_temp as $$
  with administrators as (
    select u.id, u.full_name
    from users u
    where u.company_id = company and u.erased_at is null
      and exists (
        select 1
        from user_roles g
        where g.user_id = u.id
          and g.role in ('company_super_admin', 'company_hr', 'company_finance_manager', 'company_audit')
      )
  ),
  found (id, type, moment, creator_id, target_id, target, product) as (
    select 'company:' || c.id, 'company_created', c.created_at, c.created_by, null::uuid, c.name, null::text
    from companies c
    where c.id = company
    union all
    select r.id::text, 'company_profile_updated', r.recorded_at, r.actor_id, null, c.name, null
    from audit_records r
    join companies c on c.id = company
    where r.subject_type = 'company' and r.subject_id = company::text and r.action = 'company_profile_updated'
    union all
    select t.id::text, case t.to_state when 'active' then 'group_created' else 'group_deleted' end, t.happened_at,
      t.actor_id, null, d.name, null
    from departments d
    join transitions t on t.subject_id = d.id and t.noun = 'department'
    where d.company_id = company
    union all
    select 'role:' || g.user_id || ':' || g.role, 'admin_created', g.granted_at, g.granted_by, g.user_id, u.full_name, null
    from users u
    join user_roles g on g.user_id = u.id
    where u.company_id = company and u.erased_at is null
      and g.role in ('company_super_admin', 'company_hr', 'company_finance_manager', 'company_audit')
    union all
    select 'employment:' || e.id, 'staff_created', e.created_at, e.created_by, e.user_id, coalesce(e.kept_name, u.full_name), null
    from employments e
    join users u on u.id = e.user_id
    where e.company_id = company and not exists (
      select 1
      from user_roles g
      where g.user_id = e.user_id
        and g.role in ('company_super_admin', 'company_hr', 'company_finance_manager', 'company_audit')
    )
    union all
    select t.id::text,
      case t.to_state when 'active' then 'staff_activated' when 'inactive' then 'staff_deactivated' else 'staff_deleted' end,
      t.happened_at, t.actor_id, e.user_id, coalesce(e.kept_name, u.full_name), null
    from employments e
    join transitions t on t.subject_id = e.id and t.noun = 'employment'
    join users u on u.id = e.user_id
    where e.company_id = company and t.from_state is not null and t.to_state in ('active', 'inactive', 'left', 'withdrawn')
    union all
    select r.id::text, 'staff_profile_updated', r.recorded_at, r.actor_id, e.user_id, coalesce(e.kept_name, u.full_name), null
    from employments e
    join users u on u.id = e.user_id
    join audit_records r on r.subject_type = 'user' and r.subject_id = e.user_id::text and r.action = 'employee_changed'
    where e.company_id = company and r.recorded_at >= e.created_at
    -- A company is never deleted: what ends it is that it is suspended.
    union all
    select t.id::text, 'company_deleted', t.happened_at, t.actor_id, null, c.name, null
    from companies c
    join transitions t on t.subject_id = c.id and t.noun = 'company' and t.to_state = 'deactivated'
    where c.id = company
    union all
    select r.id::text, 'password_changed', r.recorded_at, r.actor_id, a.id, a.full_name, null
    from administrators a
    join audit_records r on r.subject_type = 'user' and r.subject_id = a.id::text and r.action = 'password_changed'
    union all
    select t.id::text,
      case t.to_state
        when 'requested' then 'staff_loan_created'
        when 'pre_approved' then 'staff_loan_pre_approved'
        when 'pre_declined' then 'staff_loan_pre_declined'
        when 'approved' then 'staff_loan_approved'
        when 'declined' then 'staff_loan_declined'
        else 'staff_loan_disbursed'
      end,
      t.happened_at, t.actor_id, l.user_id, u.full_name, p.name
    from loans l
    join transitions t on t.subject_id = l.id and t.noun = 'loan'
    join users u on u.id = l.user_id
    join loan_products p on p.id = l.product_id
    where with_loans and l.company_id = company
      and (
        t.to_state in ('requested', 'pre_approved', 'pre_declined', 'approved', 'declined')
        or t.to_state = 'running' and t.from_state = 'disbursing'
      )
    union all
    select r.id::text, case r.channel when 'bank_transfer' then 'repayment_bank_transfer' else 'repayment_paid' end,
      r.received_at, case when r.recorded_by is null then l.user_id end, l.user_id, u.full_name, null
    from loans l
    join receipts r on r.loan_id = l.id and r.reversed_at is null
    join users u on u.id = l.user_id
    where with_loans and l.company_id = company
  )
  select f.id, f.type, date_trunc('milliseconds', f.moment), f.creator_id, f.target_id, f.target, f.product
  from found f
  where coalesce(scope_of('managed_company_id'), company) = company
    and (date_trunc('milliseconds', f.moment), f.id) < (before_moment, before_id)
  order by 3 desc, 1 desc
  limit most
$$;
