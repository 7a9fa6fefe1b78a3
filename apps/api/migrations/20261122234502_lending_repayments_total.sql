-- The search finds an unpaid instalment by what it asks.
create index repayments_total
  on repayments ((principal_kobo + interest_kobo + fees_kobo + penalty_kobo), id)
  where status in ('scheduled', 'due', 'part_paid', 'overdue');
