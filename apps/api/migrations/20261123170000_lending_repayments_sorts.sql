-- Lists that are sorted by an amount which seldom changes (docs/decisions/0031). Where there is no amount, it counts as zero, so that the largest come first.
-- Instalments by their total, the paid ones too; the search finds the unpaid ones in the same index.
drop index repayments_total;
create index repayments_total on repayments ((principal_kobo + interest_kobo + fees_kobo + penalty_kobo), id);
-- Disbursements by what is paid out.
create index loans_pays_out on loans ((principal_kobo - upfront_fees_kobo), id) where accepted_at is not null;
create index credit_decisions_limit on credit_decisions (limit_kobo, id);
create index users_customers_limit on users ((coalesce(credit_limit_kobo, 0)), id) where is_customer;
create index reconciliation_items_expected on reconciliation_items ((coalesce(expected_kobo, 0)), id);
create index reconciliation_items_actual on reconciliation_items ((coalesce(actual_kobo, 0)), id);
create index bank_statements_opening on bank_statements ((coalesce(opening_kobo, 0)), id);
create index bank_statements_closing on bank_statements ((coalesce(closing_kobo, 0)), id);
