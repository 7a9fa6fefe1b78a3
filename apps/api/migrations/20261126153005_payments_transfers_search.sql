-- What colleagues find transfers by: the payee's name, the account's number or its last digits.
create index transfers_payee_search on transfers using gin (folded(payee) gin_trgm_ops);
create index transfers_last4 on transfers (account_no_last4, created_at desc) where account_no_last4 is not null;
create index transfers_account on transfers (account_no_hash) where account_no_hash is not null;
create index transfer_payees_hash on transfer_payees (account_no_hash) where account_no_hash is not null;
