-- What one person of a company may send of its money: in one payment and in a day, as the company's administrators set it.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table sender_limits (
  user_id uuid not null references users,
  company_id uuid not null references companies,
  -- Null: without a limit.
  single_kobo bigint check (single_kobo >= 0),
  daily_kobo bigint check (daily_kobo >= 0),
  primary key (company_id, user_id)
);
create index sender_limits_user on sender_limits (user_id);

-- Part 2, made anew after each migration.

select pg_temp.rights('sender_limits', $$coalesce(company_id = (select scope_of('company_id')), false)$$);

-- What one person sent or asked for of the company's money on a business day with its charges: transfers, batches, bills and requests that they paid.
-- What was declined makes room again, what came back does not.
create or replace function sent_by(company uuid, person uuid, on_day date) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select (
    (
      select coalesce(sum(t.total_kobo), 0)
      from transfers t
      where t.user_id = person and t.company_id = company and t.batch_id is null and t.business_date = on_day
        and t.status <> 'cancelled'
    ) + (
      select coalesce(sum(b.total_kobo), 0)
      from transfer_batches b
      where b.company_id = company and b.submitted_by = person and b.business_date = on_day
        and b.status in ('awaiting_approval', 'in_review', 'sending', 'done')
    ) + (
      select coalesce(sum(r.total_kobo), 0)
      from bill_orders o
      join bill_order_rows r on r.order_id = o.id
      where o.company_id = company and o.user_id = person and o.business_date = on_day and o.status <> 'declined'
        and r.failure is null
    ) + (
      select coalesce(-sum(m.amount_kobo), 0)
      from wallet_movements m
      where m.company_id = company and m.moved_by = person and m.business_date = on_day and m.amount_kobo < 0
        and (m.kind = 'request_paid' or (m.kind = 'assigned' and exists (
          select 1 from expense_requests e where e.payment_reference = m.reference
        )))
    )
  )::bigint
$$;

-- What left a company's wallet for somebody else on a business day by one channel (money/payment-channels.ts).
create or replace function left_by_channel(company uuid, by_channel text, on_day date) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select coalesce(-sum(m.amount_kobo), 0)::bigint
  from wallet_movements m
  where m.company_id = company and m.business_date = on_day and m.amount_kobo < 0
    and m.kind in ('assigned', 'request_paid', 'transfer_sent', 'bill_paid')
    and by_channel = case
      when m.kind = 'transfer_sent' and exists (
        select 1 from transfer_batches b where b.company_id = company and b.reference = m.reference
      ) then 'file'
      when m.kind = 'transfer_sent' and exists (
        select 1 from transfers t where t.reference = m.reference and t.standing_date_id is not null
      ) then 'planned'
      when m.kind = 'bill_paid' and exists (
        select 1
        from bills b
        join bill_orders o on o.id = b.order_id
        where b.reference = m.reference and o.row_count > 1
      ) then 'file'
      else 'online'
    end
$$;
