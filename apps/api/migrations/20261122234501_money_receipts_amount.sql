-- The search finds a payment by its amount, and the list of receipts sorts by it.
create index receipts_amount on receipts (amount_kobo, id);
