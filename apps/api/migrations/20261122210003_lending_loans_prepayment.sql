-- The choice belongs to a payment (receipts.excess), not to the loan.
alter table loans drop column prepayment_mode;
