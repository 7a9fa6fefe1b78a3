-- What a company's card costs to make left its wallet and was in no spend: those of before are expenses, too, on the day on which they were posted.
create temporary table fees_before on commit drop as
  select m.company_id, m.amount_kobo, m.reference, m.business_date, m.happened_at, c.user_id, gen_random_uuid() as expense_id
  from wallet_movements m
  join ledger.transactions t on t.id = m.id
  join cards c on t.key = 'card-fee:' || c.id::text
  where m.kind = 'card_fee' and m.amount_kobo < 0;
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
    ), 'Fee of a card', -n.amount_kobo, n.business_date, n.business_date, n.reference, false, true, 'approved', n.happened_at
  from fees_before n;
insert into transitions (id, noun, subject_id, from_state, to_state, actor_name)
  select gen_random_uuid(), 'expense', n.expense_id, null, 'recorded', 'System' from fees_before n;
insert into transitions (id, noun, subject_id, from_state, to_state, actor_name, happened_at)
  select gen_random_uuid(), 'expense', n.expense_id, 'recorded', 'approved', 'System', now() + interval '1 microsecond' from fees_before n;
