-- A statement reads the days that are asked for, in the order of the books.
create index personal_movements_statement on personal_movements (user_id, wallet, business_date, happened_at, id);
