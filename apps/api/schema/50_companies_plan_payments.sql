-- Payments of companies for their plans.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- What a charge for a plan orders, as the company sees it; the charge and its receipt are the payer's own.
create table plan_payments (
  charge_id uuid primary key references charges,
  company_id uuid not null references companies,
  -- Its name and price when it was chosen.
  plan text not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  reference text not null unique,
  receipt_id uuid unique references receipts,
  paid_at timestamptz,
  -- The month that it pays: empty until the company is approved.
  begins_on date,
  paid_until date,
  taken_back_at timestamptz,
  created_at timestamptz not null default now(),
  check ((begins_on is null) = (paid_until is null)),
  check (begins_on is null or receipt_id is not null or paid_at is not null)
);
create index plan_payments_company on plan_payments (company_id, paid_at desc);
create index plan_payments_waiting on plan_payments (charge_id)
  where receipt_id is not null and begins_on is null and taken_back_at is null;

-- Those of before had no order of their own: the price tells the plan.
insert into plan_payments (charge_id, company_id, plan, amount_kobo, reference, paid_at, begins_on, paid_until, created_at)
select c.id, u.company_id,
  case c.amount_kobo when 1500000 then 'Starter' when 7500000 then 'Growth' else 'Enterprise' end,
  c.amount_kobo, c.reference, c.settled_at, c.settled_at::date, (c.settled_at + interval '1 month')::date, c.created_at
from charges c
join users u on u.id = c.user_id
where c.kind = 'plan_payment' and u.company_id is not null and (c.status = 'success') = (c.settled_at is not null);

-- Part 2, made anew after each migration.

select pg_temp.rights('plan_payments', $$coalesce(company_id = (select scope_of('company_id')), false)$$);
