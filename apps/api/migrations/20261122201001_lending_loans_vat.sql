-- The VAT inside a loan's fees: all of it, and what is taken from the payout. Loans of before booked it as income.
alter table loans add column vat_kobo bigint not null default 0 check (vat_kobo >= 0);
alter table loans add column upfront_vat_kobo bigint not null default 0 check (upfront_vat_kobo >= 0);
