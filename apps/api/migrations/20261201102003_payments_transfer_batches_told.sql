-- How the payee of a row is told that the money has arrived (annex, section 7).
alter table transfer_batch_rows add column email text;
alter table transfer_batch_rows add column phone text;
