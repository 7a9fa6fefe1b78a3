-- What was taken without a payment, by amount: the walk over all that was taken met one such row among hundreds.
create index card_captures_unmatched_amount on card_captures (amount_kobo, id) where authorisation_id is null;
