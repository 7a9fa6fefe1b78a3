-- What people pay for airtime and bills, and what comes back of it.
alter table personal_movements drop constraint personal_movements_kind_check;
alter table personal_movements add constraint personal_movements_kind_check
  check (
    kind in (
      'earned', 'given', 'redeemed', 'expired', 'withdrawn', 'came_back', 'debited', 'card_fee', 'card_paid',
      'card_refunded', 'card_bill', 'deposit_back', 'bill_paid', 'bill_back', 'cashback_back'
    )
  );
