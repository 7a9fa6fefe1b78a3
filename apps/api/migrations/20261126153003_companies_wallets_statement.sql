-- A statement reads the days that are asked for, in the order of the books.
create index wallet_movements_statement on wallet_movements (company_id, business_date, happened_at, id);
