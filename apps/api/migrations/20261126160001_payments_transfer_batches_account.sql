-- What other batches are about to pay to an account.
create index transfer_batch_rows_account on transfer_batch_rows (account_no_hash, bank_code) where verdict = 'ready';
