-- A receipt that is missing is reminded of, put off, or explained.
alter table expenses
  add column recorded_on date not null default current_date,
  -- Mileage and allowances of a day have none.
  add column wants_receipt boolean not null default true,
  -- Why there is none, in the words of who spent it.
  add column no_receipt_reason text,
  add column receipt_snoozed_until date,
  -- The last of the days (7, 14, 29) on which a reminder was sent; 0 before the first.
  add column receipt_reminded integer not null default 0;
update expenses set recorded_on = created_at::date;
create index expenses_missing_receipts on expenses (id)
  where not has_receipt and wants_receipt and no_receipt_reason is null and status <> 'deleted';
