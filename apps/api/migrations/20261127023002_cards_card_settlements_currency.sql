-- The issuer settles each currency by itself.
alter table card_settlements add column currency text not null default 'NGN' check (currency in ('NGN', 'USD'));
alter table card_settlements drop constraint card_settlements_day_key;
alter table card_settlements add constraint card_settlements_day_currency unique (day, currency);
alter table card_settlement_lines add column currency text not null default 'NGN' check (currency in ('NGN', 'USD'));
