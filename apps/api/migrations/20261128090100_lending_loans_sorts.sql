-- What the lists of loans, instalments and their money sort by besides.
create index loans_owed on loans (outstanding_principal_kobo, id);
create index loans_overdue on loans (overdue_kobo, id);
create index loans_instalment on loans (instalment_kobo, id);
create index loans_late_owed on loans (outstanding_principal_kobo, id) where days_past_due > 0;
-- What the people of a company owe is added up for each row of the list of companies.
create index loans_company_owed on loans (company_id) include (outstanding_principal_kobo)
  where company_id is not null and outstanding_principal_kobo > 0;
create index receipts_credit on receipts (credit_kobo, id);
create index limit_requests_granted on limit_requests (kind, granted_kobo, id);
create index backtest_rows_limit_before on backtest_rows (backtest_id, limit_before_kobo, id);
create index backtest_rows_limit_after on backtest_rows (backtest_id, limit_after_kobo, id);
create index charges_amount on charges (amount_kobo, id);
create index charges_received on charges (received_kobo, id);
create index charges_settled on charges (settled_at, id);
create index repayment_cards_removed on repayment_cards (removed_at, id);
create index repayment_cards_created on repayment_cards (created_at, id);
