-- By how much a typed rate of exchange may differ from the published one before it is flagged, in percent: each company's own.
alter table expense_settings
  add column rate_tolerance_percent integer not null default 5 check (rate_tolerance_percent between 0 and 100);
