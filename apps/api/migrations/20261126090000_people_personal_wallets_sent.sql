-- What people send from their cash wallet, and receive from another's.
alter table personal_movements drop constraint personal_movements_kind_check;
alter table personal_movements add constraint personal_movements_kind_check
  check (
    kind in (
      'earned', 'given', 'redeemed', 'expired', 'withdrawn', 'came_back', 'debited', 'card_fee', 'card_paid',
      'card_refunded', 'card_bill', 'deposit_back', 'sent', 'received'
    )
  );
