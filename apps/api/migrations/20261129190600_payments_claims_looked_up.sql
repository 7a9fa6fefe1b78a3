-- What was credited for one transfer, also where it was turned: without this all credits were read.
create index claim_credits_transfer on claim_credits (transfer_id);
