-- Interest and penalties of a company's line left its wallet and were in no spend: those of before are expenses, too, on the day on which they were paid.
create temporary table costs_before on commit drop as
  select m.company_id, c.amount_kobo, m.reference, m.business_date, m.happened_at, coalesce(u.id, a.requested_by) as user_id, gen_random_uuid() as expense_id
  from wallet_movements m
  join ledger.transactions t on t.id = m.id and t.kind = 'repay_line'
  join credit_lines l on l.company_id = m.company_id
  join line_applications a on a.id = l.application_id
  join lateral (
    select -sum(p.amount_kobo)::bigint as amount_kobo
    from ledger.postings p
    join ledger.accounts o on o.id = p.account_id
    where p.transaction_id = t.id and o.chart_code in ('line_interest', 'line_penalty')
  ) c on c.amount_kobo > 0
  left join users u on u.id = m.moved_by and u.company_id = m.company_id
  where m.kind = 'repaid';
insert into expenses (
  id, company_id, user_id, department_id, category_id, merchant, amount_kobo, spent_on, recorded_on, money_reference, wants_receipt, is_from_wallet, status, created_at
)
  select n.expense_id, n.company_id, n.user_id, (
      select m.department_id from department_members m where m.user_id = n.user_id and m.company_id = n.company_id limit 1
    ), (
      select k.id from expense_categories k
      where k.company_id = n.company_id and k.status = 'active' and '6012' = any(k.mccs)
      order by k.ledger_code
      limit 1
    ), 'Interest of the credit line', n.amount_kobo, n.business_date, n.business_date, n.reference, false, true, 'approved', n.happened_at
  from costs_before n;
insert into transitions (id, noun, subject_id, from_state, to_state, actor_name)
  select gen_random_uuid(), 'expense', n.expense_id, null, 'recorded', 'System' from costs_before n;
insert into transitions (id, noun, subject_id, from_state, to_state, actor_name, happened_at)
  select gen_random_uuid(), 'expense', n.expense_id, 'recorded', 'approved', 'System', now() + interval '1 microsecond' from costs_before n;
