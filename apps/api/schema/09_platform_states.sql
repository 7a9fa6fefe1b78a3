-- History of states.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- One row for each change of state of any record: from, to, who, why.
create table transitions (
  id uuid primary key,
  noun text not null,
  subject_id uuid not null,
  from_state text,
  to_state text not null,
  actor_id uuid references users,
  actor_name text not null,
  reason text,
  happened_at timestamptz not null default now(),
  business_date date
);
create index transitions_subject on transitions (subject_id, happened_at, id);

-- Part 2, made anew after each migration.

-- Whether the tenant sees the record that a history is of. As a function its plan is kept: written into the policy, each
-- page with a history planned nine tables and all that their own policies ask (record 0058).
create or replace function sees_subject(subject uuid) returns boolean
language plpgsql stable parallel safe
set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  return exists (select 1 from loans l where l.id = subject)
    or exists (select 1 from repayments r where r.id = subject)
    or exists (select 1 from payouts p where p.id = subject)
    or exists (select 1 from expenses e where e.id = subject)
    or exists (select 1 from expense_requests q where q.id = subject)
    or exists (select 1 from cards k where k.id = subject)
    or exists (select 1 from transfers m where m.id = subject)
    or exists (select 1 from standing_orders o where o.id = subject)
    or exists (select 1 from card_disputes d where d.id = subject);
end $$;
select pg_temp.rights('transitions', $$
  coalesce(subject_id = (select scope_of('user_id')), false) or sees_subject(subject_id)
$$, tenant_adds => true);
