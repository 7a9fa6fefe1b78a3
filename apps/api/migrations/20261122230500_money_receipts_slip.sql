-- The evidence of money recorded by hand.
alter table receipts add column slip_id uuid references slips;
create index receipts_slip on receipts (slip_id) where slip_id is not null;
