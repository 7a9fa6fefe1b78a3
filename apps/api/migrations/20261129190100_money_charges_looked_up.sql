-- What is looked up by one loan, one day or one receipt: without these each time all of the table was read.
create index charges_loan on charges (loan_id, status) where loan_id is not null;
create index charges_failed on charges (business_date) where status = 'failed';
create index unidentified_receipts_receipt on unidentified_receipts (receipt_id) where receipt_id is not null;
