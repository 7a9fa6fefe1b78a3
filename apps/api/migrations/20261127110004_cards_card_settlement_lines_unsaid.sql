-- What the issuer's file says in a currency that it does not name: booked in neither, until it says it or somebody does.
alter table card_settlement_lines
  add column unsaid_kobo bigint,
  add column unsaid_interchange_kobo bigint not null default 0 check (unsaid_interchange_kobo >= 0),
  add column unsaid_charge_kobo bigint not null default 0 check (unsaid_charge_kobo >= 0),
  alter column currency drop not null,
  drop constraint card_settlement_lines_check,
  add constraint card_settlement_lines_check
    check (issuer_kobo is not null or our_kobo is not null or unsaid_kobo is not null),
  -- Only what nobody has said has no currency.
  add constraint card_settlement_lines_currency_said check (currency is not null or reason = 'no_currency' or status = 'written_off');
