-- The business date on which a loan was brought in from another book: what was paid before that day is on its rows, by no receipt of ours.
alter table loans add column brought_in_on date;
alter table repayments
  add column paid_before_principal_kobo bigint not null default 0 check (paid_before_principal_kobo >= 0),
  add column paid_before_interest_kobo bigint not null default 0 check (paid_before_interest_kobo >= 0);
