-- Batches of transfers: many payments, or the salaries, of a company from one file. What a row pays is in its transfer.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table transfer_batches (
  id uuid primary key,
  company_id uuid not null references companies,
  reference text not null unique,
  kind text not null check (kind in ('payments', 'salary')),
  name text not null,
  -- Of salaries: `2026-11`.
  month text check (month ~ '^\d{4}-\d{2}$'),
  file_name text not null,
  -- Of what its rows said when it was brought.
  digest bytea not null,
  -- What this company calls the columns of its files, where it named them.
  columns jsonb,
  -- Its own key, itself encrypted with the master key.
  data_key bytea not null,
  status text not null default 'checking'
    check (status in ('checking', 'checked', 'awaiting_approval', 'sending', 'done', 'cancelled')),
  created_by uuid not null references users,
  submitted_by uuid references users,
  hold_id uuid,
  -- Of the rows that were submitted, and their sums: what is agreed to is what is paid.
  content_hash bytea,
  amount_kobo bigint check (amount_kobo > 0),
  total_kobo bigint check (total_kobo >= amount_kobo),
  -- The batch whose failed rows these are.
  again_of uuid references transfer_batches,
  business_date date,
  version integer not null default 1,
  created_at timestamptz not null,
  check ((kind = 'salary') = (month is not null)),
  check (status in ('checking', 'checked', 'cancelled') or (content_hash is not null and total_kobo is not null))
);
create index transfer_batches_company on transfer_batches (company_id, created_at desc, id desc);
create index transfer_batches_same on transfer_batches (company_id, digest, created_at desc);
-- What came back is sent again once.
create unique index transfer_batches_again on transfer_batches (again_of) where status <> 'cancelled';

create table transfer_batch_rows (
  batch_id uuid not null references transfer_batches,
  number integer not null check (number between 1 and 10000),
  company_id uuid not null references companies,
  payee text not null,
  bank text not null,
  bank_code text,
  account_no_encrypted bytea not null,
  account_no_last4 text,
  -- Null where it is no account number.
  account_no_hash bytea,
  amount text not null,
  amount_kobo bigint check (amount_kobo > 0),
  narration text,
  row_reference text,
  staff_number text,
  fee_kobo bigint not null default 0 check (fee_kobo >= 0),
  vat_kobo bigint not null default 0 check (vat_kobo >= 0),
  stamp_duty_kobo bigint not null default 0 check (stamp_duty_kobo >= 0),
  -- What the bank said.
  is_asked boolean not null default false,
  account_name text,
  match_percent integer check (match_percent between 0 and 100),
  -- What has to be corrected: in what was typed or by the bank's word, and because the account is new.
  refusal text,
  limit_refusal text,
  -- What a person confirms: another name, the same payment.
  name_warning text,
  repeat_warning text,
  is_confirmed boolean not null default false,
  is_dropped boolean not null default false,
  verdict text not null generated always as (
    case
      when is_dropped then 'dropped'
      when refusal is not null or limit_refusal is not null then 'refused'
      when not is_asked then 'waiting'
      when (name_warning is not null or repeat_warning is not null) and not is_confirmed then 'look'
      else 'ready'
    end
  ) stored,
  primary key (batch_id, number),
  check (refusal is not null or (bank_code is not null and account_no_hash is not null and amount_kobo is not null))
);
create index transfer_batch_rows_verdict on transfer_batch_rows (batch_id, verdict, number);

insert into configuration (key, value, is_public, description) values
  ('batch_repeat_days', '7', false, 'For so many days a batch asks about a payment that was made already, and knows a file that is brought again');

-- Part 2, made anew after each migration.

-- What was submitted stays as it was agreed to.
create or replace function keep_submitted_rows() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select 1 from transfer_batches b
    where b.id = coalesce(new.batch_id, old.batch_id) and b.status not in ('checking', 'checked')
  ) then
    raise exception 'rows of a submitted batch do not change';
  end if;
  return coalesce(new, old);
end $$;
create or replace trigger transfer_batch_rows_stay before insert or update or delete on transfer_batch_rows
  for each row execute function keep_submitted_rows();

-- Salaries are one line among the movements of money: what has not come back of them.
create or replace function salary_money_event() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  paid bigint;
begin
  select coalesce(sum(t.total_kobo), 0) into paid
  from transfers t
  where t.batch_id = new.id and t.status not in ('failed', 'reversed');
  perform keep_money_event(
    new.id, 'batch', new.kind, 'out', null, new.company_id, new.reference, new.name,
    case when new.status = 'sending' or paid = 0 then new.total_kobo else paid end,
    case when new.status = 'sending' then 'pending' when paid = 0 then 'failed' else 'success' end,
    false, new.business_date, new.created_at
  );
  return null;
end $$;
drop trigger if exists transfer_batches_money_event on transfer_batches;
create trigger transfer_batches_money_event after update on transfer_batches
  for each row when (new.kind = 'salary' and new.status in ('sending', 'done')) execute function salary_money_event();

select pg_temp.rights('transfer_batches', $$coalesce(company_id = (select scope_of('company_id')), false)$$);
select pg_temp.rights('transfer_batch_rows', $$coalesce(company_id = (select scope_of('company_id')), false)$$);
