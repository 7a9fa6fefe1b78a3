-- Bills that are paid together, or only after the company's chain has agreed. A bill's own row is in `bills`.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table bill_orders (
  id uuid primary key,
  -- Who asked.
  user_id uuid not null references users,
  -- Whose wallet pays; null for the person's own.
  company_id uuid references companies,
  reference text not null unique,
  what text not null,
  row_count integer not null check (row_count between 1 and 500),
  total_kobo bigint not null check (total_kobo > 0),
  status text not null check (status in ('awaiting_approval', 'approved', 'done', 'declined')),
  -- What of it has not become bills yet.
  hold_id uuid,
  approval_id uuid,
  decision_reason text,
  business_date date not null,
  version integer not null default 1,
  created_at timestamptz not null
);
create index bill_orders_user on bill_orders (user_id, created_at desc, id desc);
create index bill_orders_company on bill_orders (company_id, created_at desc, id desc) where company_id is not null;
create index bill_orders_company_total on bill_orders (company_id, total_kobo, id) where company_id is not null;

create table bill_order_rows (
  order_id uuid not null references bill_orders,
  row integer not null check (row between 1 and 500),
  kind text not null,
  service text not null,
  item text not null,
  service_name text not null,
  item_name text not null,
  customer_no text not null,
  customer_name text,
  minimum_kobo bigint not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  fee_kobo bigint not null check (fee_kobo >= 0),
  vat_kobo bigint not null check (vat_kobo >= 0),
  total_kobo bigint not null generated always as (amount_kobo + fee_kobo + vat_kobo) stored,
  -- Why it has no bill.
  failure text,
  primary key (order_id, row)
);
create index bill_order_rows_number on bill_order_rows (customer_no, service);

-- Part 2, made anew after each migration.

-- What was agreed to is what is paid: of a row only why it was not paid is written down, and whose it was is taken out once all is over.
create or replace function keep_bill_order_rows() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  -- A generated column is not there yet in a trigger before the update.
  kept text[] := array['failure', 'total_kobo'];
begin
  if exists (select 1 from bill_orders where id = new.order_id and status in ('done', 'declined')) then
    kept := kept || array['customer_no', 'customer_name'];
  end if;
  if (to_jsonb(new) - kept) <> (to_jsonb(old) - kept) then
    raise exception 'rows of a bill order do not change';
  end if;
  return new;
end $$;
create or replace trigger bill_order_rows_stay before update on bill_order_rows
  for each row execute function keep_bill_order_rows();

select pg_temp.rights('bill_orders', $$
  case when company_id is null then coalesce(user_id = (select scope_of('user_id')), false)
    else coalesce(company_id = (select scope_of('company_id')), false) end
$$);
select pg_temp.rights('bill_order_rows', $$
  exists (select 1 from bill_orders o where o.id = order_id)
$$);
