-- One line for each movement of money between somebody and the outside world, or another wallet, whatever it was for: what transactions,
-- payments and their history show to every audience. Kept by triggers on the tables of its sources, so that no way of moving money is left out.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table money_events (
  -- That of its source.
  id uuid primary key,
  source text not null,
  -- What it was for, as its source says it.
  purpose text not null,
  direction text not null check (direction in ('in', 'out')),
  user_id uuid references users,
  company_id uuid references companies,
  reference text not null,
  -- The other side: who is paid, which shop, how it came.
  counterparty text,
  amount_kobo bigint not null check (amount_kobo > 0),
  status text not null check (status in ('pending', 'success', 'failed', 'refunded')),
  -- The outcome is not known: the provider is asked, or a person.
  is_unknown boolean not null default false,
  business_date date,
  happened_at timestamptz not null
);
create index money_events_happened on money_events (happened_at desc, id desc);
create index money_events_amount on money_events (amount_kobo, id);
create index money_events_user on money_events (user_id, happened_at desc, id desc) where user_id is not null;
create index money_events_user_amount on money_events (user_id, amount_kobo, id) where user_id is not null;
create index money_events_company on money_events (company_id, happened_at desc, id desc) where company_id is not null;
create index money_events_company_amount on money_events (company_id, amount_kobo, id) where company_id is not null;
-- bench payments: what is in flight is a few among millions.
create index money_events_pending on money_events (happened_at desc, id desc) where status = 'pending';
create index money_events_unsettled on money_events (source, happened_at) where status = 'pending';

-- Part 2, made anew after each migration.

select pg_temp.rights('money_events', $$
  coalesce(user_id = (select scope_of('user_id')) and company_id is null, false)
  or coalesce(company_id = (select scope_of('managed_company_id')), false)
$$);

-- Writes the line of a source, or what has become of it. Only the triggers do, as the owner: a person's own transfer also makes the line of who
-- receives it.
create or replace function keep_money_event(
  of_id uuid, of_source text, of_purpose text, of_direction text, of_user uuid, of_company uuid, of_reference text,
  of_counterparty text, of_amount bigint, of_status text, of_unknown boolean, of_day date, of_time timestamptz
) returns void language sql as $$
  insert into money_events (
    id, source, purpose, direction, user_id, company_id, reference, counterparty, amount_kobo, status, is_unknown,
    business_date, happened_at
  ) values (
    of_id, of_source, of_purpose, of_direction, of_user, of_company, of_reference, of_counterparty, of_amount, of_status,
    of_unknown, of_day, of_time
  )
  on conflict (id) do update set
    status = excluded.status, is_unknown = excluded.is_unknown, counterparty = excluded.counterparty,
    amount_kobo = excluded.amount_kobo, user_id = excluded.user_id, company_id = excluded.company_id,
    business_date = excluded.business_date
$$;

revoke execute on function keep_money_event(
  uuid, text, text, text, uuid, uuid, text, text, bigint, text, boolean, date, timestamptz
) from public;

create or replace function money_status(state text) returns text language sql immutable as $$
  select case
    when state in ('success', 'delivered') then 'success'
    when state in ('failed', 'cancelled') then 'failed'
    when state in ('reversed', 'returning', 'refunded') then 'refunded'
    else 'pending'
  end
$$;

-- What was given back in parts is lines of its own: the payment itself stays what it was.
create or replace function payment_status(state text, refunded_before bigint) returns text language sql immutable as $$
  select case when state = 'refunded' and refunded_before > 0 then 'success' else money_status(state) end
$$;

-- A part that was given back. Paid back as a whole at once, a payment says so itself; a salary has no line of its own.
create or replace function keep_given_back(
  of_id uuid, of_source text, of_user uuid, of_company uuid, of_reference text, of_counterparty text,
  of_part bigint, of_total bigint
) returns void language sql as $$
  select keep_money_event(
    md5(of_id::text || ':' || of_total::text)::uuid, of_source, 'given_back', 'in', of_user, of_company, of_reference,
    of_counterparty, of_part, 'success', false, (select max(business_date) from business_calendar), now()
  )
$$;
revoke execute on function keep_given_back(uuid, text, uuid, uuid, text, text, bigint, bigint) from public;

create or replace function receipt_money_event() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform keep_money_event(
    new.id, 'receipt', new.purpose, 'in', case when new.company_id is null then new.user_id end, new.company_id,
    new.reference, new.channel, new.amount_kobo, case when new.reversed_at is null then 'success' else 'refunded' end,
    false, new.received_on, new.received_at
  );
  return null;
end $$;
drop trigger if exists receipts_money_event on receipts;
create trigger receipts_money_event after insert or update of reversed_at, user_id, company_id on receipts
  for each row when (new.channel <> 'credit_balance') execute function receipt_money_event();

-- A transfer has a line of its own.
create or replace function payout_money_event() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform keep_money_event(
    new.id, 'payout', new.purpose, 'out',
    -- What a lender is paid is the provider's own.
    case when new.company_id is null and new.purpose <> 'partner_repayment' then new.user_id end, new.company_id,
    new.reference, new.account_name, new.amount_kobo, money_status(new.status), new.status = 'unknown',
    new.business_date, new.created_at
  );
  return null;
end $$;
drop trigger if exists payouts_money_event on payouts;
create trigger payouts_money_event after insert or update of status on payouts
  for each row when (new.purpose <> 'transfer') execute function payout_money_event();

create or replace function transfer_money_event() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform keep_money_event(
    new.id, 'transfer', new.kind, 'out', case when new.company_id is null then new.user_id end, new.company_id,
    new.reference, new.payee, new.total_kobo, payment_status(new.status, new.refunded_kobo), new.status = 'unknown', new.business_date,
    new.created_at
  );
  return null;
end $$;
drop trigger if exists transfers_money_event on transfers;
-- Salaries have a line for their batch.
create trigger transfers_money_event after update of status, fee_kobo on transfers
  for each row when (not new.is_confidential) execute function transfer_money_event();

-- bench payments-many: those of a batch are made by the hundred, and so are their lines: a function for each of them took a third of the release.
create or replace function transfers_begun_money_event() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into money_events (
    id, source, purpose, direction, user_id, company_id, reference, counterparty, amount_kobo, status, is_unknown,
    business_date, happened_at
  )
  select t.id, 'transfer', t.kind, 'out', case when t.company_id is null then t.user_id end, t.company_id,
    t.reference, t.payee, t.total_kobo, payment_status(t.status, t.refunded_kobo), t.status = 'unknown', t.business_date,
    t.created_at
  from begun t
  where not t.is_confidential;
  return null;
end $$;
drop trigger if exists transfers_begun_money_event on transfers;
create trigger transfers_begun_money_event after insert on transfers
  referencing new table as begun for each statement execute function transfers_begun_money_event();

create or replace function transfer_given_back() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform keep_given_back(
    new.id, 'transfer', case when new.company_id is null then new.user_id end, new.company_id, new.reference,
    case when new.is_confidential then 'Salary' else new.payee end, new.refunded_kobo - old.refunded_kobo,
    new.refunded_kobo
  );
  return null;
end $$;
drop trigger if exists transfers_given_back on transfers;
create trigger transfers_given_back after update of refunded_kobo on transfers
  for each row when (
    new.refunded_kobo > old.refunded_kobo
    and (new.is_confidential or new.status <> 'refunded' or old.refunded_kobo > 0)
  ) execute function transfer_given_back();

create or replace function received_money_event() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform keep_money_event(
    new.id, 'wallet', new.kind, 'in', new.user_id, null, new.reference, new.note, new.amount_kobo, 'success', false,
    new.business_date, new.happened_at
  );
  return null;
end $$;
drop trigger if exists personal_movements_money_event on personal_movements;
create trigger personal_movements_money_event after insert on personal_movements
  for each row when (new.kind = 'received') execute function received_money_event();

create or replace function capture_money_event() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- The list is in naira: dollars are seen on their card, and here when naira become dollars.
  if (select c.currency from cards c where c.id = new.card_id) <> 'NGN' then return null; end if;
  perform keep_money_event(
    new.id, 'card', new.kind, case when new.kind in ('refund', 'dispute_won') then 'in' else 'out' end,
    case when new.company_id is null then new.user_id end, new.company_id, new.reference, new.merchant,
    new.amount_kobo, 'success', false, new.business_date, new.happened_at
  );
  return null;
end $$;
drop trigger if exists card_captures_money_event on card_captures;
create trigger card_captures_money_event after insert on card_captures
  for each row execute function capture_money_event();

create or replace function bill_money_event() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform keep_money_event(
    new.id, 'bill', new.kind, 'out', case when new.company_id is null then new.user_id end, new.company_id,
    new.reference, new.service_name, new.total_kobo, payment_status(new.status, new.refunded_kobo), new.status = 'unknown', new.business_date,
    new.created_at
  );
  return null;
end $$;
drop trigger if exists bills_money_event on bills;
create trigger bills_money_event after insert or update of status on bills
  for each row execute function bill_money_event();

create or replace function bill_given_back() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform keep_given_back(
    new.id, 'bill', case when new.company_id is null then new.user_id end, new.company_id, new.reference,
    new.service_name, new.refunded_kobo - old.refunded_kobo, new.refunded_kobo
  );
  return null;
end $$;
drop trigger if exists bills_given_back on bills;
create trigger bills_given_back after update of refunded_kobo on bills
  for each row when (
    new.refunded_kobo > old.refunded_kobo and (new.status <> 'refunded' or old.refunded_kobo > 0)
  ) execute function bill_given_back();
