-- A company's wallet pays bills too, after its chain has agreed; a row of an order is one bill.
alter table bills drop constraint bills_paid_from_check;
alter table bills add constraint bills_paid_from_check check (paid_from in ('cash', 'purse', 'company'));
alter table bills drop constraint bills_check;
alter table bills add constraint bills_whose_check check ((paid_from <> 'cash') = (company_id is not null));
alter table bills add column order_id uuid references bill_orders;
alter table bills add column order_row integer;
alter table bills add constraint bills_of_order_check check ((order_id is null) = (order_row is null));
create unique index bills_order on bills (order_id, order_row) where order_id is not null;
