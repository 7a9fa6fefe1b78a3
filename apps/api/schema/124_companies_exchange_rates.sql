-- Published rates of exchange: what somebody typed for an expense in foreign money is compared with them.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table exchange_rates (
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  rated_on date not null,
  -- Ten-thousandths of a naira for one of it, the middle of buying and selling.
  mid_e4 bigint not null check (mid_e4 > 0),
  read_at timestamptz not null,
  primary key (currency, rated_on)
);
create index exchange_rates_read on exchange_rates (read_at);

-- Part 2, made anew after each migration.

select pg_temp.rights('exchange_rates', 'all rows', 'select, insert, update');
