-- What comes back of a bill whose purse is closed goes to its company's wallet.
alter table wallet_movements drop constraint wallet_movements_kind_check;
alter table wallet_movements add constraint wallet_movements_kind_check
  check (
    kind in (
      'transfer_in', 'card_in', 'recorded', 'reversed', 'assigned', 'taken_back', 'drawn', 'repaid', 'request_paid',
      'request_returned', 'deductions_paid', 'deduction_returned', 'card_fee', 'card_refunded', 'bill_back'
    )
  );
