-- Betting, examinations, taxes and tolls: kinds that are sold only once they are switched on, from a day that two people agree on.
alter table bill_products drop constraint bill_products_kind_check;
alter table bill_products add constraint bill_products_kind_check check (kind in (
  'airtime', 'data', 'electricity', 'television', 'internet', 'betting', 'education', 'tax', 'tolls'
));
alter table bills drop constraint bills_kind_check;
alter table bills add constraint bills_kind_check check (kind in (
  'airtime', 'data', 'electricity', 'television', 'internet', 'betting', 'education', 'tax', 'tolls'
));
alter table bill_terms drop constraint bill_terms_kind_check;
alter table bill_terms add constraint bill_terms_kind_check check (kind in (
  'airtime', 'data', 'electricity', 'television', 'internet', 'betting', 'education', 'tax', 'tolls'
));
alter table bill_customers drop constraint bill_customers_kind_check;
alter table bill_customers add constraint bill_customers_kind_check check (kind in (
  'electricity', 'television', 'internet', 'betting', 'tax', 'tolls'
));
-- Betting is a person's own money alone, and a PIN is delivered only with the PIN.
alter table bills add constraint bills_betting_check check (kind <> 'betting' or paid_from = 'cash');
alter table bills add constraint bills_pin_check
  check (status <> 'delivered' or kind <> 'education' or cardinality(tokens) > 0);
create index bills_betting on bills (user_id, business_date) where kind = 'betting';

alter table bill_terms add column is_sold boolean not null default true;
insert into bill_terms (kind, valid_from, fee_kobo, commission_bps, cashback_bps, is_sold) values
  ('betting', '2020-01-01', 0, 100, 0, false),
  ('education', '2020-01-01', 0, 100, 0, false),
  ('tax', '2020-01-01', 10000, 0, 0, false),
  ('tolls', '2020-01-01', 5000, 100, 0, false);

insert into configuration (key, value, is_public, description) values
  ('betting_daily_kobo', '10000000', false, 'Most that one person puts into betting in a day, in kobo'),
  ('betting_raise_hours', '24', false, 'Hours before a person''s own limit of betting rises');
