-- Who sends money is asked how many payees are new to them: without this all payees of all people were read for each
-- transfer.
create index transfer_payees_person on transfer_payees (user_id, created_at desc);
