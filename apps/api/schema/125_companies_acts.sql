-- What administrators do with a company's rules and money, beside the activities that the specification names.

-- Part 2, made anew after each migration.

-- The newest `most` of these kinds before one of them, in the shape of company_activities, which it is shown with. Whose company it is, is checked by
-- the caller and, under row-level security, here.
create or replace function company_acts(
  company uuid,
  kinds text[],
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
  -- A wallet moves often: no more of it is read than is shown, along its index. Several at one moment come together.
  with moved as (
    select m.*
    from wallet_movements m
    where m.company_id = company and m.kind in ('assigned', 'taken_back') and 'purse_filled' = any(kinds)
      and m.happened_at <= before_moment
      and (date_trunc('milliseconds', m.happened_at), m.id::text) < (before_moment, before_id)
    order by m.happened_at desc
    fetch first (most) rows with ties
  ),
  found (id, type, moment, creator_id, target_id, target) as (
    select v.id::text, 'expense_policy_changed', v.created_at, v.created_by, null::uuid, p.name
    from expense_policy_versions v
    join expense_policies p on p.id = v.policy_id
    where v.company_id = company
    union all
    select c.id::text, 'approval_chain_changed', c.created_at, c.created_by, null, c.kind
    from approval_chains c
    where c.company_id = company
    union all
    select b.id::text, 'beneficiary_named', b.created_at, b.created_by, null, b.name
    from beneficiaries b
    where b.company_id = company
    union all
    select m.id::text, case m.kind when 'assigned' then 'purse_filled' else 'purse_emptied' end, m.happened_at, m.moved_by,
      m.user_id, coalesce(u.full_name, 'a former employee')
    from moved m
    left join users u on u.id = m.user_id and u.erased_at is null
  )
  select f.id, f.type, date_trunc('milliseconds', f.moment), f.creator_id, f.target_id, f.target, null::text
  from found f
  where f.type = any(kinds)
    and coalesce(scope_of('managed_company_id'), company) = company
    and (date_trunc('milliseconds', f.moment), f.id) < (before_moment, before_id)
  order by 3 desc, 1 desc
  limit most
$$;
