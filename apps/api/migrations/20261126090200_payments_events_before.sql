-- What moved before there was a line for it.
insert into money_events (id, source, purpose, direction, user_id, company_id, reference, counterparty, amount_kobo, status, business_date, happened_at)
select id, 'receipt', purpose, 'in', case when company_id is null then user_id end, company_id, reference, channel, amount_kobo,
  case when reversed_at is null then 'success' else 'refunded' end, received_on, received_at
from receipts
where channel <> 'credit_balance'
on conflict do nothing;
insert into money_events (
  id, source, purpose, direction, user_id, company_id, reference, counterparty, amount_kobo, status, is_unknown, business_date, happened_at
)
select id, 'payout', purpose, 'out', case when company_id is null then user_id end, company_id, reference, account_name, amount_kobo,
  case
    when status = 'success' then 'success'
    when status = 'failed' then 'failed'
    when status in ('reversed', 'returning') then 'refunded'
    else 'pending'
  end,
  status = 'unknown', business_date, created_at
from payouts
where purpose <> 'transfer'
on conflict do nothing;
insert into money_events (id, source, purpose, direction, user_id, company_id, reference, counterparty, amount_kobo, status, business_date, happened_at)
select id, 'card', kind, case when kind = 'refund' then 'in' else 'out' end, case when company_id is null then user_id end, company_id, reference,
  merchant, amount_kobo, 'success', business_date, happened_at
from card_captures
on conflict do nothing;
