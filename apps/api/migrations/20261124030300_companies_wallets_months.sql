-- A month's statement reads its movements in their order, a part at a time (bench row "wallet statement of 10,000 lines").
create index wallet_movements_days on wallet_movements (company_id, business_date, happened_at, id);
