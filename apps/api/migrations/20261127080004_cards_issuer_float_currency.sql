-- The issuer keeps our dollars in an account of their own: each currency has its day.
alter table issuer_float_days
  add column currency text not null default 'NGN' check (currency in ('NGN', 'USD')),
  drop constraint issuer_float_days_day_key,
  add constraint issuer_float_days_day_currency unique (day, currency);

-- A line that does not say its currency is not read as naira where our card is in dollars.
alter table card_settlement_lines
  drop constraint card_settlement_lines_reason_check,
  add constraint card_settlement_lines_reason_check
    check (reason in ('unknown_here', 'other_amount', 'not_settled', 'again', 'no_currency'));

-- What a payment was asked for in, where that is not the card's currency: it was declined.
alter table card_authorisations add column asked_currency text check (length(asked_currency) <= 3);
