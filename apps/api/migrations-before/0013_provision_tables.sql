-- Dated tariff of the allowance for loan losses: percent of what a loan owes, by its bucket of days past due (business-rules §4; the microfinance table).
create table provision_tables (
  valid_from date primary key,
  percents jsonb not null,
  created_at timestamptz not null default now()
);
insert into provision_tables (valid_from, percents) values ('1900-01-01', '{"current": "1", "1-30": "5", "31-60": "20", "61-90": "50", "91+": "100"}');
