-- Money before its due date pays the coming instalments in place: no rows are made anew, nothing to restore by a receipt.
alter table repayments
  drop column made_by_receipt,
  drop column superseded_by_receipt,
  add column agreed_kobo bigint,
  add column carried_interest_kobo bigint not null default 0,
  add column period_interest_kobo bigint check (period_interest_kobo >= 0),
  add column ahead_kobo_days bigint not null default 0 check (ahead_kobo_days >= 0);
comment on column repayments.agreed_kobo is 'What it asked in all on the first day, without penalty; absent where nothing has changed it since.';
comment on column repayments.carried_interest_kobo is 'Earned in periods before its own and asked by no row so far.';
comment on column repayments.period_interest_kobo is 'What its period earns in all; absent where nothing was paid ahead: its interest.';
comment on column repayments.ahead_kobo_days is 'Principal paid ahead inside its period, times the days of the period before each payment.';
