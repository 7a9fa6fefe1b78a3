-- What a shop gives back to a company's card without a payment is an expense of its own, below nothing; those of before are recorded too.
alter table expenses add column is_refund boolean not null default false;
alter table expenses drop constraint expenses_amount_kobo_check;
alter table expenses add constraint expenses_amount_kobo_check check (
  case when is_refund then amount_kobo <= 0 and returned_kobo = 0 else amount_kobo >= 0 and amount_kobo + returned_kobo > 0 end
);

create temporary table refunds_before on commit drop as
  -- What the issuer took again of a card, it took of the newest.
  select c.id, gen_random_uuid() as expense_id, c.amount_kobo - least(c.amount_kobo, greatest(0, t.taken_kobo - coalesce(sum(c.amount_kobo) over (
      partition by c.card_id order by c.created_at desc, c.id desc rows between unbounded preceding and 1 preceding
    ), 0))) as back_kobo
  from card_captures c
  cross join lateral (
    select coalesce(sum(r.amount_kobo - coalesce(x.amount_kobo + x.returned_kobo, 0)), 0) as taken_kobo
    from card_captures r
    left join expenses x on x.id = r.expense_id
    where r.card_id = c.card_id and r.kind = 'refund_reversal' and r.issuer_authorisation_id is null
  ) t
  where c.company_id is not null and c.kind = 'refund' and c.issuer_authorisation_id is null;
insert into expenses (
  id, company_id, user_id, department_id, category_id, merchant, amount_kobo, is_refund, spent_on, recorded_on, money_reference, wants_receipt, status, created_at
)
  select n.expense_id, c.company_id, c.user_id, (
      select m.department_id from department_members m where m.user_id = c.user_id and m.company_id = c.company_id limit 1
    ), (
      select k.id from expense_categories k
      where k.company_id = c.company_id and k.status = 'active' and c.mcc = any(k.mccs)
      order by k.ledger_code
      limit 1
    ), c.merchant, -n.back_kobo, true, c.business_date, c.business_date, c.reference, false, 'approved', c.created_at
  from refunds_before n
  join card_captures c on c.id = n.id;
insert into transitions (id, noun, subject_id, from_state, to_state, actor_name)
  select gen_random_uuid(), 'expense', n.expense_id, null, 'recorded', 'System' from refunds_before n;
insert into transitions (id, noun, subject_id, from_state, to_state, actor_name, happened_at)
  select gen_random_uuid(), 'expense', n.expense_id, 'recorded', 'approved', 'System', now() + interval '1 microsecond' from refunds_before n;
update card_captures c set expense_id = n.expense_id from refunds_before n where n.id = c.id;
