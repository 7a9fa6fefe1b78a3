-- What a company's money paid for a bill is an expense of the company; those that were delivered before are recorded too.
alter table bills add column expense_id uuid references expenses;
create index bills_expense on bills (expense_id) where expense_id is not null;

create temporary table bills_before on commit drop as
  select b.id, gen_random_uuid() as expense_id, (b.paid_from = 'company')::int as is_decided
  from bills b
  where b.company_id is not null and b.status in ('delivered', 'refunded');
insert into expenses (
  id, company_id, user_id, department_id, category_id, merchant, amount_kobo, returned_kobo, spent_on, recorded_on, money_reference, wants_receipt, status, created_at
)
  select n.expense_id, b.company_id, b.user_id, (
      select m.department_id from department_members m where m.user_id = b.user_id and m.company_id = b.company_id limit 1
    ), (
      select c.id from expense_categories c
      where c.company_id = b.company_id and c.status = 'active' and case b.kind
          when 'airtime' then '4814' when 'data' then '4814' when 'internet' then '4816' when 'television' then '4899'
          when 'electricity' then '4900' when 'education' then '8299' when 'tax' then '9311' when 'tolls' then '4784' when 'betting' then '7995'
        end = any(c.mccs)
      order by c.ledger_code
      limit 1
    ), b.service_name, b.total_kobo - b.refunded_kobo, b.refunded_kobo, d.on_day, d.on_day, b.reference, false,
    case n.is_decided when 1 then 'approved' else 'recorded' end, coalesce(b.ended_at, b.created_at)
  from bills_before n
  join bills b on b.id = n.id
  cross join lateral (
    select coalesce(max(t.business_date), (b.created_at at time zone 'Africa/Lagos')::date) as on_day
    from transitions t
    where t.subject_id = b.id and t.to_state = 'delivered'
  ) d;
insert into transitions (id, noun, subject_id, from_state, to_state, actor_name)
  select gen_random_uuid(), 'expense', n.expense_id, null, 'recorded', 'System' from bills_before n;
insert into transitions (id, noun, subject_id, from_state, to_state, actor_name, happened_at)
  select gen_random_uuid(), 'expense', n.expense_id, 'recorded', 'approved', 'System', now() + interval '1 microsecond'
  from bills_before n
  where n.is_decided = 1;
update bills b set expense_id = n.expense_id from bills_before n where n.id = b.id;
