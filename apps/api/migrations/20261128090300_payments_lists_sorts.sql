-- What the lists of companies, bills, transfers, cards and cashback sort by besides.
create index bills_total on bills (total_kobo, id);
create index bill_report_lines_provider_sum on bill_report_lines (provider_kobo, id);
create index bill_report_lines_our_sum on bill_report_lines (our_kobo, id);
create index transfers_days on transfers (due_on, id);
create index refund_cases_refunded on refund_cases (refunded_kobo, id);
create index limit_raises_before on limit_raises (limit_before_kobo, id);
create index limit_raises_granted on limit_raises (granted_kobo, id);
create index limit_raises_until on limit_raises (valid_until, id);
create index deduction_files_deducted on deduction_files (deducted_kobo, id);
create index deduction_files_shortfall on deduction_files ((asked_kobo - deducted_kobo), id);
create index expenses_days on expenses (spent_on, id);
create index cashbacks_paid on cashbacks (paid_kobo, id);
create index cashbacks_taken_back on cashbacks (taken_back_kobo, id);
create index cashbacks_owed_sum on cashbacks (owed_kobo, id);
create index card_captures_beyond on card_captures (overdrawn_kobo, id);
create index card_settlement_lines_issuer_sum on card_settlement_lines (issuer_kobo, id);
create index card_settlement_lines_our_sum on card_settlement_lines (our_kobo, id);
create index card_statements_full on card_statements (full_kobo, id);
create index card_statements_left on card_statements (
  (case when status = 'carried' then 0 else greatest(0, minimum_kobo - paid_kobo) end::bigint), id
);
create index card_payments_principal on card_payments (principal_kobo, id);
create index card_payments_interest on card_payments (interest_kobo, id);
create index dollar_quotes_naira on dollar_quotes (amount_kobo, id) where used_at is not null;
create index dollar_quotes_margin on dollar_quotes (margin_kobo, id) where used_at is not null;
create index secure_cards_returned on secure_cards (returned_kobo, id);
create index card_disputes_credited on card_disputes (credited_kobo, id);
