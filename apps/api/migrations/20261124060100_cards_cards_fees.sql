-- The fee of a card is paid from its owner's wallet.
alter table wallet_movements drop constraint wallet_movements_kind_check;
alter table wallet_movements
  add constraint wallet_movements_kind_check
  check (
    kind in (
      'transfer_in', 'card_in', 'recorded', 'reversed', 'assigned', 'taken_back', 'drawn', 'repaid', 'request_paid',
      'request_returned', 'deductions_paid', 'deduction_returned', 'card_fee'
    )
  );
alter table personal_movements drop constraint personal_movements_kind_check;
alter table personal_movements
  add constraint personal_movements_kind_check
  check (kind in ('earned', 'given', 'redeemed', 'expired', 'withdrawn', 'came_back', 'card_fee'));
