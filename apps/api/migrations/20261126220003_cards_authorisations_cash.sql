-- The national limits for cash by card (Central Bank, from 1 January 2026): counted over the cards of a person, or of a company.
create index card_authorisations_cash on card_authorisations (coalesce(company_id, user_id), day) where kind = 'cash';
insert into configuration (key, value, is_public, description) values
  ('card_cash_machine_day_kobo', '10000000', true, 'Cash that a person may take from machines by card in a day'),
  ('card_cash_week_person_kobo', '50000000', true, 'Cash that a person may take with their own cards in a week, in all ways'),
  ('card_cash_week_company_kobo', '500000000', true, 'Cash that the cards of a company may take in a week, in all ways');
