-- What a company sends is an expense of the company, salaries apart; what has arrived before is recorded too.
alter table expenses add column is_from_wallet boolean not null default false;
update expenses e set is_from_wallet = true from bills b where b.expense_id = e.id and b.paid_from = 'company';
alter table transfers add column expense_id uuid references expenses;
create index transfers_expense on transfers (expense_id) where expense_id is not null;

create temporary table transfers_before on commit drop as
  select t.id, gen_random_uuid() as expense_id
  from transfers t
  where t.company_id is not null and not t.is_confidential and t.status in ('success', 'refunded', 'reversed')
    and t.settled_at is not null;
insert into expenses (
  id, company_id, user_id, department_id, merchant, amount_kobo, returned_kobo, spent_on, recorded_on, money_reference, wants_receipt, is_from_wallet, status, created_at
)
  select n.expense_id, t.company_id, t.user_id, (
      select m.department_id from department_members m where m.user_id = t.user_id and m.company_id = t.company_id limit 1
    ), t.payee, t.total_kobo - b.back_kobo, b.back_kobo, b.left_on, b.left_on, t.reference, false, true, 'approved', t.settled_at
  from transfers_before n
  join transfers t on t.id = n.id
  cross join lateral (select case t.status when 'reversed' then t.total_kobo else t.refunded_kobo end as back_kobo,
      coalesce((select x.business_date from transfer_batches x where x.id = t.batch_id), t.business_date) as left_on
  ) b;
insert into transitions (id, noun, subject_id, from_state, to_state, actor_name)
  select gen_random_uuid(), 'expense', n.expense_id, null, 'recorded', 'System' from transfers_before n;
insert into transitions (id, noun, subject_id, from_state, to_state, actor_name, happened_at)
  select gen_random_uuid(), 'expense', n.expense_id, 'recorded', 'approved', 'System', now() + interval '1 microsecond' from transfers_before n;
update transfers t set expense_id = n.expense_id from transfers_before n where n.id = t.id;
