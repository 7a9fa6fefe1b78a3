-- Until this day no card is debited for the loan: its employer keeps the instalment back from the salary.
alter table loans add column no_debit_until date;
alter table receipts drop constraint receipts_channel_check;
alter table receipts add constraint receipts_channel_check
  check (channel in ('card', 'direct_debit', 'bank_transfer', 'staff', 'credit_balance', 'import', 'salary_deduction')) not valid;
alter table receipts validate constraint receipts_channel_check;
alter table receipts drop constraint receipts_source_check;
alter table receipts add constraint receipts_source_check
  check (
    source in (
      'bank_operating', 'card_settlement', 'receipts_awaiting_bank', 'unidentified_receipts', 'customer_credit',
      'deductions_clearing'
    )
  ) not valid;
alter table receipts validate constraint receipts_source_check;
alter table wallet_movements drop constraint wallet_movements_kind_check;
alter table wallet_movements add constraint wallet_movements_kind_check
  check (
    kind in (
      'transfer_in', 'card_in', 'recorded', 'reversed', 'assigned', 'taken_back', 'drawn', 'repaid', 'request_paid',
      'request_returned', 'deductions_paid', 'deduction_returned'
    )
  );
