-- What a loan still claims after it was charged off or written off: fixed on that day, met by recoveries.
alter table loans
  add column claim_kobo bigint not null default 0 check (claim_kobo >= 0),
  add column recovered_kobo bigint not null default 0 check (recovered_kobo between 0 and claim_kobo),
  add column recovered_on date;
