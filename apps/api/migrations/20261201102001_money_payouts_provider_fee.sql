-- What the provider charged us for a payout, where it said so; and its price list of transfers, where it does not (Paystack's published one).
alter table payouts add column provider_fee_kobo bigint check (provider_fee_kobo >= 0);
insert into configuration (key, value, is_public, description) values
  ('transfer_price_small_kobo', '1000', false, 'What the provider takes from us for a small transfer, in kobo'),
  ('transfer_price_middle_kobo', '2500', false, 'What the provider takes from us for a middle transfer, in kobo'),
  ('transfer_price_large_kobo', '5000', false, 'What the provider takes from us for a large transfer, in kobo')
on conflict (key) do nothing;
