-- A company pays into its wallet by card too.
alter table wallet_movements drop constraint wallet_movements_kind_check;
alter table wallet_movements add constraint wallet_movements_kind_check
  check (kind in ('transfer_in', 'card_in', 'recorded', 'reversed', 'assigned', 'taken_back', 'drawn', 'repaid'));
