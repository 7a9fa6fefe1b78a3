-- What a shop gives back of an expense: the amount is what is left of it.
alter table expenses add column returned_kobo bigint not null default 0 check (returned_kobo >= 0);
alter table expenses drop constraint expenses_amount_kobo_check;
alter table expenses add constraint expenses_amount_kobo_check check (amount_kobo >= 0 and amount_kobo + returned_kobo > 0);
