-- Favourites and automatic purchases: what people and companies pay for again and again.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table bill_favourites (
  id uuid primary key,
  -- Who kept it; of a company's, all who ask to pay its bills use it.
  user_id uuid not null references users,
  company_id uuid references companies,
  name text not null,
  kind text not null,
  service text not null,
  service_name text not null,
  item text not null,
  item_name text not null,
  customer_no text not null,
  -- Paid last.
  amount_kobo bigint not null check (amount_kobo > 0),
  created_at timestamptz not null
);
create unique index bill_favourites_own on bill_favourites (user_id, kind, service, customer_no) where company_id is null;
create unique index bill_favourites_company on bill_favourites (company_id, kind, service, customer_no)
  where company_id is not null;

create table bill_plans (
  id uuid primary key,
  user_id uuid not null references users,
  name text not null,
  kind text not null,
  service text not null,
  service_name text not null,
  item text not null,
  item_name text not null,
  customer_no text not null,
  customer_name text,
  amount_kobo bigint not null check (amount_kobo > 0),
  every text not null check (every in ('week', 'month')),
  on_day integer not null check (on_day between 1 and 31),
  maximum_kobo bigint not null check (maximum_kobo > 0),
  ends_on date,
  next_on date not null,
  status text not null check (status in ('active', 'paused', 'ended')),
  version integer not null default 1,
  created_at timestamptz not null,
  check (every = 'month' or on_day <= 7)
);
create index bill_plans_user on bill_plans (user_id, created_at desc);
create index bill_plans_due on bill_plans (next_on, id) where status = 'active';

-- One purchase for a day, also when the close is run again.
create table bill_plan_days (
  plan_id uuid not null references bill_plans on delete cascade,
  due_on date not null,
  bill_id uuid unique,
  -- Why nothing was bought.
  failure text,
  primary key (plan_id, due_on),
  check (bill_id is null or failure is null)
);

-- Part 2, made anew after each migration.

select pg_temp.rights('bill_favourites', $$
  case when company_id is null then coalesce(user_id = (select scope_of('user_id')), false)
    else coalesce(company_id = (select scope_of('managed_company_id')), false) end
$$);
select pg_temp.rights('bill_plans', 'own rows');
select pg_temp.rights('bill_plan_days', $$exists (select 1 from bill_plans p where p.id = plan_id)$$);
