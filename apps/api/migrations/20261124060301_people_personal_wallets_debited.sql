-- The evidence of money that colleagues took back.
alter table personal_movements add column slip_id uuid references slips;
create index personal_movements_slip on personal_movements (slip_id) where slip_id is not null;
