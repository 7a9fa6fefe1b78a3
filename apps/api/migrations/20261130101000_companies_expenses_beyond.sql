-- What a shop gives back beyond a purchase is an expense of its own, below nothing; and what it gives back of a purchase of one's own is one's own again.
alter table expenses add column refund_of uuid references expenses check (refund_of is null or is_refund);
create unique index expenses_refund_of on expenses (refund_of) where refund_of is not null;

create temporary table payments_before on commit drop as
  select p.*, greatest(p.back_kobo - p.whole_kobo, 0)::bigint as beyond_kobo, gen_random_uuid() as refund_id
  from (
    select c.issuer_authorisation_id, max(e.last_id::text)::uuid as last_id, max(e.whole_kobo)::bigint as whole_kobo, coalesce(sum(case
        when c.kind in ('refund', 'dispute_won') then c.amount_kobo
        when c.kind = 'refund_reversal' then coalesce(x.amount_kobo + x.returned_kobo, 0) - c.amount_kobo
      end), 0)::bigint as back_kobo
    from card_captures c
    left join expenses x on x.id = c.expense_id
    join lateral (
      select (array_agg(o.id order by o.created_at desc, o.id desc))[1] as last_id, sum(o.amount_kobo + o.returned_kobo) as whole_kobo
      from card_captures k
      join expenses o on o.id = k.expense_id
      where k.issuer_authorisation_id = c.issuer_authorisation_id and k.company_id is not null and (o.status <> 'deleted' or o.is_own)
    ) e on e.last_id is not null
    where c.issuer_authorisation_id is not null and c.company_id is not null
    group by 1
  ) p;
-- Where it was one's own: of the one expense of its payment.
update expenses e set returned_kobo = least(p.back_kobo, p.whole_kobo), amount_kobo = p.whole_kobo - least(p.back_kobo, p.whole_kobo)
  from payments_before p
  where e.id = p.last_id and e.is_own and p.back_kobo > 0 and e.amount_kobo + e.returned_kobo = p.whole_kobo;
insert into expenses (
  id, company_id, user_id, department_id, category_id, merchant, splits, amount_kobo, is_refund, refund_of, is_own, spent_on, recorded_on, money_reference, wants_receipt,
  is_from_purse, status, created_at
)
  select p.refund_id, e.company_id, e.user_id, e.department_id, e.category_id, e.merchant, e.splits, -p.beyond_kobo, true, e.id, e.is_own, b.on_day, b.on_day,
    e.money_reference, false, false, case when e.is_own then 'deleted' else 'approved' end, now()
  from payments_before p
  join expenses e on e.id = p.last_id
  cross join lateral (
    select max(c.business_date) as on_day from card_captures c where c.issuer_authorisation_id = p.issuer_authorisation_id and c.kind in ('refund', 'dispute_won')
  ) b
  where p.beyond_kobo > 0;
insert into transitions (id, noun, subject_id, from_state, to_state, actor_name)
  select gen_random_uuid(), 'expense', e.id, null, 'recorded', 'System' from payments_before p join expenses e on e.id = p.refund_id;
insert into transitions (id, noun, subject_id, from_state, to_state, actor_name, happened_at)
  select gen_random_uuid(), 'expense', e.id, 'recorded', e.status, 'System', now() + interval '1 microsecond' from payments_before p join expenses e on e.id = p.refund_id;
