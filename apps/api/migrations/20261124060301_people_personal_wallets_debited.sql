-- Money that colleagues take back, and its evidence.
alter table personal_movements drop constraint personal_movements_kind_check;
alter table personal_movements add constraint personal_movements_kind_check
  check (kind in ('earned', 'given', 'redeemed', 'expired', 'withdrawn', 'came_back', 'card_fee', 'debited', 'card_paid', 'card_payment_back', 'deposit_back'));
alter table personal_movements add column slip_id uuid references slips;
create index personal_movements_slip on personal_movements (slip_id) where slip_id is not null;
