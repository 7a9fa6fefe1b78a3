-- Without money in our account with the issuer every card is declined: those who reconcile hear before that.
insert into configuration (key, value, is_public, description) values
  ('card_float_low_kobo', '20000000', false, 'Below this our account with the issuer of cards is low, in kobo'),
  ('card_float_low_cents', '100000', false, 'Below this our dollars with the issuer of cards are low, in cents')
on conflict (key) do nothing;
