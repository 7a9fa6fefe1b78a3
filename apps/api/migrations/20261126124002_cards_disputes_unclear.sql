-- How often the issuer said that a dispute is won, and not what it gives back.
alter table card_disputes add column unclear_times integer not null default 0;
