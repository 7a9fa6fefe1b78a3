-- Standing orders: transfers that are made again and again by a rule, and what became of each of their dates.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table standing_orders (
  id uuid primary key,
  -- The first of those that were put in each other's place: no date is paid twice by two of them.
  series_id uuid not null references standing_orders,
  replaces_id uuid references standing_orders,
  -- Who began it, or asked for it; the money is the company's where there is one.
  user_id uuid not null references users,
  company_id uuid references companies,
  kind text not null check (kind in ('bank', 'wallet')),
  reference text not null unique,
  -- Keys are in 20261126200001: transfers and beneficiaries are made later.
  payee_id uuid,
  beneficiary_id uuid,
  to_user_id uuid references users,
  payee text not null,
  bank_code text,
  bank_name text,
  account_no_last4 text,
  -- Of a beneficiary: whose account was agreed to. Another one by then is not paid.
  account_no_hash bytea,
  employee_id uuid references users,
  narration text,
  amount_kobo bigint not null check (amount_kobo > 0),
  repeat text not null check (repeat in ('week', 'month', 'last_day', 'last_working_day')),
  on_day integer check (on_day between 1 and 31),
  first_on date not null,
  ends text not null check (ends in ('never', 'after', 'on')),
  ends_after integer check (ends_after > 0),
  ends_on date,
  status text not null check (status in ('awaiting_approval', 'active', 'paused', 'ended', 'declined')),
  because text,
  -- Its next date and the working day on which that is paid; none when it was the last.
  next_on date,
  next_goes_on date,
  -- Dates that are still to come, where they are counted.
  dates_left integer check (dates_left >= 0),
  skipped_in_row integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null,
  check ((kind = 'wallet') = (to_user_id is not null)),
  check ((company_id is null) = (beneficiary_id is null)),
  check ((repeat in ('week', 'month')) = (on_day is not null) and (repeat <> 'week' or on_day <= 7)),
  check ((ends = 'after') = (ends_after is not null) and (ends = 'on') = (ends_on is not null)),
  check ((next_on is null) = (next_goes_on is null))
);
create index standing_orders_user on standing_orders (user_id, created_at desc, id desc);
create index standing_orders_company on standing_orders (company_id, created_at desc, id desc) where company_id is not null;
create index standing_orders_created on standing_orders (created_at desc, id desc);
create index standing_orders_amount on standing_orders (amount_kobo, id);
create index standing_orders_next on standing_orders (next_goes_on, id);
create index standing_orders_due on standing_orders (next_goes_on, id) where status = 'active';
create unique index standing_orders_change on standing_orders (replaces_id) where status = 'awaiting_approval';
create index standing_orders_replaced on standing_orders (replaces_id) where replaces_id is not null;
create index standing_orders_payee on standing_orders (payee_id) where payee_id is not null;
create index standing_orders_beneficiary on standing_orders (beneficiary_id) where beneficiary_id is not null;
create index standing_orders_to_user on standing_orders (to_user_id) where to_user_id is not null;
create index standing_orders_employee on standing_orders (employee_id) where employee_id is not null;

create table standing_order_dates (
  id uuid primary key,
  order_id uuid not null references standing_orders,
  series_id uuid not null references standing_orders,
  due_on date not null,
  goes_on date not null,
  -- Paid by this transfer; else left out for this reason; else it is tried again.
  transfer_id uuid,
  skipped_because text,
  refused_because text,
  attempts integer not null default 0,
  -- The business day of the last attempt, and when that day sees another one.
  tried_on date,
  try_again_at timestamptz,
  created_at timestamptz not null,
  check (transfer_id is null or skipped_because is null),
  -- A date is paid once, by any of the orders of a series.
  unique (series_id, due_on)
);
create index standing_order_dates_order on standing_order_dates (order_id, due_on desc);
create index standing_order_dates_open on standing_order_dates (goes_on, id) where transfer_id is null and skipped_because is null;
create index standing_order_dates_transfer on standing_order_dates (transfer_id) where transfer_id is not null;

insert into configuration (key, value, is_public, description) values
  ('standing_order_retry_hours', '6', false, 'So many hours after a standing order could not be paid the same day sees another attempt'),
  ('standing_order_retry_days', '2', false, 'On so many days after its date a standing order is tried again, before the date is skipped'),
  ('standing_order_pause_after', '3', false, 'After so many skipped dates in a row a standing order is paused'),
  ('declared_holidays', '""', false, 'Public holidays that were declared, such as those of Eid: days as 2027-05-17, with commas between');

-- Part 2, made anew after each migration.

-- What was agreed to is what is paid: another amount, payee or rule is another order.
create or replace function keep_standing_order() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.user_id, new.company_id, new.kind, new.beneficiary_id, new.to_user_id, new.bank_code, new.account_no_hash,
      new.amount_kobo, new.repeat, new.on_day, new.first_on, new.ends, new.ends_after, new.ends_on, new.series_id)
    is distinct from
     (old.user_id, old.company_id, old.kind, old.beneficiary_id, old.to_user_id, old.bank_code, old.account_no_hash,
      old.amount_kobo, old.repeat, old.on_day, old.first_on, old.ends, old.ends_after, old.ends_on, old.series_id)
    or (new.payee_id is distinct from old.payee_id and new.payee_id is not null)
  then
    raise exception 'what a standing order pays does not change';
  end if;
  return new;
end $$;
create or replace trigger standing_orders_stay before update on standing_orders
  for each row execute function keep_standing_order();

select pg_temp.rights('standing_orders', $$
  coalesce(user_id = (select scope_of('user_id')) and company_id is null, false)
  or coalesce(company_id = (select scope_of('company_id')), false)
$$);
select pg_temp.rights('standing_order_dates', $$
  exists (select 1 from standing_orders o where o.id = order_id)
$$);
