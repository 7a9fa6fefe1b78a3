-- The provider's desk for transfers: what left for banks in a day over all wallets, and whether anything leaves for them now.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- One row for each connection of the database, so that nobody waits for another one's.
create table transfer_days (
  business_date date not null,
  connection integer not null,
  out_kobo bigint not null,
  primary key (business_date, connection)
);

-- One row.
create table bank_switch (
  one boolean primary key default true check (one),
  is_on boolean not null default true,
  -- What people read while nothing leaves for banks.
  notice text,
  changed_by uuid references users,
  changed_at timestamptz,
  check (is_on or notice is not null)
);
insert into bank_switch default values;

insert into configuration (key, value, is_public, description) values
  ('transfers_daily_kobo', '500000000000', false, 'What leaves for banks in a day over all wallets before colleagues look at each further transfer, in kobo');

-- Part 2, made anew after each migration.

-- With the owner's rights: it is nobody's row.
create or replace function count_transfers_out(day date, kobo bigint) returns void language sql security definer set search_path = public, pg_temp as $$
  insert into transfer_days (business_date, connection, out_kobo)
  values (day, pg_backend_pid(), kobo)
  on conflict (business_date, connection) do update set out_kobo = transfer_days.out_kobo + excluded.out_kobo
$$;

-- What comes back later makes no room again. The transfers of a batch are counted as a whole when it begins, before the worker makes them.
create or replace function count_transfers_begun() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform count_transfers_out(t.business_date, sum(t.total_kobo)::bigint)
  from begun t
  where t.kind = 'bank' and t.status = 'approved' and t.batch_id is null
  group by t.business_date;
  return null;
end $$;
drop trigger if exists transfers_begun_counted on transfers;
create trigger transfers_begun_counted after insert on transfers
  referencing new table as begun for each statement execute function count_transfers_begun();

-- One that was planned leaves on its day, which the close begins; one that the partner bank did not take and that is sent again was counted.
create or replace function count_transfer_let_go() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform count_transfers_out(greatest(c.business_date, new.due_on), new.total_kobo) from business_calendar c;
  return null;
end $$;
drop trigger if exists transfers_let_go_counted on transfers;
create trigger transfers_let_go_counted after update of status on transfers
  for each row when (
    new.kind = 'bank' and new.status = 'approved' and old.status in ('scheduled', 'awaiting_approval', 'in_review')
  ) execute function count_transfer_let_go();

-- What left for banks on a business day, in kobo.
create or replace function transfers_out_on(day date) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(out_kobo), 0)::bigint from transfer_days where business_date = day
$$;

select pg_temp.rights('transfer_days', 'no rows');
select pg_temp.rights('bank_switch', 'all rows');
