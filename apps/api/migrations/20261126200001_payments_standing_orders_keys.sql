-- Transfers that a standing order made, and the keys to tables that are made after it.
alter table standing_orders
  add constraint standing_orders_payee_key foreign key (payee_id) references transfer_payees on delete set null,
  add constraint standing_orders_beneficiary_key foreign key (beneficiary_id) references beneficiaries;
alter table standing_order_dates
  add constraint standing_order_dates_transfer_key foreign key (transfer_id) references transfers;
alter table transfers add column standing_date_id uuid references standing_order_dates;
create unique index transfers_standing_date on transfers (standing_date_id) where standing_date_id is not null;
