-- What collecting may be tuned by without a release.
insert into configuration (key, value, is_public, description) values
  ('card_setup_kobo', '5000', true, 'The charge that proves a new repayment card, in kobo; it stands to the person''s credit.'),
  ('collection_daily_attempts', '3', false, 'Automatic debits of a repayment on consecutive days, before they become weekly.')
on conflict (key) do nothing;
