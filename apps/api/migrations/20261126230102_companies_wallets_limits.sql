-- What we allow to leave a company's wallet in one payment and in a month, beside a day.
alter table wallets add column provider_single_limit_kobo bigint check (provider_single_limit_kobo >= 0);
alter table wallets add column provider_monthly_limit_kobo bigint check (provider_monthly_limit_kobo >= 0);
insert into configuration (key, value, is_public, description) values
  ('wallet_limit_by_one_kobo', '2000000000', false, 'The highest limit of a company''s wallet that one colleague gives alone, in kobo');
